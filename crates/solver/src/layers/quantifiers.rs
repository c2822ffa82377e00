//! Bounded terms and formulas, taken apart above the back end, which never sees one.
//!
//! A question with "for all `j` below `k`" in it is *weakened*: each universal term becomes a truth value of its own, and all that is said of it are
//! some of its instances, each of which follows from it ([`lemmas`]). What the weakened question has no answer to, the question has none to. A
//! model of the weakened question is evaluated against the question itself; where it does not satisfy it, texts are filled in with as many characters
//! of each class as it counts ([`texts`]), or the byte that the first number demands is copied for the others ([`duplicate`]); where that is not it, the model is repaired by [small changes](crate::assign), or texts
//! are asked for that are all of one character ([`uniform`]); and where that fails, instances for the numbers that it breaks are added, and the question is asked again. Numbers are below a count, so that comes to an
//! end; it is given up after [`MAX_ROUNDS`]. Each [`Stage`] has its counters.
//!
//! So "no" only comes from a weakening, and "yes" only with a model that was evaluated against the question. This is the procedure of
//! *State Merging with Quantifiers in Symbolic Execution* (FSE 2023), section 5, with two changes: instances are chosen by what the question reads,
//! and the last resort is more instances instead of a solver for quantifiers.

mod duplicate;
mod excluded;
mod lemmas;
mod reads;
mod texts;
mod uniform;

use crate::assign::{Dice, assign};
use crate::backend::{Backend, Limits, Outcome};
use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use crate::stats::{QuantifierStats, Stage};
use crate::verdict::UnknownReason;
use bowline_expr::{ExprId, Model};
use duplicate::duplicated;
use lemmas::Weakening;
use std::rc::Rc;
use std::time::Instant;

/// How often a question is asked again with more instances.
const MAX_ROUNDS: usize = 40;
/// Starts from a model that does not fit.
const ATTEMPTS: usize = 3;
/// A model with more numbers below a count is repaired once, as each change of it is evaluated, and instances for some of the numbers lead nowhere soon.
const LONG: u64 = 1_024;
/// How often a question is asked again then.
const MAX_LONG_ROUNDS: usize = 8;
/// Conditions that are mended in one attempt.
const MENDED: usize = 12;

pub struct Quantifiers {
    dice: Dice,
    /// A solver that gets questions as they are instead: for measuring.
    pub whole: Option<(Box<dyn Backend>, Limits)>,
}

impl Quantifiers {
    pub fn new() -> Self {
        Self { dice: Dice::new(), whole: None }
    }

    /// A model of all conditions, by changes to one that satisfies some.
    fn mended(&mut self, tools: &mut Tools<'_>, start: &Model, conditions: &[ExprId]) -> Option<Model> {
        (0..ATTEMPTS).find_map(|_| {
            let mut model = start.clone();
            for _ in 0..MENDED {
                match tools.first_broken(&model, conditions) {
                    None => return Some(model),
                    Some(broken)
                        if tools.is_interrupted()
                            || !assign(tools, &mut model, &mut self.dice, broken, 1) =>
                    {
                        return None;
                    }
                    Some(_) => {}
                }
            }
            None
        })
    }

    /// A model of the question from one of the weakened question: as it is, with its first repetition copied, or after repairs.
    fn fitted(
        &mut self,
        tools: &mut Tools<'_>,
        weakening: &Weakening,
        model: &Rc<Model>,
        conditions: &[ExprId],
        round: usize,
    ) -> Option<Rc<Model>> {
        let started = Instant::now();
        let fits = tools.satisfies(model, conditions);
        stats(tools).stage(Stage::Evaluate, started, fits);
        if fits {
            stats(tools).note_model(round);
            return Some(Rc::clone(model));
        }
        let started = Instant::now();
        if let Some(filled) = weakening.filled(tools, model)
            && tools.satisfies(&filled, conditions)
        {
            stats(tools).stage(Stage::Duplicate, started, true);
            stats(tools).note_mended(round);
            return Some(Rc::new(filled));
        }
        let copied = duplicated(tools, model, weakening.demanded());
        let fits = tools.satisfies(&copied, conditions);
        stats(tools).stage(Stage::Duplicate, started, fits);
        let found = if fits {
            Some(copied)
        } else if round > 0 && weakening.longest(tools, model) > LONG {
            None
        } else {
            let started = Instant::now();
            let mended = self.mended(tools, &copied, conditions);
            let mended = mended.or_else(|| self.mended(tools, model, conditions));
            stats(tools).stage(Stage::Repair, started, mended.is_some());
            mended
        };
        if found.is_some() {
            stats(tools).note_mended(round);
        }
        found.map(Rc::new)
    }

    fn by_instances(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let mut conditions = query.constraints().into_owned();
        conditions.push(query.question);
        let Some(mut weakening) = Weakening::of(tools, &conditions) else {
            return Answer::Unknown(UnknownReason::Gaveup);
        };
        for round in 0..MAX_ROUNDS {
            let asked = weakening.conditions();
            let Some((&question, constraints)) = asked.split_last() else {
                return Answer::Unknown(UnknownReason::Gaveup);
            };
            let stage = if round == 0 { Stage::Strip } else { Stage::Instantiate };
            let started = Instant::now();
            let answer = below.ask(tools, Query { question, slice: Some(constraints), ..query });
            stats(tools).rounds += 1;
            stats(tools).stage(stage, started, matches!(answer, Answer::Unsat(_)));
            let model = match answer {
                Answer::Sat(model) => model,
                Answer::Unsat(core) => {
                    let core = core.listed(query.path, tools.pool, tools.facts);
                    stats(tools).note_refuted(round);
                    return Answer::Unsat(Core::Listed(weakening.origins(&core, query.question)));
                }
                Answer::Unknown(reason) => return Answer::Unknown(reason),
            };
            if let Some(model) = self.fitted(tools, &weakening, &model, &conditions, round) {
                return Answer::Sat(model);
            }
            if tools.is_interrupted() {
                return Answer::Unknown(UnknownReason::Interrupted);
            }
            if round == 0
                && let Some(model) = uniform(tools, &weakening, &conditions, query, below)
            {
                return Answer::Sat(model);
            }
            let is_hopeless = round == MAX_LONG_ROUNDS && weakening.longest(tools, &model) > LONG;
            if is_hopeless || !weakening.refine(tools, &model) {
                break;
            }
        }
        stats(tools).given_up += 1;
        Answer::Unknown(UnknownReason::Gaveup)
    }
}

/// A model whose texts are of one character each, if there is one.
fn uniform(
    tools: &mut Tools<'_>,
    weakening: &Weakening,
    conditions: &[ExprId],
    query: Query<'_>,
    below: &mut Below<'_>,
) -> Option<Rc<Model>> {
    let uniform = weakening.uniform(tools.pool)?;
    let (&question, constraints) = uniform.conditions.split_last()?;
    let started = Instant::now();
    let answer = below.ask(tools, Query { question, slice: Some(constraints), ..query });
    let filled = match answer {
        Answer::Sat(model) => uniform.filled(tools, &model),
        Answer::Unsat(_) | Answer::Unknown(_) => None,
    };
    let found = filled.filter(|filled| tools.satisfies(filled, conditions));
    stats(tools).stage(Stage::Uniform, started, found.is_some());
    if found.is_some() {
        stats(tools).note_mended(0);
    }
    found.map(Rc::new)
}

fn stats<'t>(tools: &'t mut Tools<'_>) -> &'t mut QuantifierStats {
    &mut tools.books.stats.quantifiers
}

impl Layer for Quantifiers {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let is_plain = |id: &ExprId| tools.pool.levels_of(*id).is_plain();
        if is_plain(&query.question) && query.constraints().iter().all(is_plain) {
            return below.ask(tools, query);
        }
        let started = Instant::now();
        stats(tools).asked += 1;
        let answer = match &mut self.whole {
            None => self.by_instances(tools, query, below),
            Some((solver, limits)) => {
                let mut conditions = query.constraints().into_owned();
                conditions.push(query.question);
                match solver.check(tools.pool, &conditions, &[], *limits) {
                    Outcome::Sat(model) if tools.satisfies(&model, &conditions) => {
                        Answer::Sat(Rc::new(model))
                    }
                    Outcome::Sat(_) => Answer::Unknown(UnknownReason::Gaveup),
                    Outcome::Unsat(_) => {
                        Answer::Unsat(Core::Listed(conditions[..conditions.len() - 1].into()))
                    }
                    Outcome::Unknown(reason) => Answer::Unknown(reason),
                }
            }
        };
        stats(tools).time += started.elapsed();
        answer
    }
}
