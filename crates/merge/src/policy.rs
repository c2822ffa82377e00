//! What to merge: small loops, as long as that pays. Each decision against a loop has a reason, which the report keeps.

use crate::config::{MergeLoops, SmallLoops};
use crate::ledger::{Balance, Ledger, LoopKey};
use crate::measure::products_in_a_row;
use crate::small::{NotSmall, Smallness};
use bowline_exec::hooks::Effort;
use bowline_exec::{Program, StateId};
use bowline_expr::{ExprId, Pool};
use std::fmt;

/// Why a loop is left alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeftAlone {
    NotSmall(NotSmall),
    /// From some time of the run on.
    DoesNotPay(Balance),
    /// Merged values would be computed by so many multiplications and divisions, one after the other.
    Multiplies {
        has: usize,
        most: usize,
    },
}

impl fmt::Display for LeftAlone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSmall(why) => write!(f, "not small: {why}"),
            Self::Multiplies { has, most } => {
                write!(
                    f,
                    "merged values consist of {has} multiplications and divisions in a row or more; {most} are allowed"
                )
            }
            Self::DoesNotPay(Balance { cost, saved }) => {
                write!(
                    f,
                    "does not pay: the solver did the work of {cost} instructions for what saved {saved}"
                )
            }
        }
    }
}

pub(crate) struct Policy {
    loops: MergeLoops,
    smallness: Smallness,
    pub ledger: Ledger,
}

impl Policy {
    pub fn new(loops: MergeLoops) -> Self {
        Self { loops, smallness: Smallness::default(), ledger: Ledger::default() }
    }

    /// Is a loop left alone once merging it is found not to pay? Then it must be possible to undo what was merged.
    pub fn may_regret(&self) -> bool {
        self.loops != MergeLoops::All
    }

    /// A state was run for a while: the loop that it was merged at, where that does not pay.
    pub fn ran(&mut self, state: StateId, effort: Effort) -> Option<(LoopKey, LeftAlone)> {
        let key = self.ledger.ran(state, effort)?;
        let MergeLoops::Small(limits) = self.loops else { return None };
        let balance = self.ledger.objection(key, &limits)?;
        self.ledger.note_lost();
        Some((key, LeftAlone::DoesNotPay(balance)))
    }

    /// Why values should not be those of a merged state; nothing if they may.
    pub fn objection_to_values(
        &self,
        pool: &Pool,
        values: impl Iterator<Item = ExprId>,
    ) -> Option<LeftAlone> {
        let MergeLoops::Small(SmallLoops { products: most, .. }) = self.loops else { return None };
        let has = products_in_a_row(pool, values, most.saturating_add(1));
        (has > most).then_some(LeftAlone::Multiplies { has, most })
    }

    /// Why a loop should not be merged now; nothing if it may.
    pub fn objection(&mut self, program: &Program, key: LoopKey) -> Option<LeftAlone> {
        let MergeLoops::Small(limits) = self.loops else { return None };
        match self.smallness.objection(program, &limits, key) {
            Some(why) => Some(LeftAlone::NotSmall(why.clone())),
            None => self.ledger.objection(key, &limits).map(LeftAlone::DoesNotPay),
        }
    }
}
