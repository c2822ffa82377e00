//! What was not explored, and why. A run that lost nothing and was not stopped is exhaustive.

use bowline_base::FxHashMap;
use bowline_ir::SourceLoc;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LostKind {
    /// The path ended at something that is not supported.
    Unsupported,
    /// The path ended at a call to code that is not known.
    UnknownFunction,
    /// The path went on with a result of unknown code that need not be the real one.
    AssumedResult,
    /// The path went on after native code changed something that all paths share.
    NativeState,
    /// The path went on as if the system had refused what the program asked for; what follows a success was not followed.
    Refused,
    /// The path went on with one of several values.
    Concretised,
    /// The solver did not answer in time; that side was not followed.
    SolverUnknown,
    /// Sizes or offsets above a capacity were not followed.
    Capacity,
    /// A symbolic pointer had more targets than the limit.
    Resolutions,
    /// The path went on with what a model of unknown code says, which was measured and not proved.
    Measured,
    /// The path was stopped by a limit.
    Limit,
}

impl LostKind {
    pub const fn name(self) -> &'static str {
        match self {
            LostKind::Unsupported => "unsupported",
            LostKind::UnknownFunction => "unknown-function",
            LostKind::AssumedResult => "assumed-result",
            LostKind::NativeState => "native-state",
            LostKind::Refused => "refused",
            LostKind::Concretised => "concretised",
            LostKind::SolverUnknown => "solver-unknown",
            LostKind::Capacity => "capacity",
            LostKind::Resolutions => "resolutions",
            LostKind::Measured => "measured",
            LostKind::Limit => "limit",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LostEntry {
    pub kind: LostKind,
    /// What exactly: the instruction, the function, the value.
    pub what: String,
    pub loc: SourceLoc,
}

/// Counts equal entries.
#[derive(Clone, Default, Debug)]
pub struct Lost {
    counts: FxHashMap<LostEntry, u64>,
    /// In the order of first occurrence.
    order: Vec<LostEntry>,
}

impl Lost {
    pub fn add(&mut self, kind: LostKind, what: impl Into<String>, loc: SourceLoc) {
        let entry = LostEntry { kind, what: what.into(), loc };
        let count = self.counts.entry(entry.clone()).or_insert(0);
        if *count == 0 {
            self.order.push(entry);
        }
        *count += 1;
    }

    pub fn iter(&self) -> impl Iterator<Item = (&LostEntry, u64)> {
        self.order.iter().map(|entry| (entry, self.counts[entry]))
    }

    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}
