//! Constants: those of the module's list, and those written where they are used.

use super::cursor::Outcome;
use super::error::{Problem, TextPos};
use super::lexer::{Kind, Symbol};
use super::module::{Named, Reader};
use crate::ConstId;
use crate::constant::{ConstExpr, Constant};
use crate::inst::{BinaryOp, CastOp, FloatKind, Width};
use crate::spelling::Spelled;

/// A number without its width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Number {
    negative: bool,
    magnitude: u128,
}

/// What is written where a value is expected.
pub(super) enum Value<'t> {
    Register(&'t str),
    Constant(ConstId),
    /// To become a constant once its width is known.
    Number(Number),
}

impl Number {
    /// The bits of a number at a width, signed or unsigned.
    fn at_width(self, width: Width) -> Option<u128> {
        let mask = u128::MAX >> (128 - u32::from(width));
        if !self.negative {
            return (self.magnitude <= mask).then_some(self.magnitude);
        }
        let least = 1u128 << (width - 1);
        (self.magnitude <= least).then_some(self.magnitude.wrapping_neg() & mask)
    }
}

impl<'t> Reader<'t> {
    /// Everything behind `cN =`.
    pub(super) fn read_constants(&mut self, starts: &[usize]) -> Outcome<()> {
        // They may refer to one another in any order, so each has its place before the first is read.
        for _ in starts {
            self.module.constants.push(Constant::Int { width: 1, value: 0 });
        }
        for (&start, id) in starts.iter().zip((0..).map(ConstId)) {
            self.cursor.go_to(start);
            let constant = self.stated_constant()?;
            self.cursor.end_line()?;
            self.interned.entry(constant.clone()).or_insert(id);
            self.module.constants[id] = constant;
        }
        self.constants_are_read = true;
        Ok(())
    }

    fn stated_constant(&mut self) -> Outcome<Constant> {
        let place = self.cursor.place();
        if let Kind::Symbol(symbol) = self.cursor.peek() {
            let symbol = symbol.clone();
            self.cursor.advance();
            return self.address(&symbol, place);
        }
        if self.cursor.peek_id("i").is_some() {
            let width = self.cursor.width()?;
            let place = self.cursor.place();
            let number = self.number()?;
            return Ok(Constant::Int { width, value: fitting(number, width, place)? });
        }
        Ok(Constant::Expr(self.constant_expression()?))
    }

    fn constant_expression(&mut self) -> Outcome<ConstExpr> {
        if self.cursor.eat_word("compare") {
            let predicate = self.cursor.spelled("a comparison")?;
            let width = self.cursor.width()?;
            let [a, b] = self.pair(width)?;
            return Ok(ConstExpr::Compare { predicate, width, a, b });
        }
        if self.cursor.eat_word("select") {
            let width = self.cursor.width()?;
            let cond = self.constant(1)?;
            self.cursor.expect_mark('?')?;
            let a = self.constant(width)?;
            self.cursor.expect_mark(':')?;
            return Ok(ConstExpr::Select { width, cond, a, b: self.constant(width)? });
        }
        if let Some(op) = self.cursor.peek_word().and_then(BinaryOp::from_spelling) {
            self.cursor.advance();
            let width = self.cursor.width()?;
            let [a, b] = self.pair(width)?;
            return Ok(ConstExpr::Binary { op, width, a, b });
        }
        if let Some(op) = self.cast()? {
            let from = self.cursor.width()?;
            let a = self.constant(from)?;
            self.cursor.expect_word("to")?;
            return Ok(ConstExpr::Cast { op, from, to: self.cursor.width()?, a });
        }
        self.cursor
            .expected("a constant: `i32 5`, `@name`, or an operation on constants such as `sub i64 @a, @b`")
    }

    fn pair(&mut self, width: Width) -> Outcome<[ConstId; 2]> {
        let a = self.constant(width)?;
        self.cursor.expect_mark(',')?;
        Ok([a, self.constant(width)?])
    }

    /// The name of a cast with its formats, as in `float_to_signed(double)`; `None` if something else follows.
    pub(super) fn cast(&mut self) -> Outcome<Option<CastOp>> {
        let place = self.cursor.place();
        let Some(name) = self.cursor.peek_word() else { return Ok(None) };
        if let Some(op) = CastOp::from_parts(name, &[]) {
            self.cursor.advance();
            return Ok(Some(op));
        }
        let any = FloatKind::Double;
        let is_cast = [&[any][..], &[any, any]].iter().any(|kinds| CastOp::from_parts(name, kinds).is_some());
        if !is_cast {
            return Ok(None);
        }
        self.cursor.advance();
        self.cursor.expect_mark('(')?;
        let mut kinds = vec![self.cursor.spelled("a format of floats")?];
        while self.cursor.eat_mark(',') {
            kinds.push(self.cursor.spelled("a format of floats")?);
        }
        self.cursor.expect_mark(')')?;
        match CastOp::from_parts(name, &kinds) {
            Some(op) => Ok(Some(op)),
            None => Err(Problem::new(place, format!("{} formats are not what `{name}` takes", kinds.len()))),
        }
    }

    /// A constant of a certain width.
    pub(super) fn constant(&mut self, width: Width) -> Outcome<ConstId> {
        let place = self.cursor.place();
        match self.value()? {
            Value::Register(_) => Err(Problem::new(place, "expected a constant, not a register")),
            Value::Constant(id) => self.check_constant_width(id, width, place),
            Value::Number(number) => self.number_constant(number, width, place),
        }
    }

    pub(super) fn check_constant_width(&self, id: ConstId, width: Width, place: TextPos) -> Outcome<ConstId> {
        // Within the list itself the operand may not have been read yet.
        let own = self.module.constants[id].width();
        if own == width || !self.constants_are_read {
            return Ok(id);
        }
        Err(Problem::new(place, format!("this constant is {own} bits wide where {width} are expected")))
    }

    pub(super) fn number_constant(
        &mut self,
        number: Number,
        width: Width,
        place: TextPos,
    ) -> Outcome<ConstId> {
        let value = fitting(number, width, place)?;
        Ok(self.intern(Constant::Int { width, value }))
    }

    fn intern(&mut self, constant: Constant) -> ConstId {
        let constants = &mut self.module.constants;
        *self.interned.entry(constant).or_insert_with_key(|constant| constants.push(constant.clone()))
    }

    pub(super) fn value(&mut self) -> Outcome<Value<'t>> {
        const EXPECTED: &str = "a register (`%x`), a number, or a name (`@x`)";
        let place = self.cursor.place();
        match self.cursor.peek() {
            Kind::Register(name) => {
                let name = *name;
                self.cursor.advance();
                Ok(Value::Register(name))
            }
            Kind::Symbol(symbol) => {
                let symbol = symbol.clone();
                self.cursor.advance();
                let address = self.address(&symbol, place)?;
                Ok(Value::Constant(self.intern(address)))
            }
            Kind::Mark('-') => Ok(Value::Number(self.number()?)),
            Kind::Word(_) => {
                if let Some(id) = self.cursor.eat_id("c") {
                    if id < self.stated_constants {
                        return Ok(Value::Constant(ConstId(id)));
                    }
                    return Err(Problem::new(place, format!("there is no constant c{id}")));
                }
                if self.cursor.peek_id("i").is_some() {
                    let width = self.cursor.width()?;
                    let place = self.cursor.place();
                    let number = self.number()?;
                    return Ok(Value::Constant(self.number_constant(number, width, place)?));
                }
                match self.cursor.peek_number() {
                    Some(_) => Ok(Value::Number(self.number()?)),
                    None => self.cursor.expected(EXPECTED),
                }
            }
            _ => self.cursor.expected(EXPECTED),
        }
    }

    pub(super) fn number(&mut self) -> Outcome<Number> {
        let negative = self.cursor.eat_mark('-');
        Ok(Number { negative, magnitude: self.cursor.number("a number of at most 128 bits")? })
    }

    fn address(&self, symbol: &Symbol<'_>, place: TextPos) -> Outcome<Constant> {
        match (self.named(symbol, place)?, symbol.offset, symbol.label) {
            (Named::Global(global), offset, None) => {
                Ok(Constant::Global { global, offset: offset.unwrap_or(0) })
            }
            (Named::Function(id), None, None) => Ok(Constant::Function(id)),
            (Named::Function(function), None, Some(label)) => {
                match self.headers[function].labels.get(label) {
                    Some(block) => Ok(Constant::Block { function, block: *block }),
                    None => Err(Problem::new(place, format!("@{} has no block `{label}`", symbol.name))),
                }
            }
            (Named::Function(_), Some(_), _) => {
                Err(Problem::new(place, "the address of a function takes no offset"))
            }
            (Named::Global(_), _, Some(_)) => Err(Problem::new(place, "a global has no blocks")),
        }
    }
}

/// The bits of a number at a width.
pub(super) fn fitting(number: Number, width: Width, place: TextPos) -> Outcome<u128> {
    number.at_width(width).ok_or_else(|| {
        let sign = if number.negative { "-" } else { "" };
        Problem::new(place, format!("{sign}{} does not fit in {width} bits", number.magnitude))
    })
}
