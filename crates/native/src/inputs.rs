//! What a call depends on that the program's inputs decide.
//!
//! Native code only runs on concrete values, those of the path's model. In a call that stays *open* the path is not confined to them yet: what was looked at
//! is listed, and whoever sees what the call did decides whether it becomes a symcrete (`recall.rs`) or whether the path is confined after all.
//!
//! Always confined at once: sizes, pointers into the program's objects (other values would lead to other objects), and what depends on bytes that nobody has written.

use bowline_exec::{Executor, State};
use bowline_expr::ExprId;
use bowline_memory::ObjectId;

/// Where a value is in the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// Of the scalars of the call.
    Scalar(usize),
    /// Of the object with this number, with its id.
    Byte { object: usize, id: ObjectId, offset: usize },
}

pub struct Input {
    pub place: Operand,
    pub expr: ExprId,
    pub value: u128,
}

pub struct Inputs {
    pub is_open: bool,
    pub list: Vec<Input>,
    /// What errno is at the call, where that is not known.
    pub errno: Option<ExprId>,
}

impl Inputs {
    pub fn new(is_open: bool) -> Self {
        Self { is_open, list: Vec::new(), errno: None }
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.errno.is_none()
    }

    /// The value of an expression now; None if the path is to be confined to it.
    pub fn look(
        &mut self,
        executor: &mut Executor,
        state: &State,
        place: Operand,
        expr: ExprId,
    ) -> Option<u128> {
        if !self.is_open || executor.is_fresh(expr) {
            return None;
        }
        let value = executor.value_now(state, expr);
        self.list.push(Input { place, expr, value });
        Some(value)
    }

    /// Confines the path to the values that the call was made with.
    pub fn fix(&self, executor: &mut Executor, state: &mut State, name: &str) {
        for input in &self.list {
            if let Operand::Scalar(number) = input.place {
                executor.concretise(state, input.expr, &format!("argument {} of {name}", number + 1));
            }
        }
        let bytes = |input: &Input| match input.place {
            Operand::Byte { id, offset, .. } => Some((id, offset as u64, input.expr)),
            Operand::Scalar(_) => None,
        };
        let bytes: Vec<_> = self.list.iter().filter_map(bytes).collect();
        for of_object in bytes.chunk_by(|a, b| a.0 == b.0) {
            let id = of_object[0].0;
            let exprs: Vec<ExprId> = of_object.iter().map(|(_, _, expr)| *expr).collect();
            let what = format!("bytes of {}, passed to {name}", crate::transfer::name_of(state, id));
            let values = executor.concretise_all(state, &exprs, &what);
            for ((_, at, _), value) in of_object.iter().zip(values) {
                state.memory.write_bytes(id, *at, &[value as u8]);
            }
        }
        if let Some(errno) = self.errno {
            let value = executor.concretise(state, errno, &format!("errno at the call of {name}")) as i32;
            if let Some(object) = executor.errno_object(state) {
                state.memory.write_bytes(object, 0, &value.to_le_bytes());
            }
        }
    }
}
