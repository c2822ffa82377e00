//! Values that are one constant in each of several cases: `ite(p, 3, ite(q, 5, 8)) + 1`.
//!
//! Merged paths leave such values behind: a position in a text, one constant per way through the loop. What depends on the value
//! alone can be told case by case, and then no arithmetic on it is left for the solver.

use crate::{ExprId, Node, Pool};
use bowline_base::FxHashMap;

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
        let mut operations = Vec::new();
        let mut choice = id;
        while !matches!(pool.node(choice), Node::Ite(..)) {
            operations.push(choice);
            choice = operand(pool, pool.node(choice))?;
        }
        let mut seen = FxHashMap::default();
        let mut open = vec![choice];
        while let Some(id) = open.pop() {
            match pool.node(id) {
                Node::Const(_) => {}
                Node::Ite(_, then, otherwise) => {
                    if seen.insert(id, ()).is_none() {
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
    fn value(&self, pool: &mut Pool, constant: ExprId) -> u128 {
        let mut value = constant;
        for &operation in self.operations.iter().rev() {
            let width = pool.width(operation);
            value = match pool.node(operation) {
                Node::Binary(op, a, b) if pool.as_const(b).is_some() && pool.as_const(a).is_none() => {
                    pool.binary(op, value, b)
                }
                Node::Binary(op, a, _) => pool.binary(op, a, value),
                Node::Extract { low, .. } => pool.extract(value, low, width),
                Node::Concat(high, low) if pool.as_const(low).is_some() && pool.as_const(high).is_none() => {
                    pool.concat(value, low)
                }
                Node::Concat(high, _) => pool.concat(high, value),
                Node::ZeroExtend(_) => pool.zero_extend(value, width),
                Node::SignExtend(_) => pool.sign_extend(value, width),
                node => unreachable!("{node:?} is no operation on one operand"),
            };
        }
        pool.as_const(value).unwrap_or_else(|| unreachable!("operations on constants fold"))
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
