//! Operations without a meaning that clang folded: it was asked to call UBSan's handlers for them.

use crate::executor::Flow;
use crate::{BugKind, Executor, State};
use std::ops::ControlFlow;

/// What a handler reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undefined {
    Addition,
    Subtraction,
    Multiplication,
    Negation,
    Division,
    Shift,
}

impl Undefined {
    /// Those that let the program go on, which clang calls unless told otherwise.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name.strip_prefix("__ubsan_handle_")? {
            "add_overflow" => Self::Addition,
            "sub_overflow" => Self::Subtraction,
            "mul_overflow" => Self::Multiplication,
            "negate_overflow" => Self::Negation,
            "divrem_overflow" => Self::Division,
            "shift_out_of_bounds" => Self::Shift,
            _ => return None,
        })
    }

    const fn message(self) -> &'static str {
        match self {
            Self::Addition => "a sum does not fit its type",
            Self::Subtraction => "a difference does not fit its type",
            Self::Multiplication => "a product does not fit its type",
            Self::Negation => "a negated number does not fit its type",
            Self::Division => "division by zero, or of the smallest number by -1",
            Self::Shift => "shift by more bits than there are, or by a negative number",
        }
    }
}

impl Executor {
    pub(super) fn undefined(&mut self, state: &mut State, what: Undefined) -> Flow {
        let (kind, is_wanted) = match what {
            Undefined::Division => (BugKind::DivisionByZero, true),
            Undefined::Shift => (BugKind::ShiftOutOfRange, self.config.check_shifts),
            _ => (BugKind::SignedOverflow, self.config.checks.signed_overflow),
        };
        match is_wanted {
            true => ControlFlow::Break(self.bug(state, kind, what.message())),
            false => ControlFlow::Continue(()),
        }
    }
}
