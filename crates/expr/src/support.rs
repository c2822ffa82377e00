//! Which input bytes an expression depends on.
//!
//! Constraints of character code depend on one to three bytes, and are built from one another; so every node met on the
//! way remembers its support while that is short, and a parent only joins what its children remember. Long supports are
//! kept for the expressions that were asked for (and for what these are once constants are taken away), not for every
//! node in between: a sum over a thousand bytes must not cost a thousand lists.

use crate::{ExprId, Node, Pool, SymId};
use bowline_base::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// One thing an expression depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Support {
    /// A byte of an input, read at a constant index.
    Byte(SymId, u32),
    /// An input read at an index that is not constant, or is beyond 32 bits: all of its bytes.
    Whole(SymId),
}

/// The longest support that every node remembers.
const SHORT: usize = 16;

#[derive(Clone)]
enum Remembered {
    Short(Rc<[Support]>),
    /// More than [`SHORT`]; the list where it was asked for.
    Long(Option<Rc<[Support]>>),
}

/// Remembers supports; sorted, without repetition, shared.
pub struct SupportCache {
    known: FxHashMap<ExprId, Remembered>,
    empty: Rc<[Support]>,
    stack: Vec<ExprId>,
    joined: Vec<Support>,
}

impl Default for SupportCache {
    fn default() -> Self {
        Self { known: FxHashMap::default(), empty: Rc::new([]), stack: Vec::new(), joined: Vec::new() }
    }
}

impl SupportCache {
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything `root` depends on.
    pub fn of(&mut self, pool: &Pool, root: ExprId) -> Rc<[Support]> {
        if is_closed(pool.node(root)) {
            return self.empty.clone();
        }
        if !self.known.contains_key(&root) {
            self.fill(pool, root);
        }
        match &self.known[&root] {
            Remembered::Short(list) | Remembered::Long(Some(list)) => list.clone(),
            Remembered::Long(None) => self.long(pool, root),
        }
    }

    /// Makes every node under `root` known, children first.
    fn fill(&mut self, pool: &Pool, root: ExprId) {
        self.stack.push(root);
        while let Some(&id) = self.stack.last() {
            if self.known.contains_key(&id) {
                self.stack.pop();
                continue;
            }
            let node = pool.node(id);
            if let Some(leaf) = leaf(pool, node) {
                self.known.insert(id, Remembered::Short(Rc::new([leaf])));
                self.stack.pop();
                continue;
            }
            let waiting = self.stack.len();
            node.for_each_child(|child| {
                if !is_closed(pool.node(child)) && !self.known.contains_key(&child) {
                    self.stack.push(child);
                }
            });
            if self.stack.len() == waiting {
                let joined = self.join(node);
                self.known.insert(id, joined);
                self.stack.pop();
            }
        }
    }

    /// The support of a node whose children are known.
    fn join(&mut self, node: Node) -> Remembered {
        let mut widest: Option<&Rc<[Support]>> = None;
        let mut long = false;
        self.joined.clear();
        node.for_each_child(|child| match self.known.get(&child) {
            Some(Remembered::Short(list)) => {
                self.joined.extend_from_slice(list);
                if widest.is_none_or(|widest| widest.len() < list.len()) {
                    widest = Some(list);
                }
            }
            Some(Remembered::Long(_)) => long = true,
            None => {}
        });
        self.joined.sort_unstable();
        self.joined.dedup();
        if long || self.joined.len() > SHORT {
            return Remembered::Long(None);
        }
        Remembered::Short(match widest {
            // The usual case: one child depends on everything already, so its list is shared.
            Some(list) if list.len() == self.joined.len() => list.clone(),
            _ => self.joined.as_slice().into(),
        })
    }

    /// The list of a node with a long support, remembered for it.
    fn long(&mut self, pool: &Pool, root: ExprId) -> Rc<[Support]> {
        // `x == 1` and `x == 2` share `x`: that is where to remember the list.
        let mut core = root;
        while let Some(child) = only_open_child(pool, core) {
            core = child;
        }
        let list = match &self.known[&core] {
            Remembered::Short(list) | Remembered::Long(Some(list)) => list.clone(),
            Remembered::Long(None) => self.collect(pool, core),
        };
        for id in [core, root] {
            self.known.insert(id, Remembered::Long(Some(list.clone())));
        }
        list
    }

    fn collect(&self, pool: &Pool, root: ExprId) -> Rc<[Support]> {
        let mut seen = FxHashSet::default();
        let mut found = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            match self.known.get(&id) {
                Some(Remembered::Short(list) | Remembered::Long(Some(list))) => {
                    found.extend(list.iter().copied())
                }
                Some(Remembered::Long(None)) => pool.node(id).for_each_child(|child| {
                    if seen.insert(child) {
                        stack.push(child);
                    }
                }),
                None => {}
            }
        }
        let mut list: Vec<Support> = found.into_iter().collect();
        list.sort_unstable();
        list.into()
    }

    /// Drops entries of collected expressions.
    pub fn retain(&mut self, keep: impl Fn(ExprId) -> bool) {
        self.known.retain(|id, _| keep(*id));
    }
}

/// Depends on nothing, visibly.
fn is_closed(node: Node) -> bool {
    matches!(node, Node::Const(_) | Node::WideConst(_) | Node::Table(_))
}

/// The support of nodes that are not joined from their children.
fn leaf(pool: &Pool, node: Node) -> Option<Support> {
    match node {
        Node::Input(symbol) => Some(Support::Whole(symbol)),
        Node::Select(array, index) => match (pool.node(array), pool.as_const(index)) {
            (Node::Input(symbol), Some(at)) => {
                Some(u32::try_from(at).map_or(Support::Whole(symbol), |at| Support::Byte(symbol, at)))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The only child that is not closed, if the others are.
fn only_open_child(pool: &Pool, id: ExprId) -> Option<ExprId> {
    let (mut open, mut count) = (None, 0);
    pool.node(id).for_each_child(|child| {
        if !is_closed(pool.node(child)) {
            open = Some(child);
            count += 1;
        }
    });
    open.filter(|_| count == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;

    /// Walks everything, remembers nothing.
    fn reference(pool: &Pool, root: ExprId) -> Vec<Support> {
        let mut seen = FxHashSet::default();
        let mut found = std::collections::BTreeSet::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if seen.insert(id) {
                match leaf(pool, pool.node(id)) {
                    Some(leaf) => {
                        found.insert(leaf);
                    }
                    None => pool.node(id).for_each_child(|child| stack.push(child)),
                }
            }
        }
        found.into_iter().collect()
    }

    #[test]
    fn agrees_with_a_full_walk() {
        let mut rng = Rng::new(5);
        let mut pool = Pool::new();
        let symbols = [pool.symbol("a", 0, 40), pool.symbol("b", 0, 1 << 40)];
        let mut terms = Vec::new();
        let mut cache = SupportCache::new();
        for round in 0..4000 {
            let pick = |rng: &mut Rng, terms: &[ExprId]| terms[rng.below(terms.len() as u64) as usize];
            let term = match rng.below(6) {
                0 | 1 if round > 10 => {
                    let (x, y) = (pick(&mut rng, &terms), pick(&mut rng, &terms));
                    pool.mul(x, y)
                }
                2 if round > 10 => {
                    let index = pick(&mut rng, &terms);
                    let index = pool.zero_extend(index, 64);
                    let symbol = symbols[rng.below(2) as usize];
                    let array = pool.input(symbol);
                    pool.select(array, index)
                }
                3 if round > 10 => {
                    let c = pool.constant(u128::from(rng.below(256)), 8);
                    let x = pick(&mut rng, &terms);
                    pool.add(x, c)
                }
                4 => pool.input_byte(symbols[1], rng.below(1 << 40)),
                _ => pool.input_byte(symbols[0], rng.below(40)),
            };
            terms.push(term);
            assert_eq!(cache.of(&pool, term).to_vec(), reference(&pool, term), "{term}");
        }
        let kept: FxHashSet<ExprId> = terms.iter().copied().step_by(3).collect();
        cache.retain(|id| kept.contains(&id));
        for &term in &terms {
            assert_eq!(cache.of(&pool, term).to_vec(), reference(&pool, term), "{term} after retain");
        }
    }

    #[test]
    fn long_supports_are_shared_by_comparisons_with_constants() {
        let mut pool = Pool::new();
        let symbol = pool.symbol("a", 0, 100);
        let bytes: Vec<ExprId> = (0..100).map(|i| pool.input_byte(symbol, i)).collect();
        let product = bytes.into_iter().reduce(|x, y| pool.mul(x, y)).expect("there are bytes");
        let (one, two) = (pool.constant(6, 8), pool.constant(7, 8));
        let (first, second) = (pool.eq(product, one), pool.eq(product, two));
        let mut cache = SupportCache::new();
        let (first, second) = (cache.of(&pool, first), cache.of(&pool, second));
        assert_eq!(first.len(), 100);
        assert!(Rc::ptr_eq(&first, &second));
    }
}
