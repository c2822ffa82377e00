//! A state: one path through the program, up to now.

use crate::EntryPoint;
use crate::history::Freed;
use crate::lazy::LazyHeap;
use crate::path_tree::PathNodeId;
use crate::seeds::Seeds;
use crate::small::UnknownSizes;
use crate::variadic::Variadic;
use bowline_base::{FxHashSet, PersistentMap, PersistentVec, Shared};
use bowline_expr::{ExprId, Marker, SymId};
use bowline_ir::{CallId, FuncId, Position, Reg};
use bowline_memory::{Memory, ObjectId, Value};
use bowline_solver::Path;
use std::any::Any;
use std::rc::Rc;
use std::time::Duration;

bowline_base::define_id!(/// A state of a run; never reused.
    pub StateId, "state");

/// An active call.
#[derive(Clone, Debug)]
pub struct Frame {
    pub function: FuncId,
    /// The instruction to execute next.
    pub position: Position,
    pub registers: Box<[Value]>,
    /// Objects that die with the frame, oldest first.
    pub locals: Vec<ObjectId>,
    /// Where the variadic arguments are.
    pub(crate) variadic: Option<Box<Variadic>>,
    /// Unique within the path, for `longjmp`.
    pub serial: u32,
    /// Bytes of stack in use up to and including this frame.
    pub stack_used: u64,
    /// The call in the caller that this frame returns to; none for the functions that the run itself starts.
    pub returns_to: Option<CallId>,
}

/// The frames below the top one, shared between states.
#[derive(Clone, Debug)]
pub struct Caller {
    pub frame: Frame,
    pub below: Option<Rc<Caller>>,
}

impl Frame {
    /// A frame of no function, to leave behind when one is moved out.
    pub(crate) fn vacant() -> Self {
        Self {
            function: FuncId(0),
            position: 0,
            registers: Box::default(),
            locals: Vec::new(),
            variadic: None,
            serial: 0,
            stack_used: 0,
            returns_to: None,
        }
    }
}

/// Deep recursion under test must not become deep recursion here: frames are freed one after the other.
impl Drop for Caller {
    fn drop(&mut self) {
        let mut next = self.below.take();
        while let Some(caller) = next {
            match Rc::try_unwrap(caller) {
                Ok(mut last_owner) => next = last_owner.below.take(),
                Err(_) => break,
            }
        }
    }
}

/// What a state that has not run yet will be confined to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unasked {
    pub condition: ExprId,
    /// Where it will stand behind the instruction that it waits at, where that is known.
    pub leads_to: Option<Position>,
}

/// An input the program made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub name: Rc<str>,
    pub symbol: SymId,
    /// Its size in bytes as an expression where it is symbolic.
    pub size: Value,
}

/// A wish about test inputs that is kept where the path allows it (`klee_prefer_cex`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preference(pub ExprId);

/// Where a `longjmp` goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JumpPoint {
    pub serial: u32,
    pub position: Position,
    pub result: Option<Reg>,
}

/// What the run still has to call when the stack is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Constructors { next: usize },
    Setup,
    Main,
    Exit,
    Destructors { next: usize, status: u64 },
}

/// Several ways to explore the same inputs may be tried in turns, until one of them has come to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lane {
    pub race: u32,
    pub way: Way,
}

/// What is done about loops in a lane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// States are joined where they meet.
    Joined,
    /// Many iterations are one step, where that has a closed form.
    Runs,
    /// Nothing: each path is one.
    Plain,
}

impl State {
    /// Is the state in a lane where this is done?
    pub fn goes(&self, way: Way) -> bool {
        self.lane.is_some_and(|lane| lane.way == way)
    }
}

#[derive(Clone)]
pub struct State {
    pub id: StateId,
    pub frame: Frame,
    pub callers: Option<Rc<Caller>>,
    pub memory: Memory,
    pub path: Path,
    pub inputs: Shared<PersistentVec<Input>>,
    pub preferences: Shared<PersistentVec<Preference>>,
    /// How many inputs of each name exist.
    pub(crate) occurrences: Shared<PersistentMap<Rc<str>, u32>>,
    pub(crate) jumps: Shared<PersistentVec<JumpPoint>>,
    pub(crate) stage: Stage,
    pub(crate) entry: EntryPoint,
    /// What `main` returned.
    pub(crate) main_result: Value,
    pub(crate) next_serial: u32,
    /// Forks on the way here.
    pub depth: u64,
    /// Instructions executed on this path.
    pub instructions: u64,
    /// Time spent on executing it, without the solver's, where that is limited.
    pub(crate) busy: Duration,
    /// Solver queries asked on this path.
    pub queries: u64,
    /// Something was covered for the first time by this path, and no test has been written for it yet.
    pub covered_new: bool,
    /// Lines of the program among what it covered for the first time.
    pub new_lines: u32,
    /// Instructions executed on this path when it last covered something new.
    pub last_new_at: u64,
    /// How often the current instruction was split over targets of a symbolic pointer.
    pub(crate) resolutions: u32,
    /// The way to explore that it belongs to, where there are two.
    pub lane: Option<Lane>,
    /// A strategy of the run joins states, perhaps this one.
    pub may_join: bool,
    /// Values of it are choices: a block of unknown length was written, states were joined, or a strategy has put values in. What it reads and
    /// branches on is freed of those that its path has decided.
    pub(crate) has_choices: bool,
    /// Where the state is in the tree of paths.
    pub(crate) path_node: PathNodeId,
    /// Heap objects that are gone, for messages.
    pub(crate) freed: Freed,
    /// Seeds whose path this is.
    pub(crate) seeds: Seeds,
    /// What its path is confined to as soon as it runs: the side of a branch that no seed took, and that perhaps nothing can take.
    pub(crate) unasked: Option<Unasked>,
    /// `klee_set_forking(0)`: follow the model at branches.
    pub(crate) forking_off: bool,
    /// What the hook for unknown code knows of that code's own memory on this path; shared by the paths that forked since.
    pub unknown_memory: Option<Rc<dyn Any>>,
    /// What the caller of the function chose that is explored on its own; none where a program is.
    pub lazy: Option<Rc<LazyHeap>>,
    /// Functions that others are called in place of (`klee_alias_function`).
    pub(crate) aliases: Option<Rc<Vec<(FuncId, FuncId)>>>,
    /// Sizes of objects that were left unknown without a bound.
    pub(crate) unknown_sizes: Shared<UnknownSizes>,
}

impl State {
    #[inline]
    pub fn register(&self, reg: Reg) -> Value {
        self.frame.registers[reg.0 as usize]
    }

    #[inline]
    pub fn set(&mut self, reg: Reg, value: Value) {
        self.frame.registers[reg.0 as usize] = value;
    }

    /// Nobody has asked yet whether any input gets here.
    pub fn is_unasked(&self) -> bool {
        self.unasked.is_some()
    }

    /// Where its innermost frame goes on: for a state that waits at a branch, on the side that it waits for.
    pub fn next_position(&self) -> Position {
        self.unasked.and_then(|unasked| unasked.leads_to).unwrap_or(self.frame.position)
    }

    /// The function that a call of another one means.
    #[inline]
    pub(crate) fn called_in_place_of(&self, callee: FuncId) -> FuncId {
        let alias = self.aliases.as_ref().and_then(|all| all.iter().find(|(from, _)| *from == callee));
        alias.map_or(callee, |(_, to)| *to)
    }

    /// What `main` returned, for all inputs of the path; 0 while it has not.
    pub fn result_of_main(&self) -> Value {
        self.main_result
    }

    /// The function that is explored on its own; none where a program is.
    pub fn explored_function(&self) -> Option<FuncId> {
        match self.entry {
            EntryPoint::Function { function, .. } => Some(function),
            EntryPoint::Main { .. } => None,
        }
    }

    /// Active frames, innermost first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        let below = std::iter::successors(self.callers.as_deref(), |caller| caller.below.as_deref());
        std::iter::once(&self.frame).chain(below.map(|caller| &caller.frame))
    }

    pub(crate) fn push_frame(&mut self, frame: Frame) {
        let caller = std::mem::replace(&mut self.frame, frame);
        let below = self.callers.take();
        self.callers = Some(Rc::new(Caller { frame: caller, below }));
    }

    /// The top frame and its locals are gone, and another one stands there.
    pub(crate) fn replace_frame(&mut self, frame: Frame) {
        self.free_locals();
        self.frame = frame;
    }

    fn free_locals(&mut self) {
        for local in std::mem::take(&mut self.frame.locals) {
            self.memory.free(local);
        }
    }

    /// Drops the top frame and its locals; false when it was the last.
    pub(crate) fn pop_frame(&mut self) -> bool {
        self.free_locals();
        let Some(caller) = self.callers.take() else { return false };
        let mut caller = Rc::unwrap_or_clone(caller);
        self.frame = std::mem::replace(&mut caller.frame, Frame::vacant());
        self.callers = caller.below.take();
        true
    }

    /// What a state covered before it was copied is told by its own test, not by the copy's.
    pub(crate) fn leave_coverage_to_parent(&mut self) {
        self.covered_new = false;
        self.new_lines = 0;
    }

    /// Will nobody ever join it with other states? Then it may split where states that are to be joined had better stay one.
    pub fn stays_alone(&self) -> bool {
        !self.may_join || self.lane.is_some_and(|lane| lane.way != Way::Joined)
    }

    /// Bytes were written as many as a length says.
    pub(crate) fn note_choices(&mut self, length: Value) {
        self.has_choices |= length.as_int().is_none();
    }

    /// Marks every expression the state refers to. `seen` answers whether an address of shared structure is new.
    pub fn mark(&self, seen: &mut FxHashSet<usize>, marker: &mut Marker) {
        // Without a rest: a new field does not compile until it is looked at here.
        let Self {
            id: _,
            frame,
            callers,
            memory,
            path,
            inputs,
            preferences,
            occurrences: _,
            jumps: _,
            stage: _,
            entry: _,
            main_result,
            next_serial: _,
            depth: _,
            instructions: _,
            busy: _,
            queries: _,
            covered_new: _,
            new_lines: _,
            last_new_at: _,
            resolutions: _,
            lane: _,
            may_join: _,
            has_choices: _,
            path_node: _,
            freed: _,
            // Models have bytes, not expressions.
            seeds: _,
            unasked,
            forking_off: _,
            // Addresses and bytes of native code.
            unknown_memory: _,
            lazy,
            aliases: _,
            unknown_sizes,
        } = self;
        mark_frame(frame, marker);
        let mut caller = callers.as_ref();
        while let Some(shared) = caller {
            if !seen.insert(Rc::as_ptr(shared) as usize) {
                break;
            }
            mark_frame(&shared.frame, marker);
            caller = shared.below.as_ref();
        }
        memory.mark(&mut |address| seen.insert(address), marker);
        path.mark(marker);
        mark_value(*main_result, marker);
        inputs.iter().for_each(|input| mark_value(input.size, marker));
        preferences.iter().for_each(|wish| marker.mark(wish.0));
        unasked.iter().for_each(|unasked| marker.mark(unasked.condition));
        unknown_sizes.iter().for_each(|size| marker.mark(size));
        lazy.iter().for_each(|heap| heap.mark(marker));
    }
}

fn mark_value(value: Value, marker: &mut Marker) {
    if let Value::Expr(id) = value {
        marker.mark(id);
    }
}

fn mark_frame(frame: &Frame, marker: &mut Marker) {
    for value in &frame.registers {
        mark_value(*value, marker);
    }
}
