//! Which object an address expression points into, read off its shape.
//!
//! Pointer arithmetic keeps the object's address as the constant summand: `base + index * size`. That constant tells
//! the object the pointer came from, so an index out of bounds is seen as such even where the sum would hit another
//! object.

use bowline_expr::{BinaryOp, ExprId, Node, Pool};
use bowline_memory::{Memory, ObjectId, Place};

/// How deep in a sum to look for the base.
const DEPTH: usize = 8;

/// The object whose address is a constant summand of the expression.
pub(crate) fn origin(pool: &Pool, memory: &Memory, address: ExprId) -> Option<ObjectId> {
    let mut terms = vec![(address, DEPTH)];
    while let Some((term, depth)) = terms.pop() {
        match pool.node(term) {
            Node::Const(value) => {
                if let Place::Object { id, .. } = memory.locate(value) {
                    return Some(id);
                }
            }
            Node::Binary(BinaryOp::Add, a, b) if depth > 0 => {
                terms.push((a, depth - 1));
                // Constants stand on the right: look there first.
                terms.push((b, depth - 1));
            }
            Node::Binary(BinaryOp::Sub, a, _) if depth > 0 => terms.push((a, depth - 1)),
            _ => {}
        }
    }
    None
}
