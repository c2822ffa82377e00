//! Memory that nobody has written is unknown ([`bowline_memory::Fill::Unknown`]): what follows from that for whole paths.
//!
//! The unknowns are auxiliary: no test has them, since nobody can hand them to a program. So what a path does that depends on them cannot be repeated
//! at will, and whoever predicts what a native run does has to ask here first.

use crate::{Executor, FreshMode, State};
use bowline_expr::{ExprId, Support, SupportCache, SymId};
use bowline_ir::Width;
use bowline_memory::{Fill, Kind, Value};

impl Executor {
    /// What is in a new object of a kind.
    pub(crate) fn fill_of(&self, kind: Kind) -> Fill {
        let is_fresh = matches!(kind, Kind::Stack | Kind::Heap) && self.config.fresh == FreshMode::Unknown;
        if is_fresh { Fill::Unknown } else { Fill::Zero }
    }

    /// Does it depend on bytes that nobody wrote which inputs take this path?
    pub fn depends_on_fresh(&self, state: &State) -> bool {
        self.pool.has_fresh() && {
            let mut supports = SupportCache::new();
            state.path.constraints().any(|condition| self.mentions_fresh(&mut supports, condition))
        }
    }

    fn mentions_fresh(&self, supports: &mut SupportCache, expr: ExprId) -> bool {
        let is_fresh = |symbol: SymId| self.pool.symbol_info(symbol).is_fresh();
        supports.of(&self.pool, expr).iter().any(|&(Support::Byte(symbol, _) | Support::Whole(symbol))| is_fresh(symbol))
    }

    /// The exit status under the path's model. One that depends on what nobody wrote is made part of the path, so that nobody takes it for predictable.
    pub(crate) fn exit_status(&mut self, state: &mut State, status: Value, width: Width) -> u64 {
        let value = self.current(state, status, width);
        if let Value::Expr(expr) = status
            && self.pool.has_fresh()
            && self.mentions_fresh(&mut SupportCache::new(), expr)
        {
            let chosen = self.pool.constant(value.into(), self.pool.width(expr));
            let is_chosen = self.pool.eq(expr, chosen);
            self.assume(state, is_chosen);
        }
        value
    }
}
