//! The effect of a call that may be repeated, put into a state.

use crate::arguments::{bytes_of, scalar_places};
use crate::caller::Caller;
use crate::inputs::Inputs;
use crate::protocol::{Call, Returned};
use crate::recall::{self, Effect, Layout, Recall, Written};
use crate::signature::Signature;
use crate::transfer::Transfer;
use crate::version::Version;
use bowline_exec::hooks::UnknownCall;
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, SymId};
use bowline_ir::Width;
use bowline_memory::{ObjectId, Value};
use bowline_solver::Symcrete;
use std::cell::RefCell;
use std::rc::Rc;

/// A call that was made.
#[derive(Clone, Copy)]
pub struct Made<'a> {
    pub call: &'a UnknownCall<'a>,
    pub signature: &'a Signature,
    pub request: &'a Call,
    pub transfer: &'a Transfer,
    pub version: &'a Rc<Version>,
}

/// What becomes of a call that depends on inputs.
pub enum Outcome {
    /// It may be repeated with other arguments; its effects are in the state, as unknowns like these results.
    Unknown(Vec<Value>),
    /// It only looked as if: what it did holds for all inputs.
    Known,
    /// It is no function of its arguments, or does more than can be taken back: the path has to be confined to what it was given.
    Confined,
}

pub fn outcome(
    caller: &Rc<RefCell<Caller>>,
    executor: &mut Executor,
    state: &mut State,
    made: &Made<'_>,
    inputs: &Inputs,
    returned: &Returned,
) -> Outcome {
    let Made { request, transfer, version, .. } = *made;
    let effect =
        recall::effect(&mut caller.borrow_mut(), request, &transfer.fresh, version, &state.memory, returned);
    match effect {
        // errno alone is not known, and the call does not look at it.
        Some(_) if inputs.list.is_empty() => Outcome::Known,
        Some(effect) => {
            let values = repeatable(caller, executor, state, made, inputs, &effect);
            values.map_or(Outcome::Confined, Outcome::Unknown)
        }
        None => Outcome::Confined,
    }
}

/// The results as unknowns, and the effects in the state; None, and nothing done, where that is too much.
fn repeatable(
    caller: &Rc<RefCell<Caller>>,
    executor: &mut Executor,
    state: &mut State,
    made: &Made<'_>,
    inputs: &Inputs,
    effect: &Effect,
) -> Option<Vec<Value>> {
    let Made { call, signature, request, transfer, version } = *made;
    let layout = Layout::of(request, &inputs.list, &transfer.fresh, effect);
    let (value, bytes) = (layout.encode(request, effect)?, layout.bytes() as u64);
    let places = scalar_places(signature, call);
    let found = (version, &state.memory);
    let source =
        Recall::new(caller, request.clone(), (&inputs.list, &places), transfer, found, layout.clone());
    let exprs: Vec<ExprId> = inputs.list.iter().map(|input| input.expr).collect();
    let symbol = executor.auxiliary(&request.function, bytes);
    let symcrete = Symcrete::new(Box::new(source), exprs, symbol, bytes);
    symcrete.learn(inputs.list.iter().map(|input| input.value).collect(), &value);
    if !executor.add_symcrete(state, symcrete) {
        return None;
    }
    let mut unknowns = Unknowns { executor, symbol, at: 0 };
    let values = unknowns.results(call, signature);
    unknowns.errno(state);
    for written in &layout.written {
        unknowns.write(state, transfer.ids[written.object], written);
    }
    Some(values)
}

/// The unknown bytes of an effect, one after the other (see [`Layout`]).
struct Unknowns<'a> {
    executor: &'a mut Executor,
    symbol: SymId,
    at: u64,
}

impl Unknowns<'_> {
    fn byte(&mut self) -> ExprId {
        self.at += 1;
        self.executor.pool_mut().input_byte(self.symbol, self.at - 1)
    }

    fn word(&mut self, bytes: usize) -> ExprId {
        let first = self.byte();
        (1..bytes).fold(first, |word, _| {
            let byte = self.byte();
            self.executor.pool_mut().concat(byte, word)
        })
    }

    /// The scalars of the result.
    fn results(&mut self, call: &UnknownCall<'_>, signature: &Signature) -> Vec<Value> {
        let mut widths = call.results.iter();
        let mut values = Vec::new();
        for (part, count) in &signature.result {
            let end = self.at + part.size() as u64;
            for &width in widths.by_ref().take(*count) {
                values.push(self.scalar(width));
            }
            self.at = end;
        }
        values
    }

    fn scalar(&mut self, width: Width) -> Value {
        let word = self.word(bytes_of(width));
        let pool = self.executor.pool_mut();
        let value = pool.truncate(word, width);
        Value::from_expr(pool, value)
    }

    fn errno(&mut self, state: &mut State) {
        let (flag, number) = (self.byte(), self.word(4));
        let Some(object) = self.executor.errno_object(state) else { return };
        let before = state.memory.read(self.executor.pool_mut(), object, 0, 4);
        let pool = self.executor.pool_mut();
        let before = before.to_expr(pool, 32);
        let is_set = is_one(pool, flag);
        let after = pool.ite(is_set, number, before);
        let after = Value::from_expr(pool, after);
        state.memory.write(self.executor.pool_mut(), object, 0, 4, after);
    }

    /// A byte that may have been written.
    fn write(&mut self, state: &mut State, object: ObjectId, written: &Written) {
        let offset = written.offset as u64;
        let mut after = self.byte();
        if written.is_fresh {
            let flag = self.byte();
            let pool = self.executor.pool_mut();
            let before = state.memory.byte(pool, object, offset).to_expr(pool, 8);
            let is_set = is_one(pool, flag);
            after = pool.ite(is_set, after, before);
        }
        let pool = self.executor.pool_mut();
        let after = Value::from_expr(pool, after);
        state.memory.write(pool, object, offset, 1, after);
    }
}

fn is_one(pool: &mut bowline_expr::Pool, flag: ExprId) -> ExprId {
    let one = pool.constant(1, 8);
    pool.eq(flag, one)
}
