//! What one instruction does to a state that is stepping over it, backwards.

use crate::memory::Written;
use crate::objects::ObjectId;
use crate::query::Reason;
use crate::state::{Context, Pointer, Root, State};
use bowline_exec::terms::{binary_expr, cast_expr, compare_expr, ternary_expr, unary_expr};
use bowline_expr::ExprId;
use bowline_ir::{EdgeId, Inst, Operand, Position, Reg, SourceLoc, Width};

impl State {
    /// Steps over the instruction at `at`, which is neither a call nor a terminator; the states that this one may have come from.
    pub fn step(mut self, context: &mut Context<'_>, at: Position) -> Vec<State> {
        let function = &context.module.functions[self.function];
        let inst = function.insts[at as usize];
        match inst {
            Inst::Binary { op, width, dst, a, b, .. } if self.wants(dst) => {
                let (x, y) = (self.operand(context, a, width), self.operand(context, b, width));
                let value = binary_expr(&mut context.pool, op, x, y);
                self.define(context, dst, value, None);
            }
            Inst::Unary { op, width, dst, a } if self.wants(dst) => {
                let x = self.operand(context, a, width);
                let value = unary_expr(&mut context.pool, op, x);
                self.define(context, dst, value, None);
            }
            Inst::Ternary { op, width, dst, a, b, c } if self.wants(dst) => {
                let [x, y, z] = [a, b, c].map(|operand| self.operand(context, operand, width));
                let value = ternary_expr(&mut context.pool, op, x, y, z);
                self.define(context, dst, value, None);
            }
            Inst::Compare { predicate, width, dst, a, b } if self.wants(dst) => {
                let (x, y) = (self.operand(context, a, width), self.operand(context, b, width));
                let value = compare_expr(&mut context.pool, predicate, x, y);
                self.define(context, dst, value, None);
            }
            Inst::Cast { op, from, to, dst, a } if self.wants(dst) => {
                let x = self.operand(context, a, from);
                match cast_expr(&mut context.pool, op, to, x) {
                    Some(value) => self.define(context, dst, value, None),
                    None => self.lose(context, dst, to, at, "a floating-point number"),
                }
            }
            Inst::Copy { width, dst, a } if self.wants(dst) => {
                let value = self.operand(context, a, width);
                let made_from = (width == 64).then(|| self.pointer(context, a));
                self.define(context, dst, value, made_from);
            }
            Inst::Offset { dst, base, index, scale } if self.wants(dst) => {
                self.offset(context, dst, base, index, scale);
            }
            Inst::Select { width, dst, cond, a, b } if self.wants(dst) => {
                return self.select(context, width, dst, cond, a, b);
            }
            Inst::Load { width, dst, address } => self.load(context, dst, width, address),
            Inst::Store { .. } | Inst::MemSet { .. } | Inst::MemCopy { .. } => {
                return self.step_write(context, at, inst);
            }
            Inst::ScopeStart { variable } => self.born(context, variable, at),
            Inst::VaStart { list } | Inst::VaCopy { to: list, .. } => {
                self.overwritten(context, list, Reason::Instruction("va_list".to_string()));
            }
            Inst::Alloca { dst, element, count, .. } if self.wants(dst) => {
                self.alloca(context, at, dst, element, count);
            }
            _ => {
                let mut defined: Vec<Reg> = Vec::new();
                inst.for_each_def(function, |reg| defined.push(reg));
                for reg in defined.into_iter().filter(|reg| self.wants(*reg)).collect::<Vec<_>>() {
                    let width = self.live[&(self.frame, reg)].1;
                    self.lose(context, reg, width, at, "this instruction");
                }
            }
        }
        vec![self]
    }

    /// An instruction that writes memory; of no interest where nothing is asked about memory.
    fn step_write(mut self, context: &mut Context<'_>, at: Position, inst: Inst) -> Vec<State> {
        if self.cells.is_empty() && self.texts.is_empty() {
            return vec![self];
        }
        let (to, written) = match inst {
            Inst::Store { width, address, value: operand } => {
                let value = self.operand(context, operand, width);
                (address, Written::Value { value, bytes: u64::from(width.div_ceil(8)), operand })
            }
            Inst::MemSet { to, byte, length } => {
                let byte = self.operand(context, byte, 8);
                (to, Written::Fill { byte, length: self.operand(context, length, 64) })
            }
            Inst::MemCopy { to, from, length, .. } => {
                let from = self.pointer(context, from);
                (to, Written::Copy { from, length: self.operand(context, length, 64) })
            }
            _ => return vec![self],
        };
        let place = context.place(self.function, at);
        self.write(context, to, written, &place)
    }

    /// A register gets a value nobody knows.
    pub(crate) fn lose(
        &mut self,
        context: &mut Context<'_>,
        reg: Reg,
        width: Width,
        at: Position,
        what: &str,
    ) {
        let why = Reason::Instruction(format!("{what} at {}", context.place(self.function, at)));
        self.give_up(context, reg, width, why);
    }

    /// The same, for any reason.
    pub(crate) fn give_up(&mut self, context: &mut Context<'_>, reg: Reg, width: Width, why: Reason) {
        let root = Root::Register { frame: self.frame, reg };
        if let Some(target) = self.target.take_if(|target| target.pointer.root == root) {
            self.unknown.push((target.offset, why.clone()));
            self.unknown.push((target.size, why.clone()));
        }
        let value = self.unknown(&mut context.pool, width, why);
        self.define(context, reg, value, None);
    }

    fn offset(&mut self, context: &mut Context<'_>, dst: Reg, base: Operand, index: Operand, scale: i32) {
        let from = self.pointer(context, base);
        let start = self.operand(context, base, 64);
        let index = self.operand(context, index, 64);
        let pool = &mut context.pool;
        let scale = pool.constant(i128::from(scale) as u64 as u128, 64);
        let moved = pool.mul(index, scale);
        let value = pool.add(start, moved);
        let offset = pool.add(from.offset, moved);
        self.define(context, dst, value, Some(Pointer { offset, ..from }));
    }

    fn select(
        mut self,
        context: &mut Context<'_>,
        width: Width,
        dst: Reg,
        cond: Operand,
        a: Operand,
        b: Operand,
    ) -> Vec<State> {
        let condition = self.operand(context, cond, 1);
        if !self.has_root(Root::Register { frame: self.frame, reg: dst }) {
            let (x, y) = (self.operand(context, a, width), self.operand(context, b, width));
            let value = context.pool.ite(condition, x, y);
            self.define(context, dst, value, None);
            return vec![self];
        }
        let mut other = self.clone();
        let (value, from) = (self.operand(context, a, width), self.pointer(context, a));
        self.define(context, dst, value, Some(from));
        self.assume(condition);
        let (value, from) = (other.operand(context, b, width), other.pointer(context, b));
        other.define(context, dst, value, Some(from));
        let negated = context.pool.not(condition);
        other.assume(negated);
        vec![self, other]
    }

    /// A local of which there may be several per activation, or one of unknown size.
    fn alloca(&mut self, context: &mut Context<'_>, at: Position, dst: Reg, element: u32, count: Operand) {
        let object = self.new_object(at);
        let count = self.operand(context, count, 64);
        let pool = &mut context.pool;
        let count = pool.zero_extend(count, 64);
        let element = pool.constant(element.into(), 64);
        let size = pool.mul(count, element);
        self.made(context, dst, object, size);
        let place = context.place(self.function, at);
        self.unwritten(context, object, &format!("the local made at {place}"));
    }

    pub(crate) fn new_object(&mut self, at: Position) -> ObjectId {
        self.next_symbol += 1;
        ObjectId::Heap { frame: self.frame, at, serial: self.next_symbol }
    }

    /// A register gets the address of a new object of so many bytes.
    pub(crate) fn made(&mut self, context: &mut Context<'_>, dst: Reg, object: ObjectId, size: ExprId) {
        let root = Root::Register { frame: self.frame, reg: dst };
        if let Some(offset) = self
            .target
            .as_ref()
            .filter(|target| target.pointer.root == root)
            .map(|target| target.pointer.offset)
        {
            self.resolve_target(context, offset, size);
        }
        let zero = context.pool.constant(0, 64);
        let base = context.windows.base(object);
        let base = context.pool.constant(base.into(), 64);
        let from = Pointer { root: Root::Object(object), object: Some(object), offset: zero };
        self.define(context, dst, base, Some(from));
    }

    /// A local comes into being: nothing was written to it before.
    fn born(&mut self, context: &mut Context<'_>, variable: Operand, at: Position) {
        let pointer = self.pointer(context, variable);
        if let Root::Object(object) = pointer.root {
            let place = context.place(self.function, at);
            self.unwritten(context, object, &format!("the local in scope from {place} on"));
        }
    }

    /// Cells and texts in an object that has just been made hold what nobody knows.
    pub(crate) fn unwritten(&mut self, context: &mut Context<'_>, object: ObjectId, what: &str) {
        let why = Reason::Uninitialised(what.to_string());
        let is_there = |pointer: &Pointer| match pointer.root {
            Root::Object(one) => one == object,
            _ => pointer.object == Some(object),
        };
        while let Some(at) = self.cells.iter().position(|cell| is_there(&cell.pointer)) {
            let cell = self.cells.swap_remove(at);
            self.forget_cell(context, &cell, why.clone());
        }
        while let Some(at) = self.texts.iter().position(|text| is_there(&text.pointer)) {
            let text = self.texts.swap_remove(at);
            self.unknown.push((text.symbol, why.clone()));
        }
    }

    /// Something nobody knows was written, somewhere in an object.
    pub(crate) fn overwritten(&mut self, context: &mut Context<'_>, to: Operand, why: Reason) {
        if self.cells.is_empty() && self.texts.is_empty() {
            return;
        }
        let to = self.pointer(context, to);
        self.overwritten_where(context, why, |state, context, pointer| {
            !state.are_apart(context, pointer, to)
        });
    }

    pub(crate) fn overwritten_where(
        &mut self,
        context: &mut Context<'_>,
        why: Reason,
        is_hit: impl Fn(&State, &Context<'_>, Pointer) -> bool,
    ) {
        let mut at = 0;
        while at < self.cells.len() {
            if is_hit(self, context, self.cells[at].pointer) {
                let cell = self.cells.swap_remove(at);
                self.forget_cell(context, &cell, why.clone());
                at = 0;
            } else {
                at += 1;
            }
        }
        let (hit, kept): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.texts).into_iter().partition(|text| is_hit(self, context, text.pointer));
        self.texts = kept;
        self.unknown.extend(hit.into_iter().map(|text| (text.symbol, why.clone())));
    }

    /// Steps over an edge: its moves, last first, and the condition under which it is taken.
    pub fn cross(&mut self, context: &mut Context<'_>, id: EdgeId) {
        let function = &context.module.functions[self.function];
        let edge = &function.edges[id];
        for (reg, source) in edge.moves.iter().rev() {
            if self.wants(*reg) {
                let width = self.live[&(self.frame, *reg)].1;
                let value = self.operand(context, *source, width);
                let made_from = (width == 64).then(|| self.pointer(context, *source));
                self.define(context, *reg, value, made_from);
            }
        }
        self.block = edge.from;
        self.before = function.blocks[edge.from].insts.end;
    }

    /// The condition under which a block's terminator takes an edge; the state stands behind that terminator.
    pub fn taken(&mut self, context: &mut Context<'_>, id: EdgeId) -> Option<ExprId> {
        let function = &context.module.functions[self.function];
        match *function.terminator(self.block) {
            Inst::Branch { then_edge, else_edge, .. } if then_edge == else_edge => None,
            Inst::Branch { cond, then_edge, .. } => {
                let condition = self.operand(context, cond, 1);
                Some(if id == then_edge { condition } else { context.pool.not(condition) })
            }
            Inst::Switch { value, width, table } => {
                let value = self.operand(context, value, width);
                let table = &function.switches[table];
                let pool = &mut context.pool;
                let mut any = bowline_expr::Pool::FALSE;
                for (case, edge) in &table.cases {
                    let case = pool.constant(*case, width);
                    let equal = pool.eq(value, case);
                    let chosen = if table.default == Some(id) { *edge != id } else { *edge == id };
                    if chosen {
                        any = pool.or(any, equal);
                    }
                }
                Some(if table.default == Some(id) { pool.not(any) } else { any })
            }
            _ => None,
        }
    }

    /// Where the terminator of the current block is in the source.
    pub(crate) fn terminator_loc(&self, context: &Context<'_>) -> SourceLoc {
        let function = &context.module.functions[self.function];
        function.locs[function.blocks[self.block].insts.end as usize - 1]
    }
}
