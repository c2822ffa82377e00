//! Rewrite rules, tried by the constructors after constant folding.

use crate::{BinaryOp, ExprId, Node, Pool, Width};

pub(crate) fn binary(_pool: &mut Pool, _op: BinaryOp, _a: ExprId, _b: ExprId) -> Option<ExprId> {
    None
}

pub(crate) fn ite(_pool: &mut Pool, c: ExprId, t: ExprId, e: ExprId) -> Option<ExprId> {
    (t == e || c == Pool::TRUE).then_some(t).or((c == Pool::FALSE).then_some(e))
}

pub(crate) fn extract(_pool: &mut Pool, _of: ExprId, _low: u16, _width: Width) -> Option<ExprId> {
    None
}

pub(crate) fn concat(_pool: &mut Pool, _high: ExprId, _low: ExprId) -> Option<ExprId> {
    None
}

pub(crate) fn zero_extend(_pool: &mut Pool, _a: ExprId, _to: Width) -> Option<ExprId> {
    None
}

pub(crate) fn sign_extend(_pool: &mut Pool, _a: ExprId, _to: Width) -> Option<ExprId> {
    None
}

/// Reads of a constant table at a constant index fold; more to come.
pub(crate) fn select(pool: &mut Pool, array: ExprId, index: ExprId) -> Option<ExprId> {
    let at = pool.as_const(index)?;
    match pool.node(array) {
        Node::Table(table) => {
            let byte = pool.table_bytes(table).get(at as usize).copied().unwrap_or(0);
            Some(pool.constant(u128::from(byte), 8))
        }
        _ => None,
    }
}

pub(crate) fn store(_pool: &mut Pool, _array: ExprId, _index: ExprId, _byte: ExprId) -> Option<ExprId> {
    None
}
