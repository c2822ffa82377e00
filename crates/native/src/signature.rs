//! From a call of the IR to the types that the x86-64 calling convention needs.
//!
//! The IR has been through clang, so small structures are already the scalars that travel in registers. What remains
//! without a counterpart (vectors of 16 bytes and more, 128-bit integers, halves) is named, and the call is not made.

use crate::protocol::Type;
use bowline_exec::hooks::UnknownCall;
use bowline_ir::{ArgumentClass, Function, PassedArgument, Width};

/// Where the value of an argument comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// `count` scalars of the call, side by side.
    Scalars { first: usize, count: usize },
    /// The bytes that this scalar points to.
    Behind { scalar: usize },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    pub args: Vec<(Type, Source)>,
    /// See [`crate::protocol::Call::fixed`].
    pub fixed: Option<u32>,
    /// Each part of the result, and how many scalars it holds.
    pub result: Vec<(Type, usize)>,
}

/// The error names what cannot be passed.
pub fn signature(call: &UnknownCall<'_>, function: &Function) -> Result<Signature, String> {
    let mut args = Vec::new();
    let mut fixed = 0;
    for (number, passed) in (1..).zip(&call.site.passed) {
        let unsupported = || format!("the type of argument {number}");
        let (ty, source, first) = match *passed {
            PassedArgument::Scalars { count: 0, .. } => continue,
            PassedArgument::Scalars { first, count, class, .. } => {
                let (first, count) = (first as usize, count as usize);
                let widths: Vec<Width> =
                    call.site.args[first..first + count].iter().map(|(_, width)| *width).collect();
                let ty = part(class, &widths).ok_or_else(unsupported)?;
                (ty, Source::Scalars { first, count }, first)
            }
            PassedArgument::ByValue { index, size, align } => {
                // Smaller ones in memory are rare (packed structures), and would be taken for values in registers.
                let bytes = u32::try_from(size).ok().filter(|bytes| *bytes > 16 && align <= 8);
                let bytes = bytes.ok_or_else(unsupported)?;
                (Type::Memory { bytes }, Source::Behind { scalar: index as usize }, index as usize)
            }
        };
        fixed += u32::from(first < function.params.len());
        args.push((ty, source));
    }
    // A declaration without prototype says nothing about parameters; such calls pass everything as fixed.
    let fixed = (function.variadic && fixed > 0).then_some(fixed);
    Ok(Signature { args, fixed, result: result(call, function)? })
}

fn result(call: &UnknownCall<'_>, function: &Function) -> Result<Vec<(Type, usize)>, String> {
    let unsupported = || "the type of the result".to_string();
    let mut widths = call.results;
    let mut parts = Vec::new();
    for returned in &function.returned {
        let (now, later) = widths.split_at_checked(returned.count as usize).ok_or_else(unsupported)?;
        parts.push((part(returned.class, now).ok_or_else(unsupported)?, now.len()));
        widths = later;
    }
    // Two registers hold what is returned; beyond that, and for pairs of long doubles, memory and the x87 stack take over.
    let is_returned_in_registers = match parts.as_slice() {
        [] | [_] => true,
        [(a, _), (b, _)] => *a != Type::LongDouble && *b != Type::LongDouble,
        _ => false,
    };
    if widths.is_empty() && is_returned_in_registers { Ok(parts) } else { Err(unsupported()) }
}

fn part(class: ArgumentClass, widths: &[Width]) -> Option<Type> {
    let signed = class == ArgumentClass::SignedInteger;
    match (class, widths) {
        (ArgumentClass::Integer | ArgumentClass::SignedInteger, [width]) if *width <= 64 => {
            Some(Type::Integer { bytes: width.div_ceil(8).next_power_of_two() as u8, signed })
        }
        (ArgumentClass::Vector, [32]) => Some(Type::Float),
        (ArgumentClass::Vector, [64]) => Some(Type::Double),
        (ArgumentClass::Vector, [32, 32]) => Some(Type::Double),
        (ArgumentClass::Memory, [80]) => Some(Type::LongDouble),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ArgumentClass::{Integer, Memory, SignedInteger, Vector};

    #[test]
    fn parts_by_class_and_width() {
        let integer = |bytes, signed| Some(Type::Integer { bytes, signed });
        assert_eq!(part(Integer, &[1]), integer(1, false));
        assert_eq!(part(SignedInteger, &[16]), integer(2, true));
        assert_eq!(part(Integer, &[24]), integer(4, false));
        assert_eq!(part(Integer, &[64]), integer(8, false));
        assert_eq!(part(Vector, &[32]), Some(Type::Float));
        assert_eq!(part(Vector, &[64]), Some(Type::Double));
        assert_eq!(part(Vector, &[32, 32]), Some(Type::Double));
        assert_eq!(part(Memory, &[80]), Some(Type::LongDouble));
    }

    #[test]
    fn what_has_no_counterpart_is_refused() {
        for (class, widths) in [
            (Integer, &[128][..]),
            (Vector, &[16]),
            (Vector, &[32; 4]),
            (Memory, &[128]),
            (Memory, &[64, 64]),
        ] {
            assert_eq!(part(class, widths), None, "{class:?} {widths:?}");
        }
    }
}
