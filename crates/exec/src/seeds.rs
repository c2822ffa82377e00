//! Seeds: inputs that the exploration follows first.
//!
//! A state carries the seeds whose path it is, each with a model that satisfies the state's path. At a fork the seeds go with
//! the side that they take, so a path is explored once however many seeds take it, and the set of paths is the same as
//! without seeds: only the order differs. Where a state has seeds, its path's model is that of the first, so everything that
//! follows the model (concretisation, targets of pointers) follows that seed; the sides that no seed takes wait at the
//! branch and have executed nothing of their own.
//!
//! Following a seed asks the solver nothing at branches and bounds checks: the seeds' own models say which sides are taken. Whether another side can be
//! taken at all is asked when it is its turn ([`State::is_unasked`]). Where states are joined, both sides must be known to exist, and are asked for at once.
//!
//! A seed that leaves the paths of the run is dropped, and [`SeedLog`] says where and why.

use crate::executor::Flow;
use crate::state::Unasked;
use crate::{Ending, Executor, State};
use bowline_expr::{ExprId, Model, SymId};
use bowline_memory::Value;
use bowline_solver::Verdict;
use std::ops::ControlFlow;
use std::rc::Rc;

/// The inputs of a seed, by name, in the order in which the program makes them.
pub type SeedInputs = Vec<(String, Vec<u8>)>;

/// A seed that a state follows.
#[derive(Clone, Debug)]
pub(crate) struct Seed {
    pub number: usize,
    /// Has the inputs that the path has made so far.
    pub model: Rc<Model>,
}

/// The seeds of a state. Few states have any.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seeds {
    followed: Option<Box<Followed>>,
}

#[derive(Clone, Debug)]
struct Followed {
    seeds: Vec<Seed>,
}

impl Seeds {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.followed.is_none()
    }

    fn list(&self) -> &[Seed] {
        self.followed.as_deref().map_or(&[], |followed| &followed.seeds)
    }

    fn take(&mut self) -> Vec<Seed> {
        self.followed.take().map_or_else(Vec::new, |followed| followed.seeds)
    }

    fn set(&mut self, seeds: Vec<Seed>) {
        self.followed = if seeds.is_empty() { None } else { Some(Box::new(Followed { seeds })) };
    }

    pub fn numbers(&self) -> impl Iterator<Item = usize> {
        self.list().iter().map(|seed| seed.number)
    }

    pub fn add(&mut self, seed: Seed) {
        let mut all = self.take();
        all.push(seed);
        self.set(all);
    }

    /// Takes over the seeds of a state that becomes part of this one; `model` is what becomes of their models.
    pub fn join(&mut self, other: &Seeds, model: impl Fn(&Rc<Model>) -> Rc<Model>) {
        let mut all = self.take();
        let new = other.list().iter().filter(|seed| all.iter().all(|known| known.number != seed.number));
        let new: Vec<Seed> =
            new.map(|seed| Seed { number: seed.number, model: model(&seed.model) }).collect();
        all.extend(new);
        self.set(all);
    }
}

/// What became of the seeds.
#[derive(Clone, Debug, Default)]
pub struct SeedLog {
    inputs: Vec<SeedInputs>,
    /// Of them those that were there from the start; the others arrived later.
    planted: usize,
    /// Of those that were there from the start: used or dropped.
    closed: usize,
    /// By number: followed to the end of a path.
    used: Vec<usize>,
    /// With the reason.
    dropped: Vec<(usize, String)>,
}

impl SeedLog {
    /// Seeds of the start that are still being followed.
    pub fn open(&self) -> usize {
        self.planted - self.closed
    }

    /// Seeds of the start.
    pub fn given(&self) -> usize {
        self.planted
    }

    /// Those of the start that were followed to the end of a path.
    pub fn used(&self) -> impl Iterator<Item = usize> {
        self.used.iter().copied().filter(|number| !self.has_arrived(*number))
    }

    /// Those of the start that were dropped, with the reason.
    pub fn dropped(&self) -> impl Iterator<Item = (usize, &str)> {
        let dropped = self.dropped.iter().filter(|(number, _)| !self.has_arrived(*number));
        dropped.map(|(number, why)| (*number, why.as_str()))
    }

    /// Of a seed by its number: did it come while the run went on?
    pub(crate) fn has_arrived(&self, number: usize) -> bool {
        number >= self.planted
    }

    fn use_up(&mut self, number: usize) {
        self.closed += usize::from(!self.has_arrived(number));
        self.used.push(number);
    }

    fn drop(&mut self, number: usize, why: String) {
        self.closed += usize::from(!self.has_arrived(number));
        self.dropped.push((number, why));
    }

    pub(crate) fn add_arrival(&mut self, inputs: SeedInputs) -> usize {
        self.inputs.push(inputs);
        self.inputs.len() - 1
    }
}

/// The bytes of the n-th input of a name; KLEE puts a number behind a name it has seen before.
pub(crate) fn input_of<'a>(objects: &'a SeedInputs, name: &str, occurrence: u32) -> Option<&'a [u8]> {
    let exact = objects.iter().filter(|(known, _)| known == name).nth(occurrence as usize);
    let numbered = || objects.iter().find(|(known, _)| *known == format!("{name}_{occurrence}"));
    exact.or_else(numbered).map(|(_, bytes)| bytes.as_slice())
}

/// An input that a path makes.
pub(crate) struct NewInput<'a> {
    pub name: &'a str,
    pub occurrence: u32,
    pub symbol: SymId,
    /// Bytes at most.
    pub capacity: u64,
    pub size: Value,
    /// What bytes beyond the size are; they do not matter to the program, but may to the path.
    pub padding: u8,
}

impl State {
    /// Does the path belong to a seed that is being followed?
    #[inline]
    pub fn has_seeds(&self) -> bool {
        !self.seeds.is_empty()
    }
}

impl Executor {
    /// The first state of a run follows these seeds.
    pub fn plant(&mut self, state: &mut State, inputs: Vec<SeedInputs>) {
        let seeds = (0..inputs.len()).map(|number| Seed { number, model: Rc::default() }).collect();
        self.books.seeds = SeedLog { planted: inputs.len(), inputs, ..SeedLog::default() };
        state.seeds.set(seeds);
    }

    /// The path's model becomes that of the first seed.
    pub(crate) fn follow_first_seed(&mut self, state: &mut State) {
        if let Some(first) = state.seeds.list().first() {
            let model = Rc::clone(&first.model);
            state.path.adopt_model(model);
        }
    }

    /// A path has a new input: its seeds say what that is.
    pub(crate) fn feed_seeds(&mut self, state: &mut State, input: &NewInput<'_>) {
        let mut kept = Vec::new();
        for mut seed in state.seeds.take() {
            let size = match input.size {
                Value::Int(size) => size,
                Value::Expr(size) => self.solver.eval_in(&self.pool, &seed.model, size) as u64,
            };
            let name = input.name;
            let bytes = input_of(&self.books.seeds.inputs[seed.number], name, input.occurrence);
            let misfit = match bytes {
                None if size > 0 => Some(format!("it has no (further) input `{name}`")),
                Some(bytes) if bytes.len() as u64 != size => Some(format!(
                    "its input `{name}` has {} bytes where the program asks for {size}",
                    bytes.len()
                )),
                _ if size > input.capacity => Some(format!("its input `{name}` is above the capacity")),
                _ => None,
            };
            if let Some(why) = misfit {
                self.drop_seed(state, &seed, &why);
                continue;
            }
            let model = Rc::make_mut(&mut seed.model);
            for (at, byte) in (0..).zip(bytes.unwrap_or_default()) {
                model.set_byte(input.symbol, at, *byte);
            }
            if input.padding != 0 {
                (size..input.capacity).for_each(|at| model.set_byte(input.symbol, at, input.padding));
            }
            kept.push(seed);
        }
        state.seeds.set(kept);
        self.follow_first_seed(state);
    }

    /// A state forked: each seed stays with the side that it takes.
    pub(crate) fn divide_seeds(&mut self, state: &mut State, other: &mut State, condition: ExprId) {
        other.seeds.take();
        let (here, there) = state
            .seeds
            .take()
            .into_iter()
            .partition(|seed| self.solver.eval_in(&self.pool, &seed.model, condition) == 1);
        state.seeds.set(here);
        other.seeds.set(there);
        self.follow_first_seed(state);
        self.follow_first_seed(other);
    }

    /// A path is narrowed: seeds beyond are dropped.
    pub(crate) fn keep_seeds(&mut self, state: &mut State, condition: ExprId, why: &str) {
        let (kept, beyond): (Vec<Seed>, Vec<Seed>) = state
            .seeds
            .take()
            .into_iter()
            .partition(|seed| self.solver.eval_in(&self.pool, &seed.model, condition) == 1);
        beyond.iter().for_each(|seed| self.drop_seed(state, seed, why));
        state.seeds.set(kept);
        self.follow_first_seed(state);
    }

    /// Confines a state with seeds to the side of a condition that its first seed takes, and says which; whatever takes the other side executes the
    /// instruction again. `None` where that is not the way to go on: nothing has happened then.
    pub(crate) fn follow_seeds(&mut self, state: &mut State, condition: ExprId) -> Option<bool> {
        let (holds, other) = self.part_from_seeds(state, condition)?;
        if let Some(other) = other {
            self.again(*other);
        }
        Some(holds)
    }

    /// [`Executor::follow_seeds`], with what takes the other side: it has executed nothing of the instruction.
    pub(crate) fn part_from_seeds(
        &mut self,
        state: &mut State,
        condition: ExprId,
    ) -> Option<(bool, Option<Box<State>>)> {
        if !state.has_seeds() || state.forking_off || self.at_depth_limit(state) || !self.loops.is_empty() {
            return None;
        }
        if let Some(known) = self.pool.as_const(condition) {
            return Some((known == 1, None));
        }
        let holds = self.first_seed_holds(state, condition)?;
        let negated = self.pool.not(condition);
        let (side, rest) = if holds { (condition, negated) } else { (negated, condition) };
        let mut other = state.clone();
        other.id = self.fresh_state_id();
        other.leave_coverage_to_parent();
        let (here, there): (Vec<Seed>, Vec<Seed>) = state
            .seeds
            .take()
            .into_iter()
            .partition(|seed| self.solver.eval_in(&self.pool, &seed.model, side) == 1);
        state.path.assume(&mut self.pool, side, Rc::clone(&here[0].model));
        match there.first() {
            Some(seed) => other.path.assume(&mut self.pool, rest, Rc::clone(&seed.model)),
            None => other.unasked = Some(Unasked { condition: rest, leads_to: None }),
        }
        state.seeds.set(here);
        other.seeds.set(there);
        state.depth += 1;
        other.depth += 1;
        self.books.stats.forks += 1;
        self.record_fork(state, &mut other);
        Some((holds, Some(Box::new(other))))
    }

    /// A state that waited at a branch runs for the first time: does any input take its side?
    pub(crate) fn ask_now(&mut self, state: &mut State) -> Flow {
        let Some(Unasked { condition, .. }) = state.unasked.take() else { return ControlFlow::Continue(()) };
        state.queries += 1;
        match self.solver.check(&mut self.pool, &state.path, condition) {
            Verdict::Sat(model) => {
                state.path.assume(&mut self.pool, condition, model);
                ControlFlow::Continue(())
            }
            Verdict::Unsat => ControlFlow::Break(Ending::Untaken),
            Verdict::Unknown(unknown) => {
                self.lose_unknown(state, &unknown);
                ControlFlow::Break(Ending::Lost)
            }
        }
    }

    /// Does the first seed satisfy a condition? None for states without seeds.
    pub(crate) fn first_seed_holds(&mut self, state: &State, condition: ExprId) -> Option<bool> {
        let first = state.seeds.list().first()?;
        Some(self.solver.eval_in(&self.pool, &first.model, condition) == 1)
    }

    /// A path is over, and with it its seeds.
    pub fn end_seeds(&mut self, state: &State, ending: &Ending) {
        for seed in state.seeds.list() {
            match ending {
                Ending::Exited { .. } | Ending::Silent | Ending::Bug(_) => {
                    self.books.seeds.use_up(seed.number);
                }
                Ending::Infeasible => self.drop_seed(state, seed, "an assumption cannot hold"),
                Ending::Untaken => unreachable!("a seed takes the path of its state"),
                Ending::Lost => self.drop_seed(state, seed, "its path was given up"),
            }
        }
    }

    /// Seeds of a part of the inputs that is not explored.
    pub(crate) fn abandon_seeds(&mut self, state: &State, why: &str) {
        state.seeds.list().iter().for_each(|seed| self.drop_seed(state, seed, why));
    }

    fn drop_seed(&mut self, state: &State, seed: &Seed, why: &str) {
        let entry = self.user_entry(state);
        let module = &self.program().module;
        // Start code of ours is no place that tells the user anything.
        let is_own = module.runtime_functions.contains(&entry.function);
        let file = module.files.get(entry.loc.file).filter(|_| entry.loc.line > 0 && !is_own);
        let place = file.map_or_else(String::new, |file| format!(" at {file}:{}", entry.loc.line));
        self.books.seeds.drop(seed.number, format!("{why}{place}"));
        // The state goes on as one without seeds, when it is its turn.
        self.split.cut_short();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(numbers: &[usize]) -> Seeds {
        let mut seeds = Seeds::default();
        seeds.set(numbers.iter().map(|number| Seed { number: *number, model: Rc::default() }).collect());
        seeds
    }

    #[test]
    fn inputs_are_found_by_name_and_occurrence() {
        let object = |name: &str, byte: u8| (name.to_string(), vec![byte]);
        let inputs = vec![object("n", 1), object("buf", 2), object("n", 3), object("buf_1", 4)];
        let found = |name: &str, occurrence: u32| input_of(&inputs, name, occurrence).map(|bytes| bytes[0]);
        assert_eq!([found("n", 0), found("n", 1), found("n", 2)], [Some(1), Some(3), None]);
        assert_eq!([found("buf", 0), found("buf", 1), found("bu", 0)], [Some(2), Some(4), None]);
    }

    #[test]
    fn a_merged_state_has_each_seed_once() {
        let mut merged = seeds(&[3, 1]);
        merged.join(&seeds(&[1, 2]), Rc::clone);
        merged.join(&seeds(&[]), Rc::clone);
        let numbers: Vec<usize> = merged.list().iter().map(|seed| seed.number).collect();
        assert_eq!(numbers, [3, 1, 2]);
        assert!(seeds(&[]).is_empty() && !merged.is_empty());
    }
}
