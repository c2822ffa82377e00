//! Scouts: what could be behind a loop, if counting its paths told everything.
//!
//! A scout is a copy of a state at the header, with what counting tells instead of what iterations do, from which everything to the end of the program is
//! [probed](bowline_exec::probe). The first one knows counters only; where it meets a bug on no text that is
//! tried, a later one knows what the texts have to do with them. Of a path that ends as a bug which no scout has shown yet, or somewhere, the text is tried: the program is run on it from
//! the header on. If that ends as the same bug, or executes what was never executed, a state is sent along: a twin of the one at the header, confined to
//! the characters that were walked over. It executes the iterations one by one, decides nothing on the way, and is an ordinary state from then on.

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
use bowline_ir::LoopId;
use bowline_memory::Value;
use std::rc::Rc;

/// Times that scouts are sent behind one loop.
const MAX_SENT: u32 = 3;
/// Ways to one bug that are tried.
const MAX_TRIED: u32 = 3;
/// What looking around there may cost.
const BUDGET: Budget = Budget { paths: 64, instructions: 50_000, queries: 600 };
/// What texts are asked is harder.
const QUERIES_ON_TEXTS: u64 = 60;
/// Iterations that fork of a loop in the iteration behind, and of loops behind that.
const INNER: u32 = 2;

/// What is known of scouts.
#[derive(Default)]
pub(crate) struct Scouts {
    sent: FxHashMap<LoopKey, Sent>,
    /// Bugs that states were sent to.
    met: FxHashSet<Site>,
    /// Iterations that states which were sent along a text still execute as they are.
    straight: FxHashMap<StateId, Along>,
    /// Those of them that have not run yet.
    ready: Vec<State>,
}

/// What is known of those that were sent behind one loop.
#[derive(Default)]
struct Sent {
    times: u32,
    /// They have met bugs on no text that was tried.
    missed: bool,
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

    pub fn take_ready(&mut self) -> Vec<State> {
        std::mem::take(&mut self.ready)
    }

    pub fn ready(&self) -> impl Iterator<Item = &State> {
        self.ready.iter()
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
    /// Has nobody been sent behind a loop, or is there more to find and nobody on the way to what was found?
    pub(crate) fn is_unscouted(&self, state: &State, of: LoopId) -> bool {
        let sent = self.scouts.sent.get(&(state.frame.function, of));
        let has_more = sent.is_none_or(|sent| sent.missed && sent.times < MAX_SENT);
        self.config.scouts && has_more && self.scouts.straight.is_empty()
    }

    /// Sends scouts behind a loop that a state stands at the header of, and states along the texts that they found.
    pub(crate) fn send_scouts(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        of: LoopId,
        relation: &Relation,
    ) {
        let key = (state.frame.function, of);
        // What was found is explored before more is looked for, which takes longer.
        if !self.scouts.straight.is_empty() {
            return;
        }
        let sent = self.scouts.sent.entry(key).or_default();
        sent.times += 1;
        let times = sent.times;
        if times > MAX_SENT || !self.config.scouts {
            return;
        }
        let flows = [true, false]
            .map(|by_steps_only| Flow::of(&mut Asking::new(executor, state), relation, by_steps_only));
        let mut flows: Vec<Flow> = flows.into_iter().flatten().collect();
        // Without paths to rule out, both are the same.
        flows.dedup_by(|one, other| one.paths == other.paths);
        if let Some(flow) = flows.first()
            && !self.is_told_by_count(key)
        {
            let told = told(executor, state, relation, flow);
            self.report.borrow_mut().loops.entry(key).or_default().counted = Some(told);
        }
        let mut missed = true;
        if times == 1 {
            missed = self.follow(executor, state, of, relation, &mut flows, false);
        }
        if times > 1 || (missed && self.scouts.ready.is_empty()) {
            missed = self.follow(executor, state, of, relation, &mut flows, true);
        }
        self.scouts.sent.entry(key).or_default().missed = missed;
    }

    /// Sends states along the texts that are found for some flows. Those flows stay for which bugs were met on no text; are there any?
    fn follow(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        of: LoopId,
        relation: &Relation,
        flows: &mut Vec<Flow>,
        has_texts: bool,
    ) -> bool {
        flows.retain(|flow| {
            let scouted = self.scouted(executor, state, of, (relation, flow), has_texts);
            scouted.is_some_and(|Scouted { leads, missed }| {
                leads.into_iter().for_each(|lead| self.send(executor, state, of, lead));
                missed
            })
        });
        !flows.is_empty()
    }

    fn is_told_by_count(&self, key: LoopKey) -> bool {
        self.report.borrow().loops.get(&key).is_some_and(|one| one.counted.is_some())
    }

    /// What a scout finds; nothing where it cannot go.
    fn scouted(
        &mut self,
        executor: &mut Executor,
        state: &State,
        of: LoopId,
        (relation, flow): (&Relation, &Flow),
        has_texts: bool,
    ) -> Option<Scouted> {
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
        let mut tried: FxHashMap<Site, u32> = FxHashMap::default();
        for leaf in probed.leaves {
            let LeafEnd::Ended(ending) = leaf.end else { continue };
            let site = site_of(&ending);
            let is_known = site.as_ref().is_some_and(|site| self.scouts.met.contains(site));
            if is_known || matches!(ending, Ending::Infeasible | Ending::Untaken) {
                continue;
            }
            let times = site.clone().map(|site| tried.entry(site).or_default());
            if times.is_some_and(|times| std::mem::replace(times, *times + 1) == MAX_TRIED) {
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

    /// Sends a twin of a state at the header along a text.
    fn send(&mut self, executor: &mut Executor, state: &mut State, of: LoopId, lead: Lead) {
        let before = state.path.clone();
        let mut twin = executor.twin(state, &before);
        // What it explores is also the others': it says nothing of how far they are.
        twin.lane = None;
        if executor.assume_with(&mut twin, lead.pinned, lead.model) {
            let activation = (state.frame.serial, of);
            self.scouts
                .straight
                .insert(twin.id, Along { activation, left: lead.iterations, more: lead.more });
            self.report.borrow_mut().loops.entry((state.frame.function, of)).or_default().sent += 1;
            self.share_seat(state.id, twin.id);
            self.scouts.ready.push(twin);
        }
    }
}
