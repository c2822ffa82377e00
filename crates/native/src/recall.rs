//! A native call whose arguments may still change: its effect is a symcrete of the path.
//!
//! The effect is one unknown: the result, what errno was set to, and the bytes of the program's objects that the call may write. The path holds it with the value
//! that the call had; when a branch asks for another one, the solver asks for the effect under other arguments, and the function is called again.
//!
//! That needs a function in the mathematical sense, so each effect is taken twice, with other errno and other bytes in memory that nobody has written: if the two
//! differ, or if the call does anything beside (allocates, changes variables, returns a pointer), it is no symcrete, and the path is confined to the arguments
//! as with `--unknowns native`. A repeated call that does such a thing has no value: no path goes on with those arguments.
//!
//! Which bytes a call may write is not known, and is taken to be: what it wrote the first time with the zeros behind it, small objects of zeros that it was
//! given, and bytes that nobody has written. A repeated call that writes elsewhere has no value either.

use crate::caller::Caller;
use crate::inputs::{Input, Operand};
use crate::protocol::{Call, FOREIGN, Hidden, Returned, Type};
use crate::transfer::{Transfer, object_in};
use crate::version::Version;
use bowline_memory::Memory;
use bowline_solver::Source;
use std::cell::RefCell;
use std::rc::Rc;

/// Bytes that may be written.
const MOST_WRITTEN: usize = 512;
/// Zeros behind what was written, and the size of an object of zeros.
const FEW: usize = 64;
/// What memory that nobody has written holds in the second call.
const OTHER_FILL: u8 = 0xa5;
/// No error has this number.
const OTHER_ERRNO: i32 = 9_999;
/// A flag and a number.
pub const ERRNO_BYTES: usize = 5;
const WORD: usize = 8;

/// A byte that a call may write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    pub object: usize,
    pub offset: usize,
    /// Nobody had written it before; it has a flag that says whether the call did.
    pub is_fresh: bool,
}

/// What a call did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    result: Vec<u8>,
    errno: Option<i32>,
    /// The objects afterwards; None for bytes that nobody has written.
    after: Vec<Vec<Option<u8>>>,
}

/// The bytes of an effect as the path has them: the result, errno, and what may be written, with its flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    pub result: usize,
    pub written: Vec<Written>,
}

impl Layout {
    /// For a call that did this the first time.
    pub fn of(call: &Call, inputs: &[Input], fresh: &[(usize, usize)], effect: &Effect) -> Self {
        let bytes = |input: &Input| match input.place {
            Operand::Byte { object, offset, .. } => Some((object, offset)),
            Operand::Scalar(_) => None,
        };
        let inputs: Vec<(usize, usize)> = inputs.iter().filter_map(bytes).collect();
        let writable = call.objects.iter().enumerate().filter(|(_, mapped)| mapped.writable);
        let mut written = Vec::new();
        for (object, mapped) in writable {
            let (bytes, after) = (&mapped.bytes, &effect.after[object]);
            let is_fresh = |at: usize| fresh.binary_search(&(object, at)).is_ok();
            let is_zero = |at: &usize| bytes[*at] == 0 && !inputs.contains(&(object, *at));
            let zeros = |from: usize| (from..bytes.len()).take(FEW).take_while(is_zero).count();
            let is_changed = |at: &usize| !is_fresh(*at) && after[*at] != Some(bytes[*at]);
            let first = (0..bytes.len()).find(is_changed);
            let last = (0..bytes.len()).rfind(is_changed);
            let range = match (first, last) {
                (Some(first), Some(last)) => first..last + 1 + zeros(last + 1),
                _ if bytes.len() <= FEW => 0..if zeros(0) == bytes.len() { bytes.len() } else { 0 },
                _ => 0..0,
            };
            let offsets = (0..bytes.len()).filter(|at| is_fresh(*at) || range.contains(at));
            written.extend(offsets.map(|offset| Written { object, offset, is_fresh: is_fresh(offset) }));
        }
        written.truncate(MOST_WRITTEN);
        Self { result: effect.result.len(), written }
    }

    /// None where more was written.
    pub fn encode(&self, call: &Call, effect: &Effect) -> Option<Vec<u8>> {
        let mut bytes = effect.result.clone();
        bytes.push(u8::from(effect.errno.is_some()));
        bytes.extend(effect.errno.unwrap_or(0).to_le_bytes());
        let mut left = effect.after.clone();
        for written in &self.written {
            let after = left.get_mut(written.object)?.get_mut(written.offset)?;
            bytes.push(after.unwrap_or(0));
            if written.is_fresh {
                bytes.push(u8::from(after.is_some()));
                *after = None;
            } else {
                *after = Some(call.objects[written.object].bytes[written.offset]);
            }
        }
        let before = call.objects.iter().zip(&left).all(|(mapped, after)| {
            mapped.bytes.iter().zip(after).all(|(byte, after)| after.is_none_or(|after| after == *byte))
        });
        (before && bytes.len() == self.bytes()).then_some(bytes)
    }

    pub fn bytes(&self) -> usize {
        self.result
            + ERRNO_BYTES
            + self.written.len()
            + self.written.iter().filter(|written| written.is_fresh).count()
    }
}

/// What a call did that returned once: asked for once more. None if it is not a function of what it was given.
pub fn effect(
    caller: &mut Caller,
    call: &Call,
    fresh: &[(usize, usize)],
    version: &Rc<Version>,
    memory: &Memory,
    first: &Returned,
) -> Option<Effect> {
    let is_more = first.hidden != Hidden::default() || first.foreign.is_some();
    if is_more || is_address(memory, call, &first.result) {
        return None;
    }
    let mut again = call.clone();
    again.errno = OTHER_ERRNO;
    fresh.iter().for_each(|&(object, offset)| again.objects[object].bytes[offset] = OTHER_FILL);
    let second = caller.make_pure(again.clone(), version)?;
    let errno = (second.errno != OTHER_ERRNO).then_some(second.errno);
    let same_errno = first.errno == errno.unwrap_or(call.errno);
    let (mut after, mut other) = (changed(call, first)?, changed(&again, &second)?);
    for &(object, offset) in fresh {
        let (here, there) = (&mut after[object][offset], &mut other[object][offset]);
        if (*here, *there) == (Some(0), Some(OTHER_FILL)) {
            (*here, *there) = (None, None);
        }
    }
    let is_same =
        same_errno && first.result == second.result && after == other && !has_address(memory, call, &after);
    is_same.then(|| Effect { result: first.result.clone(), errno, after })
}

/// Is a word the address of one of the program's objects, or of the child's memory?
fn is_word_address(memory: &Memory, word: u64) -> bool {
    FOREIGN.contains(&word) || object_in(memory, word).is_some()
}

fn is_address(memory: &Memory, call: &Call, result: &[u8]) -> bool {
    let is_integer = matches!(call.result.first(), Some(Type::Integer { bytes: 8, .. }));
    is_integer && result.first_chunk().is_some_and(|word| is_word_address(memory, u64::from_le_bytes(*word)))
}

/// Did the call write an address?
fn has_address(memory: &Memory, call: &Call, after: &[Vec<Option<u8>>]) -> bool {
    call.objects.iter().zip(after).any(|(mapped, after)| {
        mapped.bytes.chunks_exact(WORD).zip(after.chunks_exact(WORD)).any(|(before, after)| {
            let now: Vec<u8> = after.iter().map(|byte| byte.unwrap_or(0)).collect();
            let word = now.first_chunk().map(|word| u64::from_le_bytes(*word));
            before != now && word.is_some_and(|word| is_word_address(memory, word))
        })
    })
}

/// The objects after a call.
fn changed(call: &Call, returned: &Returned) -> Option<Vec<Vec<Option<u8>>>> {
    let mut after: Vec<Vec<Option<u8>>> =
        call.objects.iter().map(|mapped| mapped.bytes.iter().map(|byte| Some(*byte)).collect()).collect();
    for change in &returned.changes {
        let start = change.offset as usize;
        let place = after.get_mut(change.object as usize)?.get_mut(start..start + change.bytes.len())?;
        place.iter_mut().zip(&change.bytes).for_each(|(after, byte)| *after = Some(*byte));
    }
    Some(after)
}

/// Where a value of an argument goes in the request.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Argument { number: usize, start: usize, bytes: usize },
    Byte { object: usize, offset: usize },
}

/// The source of such a symcrete.
pub struct Recall {
    caller: Rc<RefCell<Caller>>,
    /// As it was made first.
    call: Call,
    slots: Vec<Slot>,
    fresh: Vec<(usize, usize)>,
    version: Rc<Version>,
    /// The objects that there were.
    memory: Memory,
    layout: Layout,
}

impl Recall {
    /// `scalars` says where each scalar is: the number of the argument, and its bytes there.
    pub fn new(
        caller: &Rc<RefCell<Caller>>,
        call: Call,
        (inputs, scalars): (&[Input], &[(usize, usize, usize)]),
        transfer: &Transfer,
        (version, memory): (&Rc<Version>, &Memory),
        layout: Layout,
    ) -> Self {
        let slot = |input: &Input| match input.place {
            Operand::Scalar(number) => {
                let (number, start, bytes) = scalars[number];
                Slot::Argument { number, start, bytes }
            }
            Operand::Byte { object, offset, .. } => Slot::Byte { object, offset },
        };
        let slots = inputs.iter().map(slot).collect();
        let (fresh, version) = (transfer.fresh.clone(), Rc::clone(version));
        Self { caller: Rc::clone(caller), call, slots, fresh, version, memory: memory.clone(), layout }
    }

    /// The request for other arguments. None if one of them leads to an object: what is there now is not what was there.
    fn request(&self, args: &[u128]) -> Option<Call> {
        let mut call = self.call.clone();
        for (slot, value) in self.slots.iter().zip(args) {
            match *slot {
                Slot::Argument { number, start, bytes } => {
                    if bytes == WORD && object_in(&self.memory, *value as u64).is_some() {
                        return None;
                    }
                    call.args[number].bytes[start..start + bytes]
                        .copy_from_slice(&value.to_le_bytes()[..bytes]);
                }
                Slot::Byte { object, offset } => call.objects[object].bytes[offset] = *value as u8,
            }
        }
        let leads = self.slots.iter().any(|slot| match *slot {
            Slot::Byte { object, offset } => {
                let word = call.objects[object].bytes.chunks_exact(WORD).nth(offset / WORD);
                let word = word.and_then(|word| word.first_chunk()).map(|word| u64::from_le_bytes(*word));
                word.is_some_and(|word| object_in(&self.memory, word).is_some())
            }
            Slot::Argument { .. } => false,
        });
        (!leads).then_some(call)
    }
}

impl Source for Recall {
    fn name(&self) -> &str {
        &self.call.function
    }

    fn value(&self, args: &[u128]) -> Option<Vec<u8>> {
        let call = self.request(args)?;
        let mut caller = self.caller.borrow_mut();
        let first = caller.make_pure(call.clone(), &self.version)?;
        let effect = effect(&mut caller, &call, &self.fresh, &self.version, &self.memory, &first)?;
        self.layout.encode(&call, &effect)
    }
}
