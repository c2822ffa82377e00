//! The arguments of a call as the request has them.

use crate::inputs::{Inputs, Operand};
use crate::protocol::{Argument, Type};
use crate::signature::{Signature, Source};
use crate::transfer::{Transfer, object_in};
use crate::version::Version;
use bowline_exec::hooks::UnknownCall;
use bowline_exec::{Executor, State};
use bowline_ir::Width;
use bowline_memory::Value;

/// May the call be repeated with other arguments at all? A path that follows seeds has theirs. Memory of the child that the program has pointers to may
/// change with each call, and structures in memory lead to objects.
pub fn is_repeatable(state: &State, signature: &Signature, version: &Version) -> bool {
    let in_registers = signature.args.iter().all(|(_, source)| matches!(source, Source::Scalars { .. }));
    in_registers && version.mirrors.is_empty() && !state.has_seeds()
}

/// The values of all scalars: those that the path is confined to, or looks at only.
pub fn concrete_arguments(
    executor: &mut Executor,
    state: &mut State,
    call: &UnknownCall<'_>,
    name: &str,
    inputs: &mut Inputs,
) -> Vec<u128> {
    let scalar = |(number, (value, width)): (usize, &(Value, Width))| match *value {
        Value::Int(word) => u128::from(word),
        Value::Expr(expr) => {
            let now = executor.value_now(state, expr);
            let is_pointer = *width == 64 && object_in(&state.memory, now as u64).is_some();
            let looked = match is_pointer {
                true => None,
                false => inputs.look(executor, state, Operand::Scalar(number), expr),
            };
            looked.unwrap_or_else(|| {
                executor.concretise(state, expr, &format!("argument {} of {name}", number + 1))
            })
        }
    };
    call.args.iter().enumerate().map(scalar).collect()
}

/// Where each scalar is in the request: the number of the argument, and its first byte and bytes there.
pub fn scalar_places(signature: &Signature, call: &UnknownCall<'_>) -> Vec<(usize, usize, usize)> {
    let mut places = vec![(0, 0, 0); call.args.len()];
    for (number, (_, source)) in signature.args.iter().enumerate() {
        if let Source::Scalars { first, count } = *source {
            let mut start = 0;
            for (place, (_, width)) in places.iter_mut().zip(call.args).skip(first).take(count) {
                let bytes = bytes_of(*width);
                *place = (number, start, bytes);
                start += bytes;
            }
        }
    }
    places
}

pub fn of_request(
    signature: &Signature,
    call: &UnknownCall<'_>,
    words: &[u128],
    transfer: &Transfer,
    version: &Version,
) -> Result<Vec<Argument>, String> {
    let argument = |(ty, source): &(Type, Source)| {
        let mut bytes = match *source {
            Source::Scalars { first, count } => (first..first + count)
                .flat_map(|at| {
                    outward(words[at], call.args[at].1, version)
                        .to_le_bytes()
                        .into_iter()
                        .take(bytes_of(call.args[at].1))
                })
                .collect(),
            Source::Behind { scalar } => transfer
                .bytes_at(words[scalar] as u64, ty.size())
                .ok_or("a structure passed by value is not in memory")?,
        };
        bytes.resize(ty.size(), 0);
        Ok(Argument { ty: ty.clone(), bytes })
    };
    signature.args.iter().map(argument).collect()
}

/// A word that may be a pointer.
fn outward(word: u128, width: Width, version: &Version) -> u128 {
    if width == 64 { u128::from(version.outward(word as u64)) } else { word }
}

pub fn bytes_of(width: Width) -> usize {
    usize::from(width.div_ceil(8))
}

pub fn errno(executor: &mut Executor, state: &mut State, name: &str, inputs: &mut Inputs) -> i32 {
    let Some(object) = executor.errno_object(state) else { return 0 };
    match state.memory.read(executor.pool_mut(), object, 0, 4) {
        Value::Int(value) => value as i32,
        Value::Expr(expr) if inputs.is_open && !executor.is_fresh(expr) => {
            inputs.errno = Some(expr);
            executor.value_now(state, expr) as i32
        }
        Value::Expr(expr) => executor.concretise(state, expr, &format!("errno at the call of {name}")) as i32,
    }
}
