//! What a run decides about execution. Plain data; defaults are those of the command line.

use crate::BugKind;
use crate::lazy::EntryConfig;
use std::time::Duration;

/// What an allocation of symbolic size does (systems 1 and 2 of the design).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SizeMode {
    /// Takes the largest feasible size within the capacity.
    Max,
    /// Forks once per feasible size.
    Eager,
    /// Keeps the size symbolic, up to the capacity.
    #[default]
    Lazy,
    /// Keeps the size symbolic, whatever it is: up to [`ExecConfig::max_allocation`], above which allocations fail.
    Unbounded,
}

/// What is in memory that the program has got and not written: local variables, and the heap but for `calloc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FreshMode {
    /// Anything.
    #[default]
    Unknown,
    /// Zeros, which is what a program finds in most runs, but not in all.
    Zero,
}

/// Checks that are off unless asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OptionalChecks {
    pub signed_overflow: bool,
    pub uninitialised_read: bool,
    pub memory_leak: bool,
}

impl OptionalChecks {
    /// The checks that are on, by what they look for.
    pub fn kinds(self) -> impl Iterator<Item = BugKind> {
        // Without a rest: a new check does not compile until it is listed here.
        let Self { signed_overflow, uninitialised_read, memory_leak } = self;
        [
            (signed_overflow, BugKind::SignedOverflow),
            (uninitialised_read, BugKind::UninitialisedRead),
            (memory_leak, BugKind::MemoryLeak),
        ]
        .into_iter()
        .filter_map(|(is_on, kind)| is_on.then_some(kind))
    }

    /// The inverse of [`OptionalChecks::kinds`].
    pub fn of_kinds(kinds: &[BugKind]) -> Self {
        Self {
            signed_overflow: kinds.contains(&BugKind::SignedOverflow),
            uninitialised_read: kinds.contains(&BugKind::UninitialisedRead),
            memory_leak: kinds.contains(&BugKind::MemoryLeak),
        }
    }
}

/// The capacity of the allocations at one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteCapacity {
    /// The whole path of the source, or its last parts.
    pub file: String,
    pub line: u32,
    pub capacity: u64,
}

/// Bytes by which an allocation of symbolic size may exceed its smallest size, where nobody says otherwise.
pub const DEFAULT_CAPACITY: u64 = 64;

#[derive(Clone, Debug)]
pub struct ExecConfig {
    pub sizes: SizeMode,
    pub fresh: FreshMode,
    /// Largest size in bytes that an allocation of symbolic size may take; none: what the program checks, or [`DEFAULT_CAPACITY`].
    pub capacity: Option<u64>,
    /// With lazy sizes: those above the capacity are explored when nothing else is left, instead of being lost.
    pub larger_sizes_last: bool,
    /// Capacities of single allocations, by their place.
    pub capacity_at: Vec<SiteCapacity>,
    /// An allocation larger than this fails, as `malloc` does for absurd sizes.
    pub max_allocation: u64,
    /// An allocation of more bytes than this is a bug; none by default.
    pub large_allocation: Option<u64>,
    /// A path that is executed for longer than this, without the time of the solver, is a bug; none by default.
    pub max_path_time: Option<Duration>,
    pub checks: OptionalChecks,
    /// Report shifts by the width or more. Off for optimised bitcode, where LLVM speculates them.
    pub check_shifts: bool,
    /// `malloc` may also return NULL: both are explored.
    pub malloc_may_fail: bool,
    /// `abort` ends a path that is of no interest, as in software-verification tasks, instead of being a bug.
    pub abort_is_silent: bool,
    /// Bytes of stack before a call is a stack overflow; the native default is 8 MiB.
    pub max_stack: u64,
    /// Forks on one path before it is stopped; 0 for no limit.
    pub max_depth: u64,
    /// Objects or functions one symbolic pointer may resolve to; the rest is listed as lost.
    pub max_resolutions: usize,
    /// Pass what the program writes to its standard output and error through.
    pub show_output: bool,
    /// Floating-point numbers that depend on input stay unknown, with values from their operations (symcretes), instead of being fixed to one.
    pub open_floats: bool,
    /// Of a function that is explored on its own.
    pub entry: EntryConfig,
}

impl Default for ExecConfig {
    fn default() -> Self {
        Self {
            sizes: SizeMode::default(),
            fresh: FreshMode::default(),
            capacity: None,
            capacity_at: Vec::new(),
            larger_sizes_last: false,
            max_allocation: 1 << 40,
            large_allocation: None,
            max_path_time: None,
            checks: OptionalChecks::default(),
            check_shifts: true,
            malloc_may_fail: false,
            abort_is_silent: false,
            max_stack: 8 << 20,
            max_depth: 0,
            max_resolutions: 64,
            show_output: false,
            open_floats: false,
            entry: EntryConfig::default(),
        }
    }
}
