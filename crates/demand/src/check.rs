//! Answers queries, one after the other.

use crate::ask::start;
use crate::facts::Facts;
use crate::invariant::Invariants;
use crate::query::{Answer, Kind, Query, Reason, Verdict};
use crate::segment::{Founder, Repository, Segments};
use crate::state::{Context, State};
use crate::term::word;
use crate::walk::{Arrival, Budget, Manner, Walk, Walked};
use crate::words;
use bowline_expr::{ExprId, SymId, Width};
use bowline_ir::{Module, Reg, SourceLoc};
use bowline_solver::{Path, SolverConfig, SolverError, Verdict as Possibility};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What may be spent on a query.
#[derive(Clone)]
pub struct Config {
    /// On a walk within the function, before any other: most of what can be proved is proved there, and what cannot is noticed soon.
    pub near: Budget,
    /// On a walk that leaves out what does not matter.
    pub rough: Budget,
    /// On one that does not.
    pub exact: Budget,
    /// On such a one where the other ended at something unknown: it is seldom another answer.
    pub last: Budget,
    /// Loops and calls are run where a proof does not get past them.
    pub measures: bool,
    /// What is known of loops and calls already.
    pub repository: Repository,
    /// What is known of loops without running them; shared by those who answer questions about one module.
    pub invariants: Invariants,
    /// Who runs functions without a body; nobody if there is none.
    pub founder: Option<Arc<Founder>>,
    pub solver: SolverConfig,
    /// When all questions must be answered; [`SolverConfig::interrupt`] ends them, too.
    pub until: Option<Instant>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            near: Budget { steps: 2_000, questions: 50, outward: 0 },
            last: Budget { steps: 1_000, questions: 30, outward: 2 },
            rough: Budget { steps: 2_500, questions: 60, outward: 8 },
            exact: Budget { steps: 6_000, questions: 160, outward: 8 },
            measures: true,
            repository: Repository::default(),
            invariants: Invariants::default(),
            founder: None,
            solver: SolverConfig {
                restart_after_terms: RESTART,
                time_limit: LONGEST_QUESTION,
                step_limit: Some(MOST_STEPS),
                ..SolverConfig::default()
            },
            until: None,
        }
    }
}

/// Terms after which the back end starts afresh: questions of one walk have less in common than those of one path.
const RESTART: usize = 1_000;

/// Of the search for one question: counted, so that answers are the same on each machine. Most questions take a thousandth of this; those that take more
/// are seldom answered at all.
const MOST_STEPS: u64 = 5_000;

/// Should the count miss something.
const LONGEST_QUESTION: Duration = Duration::from_secs(10);

/// Expressions after which a new pool is begun.
const MOST_EXPRESSIONS: usize = 400_000;

pub struct Checker<'a> {
    context: Context<'a>,
    invariants: Invariants,
    config: Config,
}

/// Whether something is possible.
enum Possible {
    Yes(Box<Arrival>),
    /// From the beginning of its function on, by inputs alone; whether that is come to so was not found out.
    Locally(Box<Arrival>),
    Never,
    Unknown(Reason, Option<Box<Arrival>>),
}

impl<'a> Checker<'a> {
    pub fn new(module: &'a Module, facts: &'a Facts, config: Config) -> Result<Self, SolverError> {
        let segments = Segments::new(config.repository.clone(), config.founder.clone());
        let context = Context::new(module, facts, config.solver.clone(), config.until, segments)?;
        Ok(Self { context, invariants: config.invariants.clone(), config })
    }

    /// A pool of its own for what comes, if there is much in this one; what is known of loops stays.
    fn tidy(&mut self) -> Result<(), SolverError> {
        if self.context.pool.len() > MOST_EXPRESSIONS {
            self.context.renew()?;
        }
        Ok(())
    }

    /// The answer, if the function alone proves one: no path through it leads outside, or one side of the branch is never taken.
    pub fn answer_nearby(&mut self, query: &Query) -> Result<Option<Answer>, SolverError> {
        self.tidy()?;
        if self.is_never_called(query) {
            return Ok(Some(plain(Verdict::Infeasible, NEVER_CALLED)));
        }
        self.context.segments.begin(false);
        let mut is_never = |way: bool| {
            let Some(state) = start(&mut self.context, query, way) else { return false };
            self.is_contradicted_nearby(state)
        };
        Ok(match query.kind {
            Kind::Write | Kind::Read => is_never(true).then(|| plain(Verdict::Safe, NEVER_OUTSIDE)),
            Kind::Branch => sides_never(is_never(true), is_never(false)),
        })
    }

    /// Does every path contradict itself without leaving the function for its callers?
    fn is_contradicted_nearby(&mut self, state: State) -> bool {
        state.is_contradiction()
            || Walk::new(&mut self.context, &mut self.invariants, Manner::Rough, self.config.near)
                .contradicts(state)
    }

    pub fn answer(&mut self, query: &Query) -> Result<Answer, SolverError> {
        self.tidy()?;
        if self.is_never_called(query) {
            return Ok(plain(Verdict::Infeasible, NEVER_CALLED));
        }
        self.context.segments.begin(false);
        let proved = self.asked(query);
        let is_segment = matches!(proved.verdict, Verdict::Unknown(Reason::Loop(_) | Reason::Call { .. }));
        if !self.config.measures || !is_segment {
            return Ok(proved);
        }
        self.context.segments.begin(true);
        let measured = self.asked(query);
        let models = self.context.segments.used();
        Ok(Answer { models, ..measured })
    }

    /// One answer, by proofs alone or also by what is measured ([`Segments::begin`]).
    fn asked(&mut self, query: &Query) -> Answer {
        match query.kind {
            Kind::Branch => self.branch(query),
            Kind::Write | Kind::Read => match start(&mut self.context, query, true) {
                Some(state) => {
                    let possible = self.possible(state);
                    self.access(possible)
                }
                None => Answer::unknown(Reason::Instruction("how much this call accesses".to_string())),
            },
        }
    }

    /// Does nothing lead from `main` to the function?
    fn is_never_called(&self, query: &Query) -> bool {
        !self.context.facts.is_reached(query.function)
    }

    fn possible(&mut self, state: State) -> Possible {
        if self.is_contradicted_nearby(state.clone()) {
            return Possible::Never;
        }
        let rough = self.walk(state.clone(), Manner::Rough);
        if rough.arrivals.is_empty() && rough.limit.is_none() {
            return Possible::Never;
        }
        let walked = self.exactly(state, rough);
        let Walked { mut arrivals, limit, local, .. } = walked;
        if let Some(at) = arrivals.iter().position(|arrival| arrival.blocked.is_none()) {
            return Possible::Yes(Box::new(arrivals.swap_remove(at)));
        }
        if let Some(arrival) = local.filter(|_| limit.is_some() || !arrivals.is_empty()) {
            return Possible::Locally(Box::new(arrival));
        }
        let first = (!arrivals.is_empty()).then(|| Box::new(arrivals.swap_remove(0)));
        match (first, limit) {
            (None, None) => Possible::Never,
            (Some(arrival), limit) => {
                let why = arrival.blocked.clone().or(limit);
                Possible::Unknown(
                    why.unwrap_or_else(|| Reason::Limit("not decided".to_string())),
                    Some(arrival),
                )
            }
            (None, Some(limit)) => Possible::Unknown(limit, None),
        }
    }

    /// What is left of what a rough walk found once nothing is left out.
    fn exactly(&mut self, state: State, rough: Walked) -> Walked {
        let is_open = rough.arrivals.iter().any(|arrival| arrival.by_input);
        if !rough.simplified || rough.limit.is_some() && !is_open {
            return rough;
        }
        let mut exact = match is_open {
            true => self.walk(state.clone(), Manner::Exact),
            false => self.walk_for(state.clone(), Manner::Exact, self.config.last),
        };
        let has_shown = exact.arrivals.iter().any(|arrival| arrival.blocked.is_none());
        if is_open && !has_shown && exact.limit.is_some() && exact.local.is_none() {
            // Without its callees, the function itself is soon gone through.
            let near = Budget { outward: 0, ..self.config.exact };
            exact.local = self.walk_for(State { passes_calls: true, ..state }, Manner::Exact, near).local;
        }
        // Where this one came to no end, the other has told what stands in the way.
        match exact.limit.is_some() && exact.arrivals.is_empty() && !is_open {
            true => Walked { local: exact.local, ..rough },
            false => exact,
        }
    }

    fn walk(&mut self, state: State, manner: Manner) -> Walked {
        let budget = match manner {
            Manner::Rough => self.config.rough,
            Manner::Exact => self.config.exact,
        };
        self.walk_for(state, manner, budget)
    }

    fn walk_for(&mut self, state: State, manner: Manner, budget: Budget) -> Walked {
        Walk::new(&mut self.context, &mut self.invariants, manner, budget).follow(state)
    }

    fn access(&mut self, possible: Possible) -> Answer {
        match possible {
            Possible::Never => plain(Verdict::Safe, NEVER_OUTSIDE),
            Possible::Yes(arrival) => {
                self.told(Verdict::Vulnerable, "a path leads outside the object".to_string(), &arrival)
            }
            Possible::Locally(arrival) => {
                let assumed = self.assumed(&arrival);
                let reason = "a path through its function leads outside the object".to_string();
                Answer { assumes: Some(assumed), ..self.told(Verdict::Vulnerable, reason, &arrival) }
            }
            Possible::Unknown(why, arrival) => {
                let reason = why.to_string();
                match arrival {
                    Some(arrival) => self.told(Verdict::Unknown(why), reason, &arrival),
                    None => Answer::unknown(why),
                }
            }
        }
    }

    fn branch(&mut self, query: &Query) -> Answer {
        let mut sides = Vec::new();
        for way in [true, false] {
            let Some(state) = start(&mut self.context, query, way) else {
                return Answer::unknown(Reason::Instruction("this branch".to_string()));
            };
            sides.push(self.possible(state));
        }
        let (Some(otherwise), Some(then)) = (sides.pop(), sides.pop()) else {
            return Answer::unknown(Reason::Instruction("this branch".to_string()));
        };
        let is_never = |side: &Possible| matches!(side, Possible::Never);
        if let Some(answer) = sides_never(is_never(&then), is_never(&otherwise)) {
            return answer;
        }
        match (then, otherwise) {
            (Possible::Never, _) | (_, Possible::Never) => plain(Verdict::Infeasible, "it is never reached"),
            (Possible::Yes(_), Possible::Yes(_)) => plain(Verdict::Safe, "both sides are possible"),
            (Possible::Yes(_), Possible::Locally(arrival))
            | (Possible::Locally(arrival), Possible::Yes(_) | Possible::Locally(_)) => {
                let assumes = Some(self.assumed(&arrival));
                Answer { assumes, ..plain(Verdict::Safe, "both sides are possible, by input") }
            }
            (Possible::Unknown(why, arrival), _) | (_, Possible::Unknown(why, arrival)) => {
                let reason = why.to_string();
                match arrival {
                    Some(arrival) => self.told(Verdict::Unknown(why), reason, &arrival),
                    None => Answer::unknown(why),
                }
            }
        }
    }

    /// A number of arguments that fits, and the longest text that is asked for: few if possible, and then as short as possible, since a longer one
    /// may fail elsewhere before.
    fn arguments(&mut self, state: &State) -> (Option<u32>, Option<u64>) {
        let argc = state.live.get(&(state.frame, Reg(0))).copied();
        if self.context.facts.main != Some(state.function) || argc.is_none() && state.lengths.is_empty() {
            return (None, None);
        }
        for most in [4, 64, 4000] {
            let Some((mut count, mut longest)) = self.arguments_within(state, argc, (most, 1 << 16)) else {
                continue;
            };
            // What is shorter than `least` does not do.
            let mut least = 0;
            while least < longest {
                let middle = least + (longest - least) / 2;
                match self.arguments_within(state, argc, (most, middle)) {
                    Some(shorter) => (count, longest) = shorter,
                    None => least = middle + 1,
                }
            }
            return (count, (!state.lengths.is_empty()).then_some(longest));
        }
        (None, None)
    }

    /// The same within limits, whatever they are.
    fn arguments_within(
        &mut self,
        state: &State,
        argc: Option<(SymId, Width)>,
        (most, longest): (u128, u64),
    ) -> Option<(Option<u32>, u64)> {
        let pool = &mut self.context.pool;
        let argc = argc.map(|(symbol, width)| word(pool, symbol, width));
        let lengths: Vec<ExprId> = state.lengths.iter().map(|symbol| word(pool, *symbol, 64)).collect();
        let mut all = state.conditions.clone();
        all.push(state.bad);
        let limits = lengths.iter().map(|value| (*value, u128::from(longest)));
        for (value, most) in limits.chain(argc.map(|argc| (argc, most))) {
            let most = pool.constant(most, pool.width(value));
            all.push(pool.ule(value, most));
        }
        if let Some(argc) = argc {
            let least = pool.constant(1, pool.width(argc));
            all.push(pool.ule(least, argc));
        }
        let all = pool.all(all);
        let asked = self.context.solver.check(&mut self.context.pool, &Path::new(), all);
        let Possibility::Sat(model) = asked else { return None };
        let mut value = |expr| self.context.solver.eval_in(&self.context.pool, &model, expr);
        let longest = lengths.iter().map(|length| value(*length) as u64).max().unwrap_or(0);
        Some((argc.and_then(|argc| u32::try_from(value(argc)).ok()), longest))
    }

    /// What an answer that holds within a function takes for granted.
    fn assumed(&self, arrival: &Arrival) -> String {
        let name = &self.context.module.functions[arrival.state.function].name;
        match words::demanded(&self.context.pool, &arrival.state) {
            Some(condition) => format!("`{name}` is called so that {condition}"),
            None => format!("`{name}` is called"),
        }
    }

    fn told(&mut self, verdict: Verdict, reason: String, arrival: &Arrival) -> Answer {
        let state = &arrival.state;
        let mut path: Vec<SourceLoc> = Vec::new();
        let mut at = state.trail.as_ref();
        while let Some(step) = at {
            path.push(step.loc);
            at = step.later.as_ref();
        }
        let condition = words::condition(&self.context.pool, state);
        let (argc, longest) = match verdict {
            Verdict::Vulnerable => self.arguments(state),
            _ => (None, None),
        };
        Answer {
            verdict,
            reason,
            path,
            condition,
            start: Some(state.function),
            argc,
            longest,
            models: Vec::new(),
            assumes: None,
        }
    }
}

const NEVER_CALLED: &str = "nothing calls this function";
const NEVER_OUTSIDE: &str = "no path leads outside the object";

/// Of a branch of which a side is never taken.
fn sides_never(then: bool, otherwise: bool) -> Option<Answer> {
    let reason = match (then, otherwise) {
        (true, true) => "it is never reached",
        (true, false) => "always false",
        (false, true) => "always true",
        (false, false) => return None,
    };
    Some(plain(Verdict::Infeasible, reason))
}

fn plain(verdict: Verdict, reason: &str) -> Answer {
    Answer {
        verdict,
        reason: reason.to_string(),
        path: Vec::new(),
        condition: None,
        start: None,
        argc: None,
        longest: None,
        models: Vec::new(),
        assumes: None,
    }
}

impl Answer {
    /// Nothing is known, and why.
    pub fn unknown(why: Reason) -> Self {
        let reason = why.to_string();
        Answer { reason, ..plain(Verdict::Unknown(why), "") }
    }
}
