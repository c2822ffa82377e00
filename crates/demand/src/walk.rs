//! Through the paths that lead to a place, backwards.
//!
//! Assumed, and written down here because every verdict rests on it: accesses, conversions and arithmetic passed on the way are defined (each access
//! is a query of its own); `malloc` gives memory; an object is asked about as it was made: that it was not released meanwhile is another question;
//! functions whose address is not taken are called only from the given files, and if there is no `main`, also from outside; signal handlers and other threads change nothing.
//!
//! A walk is cut by numbers of steps and questions, so that its answer is always the same; by the clock only where the time for everything is over.

use crate::facts::FunctionFacts;
use crate::invariant::Invariants;
use crate::query::Reason;
use crate::state::{Context, State};
use bowline_base::{FxHashSet, FxHasher};
use bowline_expr::ExprId;
use bowline_ir::{BlockId, Callee, EdgeId, FuncId, Function, Inst};
use std::hash::{Hash, Hasher};

/// Why there is no answer when the time is over.
pub const NO_TIME: &str = "there was no time left for it";

/// Paths that end at something unknown, after which no other is looked for.
const MOST_BLOCKED: usize = 4;

/// What a walk may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Instructions stepped over.
    pub steps: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// Functions left for their callers, one after the other.
    pub outward: u32,
}

/// A path that came to where nothing is before it.
pub struct Arrival {
    pub state: State,
    /// What of its condition nobody knows; nothing if it depends on inputs alone.
    pub blocked: Option<Reason>,
    /// Its condition depends on inputs alone, whatever else is not known of the way there.
    pub by_input: bool,
}

/// What a walk found.
#[derive(Default)]
pub struct Walked {
    /// Paths whose condition is possible; not all where one was enough.
    pub arrivals: Vec<Arrival>,
    /// The budget was not enough.
    pub limit: Option<Reason>,
    /// Conditions that had nothing to do with the question were left out.
    pub simplified: bool,
    /// At the beginning of the function asked about: what is asked depends on inputs alone, and the way there is possible as far as that function tells.
    pub local: Option<Arrival>,
}

/// How a walk goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// Conditions that share nothing with what is asked are left out: many paths are one. What cannot be so cannot be at all.
    Rough,
    /// All conditions count.
    Exact,
}

pub struct Walk<'w, 'a> {
    pub context: &'w mut Context<'a>,
    pub invariants: &'w mut Invariants,
    manner: Manner,
    budget: Budget,
    /// The header of the loop that is not left.
    until: Option<(FuncId, BlockId)>,
    work: Vec<State>,
    seen: FxHashSet<u64>,
    posed: FxHashSet<Vec<ExprId>>,
    pub(crate) found: Walked,
}

impl<'w, 'a> Walk<'w, 'a> {
    pub fn new(
        context: &'w mut Context<'a>,
        invariants: &'w mut Invariants,
        manner: Manner,
        budget: Budget,
    ) -> Self {
        let (work, seen, posed) = Default::default();
        Self { context, invariants, manner, budget, until: None, work, seen, posed, found: Walked::default() }
    }

    /// All states in which the header of the innermost loop was reached from these; nothing where there are too many.
    pub fn within(mut self, states: Vec<State>, function: FuncId, header: BlockId) -> Option<Vec<State>> {
        self.until = Some((function, header));
        self.work = states;
        self.run(usize::MAX);
        match self.found.limit {
            Some(_) => None,
            None => Some(self.found.arrivals.into_iter().map(|arrival| arrival.state).collect()),
        }
    }

    /// Follows a state to all beginnings, until one path was found whose condition depends on inputs alone.
    pub fn follow(mut self, mut state: State) -> Walked {
        state.is_rough = self.manner == Manner::Rough;
        self.work.push(state);
        self.run(1);
        self.found
    }

    /// Does every path contradict itself, as far as can be seen without leaving for callers? It ends with the first that does not.
    pub fn contradicts(mut self, mut state: State) -> bool {
        state.is_rough = self.manner == Manner::Rough;
        self.work.push(state);
        while let Some(state) = self.work.pop() {
            if self.context.clock.is_over() {
                return false;
            }
            self.advance(state);
            if self.found.limit.is_some() || !self.found.arrivals.is_empty() {
                return false;
            }
        }
        true
    }

    fn run(&mut self, enough: usize) {
        while let Some(state) = self.work.pop() {
            if self.context.clock.is_over() {
                self.stop(NO_TIME);
                break;
            }
            self.advance(state);
            let arrivals = &self.found.arrivals;
            if self.found.limit.is_some()
                || arrivals.iter().filter(|one| one.blocked.is_none()).count() >= enough
                || self.until.is_none() && arrivals.len() >= MOST_BLOCKED
            {
                break;
            }
        }
        self.work.clear();
    }

    fn stop(&mut self, what: &str) {
        self.found.limit = Some(Reason::Limit(what.to_string()));
    }

    /// To the beginning of a block, and on from there.
    fn advance(&mut self, mut state: State) {
        let start = self.context.module.functions[state.function].blocks[state.block].insts.start;
        while state.before > start {
            if self.budget.steps == 0 {
                return self.stop("too many paths lead there");
            }
            self.budget.steps -= 1;
            if let Some(why) = state.stuck {
                self.found.limit = Some(why);
                return;
            }
            if state.is_contradiction() {
                return;
            }
            let at = state.before - 1;
            state.before = at;
            let function = &self.context.module.functions[state.function];
            let inst = function.insts[at as usize];
            if inst.is_terminator() {
                continue;
            }
            let is_call = matches!(inst, Inst::Call { .. });
            if is_call && !state.pending.is_empty() && !self.decide_pending(&mut state) {
                return;
            }
            let splits = state.splits;
            let mut next = match inst {
                Inst::Call { .. } => state.call(self.context, at),
                _ => state.step(self.context, at),
            };
            match next.len() {
                1 => state = next.swap_remove(0),
                _ => {
                    // Whether two addresses may be equal is soon known; other ways to go on are asked about at their first branch.
                    next.retain(|state| state.splits == splits || self.may_be(state));
                    self.work.extend(next);
                    return;
                }
            }
            if state.before != at {
                // A callee was entered.
                self.work.push(state);
                return;
            }
        }
        self.begin(state);
    }

    /// Was an equal state here before?
    fn is_known(&mut self, state: &State) -> bool {
        let mut hasher = FxHasher::default();
        (state.function, state.frame, state.block, &state.entered).hash(&mut hasher);
        let mut conditions = state.conditions.clone();
        conditions.sort_unstable();
        (conditions, state.bad, &state.carried, &state.cells, &state.texts, &state.target).hash(&mut hasher);
        (&state.doubts, &state.left).hash(&mut hasher);
        !self.seen.insert(hasher.finish())
    }

    /// At the beginning of a block.
    fn begin(&mut self, mut state: State) {
        if !self.decide_pending(&mut state) {
            return;
        }
        self.found.simplified |= state.left_out;
        state.sweep(self.context);
        if self.is_known(&state) {
            return;
        }
        if self.manner == Manner::Rough && self.until.is_none() && state.is_settled() {
            // Whether that is come to is left out.
            self.found.simplified = true;
            return self.arrive(state, None);
        }
        if self.until == Some((state.function, state.block)) && state.entered.is_empty() {
            return self.found.arrivals.push(Arrival { state, blocked: None, by_input: true });
        }
        if state.block == Function::ENTRY {
            return self.at_entry(state);
        }
        let function = &self.context.module.functions[state.function];
        let facts = self.context.facts.function(state.function);
        let header =
            FunctionFacts::loop_at(function, state.block).filter(|id| function.loops.loops[*id].reducible);
        let Some(id) = header else {
            for edge in facts.cfg.predecessors(state.block) {
                self.before_edge(state.clone(), *edge);
            }
            return;
        };
        let entries = function.loops.loops[id].entries.clone();
        let here = (state.frame, state.block);
        let leaves = state.left.contains(&here);
        state.left.retain(|left| *left != here);
        let general = self.generalised(state.clone(), id, leaves);
        for edge in entries {
            for general in &general {
                self.before_edge(general.clone(), edge);
            }
            self.before_edge(state.clone(), edge);
        }
    }

    /// Is the condition of a state not known to be impossible?
    pub(crate) fn may_be(&mut self, state: &State) -> bool {
        let mut all = state.conditions.clone();
        all.push(state.bad);
        self.ask(&all) != Some(false)
    }

    pub(crate) fn ask(&mut self, conditions: &[ExprId]) -> Option<bool> {
        if self.budget.questions == 0 {
            self.stop("too many questions were asked");
            return None;
        }
        let Context { questions, pool, solver, .. } = &mut *self.context;
        let groups = questions.groups(pool, conditions);
        // Counted by what this walk asks, whether another has asked it before or not: how far it comes must not depend on that.
        let new = groups.iter().filter(|group| self.posed.insert((*group).clone())).count();
        self.budget.questions = self.budget.questions.saturating_sub(new as u64);
        questions.possible_groups(pool, solver, groups)
    }

    /// Over an edge, to the end of the block that it comes from.
    fn before_edge(&mut self, mut state: State, edge: EdgeId) {
        let facts = self.context.facts.function(state.function);
        let from = self.context.module.functions[state.function].edges[edge].from;
        if !facts.cfg.is_reachable(from) || self.found.limit.is_some() {
            return;
        }
        state.cross(self.context, edge);
        self.note_left(&mut state, edge);
        if let Some(condition) = state.taken(self.context, edge) {
            let loc = state.terminator_loc(self.context);
            state.pending.push((condition, loc));
        }
        self.work.push(state);
    }

    /// What the end of a block demanded becomes a condition of the path, or is left out if it has nothing to do with what is asked. Is the path still possible?
    fn decide_pending(&mut self, state: &mut State) -> bool {
        let mut is_new = false;
        for (condition, loc) in std::mem::take(&mut state.pending) {
            if self.manner == Manner::Exact || self.matters(state, condition) {
                state.pass(loc);
                state.assume(condition);
                is_new = true;
            } else {
                self.found.simplified = true;
            }
        }
        !state.is_contradiction() && (!is_new || self.may_be(state))
    }

    /// Does a condition share anything with what is asked?
    fn matters(&mut self, state: &State, condition: ExprId) -> bool {
        let Context { questions, pool, .. } = &mut *self.context;
        let own = questions.symbols(pool, condition);
        let mut others = state.conditions.iter().chain(&state.carried).chain([&state.bad]);
        own.is_empty()
            || others.any(|other| {
                let others = questions.symbols(pool, *other);
                own.iter().any(|symbol| others.binary_search(symbol).is_ok())
            })
    }

    /// Remembers the loops that an edge leaves: how many rounds a loop made is only known where it is measured.
    fn note_left(&mut self, state: &mut State, edge: EdgeId) {
        if !self.context.segments.is_on() {
            return;
        }
        let function = &self.context.module.functions[state.function];
        let edge = &function.edges[edge];
        for id in function.loops.around(edge.from) {
            let one = &function.loops.loops[id];
            if !one.contains(edge.to) {
                state.left.push((state.frame, one.header));
            }
        }
    }

    /// An arrival at the beginning of the function asked about, where inputs alone decide.
    fn decided_here(&mut self, state: &State) -> Option<Arrival> {
        let is_decided = state.is_decided_by_input(self.context) && self.may_be(state);
        is_decided.then(|| Arrival { state: state.clone(), blocked: None, by_input: true })
    }

    /// At the beginning of a function: on to its callers.
    fn at_entry(&mut self, mut state: State) {
        if let Some(entered) = state.entered.pop() {
            state.leave(self.context, entered.caller, entered.frame, entered.call);
            return self.work.push(state);
        }
        if self.manner == Manner::Exact && state.outward == 0 && self.found.local.is_none() {
            self.found.local = self.decided_here(&state);
        }
        let facts = self.context.facts;
        let id = state.function;
        let sites: Vec<_> = facts.calls.sites(id).collect();
        let is_start = facts.main == Some(id) || self.context.module.constructors.contains(&id);
        let from_outside = facts.main.is_none() || facts.calls.is_address_taken(id) && facts.calls_back;
        if is_start || (facts.main.is_none() && sites.is_empty()) {
            return self.arrive(state, None);
        }
        if from_outside {
            let name = &self.context.module.functions[id].name;
            let who = Reason::Outside(format!("who else calls `{name}`, and with what"));
            self.arrive(state.clone(), Some(who));
        }
        if sites.is_empty() {
            return;
        }
        if state.outward >= self.budget.outward {
            return self.stop("too many functions call each other on the way there");
        }
        state.outward += 1;
        for place in sites {
            let caller = &self.context.module.functions[place.caller];
            let block = caller.block_of(place.at);
            if !facts.function(place.caller).cfg.is_reachable(block) {
                continue;
            }
            let mut state = state.clone();
            let frame = state.next_frame;
            state.next_frame += 1;
            state.leave(self.context, place.caller, frame, place.at);
            if let Inst::Call { call } = caller.insts[place.at as usize]
                && let Callee::Indirect(pointer) = caller.calls[call].callee
            {
                let called = state.is_function(self.context, pointer, id);
                state.assume(called);
            }
            self.work.push(state);
        }
    }
}
