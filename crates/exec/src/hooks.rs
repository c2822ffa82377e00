//! Where strategies plug into execution.
//!
//! * [`Unknowns`] decides what a call to a function without body means.
//! * [`Host`] is the real file system, as far as the program may read it.
//! * [`LoopStrategy`] is told where paths fork, where they cross the border of a loop and where they end, and may take a
//!   state out of circulation to merge it with others, or replace a loop by what it does. Several are asked in order.
//!
//! They work on states with the verbs of [`crate::ops`].
//!
//! The searchers' trait lives in the `search` crate: execution never asks which state is next.

use crate::{Ending, Executor, Lane, State, StateId};
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Marker};
use bowline_ir::{CallSite, EdgeId, FuncId, LoopCrossing, Width};
use bowline_memory::Value;
use bowline_solver::Path;

/// A call to a function that has no body and is no builtin.
pub struct UnknownCall<'a> {
    pub function: FuncId,
    /// How the arguments group and travel.
    pub site: &'a CallSite,
    pub args: &'a [(Value, Width)],
    /// Widths of the results the caller expects.
    pub results: &'a [Width],
}

/// What became of it.
pub enum UnknownOutcome {
    /// It returned these values.
    Returned(Vec<Value>),
    /// The path ends; the reason has been recorded in the executor's `lost`.
    Ended(Ending),
}

pub trait Unknowns {
    fn call(&mut self, executor: &mut Executor, state: &mut State, call: &UnknownCall<'_>) -> UnknownOutcome;

    /// Does an address belong to memory of unknown code? The program may hold one; using it ends the path as lost.
    fn owns(&self, _address: u64) -> bool {
        false
    }
}

/// Why a real file cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostError {
    /// The system says so: a number as in `errno`.
    System(i32),
    /// The user did not allow it.
    Refused,
}

/// What `lstat` says about a real file, as far as programs are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HostStatus {
    /// Kind and permissions.
    pub mode: u32,
    pub size: u64,
    pub number: u64,
    /// Rights of `access` that the user does not have: 4 to read, 2 to write, 1 to execute or enter.
    pub refused: u32,
    /// Nanoseconds since the epoch.
    pub modified: i64,
}

/// The real file system, read only. Paths are absolute and without links. Answers do not change during a run.
pub trait Host {
    fn status(&mut self, path: &[u8]) -> Result<HostStatus, HostError>;
    /// The bytes of a file, or the target of a symbolic link.
    fn read(&mut self, path: &[u8]) -> Result<Vec<u8>, HostError>;
    /// The names in a directory, sorted, without `.` and `..`.
    fn list(&mut self, path: &[u8]) -> Result<Vec<Vec<u8>>, HostError>;
    /// The directory the program starts in.
    fn directory(&mut self) -> Result<Vec<u8>, HostError>;
    /// The paths that were read or listed so far, sorted.
    fn used(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }
}

/// A system without files.
pub struct NoHost;

impl NoHost {
    /// ENOENT
    const MISSING: HostError = HostError::System(2);
}

impl Host for NoHost {
    fn status(&mut self, _: &[u8]) -> Result<HostStatus, HostError> {
        Err(Self::MISSING)
    }
    fn read(&mut self, _: &[u8]) -> Result<Vec<u8>, HostError> {
        Err(Self::MISSING)
    }
    fn list(&mut self, _: &[u8]) -> Result<Vec<Vec<u8>>, HostError> {
        Err(Self::MISSING)
    }
    fn directory(&mut self) -> Result<Vec<u8>, HostError> {
        Err(Self::MISSING)
    }
}

/// What a strategy does with a state that crosses the border of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Crossing {
    /// Nothing: whoever comes next is asked, and in the end the state goes on.
    Pass,
    /// It takes the state out of circulation, and owns what happens next (see [`LoopStrategy::hold`]).
    Hold,
    /// It has replaced what the loop does: the state stands behind this exit of it, with the registers of the block there.
    /// Further states that leave the loop go through [`Executor::send_behind`].
    Behind(EdgeId),
    /// The path is over.
    End(Ending),
}

/// Where a program itself says which paths are to be joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MergeMark {
    /// `klee_open_merge`
    Open,
    /// `klee_close_merge`
    Close,
}

/// What it took to run a state for a while: counted, so that runs with the same seed agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    pub instructions: u64,
    /// Of the solver's back end, in instructions that could have been executed instead; see
    /// [`SolverStats::effort`](bowline_solver::SolverStats).
    pub solver: u64,
}

/// A fork as strategies see it.
pub struct Fork<'a> {
    /// The path of the parent before the fork.
    pub before: &'a Path,
    /// What the program asked for, whatever the path knew of it.
    pub asked: ExprId,
    /// What the parent, which goes on, adds to its path.
    pub condition: ExprId,
    /// The state that goes on under the negation, with that negation; none where the path was only narrowed.
    pub other: Option<(&'a mut State, ExprId)>,
    /// Whoever asked needs the two apart, as our number parsers do: no reason to gather the paths of the loop around it.
    pub for_good: bool,
}

/// One way to deal with loops. Strategies are asked in order where a state crosses the border of a loop; the first that has an
/// answer decides. They are all told what else happens, except for what they do themselves.
pub trait LoopStrategy {
    /// A state forked, or its path was narrowed. `state` is the parent, already confined to its own side; both states are
    /// still at the instruction that forked. The strategy may put them into lanes.
    fn forked(&mut self, _executor: &mut Executor, _state: &mut State, _fork: Fork<'_>) {}

    /// An object got this expression for its size.
    fn sized(&mut self, _executor: &mut Executor, _size: ExprId) {}

    /// `whole` was read, and is `part` on the path of the reader, which has decided the choices in it.
    fn reduced(&mut self, _executor: &mut Executor, _whole: ExprId, _part: ExprId) {}

    /// A state took an edge that enters, repeats or leaves a loop; its registers are already those of the target block.
    fn crossed(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        edge: EdgeId,
        crossing: LoopCrossing,
    ) -> Crossing;

    /// A state took an edge that crosses no border of a loop; its registers are already those of the target block: [`Crossing::Pass`] or
    /// [`Crossing::Hold`].
    fn stepped(&mut self, _executor: &mut Executor, _state: &mut State) -> Crossing {
        Crossing::Pass
    }

    /// A state came to a mark of the program's, and stands behind it: [`Crossing::Pass`] or [`Crossing::Hold`].
    fn marked(&mut self, _executor: &mut Executor, _state: &mut State, _mark: MergeMark) -> Crossing {
        Crossing::Pass
    }

    /// Takes over a state that it answered [`Crossing::Hold`] for.
    fn hold(&mut self, _executor: &mut Executor, _state: State) {
        unreachable!("a strategy that holds states says what becomes of them");
    }

    /// A state was run for a while; it may have ended or been held meanwhile. What its siblings cost until then counts as its own.
    fn ran(&mut self, _state: &State, _effort: Effort) {}

    /// A state ended; it will not come back.
    fn ended(&mut self, _state: &State, _ending: &Ending) {}

    /// States to put (back) into circulation, such as the result of a merge.
    fn released(&mut self, _executor: &mut Executor) -> Vec<State> {
        Vec::new()
    }

    /// Lanes whose states need not go on, because the other lane has explored what they would.
    fn superseded(&mut self) -> Vec<Lane> {
        Vec::new()
    }

    /// Another strategy is about to take a state on that stands at the start of a loop. If that is to race with what this one does with such states: the state
    /// that the other one gets, with its lane, and the same inputs.
    fn race(&mut self, _executor: &mut Executor, _state: &mut State) -> Option<State> {
        None
    }

    /// States of a lane that are held, and need not go on.
    fn give_back(&mut self, _lane: Lane) -> Vec<State> {
        Vec::new()
    }

    /// A running state that should go first, so that those that wait for it do not starve.
    fn preferred(&self) -> Option<StateId> {
        None
    }

    /// A running state that has little to do and should go before all others, whatever their lane.
    fn urgent(&self) -> Option<StateId> {
        None
    }

    /// States that are out of circulation, for pending tests.
    fn held(&self) -> Vec<&State> {
        Vec::new()
    }

    /// Names every expression that is kept, held states included, as roots of a collection.
    fn mark(&self, _seen: &mut FxHashSet<usize>, _marker: &mut Marker) {}
}

/// Ends every path that calls unknown code, and says so.
pub struct StopAtUnknowns;

impl Unknowns for StopAtUnknowns {
    fn call(&mut self, executor: &mut Executor, state: &mut State, call: &UnknownCall<'_>) -> UnknownOutcome {
        let name = executor.program().module.functions[call.function].name.clone();
        executor.lose(crate::LostKind::UnknownFunction, format!("call of {name}"), state);
        UnknownOutcome::Ended(Ending::Lost)
    }
}
