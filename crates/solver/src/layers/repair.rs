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

pub struct Repair {
    dice: Dice,
}

impl Repair {
    pub fn new() -> Self {
        Self { dice: Dice::new() }
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
        for _ in 0..ATTEMPTS {
            if tools.is_interrupted() {
                break;
            }
            if let Some(model) = self.attempt(tools, query.path.model(), &goals) {
                return Answer::Sat(Rc::new(model));
            }
        }
        below.ask(tools, query)
    }
}
