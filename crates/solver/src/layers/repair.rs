//! Small changes to the path's model, until it satisfies the question and still the path.
//!
//! The question is made true from the top down ([`assign`]), then what that broke, and so on for a few rounds. Paths that were
//! merged have long constraints, and a back end takes milliseconds to find what is often one more character in the input.
//!
//! Before that, models of the paths that a merged one stands for are tried as they are.
//!
//! This layer never says no.

use crate::assign::{Dice, assign};
use crate::layer::{Answer, Below, Layer, Query, Tools};
use bowline_expr::{ExprId, Model};
use std::rc::Rc;

/// Starts from the path's model.
const ATTEMPTS: usize = 3;
/// Constraints that are mended in one attempt.
const ROUNDS: usize = 8;

/// Where bounded terms are among the goals, evaluating takes long. Once so many questions in a row were not mended, only every so many are tried:
/// the layer for such terms has its own ways.
const PATIENCE: u32 = 4;
const EVERY: u32 = 16;

pub struct Repair {
    dice: Dice,
    /// Questions with bounded terms in a row that were tried or passed on, since one was mended.
    in_vain: u32,
}

impl Repair {
    pub fn new() -> Self {
        Self { dice: Dice::new(), in_vain: 0 }
    }

    /// Is a question worth a try?
    fn is_promising(&mut self, has_bounded: bool) -> bool {
        if !has_bounded {
            return true;
        }
        self.in_vain += 1;
        self.in_vain <= PATIENCE || self.in_vain.is_multiple_of(EVERY)
    }

    /// The question comes first among the goals.
    fn attempt(&mut self, tools: &mut Tools<'_>, start: &Model, goals: &[ExprId]) -> Option<Model> {
        let mut model = start.clone();
        let mut goal = goals[0];
        for _ in 0..ROUNDS {
            if !assign(tools, &mut model, &mut self.dice, goal, 1) {
                return None;
            }
            match tools.first_broken(&model, goals) {
                None => return Some(model),
                Some(broken) => goal = broken,
            }
        }
        None
    }
}

impl Layer for Repair {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let constraints = query.constraints();
        for model in query.path.spare_models() {
            if tools.holds(model, query.question) && tools.satisfies(model, &constraints) {
                return Answer::Sat(Rc::clone(model));
            }
        }
        let mut goals = vec![query.question];
        goals.extend(constraints.iter());
        let has_bounded = goals.iter().any(|&goal| !tools.pool.levels_of(goal).is_plain());
        let attempts = if self.is_promising(has_bounded) { ATTEMPTS } else { 0 };
        for _ in 0..attempts {
            if tools.is_interrupted() {
                break;
            }
            if let Some(model) = self.attempt(tools, query.path.model(), &goals) {
                self.in_vain = if has_bounded { 0 } else { self.in_vain };
                return Answer::Sat(Rc::new(model));
            }
        }
        below.ask(tools, query)
    }
}
