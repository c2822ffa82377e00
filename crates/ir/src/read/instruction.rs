//! Single instructions, except for calls and those that end a block.

use super::body::Body;
use super::cursor::{Outcome, id_in};
use super::error::{Problem, TextPos};
use super::lexer::Kind;
use crate::inst::{
    BinaryOp, FloatBinaryOp, FloatKind, FloatUnaryOp, Inst, Operand, Reg, TernaryOp, UnaryOp, Width, Wrapping,
};
use crate::spelling::Spelled;

/// A register before the `=`.
pub(super) struct ResultRegister {
    pub reg: Reg,
    /// Only calls say it here.
    pub width: Option<Width>,
    pub place: TextPos,
}

impl<'t> Body<'_, 't> {
    pub(super) fn instruction(&mut self) -> Outcome<Inst> {
        let results = self.results()?;
        let place = self.cursor().place();
        let stated = self.cursor().peek_word().and_then(|word| id_in(word, "call"));
        if stated.is_some() || self.cursor().peek_word() == Some("call") {
            self.cursor().advance();
            return self.call(stated, place, results);
        }
        match results[..] {
            [] => {
                let name = self.cursor().word("an instruction")?;
                if let Some(inst) = self.terminator(name)? {
                    return Ok(inst);
                }
                self.effect(name, place)
            }
            [ResultRegister { reg, width: None, .. }] => self.computation(reg),
            _ => Err(Problem::new(place, "only calls have several results, or widths on the left")),
        }
    }

    /// `%x =` or `%x:i32, %y:i64 =`, perhaps.
    fn results(&mut self) -> Outcome<Vec<ResultRegister>> {
        let mut results = Vec::new();
        while let Kind::Register(_) = self.cursor().peek() {
            let place = self.cursor().place();
            let reg = self.register()?;
            let width = if self.cursor().eat_mark(':') { Some(self.cursor().width()?) } else { None };
            results.push(ResultRegister { reg, width, place });
            if !self.cursor().eat_mark(',') {
                self.cursor().expect_mark('=')?;
                break;
            }
        }
        Ok(results)
    }

    /// An instruction without a result.
    fn effect(&mut self, name: &str, place: TextPos) -> Outcome<Inst> {
        Ok(match name {
            "store" => {
                let width = self.cursor().width()?;
                let value = self.operand(width)?;
                Inst::Store { width, value, address: self.operand_after("at", 64)? }
            }
            "mem_copy" | "mem_move" => {
                let to = self.operand_after("to", 64)?;
                let from = self.next_operand_after("from", 64)?;
                let length = self.next_operand_after("length", 64)?;
                Inst::MemCopy { to, from, length, may_overlap: name == "mem_move" }
            }
            "mem_set" => {
                let to = self.operand_after("to", 64)?;
                let byte = self.next_operand_after("byte", 8)?;
                Inst::MemSet { to, byte, length: self.next_operand_after("length", 64)? }
            }
            "stack_restore" => Inst::StackRestore { saved: self.operand(64)? },
            "scope_start" => Inst::ScopeStart { variable: self.operand(64)? },
            "scope_end" => Inst::ScopeEnd { variable: self.operand(64)? },
            "va_start" => Inst::VaStart { list: self.operand(64)? },
            "va_copy" => {
                let to = self.operand_after("to", 64)?;
                Inst::VaCopy { to, from: self.next_operand_after("from", 64)? }
            }
            _ => {
                let message = format!(
                    "`{name}` is no instruction without a result; those with one start as in `%x = add`"
                );
                return Err(Problem::new(place, message));
            }
        })
    }

    /// An instruction with one result.
    fn computation(&mut self, dst: Reg) -> Outcome<Inst> {
        let place = self.cursor().place();
        if let Some(op) = self.reader.cast()? {
            let from = self.cursor().width()?;
            let a = self.operand(from)?;
            self.cursor().expect_word("to")?;
            return Ok(Inst::Cast { op, from, to: self.cursor().width()?, dst, a });
        }
        let name = self.cursor().word("an operation, such as `add`, `load` or `call`")?;
        if let Some(name) = name.strip_prefix("float_") {
            return self.float(name, dst, place);
        }
        Ok(match name {
            "compare" => {
                let predicate = self.cursor().spelled("a comparison")?;
                let width = self.cursor().width()?;
                let [a, b] = self.operands(width)?;
                Inst::Compare { predicate, width, dst, a, b }
            }
            "select" => self.select(dst)?,
            "copy" => {
                let width = self.cursor().width()?;
                Inst::Copy { width, dst, a: self.operand(width)? }
            }
            "offset" => self.offset(dst)?,
            "load" => {
                let width = self.cursor().width()?;
                Inst::Load { width, dst, address: self.operand_after("at", 64)? }
            }
            "alloca" => self.alloca(dst)?,
            "stack_save" => Inst::StackSave { dst },
            "object_size" => self.object_size(dst)?,
            _ => return self.arithmetic(name, dst, place),
        })
    }

    fn arithmetic(&mut self, name: &str, dst: Reg, place: TextPos) -> Outcome<Inst> {
        if let Some(op) = BinaryOp::from_spelling(name) {
            let no_signed_wrap = self.cursor().eat_word("nsw");
            let no_unsigned_wrap = self.cursor().eat_word("nuw");
            let wrapping = Wrapping { no_signed_wrap, no_unsigned_wrap };
            let width = self.cursor().width()?;
            let [a, b] = self.operands(width)?;
            return Ok(Inst::Binary { op, width, wrapping, dst, a, b });
        }
        if let Some(op) = UnaryOp::from_spelling(name) {
            let width = self.cursor().width()?;
            let [a] = self.operands(width)?;
            return Ok(Inst::Unary { op, width, dst, a });
        }
        if let Some(op) = TernaryOp::from_spelling(name) {
            let width = self.cursor().width()?;
            let [a, b, c] = self.operands(width)?;
            return Ok(Inst::Ternary { op, width, dst, a, b, c });
        }
        Err(Problem::new(place, format!("`{name}` is no operation that has a result")))
    }

    /// The name is given without `float_`.
    fn float(&mut self, name: &str, dst: Reg, place: TextPos) -> Outcome<Inst> {
        const KIND: &str = "a format of floats";
        if let Some(op) = FloatBinaryOp::from_spelling(name) {
            let kind: FloatKind = self.cursor().spelled(KIND)?;
            let [a, b] = self.operands(kind.width())?;
            return Ok(Inst::FloatBinary { op, kind, dst, a, b });
        }
        if let Some(op) = FloatUnaryOp::from_spelling(name) {
            let kind: FloatKind = self.cursor().spelled(KIND)?;
            let [a] = self.operands(kind.width())?;
            return Ok(Inst::FloatUnary { op, kind, dst, a });
        }
        match name {
            "fma" => {
                let kind: FloatKind = self.cursor().spelled(KIND)?;
                let [a, b, c] = self.operands(kind.width())?;
                Ok(Inst::FloatFma { kind, dst, a, b, c })
            }
            "compare" => {
                let predicate = self.cursor().spelled("a comparison of floats")?;
                let kind: FloatKind = self.cursor().spelled(KIND)?;
                let [a, b] = self.operands(kind.width())?;
                Ok(Inst::FloatCompare { predicate, kind, dst, a, b })
            }
            "class" => {
                let kind: FloatKind = self.cursor().spelled(KIND)?;
                let [a] = self.operands(kind.width())?;
                self.cursor().expect_mark(',')?;
                self.cursor().expect_word("mask")?;
                Ok(Inst::FloatClass { kind, dst, a, mask: self.cursor().number("a mask of 16 bits")? })
            }
            _ => Err(Problem::new(place, format!("`float_{name}` is no operation"))),
        }
    }

    fn select(&mut self, dst: Reg) -> Outcome<Inst> {
        let width = self.cursor().width()?;
        let cond = self.operand(1)?;
        self.cursor().expect_mark('?')?;
        let a = self.operand(width)?;
        self.cursor().expect_mark(':')?;
        Ok(Inst::Select { width, dst, cond, a, b: self.operand(width)? })
    }

    /// `%base + %index * 4`
    fn offset(&mut self, dst: Reg) -> Outcome<Inst> {
        let base = self.operand(64)?;
        self.cursor().expect_mark('+')?;
        let index = self.operand(64)?;
        self.cursor().expect_mark('*')?;
        let place = self.cursor().place();
        let negative = self.cursor().eat_mark('-');
        let size: i64 = self.cursor().number("a scale")?;
        let scale = i32::try_from(if negative { -size } else { size });
        let scale = scale.map_err(|_| Problem::new(place, "a scale has at most 32 bits"))?;
        Ok(Inst::Offset { dst, base, index, scale })
    }

    /// `%count * 4 bytes, align 8`
    fn alloca(&mut self, dst: Reg) -> Outcome<Inst> {
        let count = self.operand(64)?;
        self.cursor().expect_mark('*')?;
        let element = self.cursor().number("the size of an element")?;
        self.cursor().expect_word("bytes")?;
        let mut align_log2 = 3;
        if self.cursor().eat_mark(',') {
            self.cursor().expect_word("align")?;
            let place = self.cursor().place();
            let align: u64 = self.cursor().number("an alignment")?;
            if !align.is_power_of_two() {
                return Err(Problem::new(place, "an alignment is a power of two"));
            }
            align_log2 = align.trailing_zeros() as u8;
        }
        Ok(Inst::Alloca { dst, element, count, align_log2 })
    }

    /// `i64 of %p, zero if unknown`
    fn object_size(&mut self, dst: Reg) -> Outcome<Inst> {
        let width = self.cursor().width()?;
        let address = self.operand_after("of", 64)?;
        self.cursor().expect_mark(',')?;
        let zero_if_unknown = self.cursor().eat_word("zero");
        if !zero_if_unknown {
            self.cursor().expect_word("all")?;
            self.cursor().expect_word("ones")?;
        }
        self.cursor().expect_word("if")?;
        self.cursor().expect_word("unknown")?;
        Ok(Inst::ObjectSize { dst, width, address, zero_if_unknown })
    }

    fn operands<const N: usize>(&mut self, width: Width) -> Outcome<[Operand; N]> {
        let mut operands = [Operand::reg(Reg(0)); N];
        for (at, operand) in operands.iter_mut().enumerate() {
            if at > 0 {
                self.cursor().expect_mark(',')?;
            }
            *operand = self.operand(width)?;
        }
        Ok(operands)
    }

    fn operand_after(&mut self, keyword: &str, width: Width) -> Outcome<Operand> {
        self.cursor().expect_word(keyword)?;
        self.operand(width)
    }

    fn next_operand_after(&mut self, keyword: &str, width: Width) -> Outcome<Operand> {
        self.cursor().expect_mark(',')?;
        self.operand_after(keyword, width)
    }
}
