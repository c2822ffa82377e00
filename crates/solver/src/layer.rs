//! What the layers of the chain have in common.
//!
//! A layer answers a [`Query`] itself or hands it, perhaps narrowed, to the layer below. Queries only ever narrow: a
//! layer may drop constraints that cannot matter, never the question.

use crate::facts::{Facts, InputByte};
use crate::partition;
use crate::path::Path;
use crate::stats::{Books, LayerId};
use crate::verdict::UnknownReason;
use crate::word_domain::WordFact;
use bowline_expr::{Evaluator, ExprId, Model, Pool, Support};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

/// May `question` hold together with the constraints of `path`?
#[derive(Clone, Copy)]
pub struct Query<'q> {
    pub path: &'q Path,
    pub question: ExprId,
    /// The asker knows that the question is false under the path's model.
    pub own_model_fails: bool,
    /// The constraints that matter; nothing: all of the path. Then a model need only speak of the inputs of these and of
    /// the question, and whoever narrowed completes it.
    pub slice: Option<&'q [ExprId]>,
}

impl Query<'_> {
    /// The constraints to respect.
    pub fn constraints(&self) -> std::borrow::Cow<'_, [ExprId]> {
        match self.slice {
            Some(slice) => slice.into(),
            None => self.path.constraints().collect(),
        }
    }
}

#[derive(Clone, Debug)]
pub enum Answer {
    Sat(Rc<Model>),
    Unsat(Core),
    Unknown(UnknownReason),
}

/// Constraints of a query that contradict its question.
#[derive(Clone, Debug)]
pub enum Core {
    Listed(Rc<[ExprId]>),
    /// Those on this byte alone. They are rarely asked for, so they are not collected for every answer.
    Domain(InputByte),
    /// Those that compare this word of input bytes with a constant.
    WordDomain(ExprId),
}

impl Core {
    /// The constraints, one by one.
    pub fn listed(self, path: &Path, pool: &Pool, facts: &mut Facts) -> Rc<[ExprId]> {
        let slice = |facts: &mut Facts, support: &[Support]| {
            let partition = partition::of_path(path, pool, facts);
            let mut constraints = Vec::new();
            partition.slice(&path.numbers.borrow(), support, &mut constraints);
            constraints
        };
        match self {
            Core::Listed(constraints) => constraints,
            Core::Domain(byte) => {
                let mut constraints = slice(facts, &[Support::Byte(byte.symbol, byte.index)]);
                constraints.retain(|&id| facts.byte_truth(pool, id).is_some_and(|(of, _)| of == byte));
                constraints.into()
            }
            Core::WordDomain(word) => {
                let support = facts.support(pool, word);
                let mut constraints = slice(facts, &support);
                constraints.retain(|&id| WordFact::of(pool, id).is_some_and(|fact| fact.word == word));
                constraints.into()
            }
        }
    }
}

/// How many numbers and stretches of them are looked at for one bounded term under a model that is tried.
pub const MAX_WORK: u64 = 1 << 18;

/// What layers work with and do not own.
pub struct Tools<'c> {
    pub pool: &'c mut Pool,
    pub facts: &'c mut Facts,
    pub evaluator: &'c mut Evaluator,
    pub books: &'c mut Books,
    pub interrupt: &'c AtomicBool,
}

impl Tools<'_> {
    /// Whoever may work for long looks here now and then, and gives up.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Does a condition hold under a model? Not where that is too long to tell.
    pub fn holds(&mut self, model: &Model, condition: ExprId) -> bool {
        self.first_broken(model, &[condition]).is_none()
    }

    /// Does something without a limit on how long an evaluation may take: where its result is more than a try.
    pub fn without_limit<T>(&mut self, task: impl FnOnce(&mut Self) -> T) -> T {
        self.evaluator.limit(None);
        let result = task(self);
        self.evaluator.limit(Some(MAX_WORK));
        result
    }

    /// Does a model satisfy all constraints?
    pub fn satisfies(&mut self, model: &Model, constraints: &[ExprId]) -> bool {
        self.first_broken(model, constraints).is_none()
    }

    /// The first constraint that a model does not satisfy, or of which that is too long to tell. What constraints share is evaluated once.
    pub fn first_broken(&mut self, model: &Model, constraints: &[ExprId]) -> Option<ExprId> {
        self.evaluator.begin(self.pool);
        self.evaluator.take_exceeded();
        constraints.iter().copied().find(|&id| {
            let fails = self.evaluator.eval_more(self.pool, model, id) == 0;
            self.evaluator.take_exceeded() || fails
        })
    }
}

/// One layer of the chain; see the module documentation.
pub trait Layer {
    /// The layer's own attempt; what it cannot answer it asks of the layers below. One that asked nothing has answered by itself.
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer;

    /// Is it clear at a glance that the layer has nothing to say? Then it is passed over: for questions of a microsecond the clock is what costs.
    fn is_passed_over(&self, _tools: &mut Tools<'_>, _query: Query<'_>) -> bool {
        false
    }

    /// Does the layer look at little more than the question? Then it is asked even when the solver was interrupted.
    fn is_instant(&self) -> bool {
        false
    }

    /// Drops what the layer remembers about collected expressions.
    fn retain(&mut self, _keep: &dyn Fn(ExprId) -> bool) {}

    /// See [`crate::Solver::swap_sessions`].
    fn swap_sessions(&mut self) {}
}

/// The layers in the order a question passes them; the last one always answers.
#[derive(Default)]
pub struct Chain {
    links: Vec<ChainLink>,
}

struct ChainLink {
    id: LayerId,
    layer: Box<dyn Layer>,
}

impl Chain {
    /// One more layer at the bottom.
    pub fn push(&mut self, books: &mut Books, name: &'static str, layer: impl Layer + 'static) {
        self.links.push(ChainLink { id: books.add_layer(name), layer: Box::new(layer) });
    }

    pub fn ask(&mut self, tools: &mut Tools<'_>, query: Query<'_>) -> Answer {
        Below { links: &mut self.links, asked: false }.ask(tools, query)
    }

    pub fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        for link in &mut self.links {
            link.layer.retain(keep);
        }
    }

    pub fn swap_sessions(&mut self) {
        for link in &mut self.links {
            link.layer.swap_sessions();
        }
    }
}

/// What is below a layer.
pub struct Below<'b> {
    links: &'b mut [ChainLink],
    asked: bool,
}

impl Below<'_> {
    /// Hands a query to the next layer and keeps the books.
    pub fn ask(&mut self, tools: &mut Tools<'_>, query: Query<'_>) -> Answer {
        self.asked = true;
        let Some((link, links)) = self.links.split_first_mut() else {
            unreachable!("the last layer of a chain asks nobody");
        };
        if tools.is_interrupted() && !link.layer.is_instant() {
            return Answer::Unknown(UnknownReason::Interrupted);
        }
        let mut below = Below { links, asked: false };
        if link.layer.is_passed_over(tools, query) {
            tools.books.pass(link.id);
            return below.ask(tools, query);
        }
        let before = tools.books.enter(link.id);
        let answer = link.layer.check(tools, query, &mut below);
        if !below.asked {
            tools.books.answered(link.id);
        }
        tools.books.leave(before);
        answer
    }
}
