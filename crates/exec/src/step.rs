//! The main loop: one instruction after the other.
//!
//! Concrete work stays on machine words and in this file; whatever needs an expression, a check that may fail or a fork goes to the
//! file of its instruction family.

use crate::executor::{Flow, Holder, Moved};
use crate::hooks::Effort;
use crate::{Executor, LostKind, Outcome, Program, State, arith};
use bowline_ir::{
    BinaryOp, CastOp, ComparePredicate, EdgeId, FuncId, Function, Inst, Operand, Reg, SourceLoc, SwitchId,
    Width, Wrapping,
};
use bowline_memory::Value;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

/// What an instruction is looked up in: the function that a state is in.
#[derive(Clone, Copy)]
pub(crate) struct Here<'a> {
    pub program: &'a Program,
    pub function: &'a Function,
    constants: &'a [Value],
}

impl<'a> Here<'a> {
    /// Where a state is.
    pub fn of(program: &'a Program, state: &State) -> Self {
        let function = &program.module.functions[state.frame.function];
        Self { program, function, constants: &program.constants }
    }

    /// A word is read as a word: the processor cannot hand the two stores that wrote a value a moment ago on to one load of all of it, and
    /// would wait for them.
    #[inline(always)]
    fn read(self, state: &State, operand: Operand) -> Value {
        let value = match operand.as_reg() {
            Some(reg) => &state.frame.registers[reg.0 as usize],
            None => &self.constants[operand.as_const().map_or(0, |id| id.0 as usize)],
        };
        match *value {
            Value::Int(word) => Value::Int(word),
            Value::Expr(expr) => Value::Expr(expr),
        }
    }
}

/// Why the main loop came back with a state that is alive.
enum Pause {
    Running,
    Held(Holder),
}

impl Executor {
    /// Advances a state by up to `budget` instructions; comes back early when anything happens.
    pub fn run(&mut self, state: &mut State, budget: u64) -> Outcome {
        let before = state.instructions;
        let effort = self.solver.stats().effort;
        let start = self.slice_start();
        let mut flow = self.advance(state, budget);
        if let (Some(start), ControlFlow::Continue(Pause::Running)) = (start, &flow)
            && let ControlFlow::Break(ending) = self.check_path_time(state, start)
        {
            flow = ControlFlow::Break(ending);
        }
        if let (Some(_), ControlFlow::Continue(Pause::Running)) = (&state.lazy, &flow)
            && let ControlFlow::Break(ending) = self.check_circles(state)
        {
            flow = ControlFlow::Break(ending);
        }
        self.books.profile.charge(state.instructions, self.solver.stats().time);
        self.books.stats.instructions += state.instructions - before;
        if self.watches_edges {
            // A probe takes back what it spent.
            let solver = self.solver.stats().effort.saturating_sub(effort);
            self.tell_effort(state, Effort { instructions: state.instructions - before, solver });
        }
        let split = std::mem::take(&mut self.split);
        match flow {
            ControlFlow::Continue(Pause::Running) => Outcome::Running { split },
            ControlFlow::Continue(Pause::Held(by)) => Outcome::Held { by, split },
            ControlFlow::Break(ending) => Outcome::Ended { ending, split },
        }
    }

    fn advance(&mut self, state: &mut State, budget: u64) -> Flow<Pause> {
        let program = Rc::clone(&self.program);
        self.books.profile.resume(state.frame.function, state.instructions, self.solver.stats().time);
        if state.frame.registers.is_empty() && state.instructions == 0 && state.callers.is_none() {
            self.next_stage(state)?;
            self.change_function(state);
        }
        if state.unasked.is_some() {
            self.ask_now(state)?;
        }
        let end = state.instructions + budget;
        // One turn per function activation.
        loop {
            let here = Here::of(&program, state);
            let executed = self.books.coverage.executed(state.frame.function);
            if let Some(pause) = self.advance_within(state, here, &executed, end)? {
                return ControlFlow::Continue(pause);
            }
            self.change_function(state);
        }
    }

    fn change_function(&mut self, state: &State) {
        self.books.profile.enter(state.frame.function, state.instructions, self.solver.stats().time);
    }

    /// Stays within one activation of a function; comes back with nothing when that changes.
    #[inline]
    fn advance_within(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        executed: &[Cell<bool>],
        end: u64,
    ) -> Flow<Option<Pause>> {
        macro_rules! go {
            ($edge:expr) => {{
                let edge = $edge;
                self.move_along(state, here, edge);
                // Rarely true, and what follows is not small.
                if self.watches_edges
                    && let Moved::Held(by) = self.edge_taken(state, here, edge)?
                {
                    return ControlFlow::Continue(Some(Pause::Held(by)));
                }
                continue;
            }};
        }
        loop {
            if state.instructions >= end || !self.split.is_empty() {
                return ControlFlow::Continue(Some(Pause::Running));
            }
            state.instructions += 1;
            let position = state.frame.position as usize;
            if !executed[position].get() {
                self.books.coverage.touch(state.frame.function, state.frame.position);
                self.note_new(state, state.frame.function, here.function.locs[position]);
            }
            match here.function.insts[position] {
                Inst::Binary { op, width, wrapping, dst, a, b } => {
                    self.step_binary(state, here, (op, width, wrapping), dst, a, b)?
                }
                Inst::Compare { predicate, width, dst, a, b } => {
                    self.step_compare(state, here, predicate, width, dst, a, b)
                }
                Inst::Cast { op, from, to, dst, a } => self.step_cast(state, here, op, (from, to), dst, a)?,
                Inst::Offset { dst, base, index, scale } => {
                    self.step_offset(state, here, dst, base, index, scale)
                }
                Inst::Copy { dst, a, .. } => state.set(dst, here.read(state, a)),
                Inst::Select { width, dst, cond, a, b } => {
                    self.step_select(state, here, width, dst, cond, [a, b])
                }
                Inst::Load { width, dst, address } => self.step_load(state, here, width, dst, address)?,
                Inst::Store { width, address, value } => {
                    self.step_store(state, here, width, address, value)?
                }
                Inst::Jump { edge } => go!(edge),
                Inst::Branch { cond, then_edge, else_edge } => {
                    go!(self.step_branch(state, here, cond, then_edge, else_edge)?)
                }
                Inst::Switch { value, width, table } => {
                    go!(self.step_switch(state, here, value, width, table)?)
                }
                Inst::IndirectJump { address, table } => {
                    let address = here.read(state, address);
                    go!(self.indirect_jump(state, here.function, address, table)?)
                }
                Inst::Call { call } => {
                    self.call(state, here.program, here.function, call)?;
                    return ControlFlow::Continue(self.holder.take().map(Pause::Held));
                }
                Inst::Return { first, count } => {
                    if self.border.is_some() && self.returns_from_region(state) {
                        return ControlFlow::Continue(Some(Pause::Held(Holder::Probe)));
                    }
                    self.ret(state, here.program, here.function, first, count)?;
                    return ControlFlow::Continue(None);
                }
                Inst::Trap { kind } => return self.trap(state, kind),
                Inst::Unsupported { what } => {
                    let what = &here.program.module.texts[what];
                    return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
                }
                inst => self.rare(state, here.program, inst)?,
            }
            state.frame.position += 1;
        }
    }

    #[inline(always)]
    fn step_binary(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        (op, width, wrapping): (BinaryOp, Width, Wrapping),
        dst: Reg,
        a: Operand,
        b: Operand,
    ) -> Flow {
        match (here.read(state, a), here.read(state, b)) {
            (Value::Int(x), Value::Int(y))
                if arith::is_defined(op, width, x, y)
                    && !(wrapping.no_signed_wrap && self.config.checks.signed_overflow) =>
            {
                state.set(dst, Value::Int(arith::binary(op, width, x, y)));
                ControlFlow::Continue(())
            }
            (x, y) => self.binary(state, op, width, wrapping, dst, x, y),
        }
    }

    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the fields of one instruction")]
    fn step_compare(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        predicate: ComparePredicate,
        width: Width,
        dst: Reg,
        a: Operand,
        b: Operand,
    ) {
        match (here.read(state, a), here.read(state, b)) {
            (Value::Int(x), Value::Int(y)) => {
                state.set(dst, Value::Int(u64::from(arith::compare(predicate, width, x, y))));
            }
            (x, y) => self.compare(state, predicate, width, dst, x, y),
        }
    }

    #[inline(always)]
    fn step_cast(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        op: CastOp,
        (from, to): (Width, Width),
        dst: Reg,
        a: Operand,
    ) -> Flow {
        match here.read(state, a) {
            Value::Int(word)
                if to <= 64
                    && let Some(result) = arith::cast(op, from, to, word) =>
            {
                state.set(dst, Value::Int(result));
                ControlFlow::Continue(())
            }
            x => self.cast(state, op, from, to, dst, x),
        }
    }

    #[inline(always)]
    fn step_offset(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        dst: Reg,
        base: Operand,
        index: Operand,
        scale: i32,
    ) {
        // Each case writes its own register: as one value for both, the word would go through memory.
        match (here.read(state, base), here.read(state, index)) {
            (Value::Int(base), Value::Int(index)) => {
                let sum = base.wrapping_add(index.wrapping_mul(i64::from(scale) as u64));
                state.set(dst, Value::Int(sum));
            }
            (base, index) => {
                let sum = arith::offset_expr(&mut self.pool, base, index, scale);
                state.set(dst, sum);
            }
        }
    }

    #[inline(always)]
    fn step_select(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        width: Width,
        dst: Reg,
        cond: Operand,
        [a, b]: [Operand; 2],
    ) {
        let value = match here.read(state, cond) {
            Value::Int(cond) => here.read(state, if cond & 1 == 1 { a } else { b }),
            Value::Expr(cond) => {
                let [a, b] = [a, b].map(|side| here.read(state, side).to_expr(&mut self.pool, width));
                let value = self.pool.ite(cond, a, b);
                Value::from_expr(&self.pool, value)
            }
        };
        state.set(dst, value);
    }

    #[inline(always)]
    fn step_load(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        width: Width,
        dst: Reg,
        address: Operand,
    ) -> Flow {
        match here.read(state, address) {
            Value::Int(at)
                if width <= 64
                    && let Some(word) = state.memory.load_concrete(at, u32::from(width).div_ceil(8)) =>
            {
                state.set(dst, Value::Int(word & arith::mask(width)));
                ControlFlow::Continue(())
            }
            address => self.load(state, width, dst, address),
        }
    }

    #[inline(always)]
    fn step_store(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        width: Width,
        address: Operand,
        value: Operand,
    ) -> Flow {
        match (here.read(state, address), here.read(state, value)) {
            (Value::Int(at), Value::Int(word))
                if width <= 64 && state.memory.store_concrete(at, u32::from(width).div_ceil(8), word) =>
            {
                ControlFlow::Continue(())
            }
            (address, value) => self.store(state, width, address, value),
        }
    }

    #[inline(always)]
    fn step_branch(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        cond: Operand,
        then_edge: EdgeId,
        else_edge: EdgeId,
    ) -> Flow<EdgeId> {
        ControlFlow::Continue(match here.read(state, cond) {
            Value::Int(cond) => match cond & 1 {
                1 => then_edge,
                _ => else_edge,
            },
            Value::Expr(cond) => {
                self.check_decision(state, Value::Expr(cond), "a branch")?;
                self.branch(state, here, cond, then_edge, else_edge)
            }
        })
    }

    #[inline(always)]
    fn step_switch(
        &mut self,
        state: &mut State,
        here: Here<'_>,
        value: Operand,
        width: Width,
        table: SwitchId,
    ) -> Flow<EdgeId> {
        let table = &here.function.switches[table];
        let taken = match here.read(state, value) {
            Value::Int(value) => table.find(u128::from(value)),
            Value::Expr(value) => {
                self.check_decision(state, Value::Expr(value), "a branch")?;
                Some(self.switch(state, here, value, width, table))
            }
        };
        match taken {
            Some(edge) => ControlFlow::Continue(edge),
            None => {
                ControlFlow::Break(self.lost_path(LostKind::Unsupported, "a switch without default", state))
            }
        }
    }

    /// A state executes an instruction that no state executed before.
    #[cold]
    pub(crate) fn note_new(&mut self, state: &mut State, function: FuncId, loc: SourceLoc) {
        state.covered_new = true;
        state.last_new_at = state.instructions;
        let is_own_code = self.program.module.runtime_functions.contains(&function);
        if !is_own_code && self.books.coverage.touch_line(loc) {
            state.new_lines += 1;
        }
    }

    /// Moves a state along an edge: its phi moves, then the target block. Whoever has a say about loops is asked there.
    #[inline]
    pub(crate) fn take_edge(&mut self, state: &mut State, here: Here<'_>, id: EdgeId) -> Flow<Moved> {
        self.move_along(state, here, id);
        match self.watches_edges {
            true => self.edge_taken(state, here, id),
            false => ControlFlow::Continue(Moved::On),
        }
    }

    /// [`Executor::take_edge`] without a word to anybody.
    #[inline]
    pub(crate) fn move_along(&mut self, state: &mut State, here: Here<'_>, id: EdgeId) {
        let edge = &here.function.edges[id];
        for &(reg, source) in &edge.moves {
            let value = here.read(state, source);
            state.set(reg, value);
        }
        self.stand_behind(state, here, id);
    }

    /// [`Executor::move_along`] for a state that has the registers of the target block already.
    #[inline]
    pub(crate) fn stand_behind(&mut self, state: &mut State, here: Here<'_>, id: EdgeId) {
        state.frame.position = here.function.blocks[here.function.edges[id].to].insts.start;
        if self.books.coverage.touch_edge(state.frame.function, id) {
            state.covered_new = true;
            state.last_new_at = state.instructions;
        }
    }
}
