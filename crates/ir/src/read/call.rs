//! Calls: `%r:i32 = call @f(i64 %x, i8 1) no_return` (or `tail`), then perhaps `passing` and how the scalars group.
//!
//! A direct call may leave out the widths of its arguments and results, as the function says them.

use super::body::Body;
use super::cursor::Outcome;
use super::error::{Problem, TextPos};
use super::instruction::ResultRegister;
use super::lexer::Kind;
use crate::CallId;
use crate::inst::{ArgumentClass, CallSite, Callee, Inst, Operand, PassedArgument, Reg, Width};

impl Body<'_, '_> {
    /// Everything behind `call` or `call3`.
    pub(super) fn call(
        &mut self,
        stated: Option<u32>,
        place: TextPos,
        results: Vec<ResultRegister>,
    ) -> Outcome<Inst> {
        let callee = self.callee()?;
        let (params, returned) = match callee {
            Callee::Direct(id) => {
                let function = &self.reader.module.functions[id];
                let params = function.params.iter().map(|param| param.width);
                (params.collect(), function.results.clone())
            }
            _ => (Vec::new(), Vec::new()),
        };
        let args = self.arguments(&params)?;
        let no_return = self.cursor().eat_word("no_return");
        let is_tail = self.cursor().eat_word("tail");
        let results = self.call_results(results, &returned)?;
        let passed = match self.cursor().eat_continuing_word("passing") {
            true => self.passing()?,
            false => PassedArgument::one_by_one(&args),
        };
        let site = CallSite { callee, args, passed, results, no_return };
        let call = CallId(self.calls.add(stated, site, place)?);
        if is_tail {
            self.function.tail_calls.push(call);
        }
        Ok(Inst::Call { call })
    }

    fn callee(&mut self) -> Outcome<Callee> {
        if let Kind::Symbol(_) = self.cursor().peek() {
            return Ok(Callee::Direct(self.reader.function()?));
        }
        match self.cursor().peek_word() {
            Some("through") => {
                self.cursor().advance();
                Ok(Callee::Indirect(self.operand(64)?))
            }
            Some("empty_asm") => {
                self.cursor().advance();
                self.cursor().expect_word("ties")?;
                let ties = self.cursor().list(|cursor| {
                    if cursor.eat_word("none") { Ok(None) } else { cursor.number("an argument").map(Some) }
                })?;
                Ok(Callee::EmptyAsm { ties })
            }
            _ => {
                self.cursor().expected("the name of a function (`@f`), `through` an address, or `empty_asm`")
            }
        }
    }

    /// Widths that are not written are those of the parameters.
    fn arguments(&mut self, params: &[Width]) -> Outcome<Vec<(Operand, Width)>> {
        let mut args = Vec::new();
        self.cursor().expect_mark('(')?;
        while !self.cursor().eat_mark(')') {
            if !args.is_empty() {
                self.cursor().expect_mark(',')?;
            }
            let width = match params.get(args.len()) {
                Some(width) if self.cursor().peek_id("i").is_none() => *width,
                _ => self.cursor().width()?,
            };
            args.push((self.operand(width)?, width));
        }
        Ok(args)
    }

    fn call_results(
        &mut self,
        results: Vec<ResultRegister>,
        returned: &[Width],
    ) -> Outcome<Vec<(Reg, Width)>> {
        let mut typed = Vec::with_capacity(results.len());
        for (at, result) in results.into_iter().enumerate() {
            let Some(width) = result.width.or(returned.get(at).copied()) else {
                let message = "how wide is this result? Write it, as in `%x:i32 = call`";
                return Err(Problem::new(result.place, message));
            };
            self.widths.written(result.reg, width, result.place);
            typed.push((result.reg, width));
        }
        Ok(typed)
    }

    /// `0 + 2: 16 bytes align 8, integer; 2 by value: 24 bytes align 8`
    fn passing(&mut self) -> Outcome<Vec<PassedArgument>> {
        let mut passed = Vec::new();
        while *self.cursor().peek() != Kind::LineEnd {
            if !passed.is_empty() {
                self.cursor().expect_mark(';')?;
            }
            let cursor = self.cursor();
            let first: u32 = cursor.number("the number of an argument")?;
            let by_value = cursor.eat_word("by");
            let mut count = 1;
            if by_value {
                cursor.expect_word("value")?;
            } else {
                cursor.expect_mark('+')?;
                count = cursor.number("a number of arguments")?;
            }
            cursor.expect_mark(':')?;
            let size: u64 = cursor.number("a size")?;
            let small = u32::try_from(size).map_err(|_| cursor.problem("this size is too large"));
            cursor.expect_word("bytes")?;
            cursor.expect_word("align")?;
            let align = cursor.number("an alignment")?;
            if by_value {
                passed.push(PassedArgument::ByValue { index: first, size, align });
                continue;
            }
            cursor.expect_mark(',')?;
            let class: ArgumentClass = cursor.spelled("a class")?;
            passed.push(PassedArgument::Scalars { first, count, size: small?, align, class });
        }
        Ok(passed)
    }
}
