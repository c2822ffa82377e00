//! Calls a function on given inputs, in the child, and looks at everything that it did.
//!
//! Each pointer leads to an object of its own, with room behind what the function is meant to read, so that what it writes is seen. What is behind a text, and in a buffer,
//! are bytes that no text has. A crash, a hang, a forbidden system call and a write beyond the object are data.

use super::roles::{Role, Roles};
use crate::caller::{Caller, NoReturn};
use crate::process::signal_name;
use crate::protocol::{self, Call, FOREIGN, Hidden, Mapped, Returned, Type};
use crate::version::Version;
use bowline_base::Rng;
use bowline_infer::call::Request;
use std::rc::Rc;

/// Bytes of the object behind a pointer to a text.
pub const ROOM: usize = 8192;
/// Between two objects.
const APART: u64 = 1 << 32;
/// What errno is before the call; no error has this number.
const NO_ERROR: i32 = 9_999;
/// Bytes from here on are in no text.
const FILL: u8 = 0xf0;

/// What is in texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contents {
    /// Anything, of the lengths that the inputs say.
    Random,
    /// These, for the texts in their order; lengths in the inputs are theirs.
    These(Vec<Vec<u8>>),
}

/// What a call returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Came {
    Nothing,
    Number(i64),
    /// So many bytes behind where an argument points to.
    Inside {
        argument: usize,
        offset: i64,
    },
    /// Into the child's own memory.
    Elsewhere,
}

/// What one call did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    pub came: Came,
    /// What errno was set to.
    pub errno: Option<i32>,
    /// Of each argument: bytes from the pointer up to the last that was changed.
    pub extents: Vec<i64>,
    /// Of each argument: the numbers behind it afterwards.
    pub words: Vec<Vec<i64>>,
    /// Something was left that is not the program's.
    pub remembers: bool,
}

pub struct Bench {
    caller: Caller,
    version: Rc<Version>,
    pub rng: Rng,
}

impl Bench {
    pub fn new(caller: Caller) -> Self {
        Self { caller, version: Rc::default(), rng: Rng::new(1) }
    }

    /// What comes does not depend on what was.
    pub fn begin(&mut self) {
        self.rng = Rng::new(1);
    }

    /// Is there such a function at all? The error says why there is no telling.
    pub fn exists(&mut self, name: &str) -> Result<bool, String> {
        let missing = self.caller.missing(&[name.to_string()]).map_err(|error| error.to_string())?;
        Ok(missing.is_empty())
    }

    /// The error says how the call failed.
    pub fn run(
        &mut self,
        request: &Request,
        roles: &Roles,
        inputs: &[i64],
        contents: &Contents,
    ) -> Result<Observation, String> {
        let call = self.call(request, roles, inputs, contents);
        match self.caller.make(call.clone(), &self.version) {
            Ok(returned) => {
                if returned.hidden.own.is_none() {
                    self.caller.left(Rc::clone(&self.version));
                }
                Ok(observed(request, roles, &call, &returned))
            }
            Err(NoReturn::Because(why)) => Err(why),
            Err(NoReturn::Overflow(_)) => Err("it writes beyond the memory that it is given".to_string()),
            Err(NoReturn::Crashed { signal, .. }) => Err(format!("it crashes ({})", signal_name(signal))),
        }
    }

    fn call(&mut self, request: &Request, roles: &Roles, inputs: &[i64], contents: &Contents) -> Call {
        let mut inputs = inputs.iter().copied();
        let mut texts = match contents {
            Contents::Random => [].iter(),
            Contents::These(texts) => texts.iter(),
        };
        let (mut args, mut objects) = (Vec::new(), Vec::new());
        for (number, role) in roles.list.iter().enumerate() {
            let mut next = || inputs.next().unwrap_or_default();
            let (bits, bytes) = match role {
                Role::Number { bits } => (*bits, Err(next())),
                Role::Fixed { bits, value } => (*bits, Err(*value)),
                Role::Null => (64, Err(0)),
                Role::Text => {
                    let length = next();
                    (64, Ok(self.text(roles, length, texts.next())))
                }
                Role::FixedText(text) => (64, Ok(self.with_room(text))),
                Role::Buffer => (64, Ok((0..ROOM).map(|_| self.fill()).collect())),
                Role::Words { bytes, count } => {
                    let word = |_| next().to_le_bytes().into_iter().take(usize::from(*bytes));
                    (64, Ok((0..*count).flat_map(word).collect()))
                }
            };
            let value = match bytes {
                Err(value) => value,
                Ok(bytes) => {
                    let base = base_of(number);
                    let writable = !matches!(role, Role::FixedText(_));
                    objects.push(Mapped { base, writable, bytes });
                    base as i64
                }
            };
            let size = bytes_of(bits);
            let ty = Type::Integer { bytes: size as u8, signed: true };
            args.push(protocol::Argument { ty, bytes: value.to_le_bytes()[..size].to_vec() });
        }
        let result = match request.result {
            0 => vec![],
            bits => vec![Type::Integer { bytes: bytes_of(bits) as u8, signed: true }],
        };
        Call {
            function: request.function.clone(),
            args,
            fixed: None,
            result,
            errno: NO_ERROR,
            objects,
            allocates: false,
            variables: None,
            writes: Vec::new(),
            looks: Vec::new(),
        }
    }

    fn text(&mut self, roles: &Roles, length: i64, given: Option<&Vec<u8>>) -> Vec<u8> {
        let length = usize::try_from(length).unwrap_or_default().min(ROOM / 2);
        match given {
            Some(given) => self.with_room(given),
            None => {
                let letters = &roles.alphabet;
                let mut any = || letters[self.rng.below(letters.len() as u64) as usize];
                let text: Vec<u8> = (0..length).map(|_| any()).collect();
                self.with_room(&text)
            }
        }
    }

    /// A text, its terminator, and bytes that no text has.
    fn with_room(&mut self, text: &[u8]) -> Vec<u8> {
        let mut bytes = text.to_vec();
        bytes.push(0);
        while bytes.len() < ROOM {
            bytes.push(self.fill());
        }
        bytes
    }

    fn fill(&mut self) -> u8 {
        FILL + self.rng.below(15) as u8
    }
}

/// Where the object behind an argument is.
const fn base_of(argument: usize) -> u64 {
    APART * (argument as u64 + 1)
}

fn bytes_of(bits: u16) -> usize {
    usize::from(bits.div_ceil(8)).next_power_of_two()
}

/// A number from its bytes, as a signed one.
fn signed(bytes: &[u8]) -> i64 {
    let mut word = [0; 8];
    let length = bytes.len().min(8);
    word[..length].copy_from_slice(&bytes[..length]);
    let unused = 64 - 8 * length as u32;
    if length == 0 { 0 } else { (i64::from_le_bytes(word) << unused) >> unused }
}

fn observed(request: &Request, roles: &Roles, call: &Call, returned: &Returned) -> Observation {
    let pointers: Vec<usize> = roles.pointers().collect();
    let came = match request.result {
        0 => Came::Nothing,
        64 => {
            let word = signed(&returned.result);
            let inside = pointers.iter().zip(&call.objects).find_map(|(argument, object)| {
                let offset = (word as u64).checked_sub(object.base)?;
                (offset <= object.bytes.len() as u64)
                    .then_some(Came::Inside { argument: *argument, offset: offset as i64 })
            });
            let elsewhere = FOREIGN.contains(&(word as u64));
            inside.unwrap_or(if elsewhere { Came::Elsewhere } else { Came::Number(word) })
        }
        _ => Came::Number(signed(&returned.result)),
    };
    let mut after: Vec<Vec<u8>> = call.objects.iter().map(|object| object.bytes.clone()).collect();
    for change in &returned.changes {
        let start = change.offset as usize;
        if let Some(part) = after
            .get_mut(change.object as usize)
            .and_then(|bytes| bytes.get_mut(start..start + change.bytes.len()))
        {
            part.copy_from_slice(&change.bytes);
        }
    }
    let (mut extents, mut words) = (vec![0; roles.list.len()], vec![Vec::new(); roles.list.len()]);
    for ((argument, object), after) in pointers.iter().zip(&call.objects).zip(&after) {
        let changed = object.bytes.iter().zip(after).rposition(|(before, after)| before != after);
        extents[*argument] = changed.map_or(0, |last| last as i64 + 1);
        if let Role::Words { bytes, .. } = roles.list[*argument] {
            words[*argument] = after.chunks_exact(usize::from(bytes)).map(signed).collect();
        }
    }
    let errno = (returned.errno != NO_ERROR).then_some(returned.errno);
    Observation { came, errno, extents, words, remembers: returned.hidden != Hidden::default() }
}
