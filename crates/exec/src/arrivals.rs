//! Seeds that arrive while a run goes on, from somebody who looks for inputs beside it.
//!
//! Every input takes exactly one of the paths that are alive, unless its path has ended already or was given up. An arriving seed is handed to
//! the state that is on its path, and followed from there: nothing is executed twice, and the set of paths stays the same. Where the state waits at
//! a branch that nobody has asked about yet ([`State::is_unasked`]), the seed is the answer.
//!
//! Paths with symcretes get no seeds: their models are more than inputs. States that are joined are found as long as nobody holds them.

use crate::seeds::Seed;
use crate::state::Unasked;
use crate::{Executor, SeedInputs, State, StateId};
use bowline_base::FxHashSet;
use bowline_expr::{Model, SymId};
use bowline_memory::Value;
use bowline_solver::PathIndex;
use std::rc::Rc;

/// The paths of states at one moment, to be looked up by inputs.
pub struct Whereabouts {
    paths: PathIndex<StateId>,
    /// Inputs that these states have made.
    symbols: Vec<SymId>,
}

impl Whereabouts {
    pub fn of<'a>(states: impl Iterator<Item = &'a State>) -> Self {
        let (mut symbols, mut known) = (Vec::new(), FxHashSet::default());
        let paths = PathIndex::of(states.filter(|state| state.path.symcretes().is_empty()).map(|state| {
            let made = state.inputs.iter().map(|input| input.symbol);
            symbols.extend(made.filter(|symbol| known.insert(*symbol)));
            (&state.path, state.id)
        }));
        Self { paths, symbols }
    }
}

impl Executor {
    /// The states that an input takes the paths of: none if that has been explored, and at most one unless the same is explored in several ways.
    /// Those that wait at a branch are among them also when the input takes its other side.
    pub fn whereabouts(&mut self, of: &Whereabouts, inputs: &SeedInputs) -> Vec<StateId> {
        let model = self.model_of(of.symbols.iter().copied(), inputs);
        let Self { solver, pool, .. } = self;
        of.paths.taken(|constraint| solver.eval_in(pool, &model, constraint) == 1)
    }

    /// Lets a state follow inputs, and says whether it does: not if they do not take its path.
    pub fn follow_arrival(&mut self, state: &mut State, inputs: &SeedInputs) -> bool {
        if !state.path.symcretes().is_empty() || !self.is_as_long(state, inputs) {
            return false;
        }
        let model = Rc::new(self.model_of(state.inputs.iter().map(|input| input.symbol), inputs));
        // It may have gone on, or been narrowed by another seed, since somebody found it.
        let asked = state.unasked.map(|unasked| unasked.condition);
        let holds = |condition| self.solver.eval_in(&self.pool, &model, condition) == 1;
        if !state.path.constraints().chain(asked).all(holds) {
            return false;
        }
        if let Some(Unasked { condition, .. }) = state.unasked.take() {
            state.path.assume(&mut self.pool, condition, Rc::clone(&model));
        }
        let number = self.books.seeds.add_arrival(inputs.clone());
        state.seeds.add(Seed { number, model });
        self.follow_first_seed(state);
        true
    }

    /// Are they as long as the path's own?
    fn is_as_long(&mut self, state: &State, inputs: &SeedInputs) -> bool {
        let model = self.model_of(state.inputs.iter().map(|input| input.symbol), inputs);
        state.inputs.iter().all(|input| {
            let size = match input.size {
                Value::Int(size) => size,
                Value::Expr(size) => self.solver.eval_in(&self.pool, &model, size) as u64,
            };
            let info = self.pool.symbol_info(input.symbol);
            let bytes = crate::seeds::input_of(inputs, &info.name, info.occurrence);
            bytes.map_or(size == 0, |bytes| bytes.len() as u64 == size)
        })
    }

    fn model_of(&self, symbols: impl Iterator<Item = SymId>, inputs: &SeedInputs) -> Model {
        let mut model = Model::default();
        for symbol in symbols {
            let info = self.pool.symbol_info(symbol);
            let bytes = crate::seeds::input_of(inputs, &info.name, info.occurrence).unwrap_or_default();
            (0..).zip(bytes).for_each(|(at, byte)| model.set_byte(symbol, at, *byte));
        }
        model
    }
}

impl State {
    /// Does it follow a seed that arrived while the run went on?
    pub fn follows_arrival(&self, executor: &Executor) -> bool {
        self.seeds.numbers().any(|number| executor.books().seeds.has_arrived(number))
    }
}
