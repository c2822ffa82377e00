//! Expressions without what a path has decided.
//!
//! A text of unknown length that was copied is, byte by byte, a choice between what was copied and what was there before. A path
//! that has looked at the length knows which: with the choice gone, the byte is one input byte again, and what the path assumes about it
//! says nothing of the length.

use crate::scope::Scope;
use bowline_base::{FxHashMap, FxHashSet};
use bowline_expr::substitute::{Substitution, with_parts};
use bowline_expr::{ExprId, Node, Pool};

/// Parts of an expression that are looked at.
const MAX_VISITED: usize = 400;

/// An expression that equals `expr` wherever what was assumed holds.
pub fn under(pool: &mut Pool, scope: &Scope, expr: ExprId) -> ExprId {
    Simplifier { pool, scope, made: FxHashMap::default(), left: MAX_VISITED }.of(expr)
}

struct Simplifier<'a> {
    pool: &'a mut Pool,
    scope: &'a Scope,
    made: FxHashMap<ExprId, ExprId>,
    /// Parts that may still be looked at.
    left: usize,
}

impl Simplifier<'_> {
    fn of(&mut self, id: ExprId) -> ExprId {
        if let Some(&known) = self.made.get(&id) {
            return known;
        }
        if self.left == 0 {
            return id;
        }
        self.left -= 1;
        let made = self.make(id);
        self.made.insert(id, made);
        made
    }

    fn make(&mut self, id: ExprId) -> ExprId {
        let node = self.pool.node(id);
        match node {
            // Arrays stay as they are: only the place that is read may get simpler.
            Node::Store(..) | Node::Formula { .. } => return id,
            Node::Ite(condition, then, otherwise) => match self.of(condition) {
                Pool::TRUE => return self.of(then),
                Pool::FALSE => return self.of(otherwise),
                undecided if self.is_choice(then) || self.is_choice(otherwise) => {
                    let then = self.where_holds(undecided, true, then);
                    let otherwise = self.where_holds(undecided, false, otherwise);
                    return self.pool.ite(undecided, then, otherwise);
                }
                _ => {}
            },
            Node::Binary(..) if self.pool.width(id) == 1 => {
                if let Some(truth) = self.scope.truth_of_atom(self.pool, id) {
                    return self.pool.bool(truth);
                }
            }
            _ => {}
        }
        node.for_each_child(|part| {
            self.of(part);
        });
        let made = &self.made;
        with_parts(self.pool, id, |part| made.get(&part).copied().unwrap_or(part))
    }
}

impl Simplifier<'_> {
    fn is_choice(&self, id: ExprId) -> bool {
        matches!(self.pool.node(id), Node::Ite(..))
    }

    /// A choice inside a choice may be decided by what chose it: behind the end of a text, which is not here, nothing is read.
    fn where_holds(&mut self, condition: ExprId, truth: bool, id: ExprId) -> ExprId {
        if !self.is_choice(id) {
            return self.of(id);
        }
        let mut scope = self.scope.clone();
        scope.assume(self.pool, condition, truth);
        let mut inner =
            Simplifier { pool: self.pool, scope: &scope, made: FxHashMap::default(), left: self.left };
        let made = inner.of(id);
        self.left = inner.left;
        made
    }
}

/// Parts of a condition that are searched for choices.
const MAX_SEARCHED: usize = 120;
/// Choices in a condition that are tried.
const MAX_TRIED: usize = 4;
/// New nodes that trying one may cost.
const MAX_BUILT: usize = 400;

/// A condition as a conjunction or disjunction of a choice in it with the rest, where one side of that choice decides it.
///
/// "Is it a digit" of a byte that is zero where the text ends cannot be so there: the text does not end here, and the byte is a digit. What
/// is assumed of the byte later says nothing of the length any more.
pub fn parted(pool: &mut Pool, condition: ExprId) -> ExprId {
    choices_in(pool, condition)
        .into_iter()
        .find_map(|choice| {
            let [then, otherwise] =
                [Pool::TRUE, Pool::FALSE].map(|truth| with_choice(pool, condition, choice, truth));
            let (then, otherwise) = (then?, otherwise?);
            let decides = [then, otherwise].iter().any(|&side| pool.as_const(side).is_some());
            decides.then(|| {
                // A condition that is chosen by itself is a conjunction or disjunction.
                let parted = pool.ite(choice, then, otherwise);
                debug_assert_eq!(pool.width(parted), 1);
                parted
            })
        })
        .unwrap_or(condition)
}

fn with_choice(pool: &mut Pool, condition: ExprId, choice: ExprId, truth: ExprId) -> Option<ExprId> {
    let mut put_in = Substitution::new();
    put_in.replace(choice, truth);
    put_in.apply(pool, condition, MAX_BUILT)
}

/// What words inside a condition are chosen by, where one of the two is a constant.
fn choices_in(pool: &Pool, condition: ExprId) -> Vec<ExprId> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut stack = vec![condition];
    while let Some(id) = stack.pop() {
        if seen.len() == MAX_SEARCHED || found.len() == MAX_TRIED {
            break;
        }
        if !seen.insert(id) {
            continue;
        }
        let node = pool.node(id);
        match node {
            Node::Ite(choice, then, otherwise) if pool.width(id) > 1 => {
                let is_end = pool.as_const(then).is_some() || pool.as_const(otherwise).is_some();
                let is_atom = matches!(pool.node(choice), Node::Binary(op, ..) if op.is_comparison());
                if is_end && is_atom && !found.contains(&choice) {
                    found.push(choice);
                }
            }
            Node::Store(..) | Node::Formula { .. } | Node::Bounded { .. } => continue,
            _ => {}
        }
        node.for_each_child(|child| stack.push(child));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;
    use bowline_expr::{BinaryOp, Evaluator, Model};

    fn condition(pool: &mut Pool, rng: &mut Rng, words: [ExprId; 2]) -> ExprId {
        let constant = pool.constant(rng.below(16).into(), 8);
        let ops = [BinaryOp::Eq, BinaryOp::Ult, BinaryOp::Ule, BinaryOp::Slt];
        let op = ops[rng.below(4) as usize];
        let word = words[rng.below(2) as usize];
        let compared =
            if rng.bool() { pool.binary(op, word, constant) } else { pool.binary(op, constant, word) };
        if rng.bool() { pool.not(compared) } else { compared }
    }

    /// Choices of sums, and of parts of them.
    fn value(pool: &mut Pool, rng: &mut Rng, words: [ExprId; 2], depth: u32) -> ExprId {
        if depth == 0 {
            return words[rng.below(2) as usize];
        }
        let (a, b) = (value(pool, rng, words, depth - 1), value(pool, rng, words, depth - 1));
        match rng.below(4) {
            0 => pool.add(a, b),
            1 => {
                let (low, high) = (pool.extract(a, 0, 4), pool.extract(b, 0, 4));
                pool.concat(high, low)
            }
            _ => {
                let (first, second) = (condition(pool, rng, words), condition(pool, rng, words));
                let chosen = if rng.bool() { pool.or(first, second) } else { pool.and(first, second) };
                pool.ite(chosen, a, b)
            }
        }
    }

    #[test]
    fn what_is_simplified_is_equal_where_the_assumptions_hold() {
        let mut simplified = 0;
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut pool = Pool::new();
            let input = pool.symbol("words", 0, 2);
            let words = [0, 1].map(|at| {
                let byte = pool.input_byte(input, at);
                let low = pool.extract(byte, 0, 4);
                pool.zero_extend(low, 8)
            });
            let assumed = [0, 1].map(|_| condition(&mut pool, &mut rng, words));
            let mut scope = Scope::default();
            for condition in assumed {
                scope.assume(&pool, condition, true);
            }
            let whole = value(&mut pool, &mut rng, words, 4);
            let simple = under(&mut pool, &scope, whole);
            simplified += usize::from(simple != whole);
            for both in 0..=255u8 {
                let mut model = Model::new();
                model.set_byte(input, 0, both & 15);
                model.set_byte(input, 1, both >> 4);
                let value_of = |id| Evaluator::new().eval(&pool, &model, id);
                if assumed.iter().all(|&condition| value_of(condition) == 1) {
                    assert_eq!(value_of(simple), value_of(whole), "seed {seed}, words {both:#x}");
                }
            }
        }
        assert!(simplified > 150, "only {simplified} of 300 were simplified");
    }

    #[test]
    fn what_is_parted_is_equal() {
        let mut pieces = 0;
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut pool = Pool::new();
            let input = pool.symbol("words", 0, 2);
            let words = [0, 1].map(|at| pool.input_byte(input, at));
            let end = condition(&mut pool, &mut rng, words);
            let byte = value(&mut pool, &mut rng, words, 3);
            let zero = pool.constant(0, 8);
            let byte = pool.ite(end, zero, byte);
            let [less, most] = [rng.below(256), rng.below(256)].map(|number| pool.constant(number.into(), 8));
            let moved = pool.xor(byte, less);
            let whole = pool.ult(moved, most);
            let parted = parted(&mut pool, whole);
            pieces += usize::from(parted != whole);
            for _ in 0..100 {
                let mut model = Model::new();
                model.set_byte(input, 0, rng.below(20) as u8);
                model.set_byte(input, 1, rng.below(20) as u8);
                let value_of = |id| Evaluator::new().eval(&pool, &model, id);
                assert_eq!(value_of(parted), value_of(whole), "seed {seed}");
            }
        }
        assert!(pieces > 60, "only {pieces} of 300 were parted");
    }
}
