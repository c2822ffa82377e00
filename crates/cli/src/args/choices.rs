//! Values of options that are one of a few words, as help explains them, and what each means to the engine.

use bowline_engine::config::{self, LoopMode, TestPolicy, UnknownsMode};
use bowline_engine::{Checks, FreshMode, LoggedQueries, MainSolver, SizeMode};
use clap::ValueEnum;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum BackEnd {
    Bitwuzla,
    Z3,
}

impl From<BackEnd> for MainSolver {
    fn from(choice: BackEnd) -> Self {
        match choice {
            BackEnd::Bitwuzla => Self::Bitwuzla,
            BackEnd::Z3 => Self::Z3,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LogWhich {
    /// Every one
    All,
    /// Those that only the back end could answer
    BackEnd,
}

impl From<LogWhich> for LoggedQueries {
    fn from(choice: LogWhich) -> Self {
        match choice {
            LogWhich::All => Self::All,
            LogWhich::BackEnd => Self::BackEnd,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum OptionalCheck {
    /// Arithmetic on signed numbers that overflows
    SignedOverflow,
    /// Reads of memory that was never written
    UninitialisedRead,
    /// Heap memory that nothing points to any more at the end
    MemoryLeak,
    /// All of these
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Unknowns {
    /// Calls the host's function in a sandboxed process, with concrete arguments
    Native,
    /// The same, and again with other arguments when a branch asks for another result
    Symcrete,
    /// Does what running the function on chosen inputs has told; else as `native`
    Infer,
    /// Gives an unknown result and changes no memory
    Symbolic,
    /// Ends the path
    Stop,
    /// Is a mistake that is told before the run
    Error,
}

impl From<Unknowns> for UnknownsMode {
    fn from(choice: Unknowns) -> Self {
        match choice {
            Unknowns::Native => Self::Native,
            Unknowns::Symcrete => Self::Symcrete,
            Unknowns::Infer => Self::Infer,
            Unknowns::Symbolic => Self::Symbolic,
            Unknowns::Stop => Self::Stop,
            Unknowns::Error => Self::Error,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CheckLevel {
    /// Only what costs nothing
    Off,
    /// Every model is evaluated against its question
    Cheap,
    /// Also a second solver for "unsatisfiable", and a proof for every merge
    Full,
}

impl From<CheckLevel> for Checks {
    fn from(choice: CheckLevel) -> Self {
        match choice {
            CheckLevel::Off => Self::Off,
            CheckLevel::Cheap => Self::Cheap,
            CheckLevel::Full => Self::Full,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Sizes {
    /// Takes the largest size
    Max,
    /// Forks, one path per size
    Eager,
    /// Keeps the size unknown, up to the capacity
    Lazy,
    /// Keeps the size unknown, whatever it is
    Unbounded,
}

impl From<Sizes> for SizeMode {
    fn from(choice: Sizes) -> Self {
        match choice {
            Sizes::Max => Self::Max,
            Sizes::Eager => Self::Eager,
            Sizes::Lazy => Self::Lazy,
            Sizes::Unbounded => Self::Unbounded,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LargerSizes {
    /// Are explored when nothing else is left, without a bound
    Last,
    /// Are not explored, and listed
    Lost,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Fresh {
    /// Anything, as in a real run
    Unknown,
    /// Zeros
    Zero,
}

impl From<Fresh> for FreshMode {
    fn from(choice: Fresh) -> Self {
        match choice {
            Fresh::Unknown => Self::Unknown,
            Fresh::Zero => Self::Zero,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Loops {
    /// They stay apart
    Fork,
    /// The same as merge, built from whole paths; for comparison
    MergeNaive,
    /// They become one path per exit of the loop
    Merge,
    /// The same, as a formula of the number of iterations where they follow a pattern
    Pattern,
    /// Iterations are taken many at a time, where what they do has a closed form
    Summary,
    /// fork and summary, in turns, until one has explored everything
    Auto,
}

impl From<Loops> for LoopMode {
    fn from(choice: Loops) -> Self {
        match choice {
            Loops::Fork => Self::Fork,
            Loops::MergeNaive => Self::MergeNaive,
            Loops::Merge => Self::Merge,
            Loops::Pattern => Self::Pattern,
            Loops::Summary => Self::Summary,
            Loops::Auto => Self::Auto,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MergeOn {
    /// Those on the size of an object
    Size,
    /// Every fork
    Any,
}

impl From<MergeOn> for config::MergeOn {
    fn from(choice: MergeOn) -> Self {
        match choice {
            MergeOn::Size => Self::Size,
            MergeOn::Any => Self::Any,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MergeLoops {
    /// Those that make no objects, call only small functions and have few blocks, as long as merging them pays
    Small,
    /// Every loop
    All,
}

impl From<MergeLoops> for config::MergeLoops {
    fn from(choice: MergeLoops) -> Self {
        match choice {
            MergeLoops::Small => Self::Small(config::SmallLoops::default()),
            MergeLoops::All => Self::All,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Tests {
    /// Every path
    All,
    /// Those that cover something new, and bugs
    New,
    /// Only bugs
    Bugs,
    /// No path
    None,
}

impl From<Tests> for TestPolicy {
    fn from(choice: Tests) -> Self {
        match choice {
            Tests::All => Self::All,
            Tests::New => Self::New,
            Tests::Bugs => Self::Bugs,
            Tests::None => Self::None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Confirm {
    /// The inputs of bugs
    Bugs,
    /// Every test, which must do what the run predicted
    All,
    /// Nothing
    None,
}

impl From<Confirm> for config::Confirm {
    fn from(choice: Confirm) -> Self {
        match choice {
            Confirm::Bugs => Self::Bugs,
            Confirm::All => Self::All,
            Confirm::None => Self::None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EntryPointers {
    /// NULL, or an object of any size
    Any,
    /// Never NULL where it is used, and as large as every access needs
    Valid,
}

impl From<EntryPointers> for bowline_engine::EntryPointers {
    fn from(choice: EntryPointers) -> Self {
        match choice {
            EntryPointers::Any => Self::Any,
            EntryPointers::Valid => Self::Valid,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EntryAliases {
    /// Those of the same type
    SameType,
    /// None that lead to an object
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EntryGlobals {
    /// As the program initialises them
    Initial,
    /// Any
    Unknown,
}
