//! Which object an address expression points into, read off its shape.
//!
//! Pointer arithmetic keeps the object's address as the constant summand: `base + index * size`. That constant tells
//! the object the pointer came from, so an index out of bounds is seen as such even where the sum would hit another
//! object.
//!
//! In `choice of pointers + (q - p)` the constant is a distance, which may look like an address by chance. So where a summand
//! chooses among pointers, nothing is concluded, unless the whole address is a choice of places around one object: then every value that it can
//! have is known, and none of them is in another object.
//!
//! Where a function is explored on its own, a summand may also be an unknown pointer of its caller ([`crate::lazy`]), or a choice
//! among such pointers.

use crate::lazy::{InputWord, LazyHeap};
use bowline_expr::{BinaryOp, ExprId, Node, Pool};
use bowline_ir::Module;
use bowline_memory::{Located, Memory, ObjectId};

/// How deep in a sum to look for the base.
const DEPTH: usize = 8;
/// Values of a choice that are looked at. They are pointers all of them, or none is.
const CHOICES: usize = 8;

/// Values of an address that are looked at.
const PLACES: usize = 64;

/// What the shape of an address tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    Object(ObjectId),
    /// A pointer that the caller of the explored function chose.
    Pointer(InputWord),
    /// Such a pointer on one side of a condition at least.
    Choice(ExprId),
    /// One of an array of such pointers, at this offset of its memory.
    Element(ExprId),
    Unknown,
}

/// What an address is counted from, where a function is explored on its own.
pub(crate) fn origin_in(
    pool: &Pool,
    memory: &Memory,
    module: &Module,
    heap: &LazyHeap,
    address: ExprId,
) -> Origin {
    match origin(pool, memory, address) {
        Some(object) => Origin::Object(object),
        None => unknown_origin(pool, module, heap, address),
    }
}

fn unknown_origin(pool: &Pool, module: &Module, heap: &LazyHeap, address: ExprId) -> Origin {
    if let Some(word) = heap.pointer_in(pool, module, address) {
        return Origin::Pointer(word);
    }
    let mut terms = vec![(address, DEPTH)];
    while let Some((term, depth)) = terms.pop() {
        match pool.node(term) {
            Node::Binary(BinaryOp::Add, a, b) if depth > 0 => terms.extend([(a, depth - 1), (b, depth - 1)]),
            Node::Binary(BinaryOp::Sub, a, _) if depth > 0 => terms.push((a, depth - 1)),
            Node::Ite(condition, a, b) => {
                let mut sides = [a, b].into_iter();
                let leads = |side| unknown_origin(pool, module, heap, side) != Origin::Unknown;
                if depth > 0 && sides.any(leads) {
                    return Origin::Choice(condition);
                }
            }
            Node::Concat(..) => {
                if let Some(offset) = heap.element_in(pool, term) {
                    return Origin::Element(offset);
                }
            }
            _ => {}
        }
    }
    Origin::Unknown
}

/// The object whose address is a constant summand of the expression, or around which it chooses a place.
pub(crate) fn origin(pool: &Pool, memory: &Memory, address: ExprId) -> Option<ObjectId> {
    if let Node::Ite(..) = pool.node(address) {
        return chosen_around(pool, memory, address);
    }
    let mut found = None;
    let mut terms = vec![(address, DEPTH)];
    while let Some((term, depth)) = terms.pop() {
        match pool.node(term) {
            Node::Const(value) => found = found.or(object_at(memory, value)),
            Node::Binary(BinaryOp::Add, a, b) if depth > 0 => {
                terms.push((a, depth - 1));
                // Constants stand on the right: look there first.
                terms.push((b, depth - 1));
            }
            Node::Binary(BinaryOp::Sub, a, b) if depth > 0 => {
                if chooses_pointer(pool, memory, b) {
                    return None;
                }
                terms.push((a, depth - 1));
            }
            Node::Ite(..) if chooses_pointer(pool, memory, term) => return None,
            _ => {}
        }
    }
    found
}

fn object_at(memory: &Memory, address: u64) -> Option<ObjectId> {
    match memory.locate(address) {
        Located::Object { id, .. } => Some(id),
        _ => None,
    }
}

/// The one object whose window all values are in that an expression chooses from.
fn chosen_around(pool: &Pool, memory: &Memory, choice: ExprId) -> Option<ObjectId> {
    let mut found = None;
    let mut open = vec![choice];
    for _ in 0..2 * PLACES {
        match open.pop().map(|value| pool.node(value)) {
            None => return found,
            Some(Node::Const(value)) => {
                let object = object_at(memory, value)?;
                if *found.get_or_insert(object) != object {
                    return None;
                }
            }
            Some(Node::Ite(_, a, b)) => open.extend([a, b]),
            Some(_) => return None,
        }
    }
    None
}

/// Is there a pointer among the values that an expression chooses from?
fn chooses_pointer(pool: &Pool, memory: &Memory, choice: ExprId) -> bool {
    let mut open = vec![choice];
    let mut looked_at = 0;
    while let Some(value) = open.pop() {
        match pool.node(value) {
            Node::Const(value) => {
                if object_at(memory, value).is_some() {
                    return true;
                }
                looked_at += 1;
            }
            Node::Ite(_, a, b) => open.extend([a, b]),
            Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => open.extend([a, b]),
            _ => looked_at += 1,
        }
        if looked_at == CHOICES {
            return false;
        }
    }
    false
}
