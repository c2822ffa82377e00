//! Where strategies plug into execution.
//!
//! * [`Unknowns`] decides what a call to a function without body means.
//! * [`Host`] is the real file system, as far as the program may read it.
//! * [`Join`] is told where paths fork, where they cross the border of a loop and where they end, and may take a
//!   state out of circulation at a loop exit to merge it with others or to replace a loop by its summary.
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

/// The number of an error, as in `errno`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostError(pub i32);

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
    const MISSING: HostError = HostError(2);
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

/// What a state does after a joiner looked at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crossing {
    Continue,
    /// The state leaves the scheduler; the joiner owns what happens next (see [`Join::released`]).
    Park,
}

/// A fork as the execution tree sees it.
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

pub trait Join {
    /// A state forked, or its path was narrowed. `state` is the parent, already confined to its own side; both states are
    /// still at the instruction that forked. The joiner may put them into lanes.
    fn forked(&mut self, executor: &mut Executor, state: &mut State, fork: Fork<'_>);

    /// An object got this expression for its size.
    fn sized(&mut self, executor: &mut Executor, size: ExprId);

    /// `whole` was read, and is `part` on the path of the reader, which has decided the choices in it.
    fn reduced(&mut self, executor: &mut Executor, whole: ExprId, part: ExprId);

    /// A state took an edge that enters, repeats or leaves a loop; its registers are already those of the target block.
    fn crossed(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        edge: EdgeId,
        crossing: LoopCrossing,
    ) -> Crossing;

    /// Takes over a state that was parked.
    fn park(&mut self, executor: &mut Executor, state: State);

    /// A state ended; it will not come back.
    fn ended(&mut self, state: &State, ending: &Ending);

    /// States to put (back) into circulation, such as the result of a merge.
    fn released(&mut self, executor: &mut Executor) -> Vec<State>;

    /// Lanes whose states need not go on, because the other lane has explored what they would.
    fn superseded(&mut self) -> Vec<Lane> {
        Vec::new()
    }

    /// A running state that should go first, so that a join does not starve.
    fn preferred(&self) -> Option<StateId>;

    /// States held back, for pending tests.
    fn parked(&self) -> Vec<&State>;

    /// Names every expression that is held, parked states included, as roots of a collection.
    fn mark(&self, seen: &mut FxHashSet<usize>, marker: &mut Marker);
}

/// Joins nothing: every path stays alone.
pub struct NoJoin;

impl Join for NoJoin {
    fn forked(&mut self, _: &mut Executor, _: &mut State, _: Fork<'_>) {}
    fn sized(&mut self, _: &mut Executor, _: ExprId) {}
    fn reduced(&mut self, _: &mut Executor, _: ExprId, _: ExprId) {}
    fn crossed(&mut self, _: &mut Executor, _: &mut State, _: EdgeId, _: LoopCrossing) -> Crossing {
        Crossing::Continue
    }
    fn park(&mut self, _: &mut Executor, _: State) {}
    fn ended(&mut self, _: &State, _: &Ending) {}
    fn released(&mut self, _: &mut Executor) -> Vec<State> {
        Vec::new()
    }
    fn preferred(&self) -> Option<StateId> {
        None
    }
    fn parked(&self) -> Vec<&State> {
        Vec::new()
    }
    fn mark(&self, _: &mut FxHashSet<usize>, _: &mut Marker) {}
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
