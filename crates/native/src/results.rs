//! What a call gave, as the program sees it.

use crate::arguments::bytes_of;
use crate::caller::NoReturn;
use crate::process::signal_name;
use crate::protocol::{Call, Foreign, Returned};
use crate::refuse::allocates_text;
use crate::signature::Signature;
use crate::transfer::Transfer;
use crate::version::{Mirror, Version};
use bowline_exec::hooks::UnknownCall;
use bowline_exec::{Executor, LostKind, State};
use bowline_ir::{FuncId, Width};
use bowline_memory::{Allocation, Kind, Located, Value};
use std::rc::Rc;

pub fn set_errno(executor: &Executor, state: &mut State, request: &Call, returned: &Returned) {
    if request.errno != returned.errno
        && let Some(object) = executor.errno_object(state)
    {
        state.memory.write_bytes(object, 0, &returned.errno.to_le_bytes());
    }
}

/// The result, with a pointer to memory of the child replaced by one to an object that stands for it.
pub fn imported(
    executor: &mut Executor,
    state: &mut State,
    name: &str,
    returned: &Returned,
    version: &mut Version,
) -> Result<Vec<u8>, String> {
    let mut result = returned.result.clone();
    if let Some(Foreign { address, writable, bytes }) = &returned.foreign {
        let known = version.inward(*address);
        if known != *address {
            result[..8].copy_from_slice(&known.to_le_bytes());
            return Ok(result);
        }
        let is_allocated = allocates_text(name);
        let mut allocation =
            Allocation::of_size(if is_allocated { Kind::Heap } else { Kind::Global }, bytes.len() as u64);
        allocation.name = (!is_allocated).then(|| format!("what {name} returned").into());
        let (object, base) =
            state.memory.alloc(allocation).ok_or("more objects than the address space holds")?;
        state.memory.write_bytes(object, 0, bytes);
        if let Some(object) = state.memory.object_mut(object) {
            object.set_read_only(!writable);
        }
        if !is_allocated {
            let last = Rc::from(bytes.as_slice());
            version.mirrors.push(Mirror { base, original: *address, writable: *writable, last });
            let what = format!("{name} returns a pointer to memory of its own, of which a part was copied");
            executor.lose(LostKind::AssumedResult, what, state);
        }
        result[..8].copy_from_slice(&base.to_le_bytes());
    }
    Ok(result)
}

/// The scalars of a result.
pub fn values(
    executor: &mut Executor,
    call: &UnknownCall<'_>,
    signature: &Signature,
    result: &[u8],
) -> Result<Vec<Value>, String> {
    let mut widths = call.results.iter();
    let mut rest = result;
    let mut values = Vec::new();
    for (part, count) in &signature.result {
        let (mut bytes, later) = rest.split_at_checked(part.size()).ok_or("its result is cut short")?;
        rest = later;
        for &width in widths.by_ref().take(*count) {
            let (scalar, more) = bytes.split_at(bytes_of(width).min(bytes.len()));
            values.push(value_of(executor, scalar, width));
            bytes = more;
        }
    }
    Ok(values)
}

fn value_of(executor: &mut Executor, bytes: &[u8], width: Width) -> Value {
    let word = bytes.iter().rev().fold(0u128, |word, byte| word << 8 | u128::from(*byte));
    let word = if width < 128 { word & ((1 << width) - 1) } else { word };
    let constant = executor.pool_mut().constant(word, width);
    Value::from_expr(executor.pool(), constant)
}

/// Why a call gave nothing, in words.
pub fn described(executor: &Executor, state: &State, transfer: &Transfer, why: NoReturn) -> String {
    match why {
        NoReturn::Because(why) => why,
        NoReturn::Overflow(object) => {
            format!("it writes behind the end of {}", transfer.name(state, object))
        }
        NoReturn::Crashed { signal, detail } => describe_crash(executor, state, signal, detail),
    }
}

fn describe_crash(executor: &Executor, state: &State, signal: u32, detail: u64) -> String {
    if signal as i32 == libc::SIGSYS {
        return format!("refused: it makes the system call {detail}, which is forbidden to it");
    }
    let called_back = match state.memory.locate(detail) {
        Located::Object { id, .. } => match state.memory.object(id).map(|object| object.kind()) {
            Some(Kind::Function(function)) => Some(FuncId(function)),
            _ => None,
        },
        _ => None,
    };
    match called_back {
        Some(function) => {
            let name = &executor.program().module.functions[function].name;
            format!("it calls {name} of the program, which native code cannot call back")
        }
        None => format!("it crashes with {}", signal_name(signal)),
    }
}
