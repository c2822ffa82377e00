//! Functions that the executor itself provides, by name.

mod heap;
mod host;
mod jump;
mod klee;
mod math;
mod process;
mod undefined;
mod verifier;
mod world;

use crate::executor::Flow;
use crate::hooks::MergeMark;
use crate::{Executor, State};
use bowline_ir::{CallSite, Width};
use bowline_memory::Value;
pub(crate) use math::MathFunction;
use std::ops::ControlFlow;
pub use undefined::Undefined;

/// One variant per behaviour; several names may share one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    Malloc,
    Calloc,
    Realloc,
    ReallocArray,
    Free,
    AlignedAlloc,
    PosixMemalign,
    UsableSize,
    MemCopy,
    /// `mempcpy`: returns the end.
    MemCopyEnd,
    MemSet,
    SetJump,
    LongJump,
    Abort,
    ExitNow,
    /// The end of our own `exit`.
    Exit,
    AssertFail,
    Write,
    Unsupported,
    Refused,
    /// Our own C library goes on with one value where keeping all would lead nowhere.
    Concretise,
    /// Our own C library wants a condition known.
    Decide,
    KleeMakeSymbolic,
    KleeRange,
    KleeInt,
    KleeAssume,
    /// The same, from those who mean it to drop paths.
    Assume,
    KleePreferCex,
    KleeSilentExit,
    KleeAbort,
    KleeReportError,
    KleeGetValue,
    KleeIsSymbolic,
    KleeWarning,
    KleeSetForking,
    KleeChoose,
    KleeDefineFixedObject,
    KleeAliasFunction,
    KleeCheckMemoryAccess,
    KleeObjectSize,
    KleeGetErrno,
    KleeMerge(MergeMark),
    /// Accepted and without effect.
    KleeIgnored,
    BowlineRange,
    BowlineChoose,
    BowlineAssert,
    /// `__VERIFIER_nondet_*`, by the name of the input it makes; how large that is, the width of the result says.
    VerifierNondet(&'static str),
    VerifierError,
    /// A handler of UBSan's, in code that the front end had compiled with checks.
    Undefined(Undefined),
    /// Memory of the program's surroundings, with a capacity of its own.
    WorldAllocate,
    /// Unknown bytes that are not 0.
    WorldText,
    /// `__bowline_libm_*`.
    Math(math::MathFunction),
    /// Questions to the real file system.
    HostStatus,
    HostRead,
    HostList,
    HostDirectory,
    IsKnownText,
    SameText,
    /// The largest value something may have.
    Most,
}

impl Builtin {
    /// The builtin of a function that has no body.
    pub fn named(name: &str) -> Option<Self> {
        use Builtin::*;
        let builtin = match name {
            "malloc" => Malloc,
            "calloc" => Calloc,
            "realloc" => Realloc,
            "reallocarray" => ReallocArray,
            "free" | "cfree" => Free,
            "aligned_alloc" | "memalign" => AlignedAlloc,
            "posix_memalign" => PosixMemalign,
            "valloc" => Malloc,
            "malloc_usable_size" => UsableSize,
            "memcpy" | "memmove" => MemCopy,
            "mempcpy" | "__mempcpy" => MemCopyEnd,
            "memset" => MemSet,
            "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => SetJump,
            "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => LongJump,
            "abort" => Abort,
            "klee_abort" => KleeAbort,
            "_exit" | "_Exit" | "exit_group" => ExitNow,
            "__bowline_exit" => Exit,
            "__assert_fail" | "__assert" | "__assert_perror_fail" => AssertFail,
            "__bowline_write" => Write,
            "__bowline_unsupported" => Unsupported,
            "__bowline_refused" => Refused,
            "__bowline_concretise" => Concretise,
            "__bowline_decide" => Decide,
            "klee_make_symbolic" | "bowline_symbolic" => KleeMakeSymbolic,
            "klee_range" => KleeRange,
            "klee_int" => KleeInt,
            "klee_assume" => KleeAssume,
            "bowline_assume" | "__VERIFIER_assume" => Assume,
            "klee_prefer_cex" | "klee_posix_prefer_cex" => KleePreferCex,
            "klee_silent_exit" => KleeSilentExit,
            "klee_report_error" => KleeReportError,
            "klee_get_valuef" | "klee_get_valued" | "klee_get_valuel" | "klee_get_valuell"
            | "klee_get_value_i32" | "klee_get_value_i64" => KleeGetValue,
            "klee_is_symbolic" => KleeIsSymbolic,
            "klee_warning" | "klee_warning_once" => KleeWarning,
            "klee_set_forking" => KleeSetForking,
            "klee_choose" => KleeChoose,
            "klee_define_fixed_object" => KleeDefineFixedObject,
            "klee_alias_function" => KleeAliasFunction,
            "klee_check_memory_access" => KleeCheckMemoryAccess,
            "klee_get_obj_size" => KleeObjectSize,
            "klee_get_errno" => KleeGetErrno,
            "klee_print_expr" | "klee_print_range" | "klee_stack_trace" | "klee_mark_global" => KleeIgnored,
            "klee_open_merge" => KleeMerge(MergeMark::Open),
            "klee_close_merge" => KleeMerge(MergeMark::Close),
            "bowline_range" => BowlineRange,
            "bowline_choose" => BowlineChoose,
            "bowline_assert" => BowlineAssert,
            "__bowline_allocate" => WorldAllocate,
            "__bowline_unknown_text" => WorldText,
            "__bowline_host_status" => HostStatus,
            "__bowline_host_read" => HostRead,
            "__bowline_host_list" => HostList,
            "__bowline_host_directory" => HostDirectory,
            "__bowline_is_known_text" => IsKnownText,
            "__bowline_same_text" => SameText,
            "__bowline_most" => Most,
            "reach_error" | "__VERIFIER_error" => VerifierError,
            _ if name.starts_with("__ubsan_handle_") => {
                return undefined::Undefined::named(name).map(Self::Undefined);
            }
            _ if name.starts_with("__VERIFIER_nondet_") => VerifierNondet(verifier::input_name(name)),
            _ => return math::MathFunction::named(name).map(Math),
        };
        Some(builtin)
    }

    /// Does it make or free objects?
    pub fn changes_objects(self) -> bool {
        use Builtin::*;
        matches!(
            self,
            Malloc
                | Calloc
                | Realloc
                | ReallocArray
                | Free
                | AlignedAlloc
                | PosixMemalign
                | WorldAllocate
                | KleeDefineFixedObject
        )
    }
}

/// Arguments and results of one builtin call.
pub(crate) struct Call<'a> {
    pub args: &'a [(Value, Width)],
    pub site: &'a CallSite,
}

impl Call<'_> {
    /// A scalar argument; a missing one (a wrong prototype) reads as zero.
    pub fn arg(&self, index: usize) -> Value {
        self.args.get(index).map_or(Value::Int(0), |(value, _)| *value)
    }

    pub fn width(&self, index: usize) -> Width {
        self.args.get(index).map_or(64, |(_, width)| *width)
    }

    pub fn result_width(&self) -> Width {
        self.site.results.first().map_or(64, |(_, width)| *width)
    }

    /// A result that is known is cut to what the prototype says.
    pub fn give(&self, state: &mut State, value: Value) {
        if let Some(&(reg, width)) = self.site.results.first() {
            state.set(
                reg,
                match value {
                    Value::Int(word) => Value::Int(word & crate::arith::mask(width)),
                    value => value,
                },
            );
        }
    }
}

impl Builtin {
    /// Are its arguments addresses and sizes, whatever the program's own prototype says?
    fn takes_words(self) -> bool {
        use Builtin::*;
        matches!(
            self,
            Malloc
                | Calloc
                | Realloc
                | ReallocArray
                | Free
                | AlignedAlloc
                | PosixMemalign
                | UsableSize
                | MemCopy
                | MemCopyEnd
                | MemSet
                | KleeMakeSymbolic
                | KleeCheckMemoryAccess
        )
    }
}

impl Executor {
    /// Arguments of a call through a narrower prototype, as they would be in registers.
    fn as_words(&mut self, args: &[(Value, Width)]) -> Vec<(Value, Width)> {
        args.iter()
            .map(|&(value, width)| (self.resized(value, width, width.max(64)), width.max(64)))
            .collect()
    }

    /// Runs a builtin and moves on to the next instruction, unless it moved the state itself or ended it.
    pub(crate) fn call_builtin(
        &mut self,
        state: &mut State,
        builtin: Builtin,
        args: &[(Value, Width)],
        site: &CallSite,
    ) -> Flow {
        use Builtin::*;
        let widened;
        let args = match builtin.takes_words() && args.iter().any(|(_, width)| *width < 64) {
            true => {
                widened = self.as_words(args);
                widened.as_slice()
            }
            false => args,
        };
        let call = Call { args, site };
        match builtin {
            Malloc | Calloc | Realloc | ReallocArray | Free | AlignedAlloc | PosixMemalign | UsableSize => {
                self.heap_builtin(state, builtin, &call)?;
            }
            MemCopy => {
                call.give(state, call.arg(0));
                self.copy_block(state, call.arg(0), call.arg(1), call.arg(2))?;
            }
            MemCopyEnd => {
                let end = crate::arith::offset_expr(&mut self.pool, call.arg(0), call.arg(2), 1);
                call.give(state, end);
                self.copy_block(state, call.arg(0), call.arg(1), call.arg(2))?;
            }
            MemSet => {
                call.give(state, call.arg(0));
                let byte = self.low_bits(call.arg(1), call.width(1), 8);
                self.fill_block(state, call.arg(0), byte, call.arg(2))?;
            }
            SetJump => self.set_jump(state, &call)?,
            KleeMerge(mark) => {
                state.frame.position += 1;
                self.meet_mark(state, mark);
                return ControlFlow::Continue(());
            }
            // It lands behind the call of `setjmp`.
            LongJump => return self.long_jump(state, &call),
            Exit | ExitNow => {
                self.check_decision(state, call.arg(0), "the exit status")?;
                let status = self.exit_status(state, call.arg(0), call.width(0));
                return self.leave(state, status, builtin == Exit);
            }
            Abort | KleeAbort | AssertFail | Write | Unsupported | Refused | Concretise | Decide => {
                self.process_builtin(state, builtin, &call)?
            }
            WorldAllocate | WorldText => self.world_builtin(state, builtin, &call)?,
            Math(function) => self.math_builtin(state, function, &call)?,
            HostStatus | HostRead | HostList | HostDirectory | IsKnownText | SameText | Most => {
                self.host_builtin(state, builtin, &call)?;
            }
            Undefined(what) => self.undefined(state, what)?,
            VerifierNondet(_) | VerifierError => self.verifier_builtin(state, builtin, &call)?,
            _ => self.klee_builtin(state, builtin, &call)?,
        }
        state.frame.position += 1;
        ControlFlow::Continue(())
    }
}
