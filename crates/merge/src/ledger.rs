//! Whether merging a loop pays, in counted effort: runs with the same seed decide alike.
//!
//! A merged state goes on where each of the paths that it stands for would have gone on. What it saves is known roughly: the instructions that it and
//! what stems from it execute, once for each further path, at the price that an instruction has in states that were never merged, the solver's part
//! included. What it costs is known exactly: the effort of the solver for it. A loop whose merged states have cost more than they saved, after
//! a trial, is left alone for the rest of the run.
//!
//! A state belongs to the loop that merged it last. What that one owes to loops before it is not told apart.

use crate::config::SmallLoops;
use bowline_base::FxHashMap;
use bowline_exec::StateId;
use bowline_exec::hooks::Effort;
use bowline_ir::{FuncId, LoopId};

/// A loop of the program.
pub(crate) type LoopKey = (FuncId, LoopId);

/// More paths than these are not counted on: a run that is limited would never have come to most of them.
const MOST_PATHS: u64 = 64;
/// Each loop that did not pay halves the trial of the others, so many times.
const MOST_HALVINGS: u32 = 3;

/// A state that was merged, or stems from one.
#[derive(Clone, Copy, Debug)]
struct Merged {
    /// The loop that merged it last.
    by: LoopKey,
    /// Paths that it stands for.
    paths: u64,
}

/// What became of the merged states of a loop.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    solver: u64,
    /// Instructions of further paths that need not be executed.
    spared: u64,
}

/// What merged states cost, and what the paths that they stand for would have: in instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    pub cost: u64,
    pub saved: u64,
}

#[derive(Default)]
pub(crate) struct Ledger {
    merged: FxHashMap<StateId, Merged>,
    accounts: FxHashMap<LoopKey, Account>,
    /// Of all states that were never merged.
    alone: Effort,
    /// Loops that did not pay.
    lost: u32,
}

impl Ledger {
    /// Several states became one.
    pub fn merged(&mut self, members: impl Iterator<Item = StateId>, into: StateId, by: LoopKey) {
        let mut paths = 0;
        for member in members {
            paths += self.merged.remove(&member).map_or(1, |merged| merged.paths);
        }
        self.merged.insert(into, Merged { by, paths: paths.min(MOST_PATHS) });
    }

    pub fn forked(&mut self, from: StateId, other: StateId) {
        if let Some(&merged) = self.merged.get(&from) {
            self.merged.insert(other, merged);
        }
    }

    pub fn gone(&mut self, state: StateId) {
        self.merged.remove(&state);
    }

    /// The loop that is charged, if one is.
    pub fn ran(&mut self, state: StateId, effort: Effort) -> Option<LoopKey> {
        let Some(&Merged { by, paths }) = self.merged.get(&state) else {
            self.alone.instructions += effort.instructions;
            self.alone.solver += effort.solver;
            return None;
        };
        let account = self.accounts.entry(by).or_default();
        account.solver += effort.solver;
        account.spared += effort.instructions * paths.saturating_sub(1);
        Some(by)
    }

    /// Why merging a loop does not pay; nothing where it does or the trial is not over.
    pub fn objection(&self, key: LoopKey, limits: &SmallLoops) -> Option<Balance> {
        let account = self.accounts.get(&key)?;
        if account.solver < limits.trial >> self.lost.min(MOST_HALVINGS) {
            return None;
        }
        let Effort { instructions, solver } = self.alone;
        let price = u128::from(instructions + solver).max(1);
        let saved = u128::from(account.spared) * price / u128::from(instructions.max(1));
        let balance = Balance { cost: account.solver, saved: u64::try_from(saved).unwrap_or(u64::MAX) };
        (balance.cost > balance.saved).then_some(balance)
    }

    /// A loop was found not to pay.
    pub fn note_lost(&mut self) {
        self.lost += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: LoopKey = (FuncId(0), LoopId(0));
    const LIMITS: SmallLoops = SmallLoops { blocks: 1, callee_blocks: 1, trial: 1000, products: 1 };

    fn effort(instructions: u64, solver: u64) -> Effort {
        Effort { instructions, solver }
    }

    /// Three states become state 0, which is charged, as is what forks from it.
    fn after_merge(alone: Effort, merged: Effort, sibling: Effort) -> Option<Balance> {
        let mut ledger = Ledger::default();
        assert_eq!(ledger.ran(StateId(1), alone), None);
        ledger.merged([0, 1, 2].map(StateId).into_iter(), StateId(0), KEY);
        assert_eq!(ledger.ran(StateId(0), merged), Some(KEY));
        ledger.forked(StateId(0), StateId(7));
        ledger.ran(StateId(7), sibling);
        ledger.gone(StateId(7));
        assert_eq!(ledger.ran(StateId(7), effort(1, 0)), None);
        ledger.objection(KEY, &LIMITS)
    }

    #[test]
    fn nothing_is_decided_before_the_trial_is_over() {
        assert_eq!(after_merge(effort(100, 0), effort(1, 900), effort(1, 99)), None);
        let lost = after_merge(effort(100, 0), effort(1, 900), effort(1, 100));
        assert_eq!(lost, Some(Balance { cost: 1000, saved: 4 }));
    }

    #[test]
    fn what_the_members_would_have_cost_is_saved() {
        // Two paths less, 600 instructions each.
        assert_eq!(after_merge(effort(99, 0), effort(500, 600), effort(100, 500)), None);
        let lost = after_merge(effort(99, 0), effort(500, 600), effort(100, 700));
        assert_eq!(lost, Some(Balance { cost: 1300, saved: 1200 }));
    }

    #[test]
    fn where_the_solver_is_busy_anyway_more_is_saved() {
        assert_eq!(after_merge(effort(99, 100), effort(500, 600), effort(100, 700)), None);
    }

    #[test]
    fn paths_of_loops_one_after_the_other_multiply() {
        let mut ledger = Ledger::default();
        ledger.merged([0, 1, 2].map(StateId).into_iter(), StateId(0), KEY);
        ledger.forked(StateId(0), StateId(3));
        ledger.merged([0, 3].map(StateId).into_iter(), StateId(0), KEY);
        ledger.ran(StateId(0), effort(10, 1001));
        assert_eq!(ledger.objection(KEY, &LIMITS), Some(Balance { cost: 1001, saved: 50 }));
    }
}
