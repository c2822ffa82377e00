//! How far waiting states are from code that no path has executed yet.
//!
//! Uncovered code of our own C library does not count: nobody runs a program to cover `printf`.
//!
//! Computing the distances takes time linear in the program, so they are not computed anew with every instruction that gets
//! covered, but only after enough questions to be worth it. Distances that are out of date are too small, never too large:
//! code gets covered, not uncovered.

use crate::View;
use bowline_exec::State;
use bowline_ir::distance::{Distances, Routes};
use bowline_ir::{FuncId, Position};
use std::rc::Rc;

/// The innermost frames of a state, where they will continue. What is further out is out of sight: bounds the cost of deep
/// recursion.
#[derive(Default)]
pub(crate) struct Stack(Vec<(FuncId, Position)>);

const VISIBLE_FRAMES: usize = 32;

/// One question pays for this many instructions of the program.
const INSTRUCTIONS_PER_QUESTION: u64 = 16;

impl Stack {
    pub(super) fn note(&mut self, state: &State) {
        self.0.clear();
        let frames = state.frames().take(VISIBLE_FRAMES);
        self.0.extend(frames.map(|frame| (frame.function, frame.position)));
        if let Some((_, innermost)) = self.0.first_mut() {
            *innermost = state.next_position();
        }
    }
}

#[derive(Default)]
pub(super) struct Uncovered {
    survey: Option<Survey>,
}

struct Survey {
    distances: Distances<Rc<Routes>>,
    routes: Rc<Routes>,
    /// Covered instructions when the distances were computed.
    covered: u64,
    /// Questions since then.
    questions: u64,
    /// Questions that are worth computing the distances anew.
    patience: u64,
}

impl Uncovered {
    /// From a state to the nearest uncovered instruction; none if no way leads to any.
    pub(super) fn distance(&mut self, stack: &Stack, view: &View<'_>) -> Option<u32> {
        let survey = self.survey.get_or_insert_with(|| Survey::new(view));
        survey.update(view);
        survey.distances.from_stack(stack.0.iter().copied())
    }
}

impl Survey {
    fn new(view: &View<'_>) -> Self {
        let module = &view.program.module;
        let routes = Rc::new(Routes::of(module));
        let size: u64 = module.functions.iter().map(|function| function.insts.len() as u64).sum();
        Self {
            distances: Distances::new(Rc::clone(&routes), targets(view)),
            routes,
            covered: view.coverage.covered_instructions(),
            questions: 0,
            patience: size / INSTRUCTIONS_PER_QUESTION,
        }
    }

    fn update(&mut self, view: &View<'_>) {
        self.questions += 1;
        let covered = view.coverage.covered_instructions();
        if covered != self.covered && self.questions > self.patience {
            self.distances = Distances::new(Rc::clone(&self.routes), targets(view));
            self.covered = covered;
            self.questions = 0;
        }
    }
}

fn targets<'a>(view: &View<'a>) -> impl Iterator<Item = (FuncId, Position)> + 'a {
    let (module, coverage) = (&view.program.module, view.coverage);
    let of_the_program = module.functions.iter_ids().filter(|(id, _)| !module.runtime_functions.contains(id));
    of_the_program.flat_map(move |(id, function)| {
        let positions = 0..function.insts.len() as Position;
        positions.filter(move |at| !coverage.is_covered(id, *at)).map(move |at| (id, at))
    })
}
