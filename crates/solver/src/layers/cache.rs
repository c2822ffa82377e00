//! Earlier answers, reused for larger and smaller sets of constraints.
//!
//! A path is satisfiable, so a contradiction always involves the question: cores and models are kept per question.
//! - A core of an earlier query that is among the present constraints makes this one unsatisfiable, too.
//! - A model of an earlier query that satisfies the present constraints answers this one; whether they were more, fewer
//!   or the same then makes no difference, since they are evaluated.
//! - A question whose negation is itself a constraint needs no look-up.

use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use bowline_base::FxHashMap;
use bowline_expr::{ExprId, Model};
use std::rc::Rc;

/// Kept per question; the oldest goes first.
const MAX_CORES: usize = 64;
const MAX_MODELS: usize = 4;
/// When more questions than this are known, all are forgotten.
const MAX_QUESTIONS: usize = 50_000;

#[derive(Default)]
pub struct Cache {
    earlier: FxHashMap<ExprId, Answers>,
    present: Members,
}

/// To one question.
#[derive(Default)]
struct Answers {
    cores: Vec<Rc<[ExprId]>>,
    models: Vec<Rc<Model>>,
}

impl Cache {
    fn look_up(&mut self, tools: &mut Tools<'_>, constraints: &[ExprId], question: ExprId) -> Option<Answer> {
        self.present.set(constraints, tools.pool.id_bound());
        let negated = tools.pool.not(question);
        if self.present.contains(negated) {
            return Some(Answer::Unsat(Core::Listed([negated].into())));
        }
        let answers = self.earlier.get(&question)?;
        let included = |core: &&Rc<[ExprId]>| core.iter().all(|&id| self.present.contains(id));
        if let Some(core) = answers.cores.iter().rev().find(included) {
            return Some(Answer::Unsat(Core::Listed(core.clone())));
        }
        let model = answers.models.iter().rev().find(|model| tools.satisfies(model, constraints))?;
        Some(Answer::Sat(model.clone()))
    }

    fn remember(&mut self, question: ExprId, answer: &Answer) {
        if self.earlier.len() >= MAX_QUESTIONS {
            self.earlier.clear();
        }
        match answer {
            Answer::Unsat(Core::Listed(core)) => {
                let answers = self.earlier.entry(question).or_default();
                push_bounded(&mut answers.cores, core.clone(), MAX_CORES);
            }
            Answer::Sat(model) => {
                let answers = self.earlier.entry(question).or_default();
                push_bounded(&mut answers.models, model.clone(), MAX_MODELS);
            }
            Answer::Unsat(Core::Domain(_) | Core::WordDomain(_)) | Answer::Unknown(_) => {}
        }
    }
}

impl Layer for Cache {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let constraints = query.constraints();
        if let Some(answer) = self.look_up(tools, &constraints, query.question) {
            return answer;
        }
        let answer = below.ask(tools, query);
        self.remember(query.question, &answer);
        answer
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.earlier.retain(|&question, answers| {
            answers.cores.retain(|core| core.iter().all(|&id| keep(id)));
            keep(question)
        });
    }
}

fn push_bounded<T>(items: &mut Vec<T>, item: T, most: usize) {
    if items.len() == most {
        items.remove(0);
    }
    items.push(item);
}

/// A set of expressions that is cheap to empty.
#[derive(Default)]
struct Members {
    /// By id: the round in which it was last a member.
    rounds: Vec<u32>,
    round: u32,
}

impl Members {
    fn set(&mut self, members: &[ExprId], id_bound: usize) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.rounds.clear();
            self.round = 1;
        }
        if self.rounds.len() < id_bound {
            self.rounds.resize(id_bound * 2, 0);
        }
        for id in members {
            self.rounds[id.0 as usize] = self.round;
        }
    }

    fn contains(&self, id: ExprId) -> bool {
        self.rounds.get(id.0 as usize) == Some(&self.round)
    }
}
