//! Values that are one constant in each of several cases: `ite(p, 3, ite(q, 5, 8)) + 1`.
//!
//! Merged paths leave such values behind: a position in a text, one constant per way through the loop. What depends on the value
//! alone can be told case by case, and then no arithmetic on it is left for the solver.

use crate::{ExprId, Node, Pool, fold};
use bowline_base::{FxHashMap, FxHashSet};

/// See the module documentation.
pub struct Cases {
    /// A tree of choices over constants.
    choice: ExprId,
    /// Operations with constants that make the value out of the choice, outermost first.
    operations: Vec<ExprId>,
}

impl Cases {
    /// The cases of an expression, if it has no more than `most` choices in it.
    pub fn of(pool: &Pool, id: ExprId, most: usize) -> Option<Self> {
        let (operations, choice) = operations_above(pool, id, |id| matches!(pool.node(id), Node::Ite(..)))?;
        let mut seen = FxHashSet::default();
        let mut open = vec![choice];
        while let Some(id) = open.pop() {
            match pool.node(id) {
                Node::Const(_) => {}
                Node::Ite(_, then, otherwise) => {
                    if seen.insert(id) {
                        open.extend([then, otherwise]);
                    }
                    if seen.len() > most {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        Some(Self { choice, operations })
    }

    /// An expression that is `f(value)` in each case; all answers of `f` have one width.
    pub fn map(&self, pool: &mut Pool, mut f: impl FnMut(&mut Pool, u128) -> ExprId) -> ExprId {
        let mut made: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut stack = vec![self.choice];
        while let Some(&id) = stack.last() {
            let answer = match pool.node(id) {
                Node::Ite(condition, then, otherwise) => match (made.get(&then), made.get(&otherwise)) {
                    (Some(&then), Some(&otherwise)) => pool.ite(condition, then, otherwise),
                    (then_made, _) => {
                        stack.push(if then_made.is_none() { then } else { otherwise });
                        continue;
                    }
                },
                _ => {
                    let value = self.value(pool, id);
                    f(pool, value)
                }
            };
            made.insert(id, answer);
            stack.pop();
        }
        made[&self.choice]
    }

    /// What the operations make of one constant.
    fn value(&self, pool: &Pool, constant: ExprId) -> u128 {
        let value = pool.as_const(constant).unwrap_or_else(|| unreachable!("the leaves are constants"));
        computed(pool, &self.operations, value)
    }
}

/// The operations with constants that make an expression out of one below that `is_bottom`, outermost first, and that one.
pub(crate) fn operations_above(
    pool: &Pool,
    id: ExprId,
    is_bottom: impl Fn(ExprId) -> bool,
) -> Option<(Vec<ExprId>, ExprId)> {
    let (mut operations, mut bottom) = (Vec::new(), id);
    while !is_bottom(bottom) {
        operations.push(bottom);
        bottom = operand(pool, pool.node(bottom))?;
    }
    Some((operations, bottom))
}

/// What such operations make of one value.
pub(crate) fn computed(pool: &Pool, operations: &[ExprId], value: u128) -> u128 {
    operations.iter().rev().fold(value, |value, &operation| apply(pool, operation, value))
}

/// An operation on its only operand that is not constant, for one value of that.
fn apply(pool: &Pool, operation: ExprId, value: u128) -> u128 {
    let width = pool.width(operation);
    let either =
        |a: ExprId, b: ExprId| (pool.as_const(a).unwrap_or(value), pool.as_const(b).unwrap_or(value));
    match pool.node(operation) {
        Node::Binary(op, a, b) => {
            let (x, y) = either(a, b);
            fold::binary(op, pool.width(a), x, y)
        }
        Node::Concat(high, low) => {
            let (x, y) = either(high, low);
            x << pool.width(low) | y
        }
        Node::Extract { low, .. } => fold::extract(value, low, width),
        Node::ZeroExtend(_) => value,
        Node::SignExtend(inner) => fold::sign_extend(value, pool.width(inner), width),
        node => unreachable!("{node:?} is no operation on one operand"),
    }
}

/// The only operand that is not constant.
fn operand(pool: &Pool, node: Node) -> Option<ExprId> {
    match node {
        Node::Binary(_, a, b) | Node::Concat(a, b) => match (pool.as_const(a), pool.as_const(b)) {
            (None, Some(_)) => Some(a),
            (Some(_), None) => Some(b),
            _ => None,
        },
        Node::Extract { of, .. } | Node::ZeroExtend(of) | Node::SignExtend(of) => Some(of),
        _ => None,
    }
}
