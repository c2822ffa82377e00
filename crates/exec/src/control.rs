//! Branches, switches, computed gotos and traps.

use crate::executor::Flow;
use crate::fork::Decision;
use crate::step::Here;
use crate::{BugKind, Executor, LostKind, State};
use bowline_expr::{ExprId, Pool};
use bowline_ir::{EdgeId, Function, SwitchId, SwitchTable, TrapKind, Width, inst::block_address_offset};
use bowline_memory::Value;
use std::ops::ControlFlow;

impl Executor {
    /// Decides a branch; a forked sibling is sent down the other edge. Returns the edge that `state` takes.
    ///
    /// With a seed the state goes where the seed goes, and the sibling waits at the branch.
    pub(crate) fn branch(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        condition: ExprId,
        then_edge: EdgeId,
        else_edge: EdgeId,
    ) -> EdgeId {
        if let Some((holds, other)) = self.part_from_seeds(state, condition) {
            let (edge, other_edge) = if holds { (then_edge, else_edge) } else { (else_edge, then_edge) };
            if let Some(mut other) = other {
                if let Some(unasked) = &mut other.unasked {
                    unasked.leads_to =
                        Some(here.function.blocks[here.function.edges[other_edge].to].insts.start);
                }
                self.again(*other);
            }
            return edge;
        }
        if let Some(holds) = self.first_seed_holds(state, condition) {
            let (side, edge, other_edge) = match holds {
                true => (condition, then_edge, else_edge),
                false => (self.pool.not(condition), else_edge, then_edge),
            };
            return match self.decide(state, side) {
                Decision::Yes => edge,
                Decision::No => other_edge,
                // There it would not get a choice again.
                Decision::Both(other) if self.at_depth_limit(&other) => {
                    self.send(*other, here, other_edge);
                    edge
                }
                Decision::Both(other) => {
                    self.again(*other);
                    edge
                }
            };
        }
        match self.decide(state, condition) {
            Decision::Yes => then_edge,
            Decision::No => else_edge,
            Decision::Both(other) => {
                self.send(*other, here, else_edge);
                then_edge
            }
        }
    }

    /// Starts a sibling down an edge.
    fn send(&mut self, mut other: State, here: Here<'_>, edge: EdgeId) {
        let moved = self.take_edge(&mut other, here, edge);
        self.sort_in(other, moved);
    }

    /// Splits off one state per feasible target; the state itself takes the last feasible one.
    pub(crate) fn switch(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        value: ExprId,
        width: Width,
        table: &SwitchTable,
    ) -> EdgeId {
        let groups = self.group_cases(value, width, table);
        let fallback = table.default.or(groups.last().map(|(edge, _)| *edge)).unwrap_or(EdgeId(0));
        if state.has_seeds() {
            return self.switch_with_seed(state, &groups, table.default.unwrap_or(fallback));
        }
        for (edge, matches) in groups {
            if Some(edge) == table.default {
                continue;
            }
            // Asked the other way round, so that `state` is the one that keeps looking at the remaining cases.
            let differs = self.pool.not(matches);
            match self.decide(state, differs) {
                Decision::Yes => {}
                Decision::No => return edge,
                Decision::Both(other) => self.send(*other, here, edge),
            }
        }
        fallback
    }

    /// The state goes where its first seed goes; everything else executes the switch again.
    fn switch_with_seed(
        &mut self,
        state: &mut State,
        groups: &[(EdgeId, ExprId)],
        default: EdgeId,
    ) -> EdgeId {
        let mut taken = None;
        for &(edge, matches) in groups.iter().filter(|(edge, _)| *edge != default) {
            if self.first_seed_holds(state, matches) == Some(true) {
                taken = Some((edge, matches));
                break;
            }
        }
        let (edge, condition) = taken.unwrap_or_else(|| {
            let others = groups.iter().filter(|(edge, _)| *edge != default).map(|(_, matches)| *matches);
            let any = self.pool.any(others);
            (default, self.pool.not(any))
        });
        if self.follow_seeds(state, condition).is_none()
            && let Decision::Both(other) = self.decide(state, condition)
        {
            self.again(*other);
        }
        edge
    }

    /// One condition per target, in the order of the first case that goes there.
    fn group_cases(&mut self, value: ExprId, width: Width, table: &SwitchTable) -> Vec<(EdgeId, ExprId)> {
        let mut groups: Vec<(EdgeId, ExprId)> = Vec::new();
        for &(case, edge) in &table.cases {
            let constant = self.pool.constant(case, width);
            let equal = self.pool.eq(value, constant);
            match groups.iter_mut().find(|(known, _)| *known == edge) {
                Some((_, any)) => *any = self.pool.or(*any, equal),
                None => groups.push((edge, equal)),
            }
        }
        groups
    }

    pub(crate) fn indirect_jump(
        &mut self,
        state: &mut State,
        function: &Function,
        address: Value,
        table: SwitchId,
    ) -> Flow<EdgeId> {
        self.check_decision(state, address, "a branch")?;
        let base = self.program().function_address(state.frame.function);
        let address = address.to_expr(&mut self.pool, 64);
        let mut nowhere = Pool::TRUE;
        for &(block, edge) in &function.switches[table].cases {
            let label = base + block_address_offset(bowline_ir::BlockId(block as u32));
            let label = self.pool.constant(u128::from(label), 64);
            let same = self.pool.eq(address, label);
            // The first label that the model goes to; a sibling executes the jump again for all that is left.
            if self.solver.eval(&self.pool, &state.path, same) == 1 {
                if let Decision::Both(other) = self.decide(state, same) {
                    self.again(*other);
                }
                return ControlFlow::Continue(edge);
            }
            let differs = self.pool.not(same);
            nowhere = self.pool.and(nowhere, differs);
        }
        if let Decision::Both(other) = self.decide(state, nowhere) {
            self.again(*other);
        }
        let message = "computed goto to an address that is no label of this function";
        ControlFlow::Break(self.bug(state, BugKind::Unreachable, message))
    }

    /// A concrete address for a possibly symbolic one: the model's, while the other addresses go on as a sibling that
    /// executes the instruction again.
    pub(crate) fn pin_address(&mut self, state: &mut State, address: Value) -> Flow<u64> {
        let expr = match address {
            Value::Int(at) => return ControlFlow::Continue(at),
            Value::Expr(expr) => expr,
        };
        let value = self.solver.eval(&self.pool, &state.path, expr);
        let constant = self.pool.constant(value, 64);
        let same = self.pool.eq(expr, constant);
        if let Decision::Both(other) = self.decide(state, same) {
            self.retry(*other);
        }
        // Resolved: what comes next counts from the start again.
        state.resolutions = 0;
        ControlFlow::Continue(value as u64)
    }

    /// Lets a sibling execute the current instruction again under its narrower path, as often as the limit allows.
    pub(crate) fn retry(&mut self, mut other: State) {
        other.resolutions += 1;
        if other.resolutions as usize > self.config.max_resolutions {
            let what = "further targets of a symbolic pointer";
            let ending = self.lost_path(LostKind::Resolutions, what, &other);
            self.split.ended.push((other, ending));
        } else {
            self.again(other);
        }
    }

    /// [`Executor::retry`] where something else bounds how often.
    pub(crate) fn again(&mut self, mut other: State) {
        other.instructions -= 1;
        self.split.running.push(other);
    }

    pub(crate) fn trap<T>(&mut self, state: &State, kind: TrapKind) -> Flow<T> {
        let (kind, message) = match kind {
            TrapKind::Trap => (BugKind::Abort, "the program traps"),
            TrapKind::Debug => (BugKind::Abort, "the program traps for a debugger"),
            TrapKind::Unreachable => (BugKind::Unreachable, "code that was declared unreachable is reached"),
        };
        ControlFlow::Break(self.bug(state, kind, message))
    }
}
