//! A readable infix form, for messages and debugging.

use crate::{ExprId, Pool};

pub fn text(pool: &Pool, id: ExprId) -> String {
    format!("{:?}", pool.node(id))
}
