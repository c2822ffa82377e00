//! Bugs in the body of a loop, asked for before anything else that a state at the header may do.
//!
//! An access that fails ends a run like an exit does, and is found where the next iteration is executed as it is. But most states at a header are on their way
//! to no bug, and an iteration as it is takes many questions, one for each of its branches. Whether some bug can happen is a single question: a
//! state for which it can goes first. Nothing is concluded where the answer is no.

use crate::relation::Relation;
use crate::run::start_of;
use crate::steps::Step;
use crate::strategy::Summaries;
use bowline_exec::probe::{Leaf, LeafEnd};
use bowline_exec::{BugKind, Decision, Ending, Executor, StackEntry, State};
use bowline_expr::{ExprId, Pool};
use bowline_ir::FuncId;
use bowline_ir::LoopId;
use bowline_solver::Verdict;

/// Bugs of one body that are asked for.
const MAX_FAULTS: usize = 16;

/// A bug, wherever it was met.
pub(crate) type Site = (BugKind, StackEntry);

/// A path through an iteration that ends as a bug.
pub(crate) struct Fault {
    /// Over the unknowns.
    pub condition: ExprId,
    site: Site,
}

impl Fault {
    /// Where a path of a probe ended as one.
    pub fn of(leaf: &Leaf) -> Option<Self> {
        let LeafEnd::Ended(Ending::Bug(bug)) = &leaf.end else { return None };
        let site = (bug.kind, bug.stack.first()?.clone());
        Some(Self { condition: leaf.condition, site })
    }
}

impl Summaries {
    /// The state in which one of the bugs happens that were not met yet; the one that is left goes on.
    pub(crate) fn faulty(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        relation: &Relation,
        step: Step,
    ) -> Option<State> {
        let key = (state.frame.function, step.of);
        let met = self.met.entry(key).or_default();
        let missing = relation.faults.iter().filter(|fault| !met.contains(&fault.site));
        let missing: Vec<&Fault> = missing.take(MAX_FAULTS).collect();
        if missing.is_empty() {
            return None;
        }
        let values: Vec<Option<ExprId>> = start_of(executor, state, relation).into_iter().map(Some).collect();
        let conditions: Vec<ExprId> = missing.iter().map(|fault| fault.condition).collect();
        // What written objects hold that an iteration reads is left open: then the answer may be a yes that is none.
        let conditions = relation.instance(executor.pool_mut(), &values, &[], &conditions)?;
        let any = executor.pool_mut().any(conditions.iter().copied());
        if any == Pool::FALSE {
            return None;
        }
        let Verdict::Sat(model) = executor.check(&state.path, any) else { return None };
        let mut happen = Vec::new();
        for (fault, &condition) in missing.iter().zip(&conditions) {
            if executor.eval_in(&model, condition) == 1 {
                happen.push(fault.site.clone());
            }
        }
        met.extend(happen);
        match executor.decide(state, any) {
            Decision::No => None,
            Decision::Yes => None,
            Decision::Both(other) => Some(std::mem::replace(state, *other)),
        }
    }
}

/// The loops whose bugs are remembered.
pub(crate) type LoopKey = (FuncId, LoopId);
