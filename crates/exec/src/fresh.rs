//! Memory that nobody has written is unknown ([`bowline_memory::Fill::Unknown`]): what follows from that for whole paths.
//!
//! With `--check uninitialised-read` a decision that depends on them is a bug: a branch, an address, a length, the exit status, output. It does where the same
//! inputs lead to different decisions in two runs that find different bytes there; so copies, padding, and bits that are masked out are no decision, whatever
//! they went through. What is left of the path are the inputs and bytes for which both runs go on alike.
//!
//! The unknowns are auxiliary: no test has them, since nobody can hand them to a program. So what a path does that depends on them cannot be repeated
//! at will, and whoever predicts what a native run does has to ask here first.

use crate::executor::Flow;
use crate::{BugKind, Ending, Executor, FreshMode, State};
use bowline_expr::substitute::Substitution;
use bowline_expr::{ExprId, Support, SupportCache, SymId};
use bowline_ir::Width;
use bowline_memory::{Fill, Kind, ObjectId, Value};
use bowline_solver::Verdict;
use std::ops::ControlFlow;

/// Parts of a decision that are looked at as they would be in another run. One with more counts as independent.
const MAX_PARTS: usize = 100_000;

impl Executor {
    /// What is in a new object of a kind.
    pub(crate) fn fill_of(&self, kind: Kind) -> Fill {
        let is_fresh = matches!(kind, Kind::Stack | Kind::Heap) && self.config.fresh == FreshMode::Unknown;
        if is_fresh { Fill::Unknown } else { Fill::Zero }
    }

    /// Is it a bug to read what nobody wrote, whatever becomes of it? Where such bytes are zeros, nobody can tell what depends on them.
    pub(crate) fn checks_reads(&self) -> bool {
        self.config.checks.uninitialised_read && self.config.fresh == FreshMode::Zero
    }

    /// Does it depend on bytes that nobody wrote which inputs take this path?
    pub fn depends_on_fresh(&self, state: &State) -> bool {
        let mut supports = SupportCache::new();
        state.path.constraints().any(|condition| self.mentions_fresh(&mut supports, condition))
    }

    /// Does an expression depend on bytes that nobody wrote?
    pub fn is_fresh(&self, expr: ExprId) -> bool {
        self.mentions_fresh(&mut SupportCache::new(), expr)
    }

    fn mentions_fresh(&self, supports: &mut SupportCache, expr: ExprId) -> bool {
        let is_fresh = |symbol: SymId| self.pool.symbol_info(symbol).is_fresh();
        // Most expressions have no such array in them at all, and that is known of each.
        self.pool.has_fresh(expr)
            && supports
                .of(&self.pool, expr)
                .iter()
                .any(|&(Support::Byte(symbol, _) | Support::Whole(symbol))| is_fresh(symbol))
    }

    /// Where that is looked for: a decision does not depend on what nobody wrote. `what` names it.
    #[inline]
    pub(crate) fn check_decision(&mut self, state: &mut State, value: Value, what: &str) -> Flow {
        match value {
            Value::Expr(expr) if self.config.checks.uninitialised_read && self.pool.has_fresh(expr) => {
                self.check_independence(state, expr, what)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn check_independence(&mut self, state: &mut State, expr: ExprId, what: &str) -> Flow {
        let expr = self.on_path(state, expr);
        let supports = SupportCache::new().of(&self.pool, expr);
        let symbol = |part: &Support| match *part {
            Support::Byte(symbol, _) | Support::Whole(symbol) => symbol,
        };
        let (mut fresh, inputs): (Vec<SymId>, Vec<SymId>) =
            supports.iter().map(symbol).partition(|&symbol| self.pool.symbol_info(symbol).is_fresh());
        fresh.dedup();
        let Some(&first) = fresh.first() else { return ControlFlow::Continue(()) };
        let Some(elsewhere) = self.in_another_run(expr, &fresh) else { return ControlFlow::Continue(()) };
        let same = self.pool.eq(expr, elsewhere);
        if inputs.is_empty() {
            // No input makes it independent: nothing is left of the path.
            let differs = self.pool.not(same);
            if let Verdict::Sat(model) = self.solver.check(&mut self.pool, &state.path, differs) {
                self.narrow(state, differs, model);
                return ControlFlow::Break(self.fresh_decision(state, first, what));
            }
        }
        self.demand(state, same, |executor, state| executor.fresh_decision(state, first, what))
    }

    fn fresh_decision(&mut self, state: &State, symbol: SymId, what: &str) -> Ending {
        let object = ObjectId(self.pool.symbol_info(symbol).occurrence);
        let name = match state.memory.object(object) {
            Some(object) => self.describe(state, object),
            None => "an object that is gone".to_string(),
        };
        let message = format!("{what} depends on bytes of {name} that were never written");
        self.bug(state, BugKind::UninitialisedRead, message)
    }

    /// What an expression is in a run that finds other bytes where nobody wrote.
    fn in_another_run(&mut self, expr: ExprId, fresh: &[SymId]) -> Option<ExprId> {
        let mut substitution = Substitution::new();
        for &symbol in fresh {
            let elsewhere = self.pool.fresh_elsewhere(symbol);
            let (here, there) = (self.pool.input(symbol), self.pool.input(elsewhere));
            substitution.replace(here, there);
        }
        substitution.apply(&mut self.pool, expr, MAX_PARTS)
    }

    /// The exit status under the path's model. One that depends on what nobody wrote is made part of the path, so that nobody takes it for predictable.
    pub(crate) fn exit_status(&mut self, state: &mut State, status: Value, width: Width) -> u64 {
        let value = self.current(state, status, width);
        if let Value::Expr(expr) = status
            && self.mentions_fresh(&mut SupportCache::new(), expr)
        {
            let chosen = self.pool.constant(value.into(), self.pool.width(expr));
            let is_chosen = self.pool.eq(expr, chosen);
            self.assume(state, is_chosen);
        }
        value
    }
}
