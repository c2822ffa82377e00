//! Steps of a state at the header of a loop: runs, as long as one can come next, and then an iteration as it is.

use crate::phase::Phase;
use crate::relation::Relation;
use crate::run::{Run, begins};
use crate::strategy::{Summaries, Understood};
use bowline_exec::probe::{Place, Trace, Unknown};
use bowline_exec::{Decision, Executor, State};
use bowline_expr::ExprId;
use bowline_ir::LoopId;
use bowline_memory::Value;
use std::rc::Rc;

/// How far a state at a header is with taking runs.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub of: LoopId,
    /// The phase that is looked at next.
    phase: usize,
    /// The phase that its last run was of: it cannot come next.
    ended: Option<usize>,
    /// Runs, and questions whether one can begin.
    taken: usize,
    /// Its loop was declined: it only lets others go first.
    is_declined: bool,
}

impl Step {
    pub fn first(of: LoopId) -> Self {
        Self { of, phase: 0, ended: None, taken: 0, is_declined: false }
    }

    pub fn declined(of: LoopId) -> Self {
        Self { is_declined: true, ..Self::first(of) }
    }

    fn is_first(self) -> bool {
        self.phase == 0 && self.taken == 0
    }
}

impl Summaries {
    /// A state at a header takes a run and waits for its next turn, together with what splits off. Where no run can come next, it is among those that are
    /// returned: they execute an iteration as it is.
    pub(crate) fn step(&mut self, executor: &mut Executor, mut state: State, mut step: Step) -> Vec<State> {
        if step.is_declined {
            return vec![state];
        }
        let Some(understood) = self.understood(executor, &mut state, step.of) else {
            return vec![state];
        };
        let Understood { relation, phases, too_long, .. } = &*understood;
        // Where runs of one phase are all that happens, they tell everything.
        if step.is_first() && !understood.is_one_phase() {
            self.ask_for_scouts(executor, &state, step.of, relation);
        }
        // Where there is one phase, an iteration as it is comes next in any case.
        if step.phase == 0
            && phases.len() > 1
            && let Some(faulty) = self.faulty(executor, &mut state, relation, step)
        {
            self.share_seat(faulty.id, state.id);
            self.wait(state, step);
            return vec![faulty];
        }
        while let Some(phase) = phases.get(step.phase) {
            if step.ended == Some(step.phase) {
                step.phase += 1;
                continue;
            }
            if step.taken == self.config.steps {
                break;
            }
            step.taken += 1;
            if phases.len() > 1 {
                let begins = begins(executor, &state, relation, phase);
                match begins.map_or(Decision::No, |begins| executor.decide(&mut state, begins)) {
                    Decision::No => {
                        step.phase += 1;
                        continue;
                    }
                    Decision::Yes => {}
                    Decision::Both(other) => {
                        self.share_seat(state.id, other.id);
                        self.wait(*other, Step { phase: step.phase + 1, ..step });
                    }
                }
            }
            // Where there is no run, the phase's paths are taken one iteration at a time.
            if too_long[step.phase].get() {
                break;
            }
            let Some(run) = self.take_run(executor, &mut state, &understood, step) else { break };
            self.count_step(&state);
            let id = state.id;
            let mut all = cover(executor, &mut state, relation, phase, &run);
            all.push(state);
            all.iter().for_each(|one| self.share_seat(id, one.id));
            if phases.len() == 1 {
                return all;
            }
            let next = Step { phase: 0, ended: Some(step.phase), ..step };
            all.into_iter().for_each(|one| self.wait(one, next));
            return Vec::new();
        }
        vec![state]
    }

    /// Moves a state by a run; nothing where that is not possible.
    fn take_run(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        understood: &Understood,
        step: Step,
    ) -> Option<Run> {
        let Understood { relation, phases, too_long, .. } = understood;
        let (phase, too_long) = (&phases[step.phase], &too_long[step.phase]);
        // What is put there counts as written, also by a run of no iteration.
        let is_unwritten = |unknown: &Unknown| match unknown.place {
            Place::Cell { object, offset, bytes } => state.memory.uninitialised(object, offset, bytes.into()),
            Place::Register(..) => false,
        };
        if relation.unknowns.iter().any(is_unwritten) {
            return None;
        }
        let run = Run::of(executor, state, relation, phase)?;
        let Some(model) = run.model.clone() else {
            too_long.set(true);
            return None;
        };
        if self.config.validate {
            let mut proofs = std::mem::take(&mut self.report.borrow_mut().proofs);
            proofs.add(executor, state, relation, phase, &run);
            self.report.borrow_mut().proofs = proofs;
        }
        if executor.eval_in(&model, run.condition) == 0 || executor.eval_in(&model, run.ends) == 0 {
            debug_assert!(false, "a run was counted wrongly");
            return None;
        }
        executor.assume_with(state, run.condition, Rc::clone(&model));
        // How long it is bounds its length: what that decides need not be said again.
        let ends = state.path.simplified(executor.pool_mut(), run.ends);
        executor.assume_with(state, ends, model);
        if let Some(memory) = &run.memory {
            state.memory = memory.clone();
        }
        for (unknown, &value) in relation.unknowns.iter().zip(&run.values) {
            let value = Relation::place_of(executor.pool_mut(), unknown, value);
            let value = Value::from_expr(executor.pool(), value);
            executor.put_at(state, unknown.place, value);
        }
        self.report.borrow_mut().loops.entry((state.frame.function, step.of)).or_default().runs += 1;
        Some(run)
    }
}

/// A state that took a run has executed the paths that it took. Where one of them was never executed before, those of its inputs that take it
/// are told from the others: they are the states that are returned. The one that goes on takes nothing that is new, where that is possible, so that none of them is
/// confined to texts that have everything.
fn cover(
    executor: &mut Executor,
    state: &mut State,
    relation: &Relation,
    phase: &Phase,
    run: &Run,
) -> Vec<State> {
    let mut siblings: Vec<State> = Vec::new();
    for (&path, &takes) in phase.paths.iter().zip(&run.takes) {
        let trace = &relation.back[path].trace;
        if executor.is_covered(trace) {
            continue;
        }
        match executor.decide(state, takes) {
            // Those that take something else that is new may take this as well.
            Decision::No => cover_by_one(executor, &mut siblings, takes, trace),
            Decision::Yes => executor.cover(state, trace),
            Decision::Both(other) => {
                executor.cover(state, trace);
                siblings.push(std::mem::replace(state, *other));
            }
        }
    }
    siblings
}

/// One of some states that can take a path does, if there is one; where it need not, those of its inputs that do not are another state.
fn cover_by_one(executor: &mut Executor, states: &mut Vec<State>, takes: ExprId, trace: &Trace) {
    for at in 0..states.len() {
        match executor.decide(&mut states[at], takes) {
            Decision::No => continue,
            Decision::Yes => executor.cover(&mut states[at], trace),
            Decision::Both(other) => {
                executor.cover(&mut states[at], trace);
                states.push(*other);
            }
        }
        return;
    }
}
