//! Stepping over a call of a function of the C library: what it returns, and what it writes.

use crate::library::{Bytes, Entry, Gives};
use crate::memory::Written;
use crate::objects::ObjectId;
use crate::query::Reason;
use crate::resolve::constant_length;
use crate::segment::Segments;
use crate::state::{Asked, Context, Pointer, Root, State, Text};
use crate::term::{distance, word};
use bowline_expr::ExprId;
use bowline_ir::{CallSite, FuncId, Operand, Position, Reg, Width};

/// Functions that fill memory with input.
const READS_IN: [&str; 5] = ["fgets", "gets", "read", "recv", "fread"];

impl State {
    pub(crate) fn library_call(
        mut self,
        context: &mut Context<'_>,
        at: Position,
        site: &CallSite,
        entry: &Entry,
        why: Reason,
        target: FuncId,
    ) -> Vec<State> {
        if entry.ends {
            return Vec::new();
        }
        let results: Vec<(Reg, Width)> =
            site.results.iter().copied().filter(|(reg, _)| self.wants(*reg)).collect();
        let mut states = match results.as_slice() {
            [] => vec![self],
            [result] => self.known_or_measured(context, at, site, (entry.gives, target), &why, *result),
            _ => {
                for (reg, width) in results {
                    self.give_up(context, reg, width, why.clone());
                }
                vec![self]
            }
        };
        let name = context.module.functions[target].name.as_str();
        for (argument, bytes) in entry.writes {
            let Some((to, _)) = site.args.get(*argument as usize).copied() else { continue };
            states = states
                .into_iter()
                .flat_map(|state| state.library_write(context, site, to, *bytes, &why, name))
                .collect();
        }
        states
    }

    /// The result as the table has it; where that is not much, as running the function has told.
    fn known_or_measured(
        self,
        context: &mut Context<'_>,
        at: Position,
        site: &CallSite,
        (gives, target): (Gives, FuncId),
        why: &Reason,
        result: (Reg, Width),
    ) -> Vec<State> {
        let known = |state: State, context: &mut Context<'_>| {
            state.library_result(context, at, site, gives, why.clone(), result)
        };
        let measured = match gives {
            Gives::Any | Gives::Inside(_) => Segments::call(context, (self.function, at), site, target),
            _ => None,
        };
        match measured.filter(|call| call.model.says_something()) {
            Some(call) => self.measured_call(context, site, &call, why, known),
            None => known(self, context),
        }
    }

    fn library_result(
        mut self,
        context: &mut Context<'_>,
        at: Position,
        site: &CallSite,
        gives: Gives,
        why: Reason,
        (reg, width): (Reg, Width),
    ) -> Vec<State> {
        let argument = |number: u32| site.args.get(number as usize).copied();
        match gives {
            Gives::Any => self.give_up(context, reg, width, why),
            Gives::Input(low, high) => {
                let symbol = self.fresh(&mut context.pool, "input", width);
                let pool = &mut context.pool;
                let value = word(pool, symbol, width);
                let mask = bowline_expr::fold::mask(width);
                let (low, high) =
                    (pool.constant(low as u128 & mask, width), pool.constant(high as u128 & mask, width));
                let (above, below) = (pool.sle(low, value), pool.sle(value, high));
                self.define(context, reg, value, None);
                self.assume(above);
                self.assume(below);
            }
            Gives::Counted(low, number) => match argument(number) {
                Some((operand, given)) if given == width => {
                    let symbol = self.fresh(&mut context.pool, "input", width);
                    let most = self.operand(context, operand, width);
                    let pool = &mut context.pool;
                    let value = word(pool, symbol, width);
                    let low = pool.constant(low as u128 & bowline_expr::fold::mask(width), width);
                    let (above, below) = (pool.sle(low, value), pool.sle(value, most));
                    self.define(context, reg, value, None);
                    self.assume(above);
                    self.assume(below);
                }
                _ => self.give_up(context, reg, width, why),
            },
            Gives::Argument(number) => match argument(number) {
                Some((operand, _)) if width == 64 => {
                    let (value, from) = (self.operand(context, operand, 64), self.pointer(context, operand));
                    self.define(context, reg, value, Some(from));
                }
                _ => self.give_up(context, reg, width, why),
            },
            Gives::Inside(number) => match argument(number) {
                Some((operand, _)) if width == 64 => return self.inside(context, operand, reg, why),
                _ => self.give_up(context, reg, width, why),
            },
            Gives::Length(number) => match argument(number) {
                Some((operand, _)) if width == 64 => {
                    let length = self.text(context, operand);
                    self.define(context, reg, length, None);
                }
                _ => self.give_up(context, reg, width, why),
            },
            Gives::Fresh(bytes) | Gives::FreshZero(bytes) => {
                self.fresh_object(context, at, site, bytes, reg, matches!(gives, Gives::FreshZero(_)));
            }
            Gives::Static(bytes) => self.kept_object(context, at, bytes, reg, &why),
            Gives::Handle => {
                let symbol = self.fresh(&mut context.pool, "input", width);
                let value = word(&mut context.pool, symbol, width);
                self.define(context, reg, value, None);
            }
            Gives::Text => return self.given_text(context, at, reg, (None, 0, 1 << 17), &why),
            Gives::Holding { bytes, at: begin, most } => {
                return self.given_text(context, at, reg, (Some(bytes), begin, most), &why);
            }
        }
        vec![self]
    }

    /// The length of the text behind an operand.
    pub(crate) fn text(&mut self, context: &mut Context<'_>, operand: Operand) -> ExprId {
        let pointer = self.pointer(context, operand);
        if let Some(length) = constant_length(context, pointer) {
            return context.pool.constant(length.into(), 64);
        }
        let is_it = |text: &&Text| text.pointer == pointer && text.asked == Asked::Length;
        let known = self.texts.iter().find(is_it).map(|text| text.symbol);
        let symbol = known.unwrap_or_else(|| {
            let symbol = self.fresh(&mut context.pool, "length", 64);
            self.texts.push(Text { symbol, pointer, asked: Asked::Length });
            symbol
        });
        let pool = &mut context.pool;
        let length = word(pool, symbol, 64);
        // No object is larger than what addresses leave for it.
        let limit = pool.constant(1 << 40, 64);
        let limited = pool.ult(length, limit);
        self.assume(limited);
        length
    }

    /// NULL, or somewhere in the object of an argument, not before it.
    fn inside(mut self, context: &mut Context<'_>, operand: Operand, reg: Reg, why: Reason) -> Vec<State> {
        let mut none = self.clone();
        let zero = context.pool.constant(0, 64);
        none.define(context, reg, zero, Some(Pointer { root: Root::Null, object: None, offset: zero }));
        let reads_in =
            matches!(&why, Reason::Call { function, .. } if function == "fgets" || function == "gets");
        let moved = match reads_in {
            // What is read goes to the argument, and that is returned.
            true => zero,
            false => {
                let moved = self.unknown(&mut context.pool, 64, why.clone());
                if !matches!(&why, Reason::Call { function, .. } if function == "memchr") {
                    let length = self.text(context, operand);
                    let within = context.pool.ule(moved, length);
                    self.assume(within);
                }
                moved
            }
        };
        let (value, from) = (self.operand(context, operand, 64), self.pointer(context, operand));
        let value = context.pool.add(value, moved);
        let offset = context.pool.add(from.offset, moved);
        self.define(context, reg, value, Some(Pointer { offset, ..from }));
        if !reads_in {
            none.doubts.push(why);
        }
        vec![self, none]
    }

    /// How many bytes that is; nothing where nobody knows.
    pub(crate) fn bytes(
        &mut self,
        context: &mut Context<'_>,
        site: &CallSite,
        bytes: Bytes,
    ) -> Option<ExprId> {
        let mut argument = |number: u32| {
            let (operand, width) = site.args.get(number as usize).copied()?;
            let value = self.operand(context, operand, width);
            Some(context.pool.sign_extend(value, 64))
        };
        match bytes {
            Bytes::Exactly(count) => Some(context.pool.constant(count.into(), 64)),
            Bytes::Argument(number) => argument(number),
            Bytes::Product(a, b) => {
                let (a, b) = (argument(a)?, argument(b)?);
                Some(context.pool.mul(a, b))
            }
            Bytes::Text(number) => {
                let length = self.text(context, site.args.get(number as usize)?.0);
                let one = context.pool.constant(1, 64);
                Some(context.pool.add(length, one))
            }
            Bytes::Texts(a, b) => {
                let first = self.text(context, site.args.get(a as usize)?.0);
                let second = self.text(context, site.args.get(b as usize)?.0);
                let one = context.pool.constant(1, 64);
                let both = context.pool.add(first, second);
                Some(context.pool.add(both, one))
            }
            Bytes::AtMost(_) | Bytes::Any => None,
        }
    }

    fn fresh_object(
        &mut self,
        context: &mut Context<'_>,
        at: Position,
        site: &CallSite,
        bytes: Bytes,
        reg: Reg,
        zero: bool,
    ) {
        let object = self.new_object(at);
        let Some(size) = self.bytes(context, site, bytes) else {
            return self.lose(context, reg, 64, at, "an allocation without its size");
        };
        self.made(context, reg, object, size);
        if let Bytes::Text(number) = bytes
            && let Some((from, _)) = site.args.get(number as usize)
        {
            let from = self.pointer(context, *from);
            self.copied_text(
                context,
                Pointer { root: Root::Object(object), object: None, offset: from.offset },
                from,
            );
        }
        if zero {
            let byte = context.pool.constant(0, 8);
            self.all_zero(context, object, byte);
        }
        let place = context.place(self.function, at);
        self.unwritten(context, object, &format!("memory allocated at {place}"));
    }

    /// An object of the library. Each call is taken to give another one: what it holds there is unknown all the same.
    fn kept_object(&mut self, context: &mut Context<'_>, at: Position, bytes: u64, reg: Reg, why: &Reason) {
        let object = self.new_object(at);
        let size = context.pool.constant(bytes.into(), 64);
        self.made(context, reg, object, size);
        self.forget_contents(context, object, why);
    }

    /// NULL, or an object with a text that is input. Without a size of its own, it is as large as that.
    fn given_text(
        mut self,
        context: &mut Context<'_>,
        at: Position,
        reg: Reg,
        (bytes, begin, most): (Option<u64>, u64, u64),
        why: &Reason,
    ) -> Vec<State> {
        let mut none = self.clone();
        let zero = context.pool.constant(0, 64);
        none.define(context, reg, zero, Some(Pointer { root: Root::Null, object: None, offset: zero }));
        let object = self.new_object(at);
        let symbol = self.fresh(&mut context.pool, "length", 64);
        let pool = &mut context.pool;
        let length = word(pool, symbol, 64);
        let (limit, one) = (pool.constant(most.into(), 64), pool.constant(1, 64));
        let limited = pool.ule(length, limit);
        let size =
            bytes.map(|bytes| pool.constant(bytes.into(), 64)).unwrap_or_else(|| pool.add(length, one));
        let offset = pool.constant(begin.into(), 64);
        self.assume(limited);
        self.made(context, reg, object, size);
        let is_it = |text: &Text| {
            text.pointer.root == Root::Object(object)
                && text.pointer.offset == offset
                && text.asked == Asked::Length
        };
        while let Some(at) = self.texts.iter().position(is_it) {
            let text = self.texts.swap_remove(at);
            self.substitute(context, text.symbol, length);
        }
        self.forget_contents(context, object, why);
        vec![self, none]
    }

    /// What an object holds that comes from a call is not known.
    fn forget_contents(&mut self, context: &mut Context<'_>, object: ObjectId, why: &Reason) {
        self.overwritten_where(context, why.clone(), |_, _, pointer| match pointer.root {
            Root::Object(one) => one == object,
            _ => pointer.object == Some(object),
        });
    }

    /// Cells in an object that was all zero when it was made.
    fn all_zero(&mut self, context: &mut Context<'_>, object: ObjectId, byte: ExprId) {
        while let Some(at) = self.cells.iter().position(|cell| cell.pointer.root == Root::Object(object)) {
            let cell = self.cells.swap_remove(at);
            let value = context.pool.zero_extend(byte, (8 * cell.bytes) as u16);
            self.resolve_cell(context, cell.symbol, value, None);
        }
    }

    /// Texts that begin exactly where a text was copied to are as long as that.
    fn copied_text(&mut self, context: &mut Context<'_>, to: Pointer, from: Pointer) {
        let base = self.address(context, to);
        for at in 0..self.texts.len() {
            let begin = self.address(context, self.texts[at].pointer);
            if distance(&mut context.pool, begin, base) == Some(0) {
                self.texts[at].pointer = from;
            }
        }
        self.settle(context);
    }

    /// What a function of the library writes through one of its arguments.
    fn library_write(
        mut self,
        context: &mut Context<'_>,
        site: &CallSite,
        to: Operand,
        bytes: Bytes,
        why: &Reason,
        name: &str,
    ) -> Vec<State> {
        if self.cells.is_empty() && self.texts.is_empty() {
            return vec![self];
        }
        let Reason::Call { place, .. } = why else { return vec![self] };
        match (name, site.args.as_slice()) {
            ("memset", [_, (byte, width), (length, _)]) => {
                let byte = self.operand(context, *byte, *width);
                let byte = context.pool.truncate(byte, 8);
                let length = self.operand(context, *length, 64);
                return self.write(context, to, Written::Fill { byte, length }, place);
            }
            ("memcpy" | "memmove", [_, (from, _), (length, _)]) => {
                let from = self.pointer(context, *from);
                let length = self.operand(context, *length, 64);
                return self.write(context, to, Written::Copy { from, length }, place);
            }
            _ => {}
        }
        let target = self.pointer(context, to);
        if let (Bytes::Text(_) | Bytes::Texts(..), Some((from, _))) = (bytes, site.args.get(1)) {
            let from = self.pointer(context, *from);
            self.text_written(context, to, target, from, matches!(bytes, Bytes::Texts(..)), why);
            return vec![self];
        }
        if READS_IN.contains(&name) {
            // Whatever it decides is input.
            let texts = std::mem::take(&mut self.texts);
            let is_read =
                |text: &Text| text.asked != Asked::Length && !self.are_apart(context, text.pointer, target);
            self.texts = texts.into_iter().filter(|text| !is_read(text)).collect();
        }
        self.overwritten(context, to, why.clone());
        vec![self]
    }

    /// A text was copied to `target`, or behind the text there. What is read afterwards is what was there before, as both do not overlap.
    fn text_written(
        &mut self,
        context: &mut Context<'_>,
        to: Operand,
        target: Pointer,
        from: Pointer,
        appended: bool,
        why: &Reason,
    ) {
        let base = self.address(context, target);
        let mut copied = Vec::new();
        let mut at = 0;
        while at < self.texts.len() {
            let begin = self.address(context, self.texts[at].pointer);
            if distance(&mut context.pool, begin, base) == Some(0) {
                copied.push(self.texts.swap_remove(at));
            } else {
                at += 1;
            }
        }
        let room = match (copied.is_empty(), target.root) {
            (false, Root::Object(object)) => self.size_of(context, object),
            _ => None,
        };
        self.overwritten(context, to, why.clone());
        if let Some(room) = room {
            // It fits: that is a query of its own.
            for text in copied.iter().filter(|text| text.asked == Asked::Length) {
                let pool = &mut context.pool;
                let (length, room) = (word(pool, text.symbol, 64), pool.sub(room, target.offset));
                let fits = pool.ult(length, room);
                self.assume(fits);
            }
        }
        for text in copied {
            if appended && text.asked != Asked::Length {
                self.unknown.push((text.symbol, why.clone()));
            } else if appended {
                let first = self.fresh(&mut context.pool, "length", 64);
                let second = self.fresh(&mut context.pool, "length", 64);
                let pool = &mut context.pool;
                let (a, b) = (word(pool, first, 64), word(pool, second, 64));
                let sum = pool.add(a, b);
                self.substitute(context, text.symbol, sum);
                self.texts.push(Text { symbol: first, ..text });
                self.texts.push(Text { symbol: second, pointer: from, asked: Asked::Length });
                let limit = context.pool.constant(1 << 40, 64);
                let (fits_a, fits_b) = (context.pool.ult(a, limit), context.pool.ult(b, limit));
                self.assume(fits_a);
                self.assume(fits_b);
            } else {
                self.texts.push(Text { pointer: from, ..text });
            }
        }
        self.settle(context);
    }
}
