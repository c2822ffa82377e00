//! What a caller cannot know: addresses of memory that the function itself gets.
//!
//! An unknown pointer was there before the function was called, so it is not the address of a local variable or of what the function
//! allocates. Where a program asks for that (`if (item == list)`), the answer is no.

use super::word::input_word;
use crate::{Executor, State};
use bowline_expr::{BinaryOp, ExprId, Node};
use bowline_memory::{Kind, Located};

impl Executor {
    /// The condition that two are different, if a condition is, or denies, that an unknown pointer is the address of something younger than itself.
    pub(crate) fn denied_by_age(&mut self, state: &State, condition: ExprId) -> Option<ExprId> {
        let denied = self.pool.not(condition);
        [condition, denied].into_iter().find_map(|equal| {
            let Node::Binary(BinaryOp::Eq, a, b) = self.pool.node(equal) else { return None };
            let is_younger = [(a, b), (b, a)].into_iter().any(|(word, address)| {
                self.pool.as_const(address).is_some_and(|at| self.is_younger(state, word, at as u64))
            });
            is_younger.then(|| self.pool.not(equal))
        })
    }

    /// Is this an unknown pointer, and that an address of memory that the function got?
    fn is_younger(&self, state: &State, word: ExprId, address: u64) -> bool {
        let Some(heap) = &state.lazy else { return false };
        let Some(word) = input_word(&self.pool, word).filter(|word| heap.part_of(word.symbol).is_some())
        else {
            return false;
        };
        let is_local = |kind: Kind| matches!(kind, Kind::Heap | Kind::Stack);
        let is_own = match state.memory.locate(address) {
            Located::Object { id, .. } => {
                heap.object(id).is_none()
                    && state.memory.object(id).is_some_and(|object| is_local(object.kind()))
            }
            Located::Freed(id) => heap.object(id).is_none(),
            Located::Nothing => false,
        };
        is_own && heap.pointer_type(&self.program.module, &word).is_some()
    }
}
