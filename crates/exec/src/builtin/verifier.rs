//! The interface of software-verification competitions.

use super::{Builtin, Call};
use crate::executor::Flow;
use crate::{BugKind, Executor, LostKind, State};
use bowline_ir::Width;
use bowline_memory::Value;
use std::ops::ControlFlow;

/// Names of inputs tell the type, so that a test can be written as values of C; the replay library asks for the same names.
const INPUT_NAMES: &[&str] = &[
    "nondet_bool",
    "nondet_char",
    "nondet_schar",
    "nondet_uchar",
    "nondet_short",
    "nondet_ushort",
    "nondet_int",
    "nondet_uint",
    "nondet_unsigned",
    "nondet_long",
    "nondet_ulong",
    "nondet_longlong",
    "nondet_ulonglong",
    "nondet_size_t",
    "nondet_loff_t",
    "nondet_pointer",
    "nondet_pchar",
    "nondet_u8",
    "nondet_u16",
    "nondet_u32",
    "nondet_u64",
    "nondet_s8",
    "nondet_s16",
    "nondet_s32",
    "nondet_s64",
    "nondet_int128",
    "nondet_uint128",
    "nondet_float",
    "nondet_double",
    "nondet_longdouble",
];

/// Of the input that a function makes.
pub(super) fn input_name(function: &str) -> &'static str {
    let wanted = function.trim_start_matches("__VERIFIER_");
    INPUT_NAMES.iter().find(|name| **name == wanted).copied().unwrap_or("nondet")
}

impl Executor {
    pub(super) fn verifier_builtin(&mut self, state: &mut State, builtin: Builtin, call: &Call<'_>) -> Flow {
        match builtin {
            Builtin::VerifierError => {
                ControlFlow::Break(self.bug(state, BugKind::Assertion, "the error function is reached"))
            }
            Builtin::VerifierNondet(name) => self.unknown_result(state, name, call),
            _ => ControlFlow::Continue(()),
        }
    }

    /// One input for all registers that the result comes back in: two of a 128-bit integer or a small structure.
    fn unknown_result(&mut self, state: &mut State, name: &'static str, call: &Call<'_>) -> Flow {
        let results = &call.site.results;
        if results.is_empty() && !call.args.is_empty() {
            let what = "an unknown structure that does not fit registers: ask for its bytes with __VERIFIER_nondet_memory";
            return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
        }
        let bytes = |width: Width| u64::from(width).div_ceil(8);
        // A function that is declared without a result asks for a word all the same when it is replayed.
        let size = results.iter().map(|&(_, width)| bytes(width)).sum::<u64>();
        let whole = self.fresh_input(state, name, if size == 0 { 8 } else { size });
        let mut low = 0;
        for &(register, width) in results {
            let value = self.pool.extract(whole, low, width);
            low += 8 * bytes(width) as Width;
            state.set(register, Value::from_expr(&self.pool, value));
        }
        ControlFlow::Continue(())
    }
}
