//! Inputs and outputs of models as expressions over a state.

use super::{Behind, LONGEST_TEXT};
use bowline_exec::hooks::UnknownCall;
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, Pool};
use bowline_infer::call::{Argument, CallModel, Gives, Input, Request, Returns};
use bowline_infer::express::value;
use bowline_memory::Value;

/// An input of a model, as a number of 64 bits. Nothing where the model depends on what nobody has written.
pub fn input(
    executor: &mut Executor,
    state: &State,
    call: &UnknownCall<'_>,
    behind: &[Option<Behind>],
    (request, model): (&Request, &CallModel),
    at: usize,
) -> Option<ExprId> {
    match model.inputs[at] {
        Input::Value(argument) => {
            let (value, width) = call.args[argument];
            let pool = executor.pool_mut();
            let value = value.to_expr(pool, width);
            Some(pool.sign_extend(value, 64))
        }
        Input::Length(argument) => length(executor, state, behind[argument]?),
        Input::Word { argument, index } => {
            let Argument::Words { bytes, .. } = request.arguments[argument] else { return None };
            let one = behind[argument]?;
            let first = one.offset + index as u64 * u64::from(bytes);
            let is_fresh = (first..first + u64::from(bytes)).any(|at| state.memory.is_fresh(one.object, at));
            let pool = executor.pool_mut();
            if is_fresh {
                return (!depends_on(model, at)).then(|| pool.constant(0, 64));
            }
            let word = state.memory.read(pool, one.object, first, u32::from(bytes));
            let word = word.to_expr(pool, 8 * u16::from(bytes));
            Some(pool.sign_extend(word, 64))
        }
    }
}

/// The bytes of a text, up to its object's end. Nothing where they are too many, or some were never written.
fn bytes(executor: &mut Executor, state: &State, one: Behind) -> Option<Vec<ExprId>> {
    let mut found = Vec::new();
    for at in one.offset..one.offset + one.bytes {
        if found.len() as u64 >= LONGEST_TEXT || state.memory.is_fresh(one.object, at) {
            return None;
        }
        let byte = state.memory.byte(executor.pool_mut(), one.object, at);
        let is_end = byte == Value::Int(0);
        found.push(byte.to_expr(executor.pool_mut(), 8));
        if is_end {
            break;
        }
    }
    Some(found)
}

/// The length of the text behind a pointer: where its first zero is.
pub fn length(executor: &mut Executor, state: &State, one: Behind) -> Option<ExprId> {
    let bytes = bytes(executor, state, one)?;
    let pool = executor.pool_mut();
    let zero = pool.constant(0, 8);
    let mut length = pool.constant(bytes.len() as u128, 64);
    for (at, byte) in bytes.iter().enumerate().rev() {
        let (is_end, here) = (pool.eq(*byte, zero), pool.constant(at as u128, 64));
        length = pool.ite(is_end, here, length);
    }
    Some(length)
}

/// Is there a zero in the object?
pub fn has_end(executor: &mut Executor, state: &State, one: Behind) -> ExprId {
    let Some(bytes) = bytes(executor, state, one) else { return Pool::FALSE };
    let pool = executor.pool_mut();
    let zero = pool.constant(0, 8);
    let mut any = Pool::FALSE;
    for byte in bytes {
        let is_end = pool.eq(byte, zero);
        any = pool.or(any, is_end);
    }
    any
}

/// What is written behind pointers. Nothing, and nothing done, where that is not said.
pub fn write(
    executor: &mut Executor,
    state: &mut State,
    behind: &[Option<Behind>],
    request: &Request,
    model: &CallModel,
    inputs: &[ExprId],
) -> Option<()> {
    let mut writes = Vec::new();
    for written in &model.written {
        let Argument::Words { bytes, .. } = request.arguments[written.argument] else { return None };
        let one = behind[written.argument]?;
        for (index, word) in written.words.iter().enumerate() {
            let word = word.as_ref()?;
            if model.is_kept(written.argument, index, word) {
                continue;
            }
            let value = value(executor.pool_mut(), word, inputs);
            let pool = executor.pool_mut();
            let value = pool.truncate(value, 8 * u16::from(bytes));
            let at = one.offset + index as u64 * u64::from(bytes);
            writes.push((one.object, at, u32::from(bytes), Value::from_expr(pool, value)));
        }
    }
    for (object, at, bytes, value) in writes {
        state.memory.write(executor.pool_mut(), object, at, bytes, value);
    }
    Some(())
}

/// Does anything that the call does depend on an input? Words that stay what they are do not count.
fn depends_on(model: &CallModel, at: usize) -> bool {
    let gives = |gives: &Gives| match gives {
        Gives::Exactly(model) => model.depends_on(at),
        _ => true,
    };
    let result = match &model.returns {
        Returns::Nothing => false,
        Returns::Number(result) | Returns::Inside { offset: result, .. } => gives(result),
    };
    let words = model.written.iter().any(|written| {
        written.words.iter().enumerate().any(|(index, word)| match word {
            Some(word) => !model.is_kept(written.argument, index, word) && word.depends_on(at),
            None => true,
        })
    });
    result || words || model.errno.as_ref().is_some_and(gives)
}
