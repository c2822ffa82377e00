//! How states become one: the only place that knows what each part of a state means for that.
//!
//! * [`Executor::fits`] and [`Executor::same_store`] say which states can be joined: grouping.
//! * [`Executor::join`] makes one state of several; how conditions and values are chosen among the members' own is the
//!   [`Shape`]'s concern.
//!
//! States are taken apart field by field, without a rest: a new field does not compile until it is dealt with here (and in
//! [`State::mark`]).

mod rows;
mod values;

pub use rows::words;

use crate::seeds::Seeds;
use crate::state::Frame;
use crate::{Executor, Input, LazyHeap, State};
use bowline_base::PersistentVec;
use bowline_expr::{ExprId, Model, Pool, SymId};
use bowline_ir::Width;
use bowline_memory::{Kind, Object};
use bowline_solver::Path;
use std::rc::Rc;
use values::Choice;

/// Models of members that a joined state keeps beside its own, and as many of what these have kept.
const SPARE_MODELS: usize = 12;

/// How the condition and the values of a joined state are built.
pub trait Shape {
    /// Holds for exactly the inputs of the members, on the path that all of them continue.
    fn condition(&mut self, pool: &mut Pool) -> ExprId;

    /// Equals each member's own value where the path is that member's. The values are in the order of the members and not
    /// all the same.
    fn value(&mut self, pool: &mut Pool, own: &[ExprId]) -> ExprId;

    /// A model of a member's path, with what condition and values ask for beside the inputs.
    fn model(&self, _member: usize, model: &Rc<Model>) -> Rc<Model> {
        Rc::clone(model)
    }

    /// May words that lie side by side be one formula?
    fn makes_formulas(&self) -> bool {
        false
    }

    /// One formula for as many of some words, from the first on, as it is good for.
    fn formula(&mut self, _pool: &mut Pool, _words: &[ExprId]) -> Option<WordFormula> {
        None
    }
}

/// Words that lie side by side and are one formula of their number.
pub struct WordFormula {
    /// An unknown of eight bytes that stands for the number of a word.
    pub number: SymId,
    pub word: ExprId,
    pub count: usize,
}

/// Several states as one.
pub struct Joined {
    pub state: State,
    /// What the state's path adds to the one that all members continue.
    pub condition: ExprId,
    /// Every value that was chosen, with the members' own.
    pub values: Vec<(ExprId, Vec<ExprId>)>,
    /// Words of memory that became formulas.
    pub formula_words: usize,
}

impl Executor {
    /// Do two states agree in everything that cannot be joined: where they are, what they have allocated and asked for?
    pub fn fits(&self, a: &State, b: &State) -> bool {
        self.fits_beside_memory(a, b) && self.fitting_memories(a, b)
    }

    /// Do two states agree in everything that cannot be joined, but for what they have allocated?
    pub fn fits_beside_memory(&self, a: &State, b: &State) -> bool {
        let State {
            id: _,
            frame,
            callers,
            memory: _,
            path,
            inputs,
            preferences: _,
            // Follows from the inputs.
            occurrences: _,
            jumps,
            stage,
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
            // Whoever joins keeps lanes apart.
            lane: _,
            may_join: _,
            has_choices: _,
            path_node: _,
            // For messages only.
            freed: _,
            seeds: _,
            // States that have run have none.
            unasked: _,
            forking_off,
            unknown_memory,
            lazy,
            aliases,
            // A wish.
            unknown_sizes: _,
        } = a;
        same_owner(callers, &b.callers)
            && fitting_frames(frame, &b.frame)
            && same_inputs(inputs, &b.inputs, lazy.as_deref())
            && *jumps == b.jumps
            && *stage == b.stage
            && *main_result == b.main_result
            && *forking_off == b.forking_off
            && same_owner(unknown_memory, &b.unknown_memory)
            && path.has_symcretes_of(&b.path)
            && *aliases == b.aliases
            // Who has not made an object has not asked what the pointer to it is.
            && same_caller(lazy.as_deref(), b.lazy.as_deref())
    }

    /// Every object is in both with the same shape, or was never made in one of them. Where leaks are looked for, what is on the heap must have
    /// been made by both: nobody could free it on the paths of the one that never had it.
    pub fn fitting_memories(&self, a: &State, b: &State) -> bool {
        let may_come = |object: &Object| !(self.config.checks.memory_leak && object.kind() == Kind::Heap);
        a.memory.differing_objects(&b.memory).into_iter().all(|id| {
            match (a.memory.object(id), b.memory.object(id)) {
                (Some(x), Some(y)) => x.has_shape_of(y) && x.can_join(y),
                (Some(x), None) => !b.memory.has_made(id) && may_come(x),
                (None, Some(y)) => !a.memory.has_made(id) && may_come(y),
                (None, None) => true,
            }
        })
    }

    /// Are two states that fit the same but for their paths, as far as the given live registers tell?
    pub fn same_store(&self, a: &State, b: &State, live: &[(usize, Width)]) -> bool {
        let same_bytes = |id| match (a.memory.object(id), b.memory.object(id)) {
            (Some(x), Some(y)) => x.has_bytes_of(y),
            (x, y) => x.is_none() && y.is_none(),
        };
        live.iter().all(|&(register, _)| a.frame.registers[register] == b.frame.registers[register])
            && self.fits(a, b)
            && a.memory.differing_objects(&b.memory).into_iter().all(same_bytes)
    }

    /// One state that stands for all members, which fit each other. `root` is the path that they all continue; registers that are
    /// not live keep what the first member has. The books know nothing of it until [`Executor::joined`].
    pub fn join(
        &mut self,
        members: &[&State],
        live: &[(usize, Width)],
        root: &Path,
        shape: &mut dyn Shape,
    ) -> Joined {
        let condition = shape.condition(&mut self.pool);
        let mut state = combined_books(members, shape);
        state.id = self.fresh_state_id();
        let (values, formula_words) = (Vec::new(), 0);
        let mut choice = Choice { pool: &mut self.pool, shape: &mut *shape, members, values, formula_words };
        choice.registers(live, &mut state);
        choice.memory(&mut state);
        state.preferences = PersistentVec::from_iter(choice.wishes()).into();
        let Choice { values, formula_words, .. } = choice;
        state.path = root.clone();
        state.path.take_symcretes(&members[0].path);
        let model = shape.model(0, members[0].path.model());
        state.path.assume(&mut self.pool, condition, model);
        state.path.keep_spare_models(spare_models(members, shape));
        Joined { state, condition, values, formula_words }
    }

    /// The members are no more: their state goes on in their place.
    pub fn joined(&mut self, state: &mut State, members: &[&State]) {
        self.follow_first_seed(state);
        let place = self.user_location(state);
        self.books.paths.merge(state, members, place);
    }
}

/// Models of members, and of what these stand for themselves.
fn spare_models(members: &[&State], shape: &dyn Shape) -> Vec<Rc<Model>> {
    let numbered = members.iter().enumerate();
    let own = numbered.clone().skip(1).map(|(at, member)| (at, member.path.model()));
    let spare = numbered
        .flat_map(|(at, member)| member.path.spare_models().iter().take(2).map(move |model| (at, model)));
    let chosen = own.take(SPARE_MODELS).chain(spare.take(SPARE_MODELS));
    chosen.map(|(at, model)| shape.model(at, model)).collect()
}

/// Did both ask the caller the same, in whatever order?
fn same_caller(a: Option<&LazyHeap>, b: Option<&LazyHeap>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => {
            same_set(&a.parts, &b.parts) && same_set(&a.bound, &b.bound) && a.stubs == b.stubs
        }
        (a, b) => a.is_none() && b.is_none(),
    }
}

fn same_set<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    a == b || a.len() == b.len() && a.iter().all(|one| b.contains(one)) && b.iter().all(|one| a.contains(one))
}

/// Inputs have an order, but for those that are the caller's.
fn same_inputs(a: &PersistentVec<Input>, b: &PersistentVec<Input>, lazy: Option<&LazyHeap>) -> bool {
    let Some(lazy) = lazy else { return a == b };
    let split = |inputs: &PersistentVec<Input>| -> (Vec<Input>, Vec<Input>) {
        inputs.iter().cloned().partition(|input| lazy.part_of(input.symbol).is_some())
    };
    let ((own, others), (own_of_b, others_of_b)) = (split(a), split(b));
    others == others_of_b && same_set(&own, &own_of_b)
}

fn same_owner<T: ?Sized>(a: &Option<Rc<T>>, b: &Option<Rc<T>>) -> bool {
    match (a, b) {
        (Some(x), Some(y)) => Rc::ptr_eq(x, y),
        (x, y) => x.is_none() && y.is_none(),
    }
}

fn fitting_frames(a: &Frame, b: &Frame) -> bool {
    // A frame's serial is unique on a path, so what is fixed when it is made is the same.
    let Frame { function, position, registers: _, locals, variadic: _, serial, stack_used: _, returns_to: _ } =
        a;
    (*function, *position, *serial) == (b.function, b.position, b.serial) && *locals == b.locals
}

/// The first member, with the bookkeeping of all of them.
fn combined_books(members: &[&State], shape: &dyn Shape) -> State {
    let most = |of: fn(&State) -> u64| members.iter().map(|state| of(state)).max().unwrap_or(0);
    let State {
        id,
        frame,
        callers,
        memory,
        path,
        inputs,
        preferences,
        occurrences,
        jumps,
        stage,
        entry,
        main_result,
        next_serial: _,
        depth: _,
        instructions: _,
        busy: _,
        queries: _,
        covered_new: _,
        new_lines: _,
        last_new_at: _,
        resolutions,
        lane,
        may_join,
        has_choices: _,
        path_node,
        freed,
        seeds: _,
        unasked,
        forking_off,
        unknown_memory,
        lazy,
        aliases,
        mut unknown_sizes,
    } = members[0].clone();
    members[1..].iter().for_each(|state| unknown_sizes.join(&state.unknown_sizes));
    let mut seeds = Seeds::default();
    for (member, state) in members.iter().enumerate().filter(|(_, state)| !state.seeds.is_empty()) {
        seeds.join(&state.seeds, |model| shape.model(member, model));
    }
    State {
        id,
        frame,
        callers,
        memory,
        path,
        inputs,
        preferences,
        occurrences,
        jumps,
        stage,
        entry,
        main_result,
        next_serial: members.iter().map(|state| state.next_serial).max().unwrap_or(0),
        depth: most(|state| state.depth),
        instructions: most(|state| state.instructions),
        busy: members.iter().map(|state| state.busy).max().unwrap_or_default(),
        queries: most(|state| state.queries),
        covered_new: members.iter().any(|state| state.covered_new),
        new_lines: members.iter().map(|state| state.new_lines).max().unwrap_or(0),
        last_new_at: most(|state| state.last_new_at),
        resolutions,
        lane,
        may_join,
        has_choices: true,
        path_node,
        freed,
        seeds,
        unasked,
        forking_off,
        unknown_memory,
        lazy,
        aliases,
        unknown_sizes,
    }
}
