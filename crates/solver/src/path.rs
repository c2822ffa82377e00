//! The path condition of a state.
//!
//! A path is a linked list of constraints that grows at its head, so states that fork share everything they had in
//! common and a clone is a few reference counts. It carries a model that satisfies all constraints: one side of every
//! branch is known to be possible without asking.
//!
//! Each link remembers, once a solver needed it, the [`Partition`] of the constraints up to there. It is made from the
//! nearest older link's, so it is never recomputed and siblings share it.
//!
//! A path may have symcretes (`symcrete.rs`): unknowns that have values from elsewhere.
//!
//! Invariant: `model` satisfies every constraint. A path never holds `true`, and never the same conjunct twice in a row.

use crate::partition::{InputNumbers, Partition};
use crate::scope::Scope;
use crate::simplify;
use crate::symcrete::Symcretes;
use bowline_expr::{BinaryOp, Conjuncts, ExprId, Literal, Marker, Model, Node, Pool, fold};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The path condition of a state; see the module documentation.
#[derive(Clone)]
pub struct Path {
    last: Option<Rc<Link>>,
    model: Rc<Model>,
    /// Models that satisfied all constraints once, of the paths that this one stands for: good guesses.
    spare: Option<Rc<[Rc<Model>]>>,
    /// Numbers for input bytes, shared by all paths that descend from one [`Path::new`].
    pub(crate) numbers: Rc<RefCell<InputNumbers>>,
    pub(crate) symcretes: Symcretes,
}

pub(crate) struct Link {
    pub(crate) constraint: ExprId,
    pub(crate) before: Option<Rc<Link>>,
    len: usize,
    /// Of all constraints up to this one.
    pub(crate) partition: OnceCell<Partition>,
    scope: OnceCell<Rc<Scope>>,
}

impl Drop for Link {
    /// Without recursion: a path may be as long as memory allows.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut link) = next.and_then(|link| Rc::try_unwrap(link).ok()) {
            next = link.before.take();
        }
    }
}

impl Default for Path {
    fn default() -> Self {
        Self::new()
    }
}

impl Path {
    /// The path without constraints.
    pub fn new() -> Self {
        Self { last: None, model: Rc::default(), spare: None, numbers: Rc::default(), symcretes: None }
    }

    /// All constraints, in the order added.
    pub fn constraints(&self) -> impl Iterator<Item = ExprId> + '_ {
        let mut all: Vec<ExprId> = self.newest_first().map(|link| link.constraint).collect();
        all.reverse();
        all.into_iter()
    }

    pub fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |link| link.len)
    }

    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// A model of all constraints.
    pub fn model(&self) -> &Rc<Model> {
        &self.model
    }

    /// Prefers another model, which must satisfy all constraints.
    pub fn adopt_model(&mut self, model: Rc<Model>) {
        self.model = model;
    }

    /// Models that may satisfy all constraints.
    pub fn spare_models(&self) -> &[Rc<Model>] {
        self.spare.as_deref().unwrap_or_default()
    }

    /// Keeps models that satisfy all constraints now. Later ones may rule them out.
    pub fn keep_spare_models(&mut self, models: impl IntoIterator<Item = Rc<Model>>) {
        self.spare = Some(models.into_iter().collect());
    }

    /// Adds `condition`, split into its conjuncts. `model` must satisfy the old constraints and it.
    pub fn assume(&mut self, pool: &mut Pool, condition: ExprId, model: Rc<Model>) {
        self.model = model;
        match pool.node(condition) {
            // Almost every condition is one conjunct; only the rest is worth a work list.
            Node::Binary(BinaryOp::Xor, compared, Pool::TRUE) if is_comparison(pool, compared) => {
                self.push(condition);
            }
            Node::Binary(BinaryOp::And | BinaryOp::Xor, ..) => self.assume_conjuncts(pool, condition),
            Node::Binary(BinaryOp::Eq, word, _) if matches!(pool.node(word), Node::Concat(..)) => {
                self.assume_conjuncts(pool, condition);
            }
            _ => self.push(condition),
        }
    }

    /// The conjuncts from left to right; words that are constant become equalities of their parts.
    fn assume_conjuncts(&mut self, pool: &mut Pool, condition: ExprId) {
        let mut conjuncts = Conjuncts::of(Literal::new(condition, true));
        while let Some(literal) = conjuncts.next(pool) {
            match pool.node(literal.condition) {
                Node::Binary(BinaryOp::Eq, word, value) if literal.holds => match halves(pool, word, value) {
                    Some((high, low)) => {
                        conjuncts.also(low);
                        conjuncts.also(high);
                    }
                    None => self.push(literal.condition),
                },
                _ => {
                    let conjunct = literal.expr(pool);
                    self.push(conjunct);
                }
            }
        }
    }

    fn push(&mut self, constraint: ExprId) {
        let repeated = self.last.as_ref().is_some_and(|last| last.constraint == constraint);
        if constraint == Pool::TRUE || repeated {
            return;
        }
        let link = Link {
            constraint,
            len: self.len() + 1,
            before: self.last.take(),
            partition: OnceCell::new(),
            scope: OnceCell::new(),
        };
        self.last = Some(Rc::new(link));
    }

    /// Names everything the path needs as roots of a collection.
    pub fn mark(&self, marker: &mut Marker) {
        for link in self.newest_first() {
            marker.mark(link.constraint);
        }
        self.mark_symcretes(marker);
    }

    /// What the constraints say at once.
    pub(crate) fn scope(&self, pool: &Pool) -> Rc<Scope> {
        self.gathered(
            |link| &link.scope,
            |scope, constraint| {
                Rc::make_mut(scope).assume(pool, constraint, true);
            },
        )
    }

    /// Something that is made of all constraints, oldest first, and kept at the last link: made from the nearest older link's when
    /// it is not there yet.
    pub(crate) fn gathered<T: Clone + Default>(
        &self,
        kept: impl Fn(&Link) -> &OnceCell<T>,
        mut add: impl FnMut(&mut T, ExprId),
    ) -> T {
        let Some(last) = &self.last else { return T::default() };
        let mut missing = Vec::new();
        let mut made = T::default();
        for link in self.newest_first() {
            if let Some(known) = kept(link).get() {
                made = known.clone();
                break;
            }
            missing.push(link.constraint);
        }
        for constraint in missing.into_iter().rev() {
            add(&mut made, constraint);
        }
        kept(last).get_or_init(|| made).clone()
    }

    /// Within what a word lies, both ends included, as far as the constraints tell at once.
    pub fn interval(&self, pool: &Pool, word: ExprId) -> (u128, u128) {
        self.scope(pool).interval(pool, word)
    }

    /// An expression that equals the given one wherever the constraints hold, without the choices that they decide.
    pub fn simplified(&self, pool: &mut Pool, expr: ExprId) -> ExprId {
        simplify::under(pool, &self.scope(pool), expr)
    }

    /// A condition that equals the given one wherever the constraints hold, parted from the choices that decide it.
    pub fn parted(&self, pool: &mut Pool, condition: ExprId) -> ExprId {
        let simplified = self.simplified(pool, condition);
        simplify::parted(pool, simplified)
    }

    pub(crate) fn newest_first(&self) -> impl Iterator<Item = &Link> {
        std::iter::successors(self.last.as_deref(), |link| link.before.as_deref())
    }
}

fn is_comparison(pool: &Pool, condition: ExprId) -> bool {
    matches!(pool.node(condition), Node::Binary(op, ..) if op.is_comparison())
}

/// The equalities of both parts of a word that is put together, with a constant.
fn halves(pool: &mut Pool, word: ExprId, value: ExprId) -> Option<(ExprId, ExprId)> {
    let Node::Concat(high, low) = pool.node(word) else { return None };
    let value = pool.as_const(value)?;
    let upper = pool.constant(value >> pool.width(low), pool.width(high));
    let lower = pool.constant(value & fold::mask(pool.width(low)), pool.width(low));
    Some((pool.eq(high, upper), pool.eq(low, lower)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conjunctions_are_split_and_order_is_kept() {
        let mut pool = Pool::new();
        let input = pool.symbol("in", 0, 8);
        let atoms: Vec<ExprId> = (0..5)
            .map(|i| {
                let byte = pool.input_byte(input, i);
                let limit = pool.constant(10, 8);
                pool.ult(byte, limit)
            })
            .collect();
        let both = pool.and(atoms[0], atoms[1]);
        let either = pool.or(atoms[2], atoms[3]);
        let neither = pool.not(either);
        let all = pool.and(both, neither);
        let mut path = Path::new();
        path.assume(&mut pool, all, Rc::default());
        let fork = path.clone();
        path.assume(&mut pool, atoms[4], Rc::default());
        path.assume(&mut pool, Pool::TRUE, Rc::default());
        let (not_2, not_3) = (pool.not(atoms[2]), pool.not(atoms[3]));
        let mut found: Vec<ExprId> = path.constraints().collect();
        assert_eq!((found.len(), path.len(), fork.len()), (5, 5, 4));
        assert_eq!(found[4], atoms[4]);
        // The pool may order the operands of a conjunction.
        found.sort_unstable();
        let mut expected = vec![atoms[0], atoms[1], not_2, not_3, atoms[4]];
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_long_path_is_dropped_without_recursion() {
        let mut pool = Pool::new();
        let mut path = Path::new();
        for value in 2..300_000 {
            path.push(ExprId(value));
        }
        path.assume(&mut pool, Pool::TRUE, Rc::default());
        assert_eq!(path.len(), 299_998);
        drop(path);
    }
}
