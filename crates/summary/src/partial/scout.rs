//! Scouts: what could be behind a loop, if counting its paths told everything.
//!
//! A scout is a copy of a state at the header, with what counting tells instead of what iterations do, from which everything to the end of the program is
//! [probed](bowline_exec::probe). The first one knows counters only; where it meets a bug on no text that is
//! tried, a second one knows what the texts have to do with them. Of a path that ends as a bug which no scout has shown yet, or somewhere, the text is tried: the program is run on it from
//! the header on. If that ends as the same bug, or executes what was never executed, a state is sent along: a twin of the one at the header, confined to
//! the characters that were walked over. It executes the iterations one by one, decides nothing on the way, and is an ordinary state from then on.
//!
//! What is near is found without scouts, and most loops are small: scouts wait until the run has got somewhere, and take no more than their share of its work.

use super::flow::Flow;
use super::lead::{Lead, Trial, site_of};
use super::letters::Alphabet;
use super::texts::Counted;
use super::told::told;
use crate::asking::Asking;
use crate::faults::{LoopKey, Site};
use crate::inner::InnerLoops;
use crate::relation::Relation;
use crate::run::start_of;
use crate::strategy::{Activation, Summaries};
use bowline_base::{FxHashMap, FxHashSet};
use bowline_exec::probe::{Budget, LeafEnd, Region};
use bowline_exec::{Ending, Executor, State, StateId};
use bowline_expr::Marker;
use bowline_ir::LoopId;
use bowline_memory::Value;
use std::collections::VecDeque;
use std::rc::Rc;

/// States at one loop that scouts are made of.
const MAX_ASKED: u32 = 2;
/// Work of others behind their head start, in terms of that of scouts.
const OTHERS_SHARE: u64 = 4;
/// Ways to one bug, or to any other end, that are tried.
const MAX_TRIED: u32 = 3;
/// What looking around there may cost.
const BUDGET: Budget = Budget { paths: 64, instructions: 50_000, queries: 300 };
/// What texts are asked is harder.
const QUERIES_ON_TEXTS: u64 = 60;
/// Iterations that fork of a loop in the iteration behind, and of loops behind that.
const INNER: u32 = 2;

/// What is known of scouts.
#[derive(Default)]
pub(crate) struct Scouts {
    asked: FxHashMap<LoopKey, u32>,
    errands: VecDeque<Errand>,
    /// Work that was done on errands.
    spent: u64,
    /// Bugs that states were sent to.
    met: FxHashSet<Site>,
    /// Iterations that states which were sent along a text still execute as they are.
    straight: FxHashMap<StateId, Along>,
}

/// A loop to be looked behind.
struct Errand {
    /// At its header, as it was then.
    state: State,
    of: LoopId,
    relation: Rc<Relation>,
    /// Scouts know what texts have to do with counters.
    has_texts: bool,
}

impl Errand {
    /// Ways to count the paths of the loop.
    fn flows(&self, executor: &mut Executor) -> Vec<Flow> {
        let flows = [true, false].map(|by_steps_only| {
            Flow::of(&mut Asking::new(executor, &self.state), &self.relation, by_steps_only)
        });
        let mut flows: Vec<Flow> = flows.into_iter().flatten().collect();
        // Without paths to rule out, both are the same.
        flows.dedup_by(|one, other| one.paths == other.paths);
        flows
    }
}

/// A state on its way along a text.
struct Along {
    activation: Activation,
    /// Iterations.
    left: u64,
    /// Headers of loops that it passes behind these as it is.
    more: u64,
}

impl Scouts {
    /// Does a state execute the loops that it comes to as they are?
    pub fn is_straight(&self, state: StateId) -> bool {
        self.straight.contains_key(&state)
    }

    /// A state comes to the header of a loop: does it execute the next iteration as it is?
    pub fn goes_straight(&mut self, state: &State, of: LoopId) -> bool {
        let Some(along) = self.straight.get_mut(&state.id) else { return false };
        let rest = match along.left {
            0 => &mut along.more,
            _ if along.activation == (state.frame.serial, of) => &mut along.left,
            _ => return true,
        };
        *rest = rest.saturating_sub(1);
        if along.left == 0 && along.more == 0 {
            self.straight.remove(&state.id);
        }
        self.is_straight(state.id)
    }

    /// One that is on its way along a text: it has little to do.
    pub fn first(&self) -> Option<StateId> {
        self.straight.keys().min().copied()
    }

    pub fn mark(&self, seen: &mut FxHashSet<usize>, marker: &mut Marker) {
        for errand in &self.errands {
            errand.state.mark(seen, marker);
            errand.relation.mark(seen, marker);
        }
    }

    pub fn forget(&mut self, state: StateId) {
        self.straight.remove(&state);
    }
}

/// What a scout found.
struct Scouted {
    leads: Vec<Lead>,
    /// It has met bugs on no text that was tried.
    missed: bool,
}

impl Summaries {
    /// Is there an errand, nobody on the way, and has the run done enough else?
    pub(crate) fn scouts_are_due(&self, executor: &Executor) -> bool {
        let Scouts { errands, straight, spent, .. } = &self.scouts;
        let by_others = executor.work().saturating_sub(*spent);
        let is_far = |head_start| by_others >= head_start + OTHERS_SHARE * spent;
        !errands.is_empty() && straight.is_empty() && self.config.scouts.is_some_and(is_far)
    }

    /// Are scouts still to be made at a loop?
    pub(crate) fn asks_for_scouts(&self, of: LoopKey) -> bool {
        self.config.scouts.is_some() && self.scouts.asked.get(&of).is_none_or(|asked| *asked < MAX_ASKED)
    }

    /// Scouts are to be sent behind a loop that a state stands at the header of.
    pub(crate) fn ask_for_scouts(
        &mut self,
        executor: &mut Executor,
        state: &State,
        of: LoopId,
        relation: &Rc<Relation>,
    ) {
        let key = (state.frame.function, of);
        if !self.asks_for_scouts(key) {
            return;
        }
        let asked = self.scouts.asked.entry(key).or_default();
        *asked += 1;
        let relation = Rc::clone(relation);
        let errand = Errand { state: state.clone(), of, relation, has_texts: false };
        if *asked == 1
            && let Some(flow) = errand.flows(executor).first()
        {
            let told = told(executor, state, &errand.relation, flow);
            self.report.borrow_mut().loops.entry(key).or_default().counted = Some(told);
        }
        self.scouts.errands.push_back(errand);
    }

    /// Sends scouts behind a loop, if it is their turn. The states that go along the texts which they found.
    pub(crate) fn send_scouts(&mut self, executor: &mut Executor) -> Vec<State> {
        if !self.scouts_are_due(executor) {
            return Vec::new();
        }
        let before = executor.work();
        let Some(mut errand) = self.scouts.errands.pop_front() else { return Vec::new() };
        executor.swap_sessions();
        let flows = errand.flows(executor);
        let (mut sent, mut missed) = (Vec::new(), false);
        for flow in &flows {
            let Some(scouted) = self.scouted(executor, &errand, flow) else { continue };
            missed |= scouted.missed;
            sent.extend(scouted.leads.into_iter().filter_map(|lead| self.sent(executor, &errand, lead)));
        }
        executor.swap_sessions();
        let spent = executor.work() - before;
        self.scouts.spent += spent;
        executor.put_aside(spent);
        if missed && !errand.has_texts {
            errand.has_texts = true;
            self.scouts.errands.push_back(errand);
        }
        sent
    }

    /// What a scout finds; nothing where it cannot go.
    fn scouted(&mut self, executor: &mut Executor, errand: &Errand, flow: &Flow) -> Option<Scouted> {
        let &Errand { ref state, of, ref relation, has_texts } = errand;
        let program = Rc::clone(executor.program());
        let function = &program.module.functions[state.frame.function];
        let behind = Region::behind(state.frame.function, function, of)?;
        let onward = Region::onward(state.frame.function, function);
        let start = start_of(executor, state, relation);
        let counted = Counted::new(executor, relation, flow, start);
        let condition = counted.condition(executor.pool_mut(), has_texts)?;
        let mut scout = state.clone();
        let model = Rc::clone(state.path.model());
        // No iteration at all satisfies it.
        if executor.eval_in(&model, condition) != 1 {
            return None;
        }
        scout.path.assume(executor.pool_mut(), condition, model);
        for (at, unknown) in relation.unknowns.iter().enumerate() {
            let value = counted.value(executor.pool_mut(), at);
            let value = value.unwrap_or_else(|| executor.auxiliary_value("anything", unknown.place.width()));
            let value = Relation::place_of(executor.pool_mut(), unknown, value);
            let value = Value::from_expr(executor.pool(), value);
            executor.put_at(&mut scout, unknown.place, value);
        }
        // One more iteration has as many paths as any.
        let queries = if has_texts { QUERIES_ON_TEXTS } else { BUDGET.queries };
        let budget = Budget { paths: BUDGET.paths + 2 * relation.back.len(), queries, ..BUDGET };
        let probed =
            executor.probe_within(&scout, &behind, &[], budget, Some(Box::new(InnerLoops::new(INNER))));
        let (mut leads, mut missed) = (Vec::new(), false);
        let mut alphabet = Alphabet::default();
        let mut tried: FxHashMap<Option<Site>, u32> = FxHashMap::default();
        for leaf in probed.leaves {
            let LeafEnd::Ended(ending) = leaf.end else { continue };
            let site = site_of(&ending);
            let is_known = site.as_ref().is_some_and(|site| self.scouts.met.contains(site));
            if is_known || matches!(ending, Ending::Infeasible | Ending::Untaken) {
                continue;
            }
            let times = tried.entry(site.clone()).or_default();
            *times += 1;
            if *times > MAX_TRIED {
                continue;
            }
            let mut trial =
                Trial { executor, state, counted: &counted, alphabet: &mut alphabet, onward: &onward };
            match trial.lead(&leaf.state.path, site.as_ref()) {
                Some(lead) => {
                    self.scouts.met.extend(site);
                    leads.push(lead);
                }
                None => missed |= site.is_some(),
            }
        }
        Some(Scouted { leads, missed })
    }

    /// A twin of the state at the header that goes along a text.
    fn sent(&mut self, executor: &mut Executor, errand: &Errand, lead: Lead) -> Option<State> {
        let Errand { state, of, .. } = errand;
        let mut twin = executor.late_twin(state);
        // What it explores is also the others': it says nothing of how far they are.
        twin.lane = None;
        if !executor.assume_with(&mut twin, lead.pinned, lead.model) {
            executor.supersede(&twin);
            return None;
        }
        let along = Along { activation: (state.frame.serial, *of), left: lead.iterations, more: lead.more };
        self.scouts.straight.insert(twin.id, along);
        self.report.borrow_mut().loops.entry((state.frame.function, *of)).or_default().sent += 1;
        self.share_seat(state.id, twin.id);
        Some(twin)
    }
}
