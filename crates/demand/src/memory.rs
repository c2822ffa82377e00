//! Memory: which writes a cell may have its value from.
//!
//! A write is compared with every cell and text that is waited for. Objects that differ, and locals whose address nobody else has, are apart; a known
//! distance decides; where neither does, but distances are multiples of the access's size, the path splits into "it is there" and "it is not", with that as a condition, a few
//! times. After that, and where only a part may be overwritten, the contents are unknown.
//!
//! Assumed: accesses passed on the way are within their objects. Each of them is a query of its own.

use crate::objects::ObjectId;
use crate::points_to::Class;
use crate::query::Reason;
use crate::resolve::initial;
use crate::state::{Asked, Cell, Context, Pointer, Root, State};
use crate::term::{distance, low_zeros, word};
use bowline_expr::{ExprId, SymId};
use bowline_ir::{Operand, Reg, Width};

/// Splits of one path that memory may cause.
const MOST_SPLITS: usize = 6;

/// Where much is left out anyway, each of these is gone through with all that lies before it.
const MOST_ROUGH_SPLITS: usize = 3;

/// What one instruction writes.
#[derive(Clone, Copy, Debug)]
pub enum Written {
    /// A value of so many bytes, and what it is made from if it is an operand.
    Value {
        value: ExprId,
        bytes: u64,
        operand: Operand,
    },
    /// The same byte, so many times.
    Fill {
        byte: ExprId,
        length: ExprId,
    },
    Copy {
        from: Pointer,
        length: ExprId,
    },
}

enum Relation {
    Apart,
    /// The first byte of the cell is this many bytes behind the first that is written.
    Inside(u64),
    Perhaps,
    /// It may be there in part, too.
    PerhapsInPart,
    /// In part, or nobody knows which.
    Mixed,
}

impl State {
    /// Steps over a load.
    pub fn load(&mut self, context: &mut Context<'_>, dst: Reg, width: Width, address: Operand) {
        if !self.wants(dst) {
            return;
        }
        let pointer = self.pointer(context, address);
        self.load_from(context, dst, width, pointer);
    }

    /// A register has what memory holds at a place; the symbol that stands for it, if it is still there.
    pub(crate) fn load_from(
        &mut self,
        context: &mut Context<'_>,
        dst: Reg,
        width: Width,
        pointer: Pointer,
    ) -> SymId {
        let bytes = u64::from(width.div_ceil(8));
        let known = self.cells.iter().find(|cell| cell.pointer == pointer && cell.bytes == bytes);
        let symbol = match known {
            Some(cell) => cell.symbol,
            None => {
                let symbol = self.fresh(&mut context.pool, "memory", (8 * bytes) as u16);
                self.cells.push(Cell { symbol, pointer, bytes, to: (self.function, dst) });
                symbol
            }
        };
        let whole = word(&mut context.pool, symbol, (8 * bytes) as u16);
        let value = context.pool.truncate(whole, width);
        let offset = context.pool.constant(0, 64);
        let made_from = (width == 64).then_some(Pointer { root: Root::Cell(symbol), object: None, offset });
        self.define(context, dst, value, made_from);
        self.settle(context);
        symbol
    }

    /// Steps over a write; the states that this path may have come from.
    pub fn write(mut self, context: &mut Context<'_>, to: Operand, what: Written, place: &str) -> Vec<State> {
        if self.cells.is_empty() && self.texts.is_empty() {
            return vec![self];
        }
        let to = self.place(context, to);
        self.write_text(context, to, what, place);
        // Cells that were there before: what a copy moves is looked at once.
        let mut waiting: Vec<Cell> = self.cells.clone();
        let mut states = vec![self];
        while let Some(cell) = waiting.pop() {
            let mut next = Vec::new();
            for state in states {
                next.extend(state.write_cell(context, &cell, to, what, place));
            }
            states = next;
        }
        states
    }

    fn write_cell(
        mut self,
        context: &mut Context<'_>,
        cell: &Cell,
        to: Pointer,
        what: Written,
        place: &str,
    ) -> Vec<State> {
        // What a split found out may have moved it.
        let Some(at) = self.cells.iter().position(|one| one.symbol == cell.symbol) else { return vec![self] };
        let cell = self.cells[at].clone();
        let most_splits = if self.is_rough { MOST_ROUGH_SPLITS } else { MOST_SPLITS };
        match self.relation(context, &cell, to, what) {
            Relation::Apart => vec![self],
            Relation::Inside(behind) => {
                self.cells.swap_remove(at);
                self.take(context, &cell, behind, what);
                vec![self]
            }
            Relation::Mixed => {
                self.cells.swap_remove(at);
                self.forget_cell(context, &cell, Reason::Memory(place.to_string()));
                vec![self]
            }
            // That it is there, or that it is not, says little beside that it may be there in part, and is hard to tell from it.
            Relation::PerhapsInPart => {
                self.cells.swap_remove(at);
                self.forget_cell(context, &cell, Reason::Memory(place.to_string()));
                vec![self]
            }
            Relation::Perhaps if self.splits >= most_splits => {
                self.cells.swap_remove(at);
                self.forget_cell(context, &cell, Reason::Memory(place.to_string()));
                vec![self]
            }
            Relation::Perhaps => self.split(context, at, to, what),
        }
    }

    fn relation(&mut self, context: &mut Context<'_>, cell: &Cell, to: Pointer, what: Written) -> Relation {
        if self.are_apart(context, cell.pointer, to) {
            return Relation::Apart;
        }
        let (at, base) = (self.address(context, cell.pointer), self.address(context, to));
        let length = match what {
            Written::Value { bytes, .. } => Some(bytes),
            Written::Fill { length, .. } | Written::Copy { length, .. } => {
                context.pool.as_const(length).map(|length| length as u64)
            }
        };
        let behind = distance(&mut context.pool, at, base);
        match (behind, length) {
            (Some(behind), Some(length)) => {
                let (first, last) = (i128::from(behind), i128::from(behind) + i128::from(cell.bytes));
                if last <= 0 || first >= i128::from(length) {
                    Relation::Apart
                } else if first >= 0 && last <= i128::from(length) {
                    Relation::Inside(behind as u64)
                } else {
                    Relation::Mixed
                }
            }
            _ => {
                let behind = context.pool.sub(at, base);
                match self.is_whole(context, cell, behind, what) {
                    true => Relation::Perhaps,
                    false => Relation::PerhapsInPart,
                }
            }
        }
    }

    /// Is a cell written as a whole or not at all, because distances between accesses are multiples of their size?
    fn is_whole(&self, context: &Context<'_>, cell: &Cell, behind: ExprId, what: Written) -> bool {
        let pool = &context.pool;
        let is_multiple =
            |value| cell.bytes.is_power_of_two() && low_zeros(pool, value) >= cell.bytes.ilog2();
        match what {
            Written::Value { bytes, .. } => bytes == cell.bytes && is_multiple(behind),
            Written::Fill { length, .. } | Written::Copy { length, .. } => {
                is_multiple(behind) && is_multiple(length)
            }
        }
    }

    /// Can two pointers never meet, whatever their offsets?
    pub(crate) fn are_apart(&self, context: &Context<'_>, a: Pointer, b: Pointer) -> bool {
        let object = |pointer: Pointer| match pointer.root {
            Root::Object(object) => Some(object),
            _ => pointer.object,
        };
        let is_apart = match (object(a), object(b)) {
            (Some(a), Some(b)) => return a != b,
            (Some(one), None) => self.is_private(context, one) || self.is_argument(context, b),
            (None, Some(one)) => self.is_private(context, one) || self.is_argument(context, a),
            (None, None) => false,
        };
        is_apart || !self.class(context, a).meets(self.class(context, b))
    }

    /// What a pointer may point to.
    pub(crate) fn class<'f>(&self, context: &Context<'f>, pointer: Pointer) -> Class<'f> {
        let points_to = &context.facts.points_to;
        let object = match pointer.root {
            Root::Object(object) => Some(object),
            _ => pointer.object,
        };
        match (object, pointer.root) {
            (Some(ObjectId::Global(id)), _) => points_to.global(id),
            (Some(object @ (ObjectId::Local { at, .. } | ObjectId::Heap { at, .. })), _) => {
                self.function_of(object).map_or(Class::Unknown, |function| points_to.made(function, at))
            }
            (None, Root::Register { frame, reg }) => {
                self.function_in(frame).map_or(Class::Unknown, |function| points_to.register(function, reg))
            }
            (None, Root::Cell(symbol)) => (self.cells.iter().find(|cell| cell.symbol == symbol))
                .map_or(Class::Unknown, |cell| points_to.register(cell.to.0, cell.to.1)),
            (None, Root::Null | Root::Number(_) | Root::Object(_)) => Class::Unknown,
        }
    }

    /// Is it one of the program's arguments, which none of its own objects is?
    fn is_argument(&self, context: &Context<'_>, pointer: Pointer) -> bool {
        let Root::Cell(symbol) = pointer.root else { return false };
        let Some(cell) = self.cells.iter().find(|cell| cell.symbol == symbol) else { return false };
        let Root::Register { frame, reg } = cell.pointer.root else { return false };
        // The second parameter of `main`, which the first two registers hold.
        self.function_in(frame).is_some_and(|function| context.facts.main == Some(function)) && reg == Reg(1)
    }

    /// Is it a local, or a global, that can only be reached by its name?
    pub(crate) fn is_private(&self, context: &Context<'_>, object: ObjectId) -> bool {
        if let ObjectId::Global(id) = object {
            return context.facts.is_private_global(id);
        }
        match (object, self.function_of(object)) {
            (ObjectId::Local { at, .. } | ObjectId::Heap { at, .. }, Some(function)) => {
                !context.facts.function(function).escapes(at)
            }
            _ => false,
        }
    }

    /// The cell, which is no longer here, was written by this.
    fn take(&mut self, context: &mut Context<'_>, cell: &Cell, behind: u64, what: Written) {
        match what {
            Written::Value { value, bytes, operand } => {
                let whole = context.pool.zero_extend(value, (8 * bytes) as u16);
                let value = context.pool.extract(whole, (8 * behind) as u16, (8 * cell.bytes) as u16);
                let is_pointer = behind == 0 && bytes == 8 && cell.bytes == 8;
                let made_from = is_pointer.then(|| self.pointer(context, operand));
                self.resolve_cell(context, cell.symbol, value, made_from);
            }
            Written::Fill { byte, .. } => {
                let mut value = byte;
                for _ in 1..cell.bytes {
                    value = context.pool.concat(byte, value);
                }
                self.resolve_cell(context, cell.symbol, value, None);
            }
            Written::Copy { from, .. } => {
                let behind = context.pool.constant(behind.into(), 64);
                let offset = context.pool.add(from.offset, behind);
                self.cells.push(Cell { pointer: Pointer { offset, ..from }, ..cell.clone() });
                self.settle(context);
            }
        }
    }

    /// Both: the cell is what is written, and it is not.
    fn split(mut self, context: &mut Context<'_>, at: usize, to: Pointer, what: Written) -> Vec<State> {
        self.splits += 1;
        let pointer = self.cells[at].pointer;
        let (address, base) = (self.address(context, pointer), self.address(context, to));
        let pool = &mut context.pool;
        let behind = pool.sub(address, base);
        let zero = pool.constant(0, 64);
        // It is there as a whole or not at all ([`Self::is_whole`]).
        let inside = match what {
            Written::Value { .. } => pool.eq(behind, zero),
            Written::Fill { length, .. } | Written::Copy { length, .. } => pool.ult(behind, length),
        };
        let apart = pool.not(inside);
        let hit = self.hit(context, at, what, (inside, behind));
        self.assume(apart);
        let mut states = vec![hit, self];
        // Whether a path is possible is asked where it is asked anyway, and counted.
        states.retain(|state| !state.is_contradiction());
        states
    }

    /// The state in which a cell is what is written, so many bytes behind its beginning.
    fn hit(
        &self,
        context: &mut Context<'_>,
        at: usize,
        what: Written,
        (inside, behind): (ExprId, ExprId),
    ) -> State {
        let mut hit = self.clone();
        hit.assume(inside);
        let cell = hit.cells.swap_remove(at);
        match what {
            Written::Copy { from, .. } => {
                let offset = context.pool.add(from.offset, behind);
                hit.cells.push(Cell { pointer: Pointer { offset, ..from }, ..cell });
                hit.settle(context);
            }
            _ => hit.take(context, &cell, 0, what),
        }
        hit
    }

    /// Texts that may be written to are unknown from there on, but for a terminator at a known place.
    fn write_text(&mut self, context: &mut Context<'_>, to: Pointer, what: Written, place: &str) {
        let texts = std::mem::take(&mut self.texts);
        for text in texts {
            if self.are_apart(context, text.pointer, to) {
                self.texts.push(text);
                continue;
            }
            let (at, base) = (self.address(context, to), self.address(context, text.pointer));
            let behind = distance(&mut context.pool, at, base);
            let terminator = match what {
                Written::Value { value, bytes: 1, .. } => {
                    context.pool.as_const(value) == Some(0) && text.asked == Asked::Length
                }
                _ => false,
            };
            match behind {
                Some(behind) if behind >= 0 && terminator => {
                    // The length is now this, or what it was if that was less.
                    let older = self.fresh(&mut context.pool, "length", 64);
                    let pool = &mut context.pool;
                    let before = word(pool, older, 64);
                    let limit = pool.constant(behind as u128, 64);
                    let shorter = pool.ult(before, limit);
                    let length = pool.ite(shorter, before, limit);
                    self.substitute(context, text.symbol, length);
                    self.texts.push(crate::state::Text { symbol: older, ..text });
                }
                _ => self.unknown.push((text.symbol, Reason::Memory(place.to_string()))),
            }
        }
    }

    /// What memory holds when a global's initial value is still there.
    pub(crate) fn initial_value(
        &self,
        context: &mut Context<'_>,
        cell: &Cell,
    ) -> Option<(ExprId, Option<Pointer>)> {
        match cell.pointer.root {
            Root::Object(ObjectId::Global(global)) => {
                initial(context, global, cell.pointer.offset, cell.bytes)
            }
            _ => None,
        }
    }
}
