//! What each argument of a measured call is, and which inputs that makes.

use bowline_infer::Range;
use bowline_infer::call::{Argument, Input, Request};

/// Lengths of texts that are tried.
const LENGTHS: Range = Range { low: 0, high: 400 };

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Role {
    Number {
        bits: u16,
    },
    Fixed {
        bits: u16,
        value: i64,
    },
    /// A pointer to a text that the function may read.
    Text,
    FixedText(Vec<u8>),
    /// A pointer to memory that the function writes and does not read.
    Buffer,
    Words {
        bytes: u8,
        count: u8,
    },
    Null,
}

/// The arguments of a request, and the numbers that are tried for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roles {
    pub list: Vec<Role>,
    pub numbers: Range,
    /// What texts are made of.
    pub alphabet: Vec<u8>,
}

impl Roles {
    pub fn of(request: &Request, numbers: Range) -> Self {
        let role = |argument: &Argument| match argument {
            Argument::Number { bits } => Role::Number { bits: *bits },
            Argument::Fixed { bits, value } => Role::Fixed { bits: *bits, value: *value },
            Argument::Text => Role::Text,
            Argument::FixedText(text) => Role::FixedText(text.clone()),
            Argument::Words { bytes, count } => Role::Words { bytes: *bytes, count: *count },
            Argument::Null => Role::Null,
        };
        Self { list: request.arguments.iter().map(role).collect(), numbers, alphabet: alphabet(request) }
    }

    pub fn pointers(&self) -> impl Iterator<Item = usize> + '_ {
        let is_pointer =
            |role: &Role| matches!(role, Role::Text | Role::FixedText(_) | Role::Buffer | Role::Words { .. });
        (0..self.list.len()).filter(move |at| is_pointer(&self.list[*at]))
    }

    pub fn texts(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.list.len()).filter(|at| self.list[*at] == Role::Text)
    }

    /// What varies, in the order in which a run takes it.
    pub fn inputs(&self) -> Vec<Input> {
        let mut inputs = Vec::new();
        for (argument, role) in self.list.iter().enumerate() {
            match role {
                Role::Number { .. } => inputs.push(Input::Value(argument)),
                Role::Text => inputs.push(Input::Length(argument)),
                Role::Words { count, .. } => {
                    inputs.extend((0..usize::from(*count)).map(|index| Input::Word { argument, index }));
                }
                _ => {}
            }
        }
        inputs
    }

    pub fn ranges(&self) -> Vec<Range> {
        let range = |input: &Input| {
            let bits = match (*input, &self.list[input.argument()]) {
                (Input::Length(_), _) => return LENGTHS,
                (_, Role::Number { bits }) => *bits,
                (_, Role::Words { bytes, .. }) => 8 * u16::from(*bytes),
                _ => 32,
            };
            let most = if bits >= 64 { i64::MAX } else { (1 << (bits - 1)) - 1 };
            Range {
                low: self.numbers.low.max(-most - i64::from(bits == 1)),
                high: self.numbers.high.min(most),
            }
        };
        self.inputs().iter().map(range).collect()
    }
}

/// What the caller compares with and passes, digits, a sign, and some others. What is special to this call comes first.
fn alphabet(request: &Request) -> Vec<u8> {
    let mut letters = Vec::new();
    for argument in &request.arguments {
        match argument {
            Argument::Fixed { value: 1..=255, .. } => {
                if let Argument::Fixed { value, .. } = argument {
                    letters.push(*value as u8);
                }
            }
            Argument::FixedText(text) => letters.extend(text.iter().filter(|byte| **byte != 0).take(4)),
            _ => {}
        }
    }
    letters.extend(&request.alphabet);
    letters.extend(b"a07-Z .");
    let mut seen = [false; 256];
    letters
        .retain(|byte| *byte != 0 && *byte < 0xf0 && !std::mem::replace(&mut seen[usize::from(*byte)], true));
    letters
}
