//! The body of a function: loops and variables, then blocks of instructions.

use super::claims::Claims;
use super::constants::Value;
use super::control::WrittenEdge;
use super::cursor::{Cursor, Outcome};
use super::error::{Problem, TextPos};
use super::lexer::Kind;
use super::module::Reader;
use super::numbering::Numbering;
use super::registers::Registers;
use super::signature::Header;
use super::widths::StatedWidths;
use crate::function::{Block, Function, Position, Variable};
use crate::inst::{CallSite, Operand, Reg, SwitchTable, Width};
use crate::{BlockId, FuncId};

/// A function that is being read.
pub(super) struct Body<'r, 't> {
    pub reader: &'r mut Reader<'t>,
    pub header: Header<'t>,
    pub function: Function,
    pub registers: Registers<'t>,
    pub widths: StatedWidths,
    pub edges: Numbering<WrittenEdge>,
    pub calls: Numbering<CallSite>,
    pub switches: Numbering<SwitchTable>,
    pub claims: Claims,
    /// Of each instruction.
    pub places: Vec<TextPos>,
    /// Where the block that is being read starts.
    block_start: Position,
    has_label: bool,
}

impl Reader<'_> {
    /// The second pass over a function.
    pub(super) fn read_body(&mut self, id: FuncId) -> Outcome<()> {
        let header = std::mem::take(&mut self.headers[id]);
        let loc = self.location(header.place.line);
        self.module.functions[id].loc = loc;
        let Some(start) = header.body else { return Ok(()) };
        // Calls of itself, and addresses of its blocks, still look into what the first pass left.
        let function = self.module.functions[id].clone();
        self.headers[id].labels.clone_from(&header.labels);
        self.cursor.go_to(start);
        let mut body = Body {
            registers: Registers::new(&header)?,
            header,
            function,
            widths: StatedWidths::default(),
            edges: Numbering::new("e"),
            calls: Numbering::new("call"),
            switches: Numbering::new("switch"),
            claims: Claims::default(),
            places: Vec::new(),
            block_start: 0,
            has_label: false,
            reader: self,
        };
        body.read()?;
        let (function, places) = body.finish()?;
        self.module.functions[id] = function;
        self.places[id].instructions = places;
        Ok(())
    }
}

impl<'t> Body<'_, 't> {
    pub(super) fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.reader.cursor
    }

    fn read(&mut self) -> Outcome<()> {
        while self.reader.is_declarative() {
            if self.cursor().eat_word("variable") {
                self.variable()?
            } else {
                self.claimed_loop()?
            }
            self.cursor().end_line()?;
        }
        loop {
            if self.cursor().is_mark('}') {
                self.end_block("this brace")?;
                return Ok(());
            }
            if self.reader.label().is_some() {
                self.start_block()?;
            } else {
                self.line()?;
            }
            self.cursor().end_line()?;
        }
    }

    /// `head: in loop0`
    fn start_block(&mut self) -> Outcome<()> {
        if self.has_label || !self.function.insts.is_empty() {
            self.end_block("this label")?;
        }
        self.has_label = true;
        self.cursor().advance();
        self.cursor().expect_mark(':')?;
        if self.cursor().eat_word("in") {
            self.claim_innermost(self.block())?;
        }
        Ok(())
    }

    /// The block that is being read.
    pub(super) fn block(&self) -> BlockId {
        self.function.blocks.next_id()
    }

    fn end_block(&mut self, before: &str) -> Outcome<()> {
        let insts = self.block_start..self.function.insts.len() as Position;
        if insts.is_empty() {
            return Err(self.cursor().problem(format!("expected an instruction before {before}")));
        }
        if !self.has_ended() {
            let message =
                format!("expected a jump, branch or return before {before}: control must go somewhere");
            return Err(self.cursor().problem(message));
        }
        self.block_start = insts.end;
        self.function.blocks.push(Block { insts });
        Ok(())
    }

    fn has_ended(&self) -> bool {
        let insts = &self.function.insts[self.block_start as usize..];
        insts.last().is_some_and(|last| last.is_terminator())
    }

    /// An instruction, perhaps with its position.
    fn line(&mut self) -> Outcome<()> {
        if self.has_ended() {
            return self.cursor().expected("a label, as the instruction before this ends its block");
        }
        let place = self.cursor().place();
        let position = self.function.insts.len();
        if self.cursor().peek_word().is_some() && *self.cursor().peek_second() == Kind::Mark(':') {
            let stated: usize = self.cursor().number("a position")?;
            if stated != position {
                return Err(Problem::new(place, format!("this is position {position}, not {stated}")));
            }
            self.cursor().expect_mark(':')?;
        }
        let place = self.cursor().place();
        let inst = self.instruction()?;
        if let Some((reg, width)) = crate::widths::defined(&inst) {
            self.widths.written(reg, width, place);
        }
        self.function.insts.push(inst);
        self.function.locs.push(self.reader.location_or_none(place.line));
        self.places.push(place);
        Ok(())
    }

    /// `"total" in %3, i32 signed`, behind `variable`.
    fn variable(&mut self) -> Outcome<()> {
        let line = self.cursor().place().line;
        let name = self.cursor().text("the name of a variable, in quotes")?.into_owned();
        let in_memory = match self.cursor().word("`in` or `at`")? {
            "in" => false,
            "at" => true,
            _ => {
                return self
                    .cursor()
                    .expected("`in` (a register has the value) or `at` (its address) before this");
            }
        };
        let reg = self.register()?;
        self.cursor().expect_mark(',')?;
        let width = self.cursor().width()?;
        let sort = self.cursor().spelled("the sort of a variable")?;
        let loc = self.reader.location_or_none(line);
        self.function.variables.push(Variable { reg, width, in_memory, name, sort, loc });
        Ok(())
    }

    pub(super) fn register(&mut self) -> Outcome<Reg> {
        let place = self.cursor().place();
        let Kind::Register(name) = *self.cursor().peek() else {
            return self.cursor().expected("a register such as `%x`");
        };
        self.cursor().advance();
        self.registers.get(name, place)
    }

    /// A value of a certain width.
    pub(super) fn operand(&mut self, width: Width) -> Outcome<Operand> {
        let place = self.cursor().place();
        Ok(match self.reader.value()? {
            Value::Register(name) => {
                let reg = self.registers.get(name, place)?;
                self.widths.read(reg, width, place);
                reg.into()
            }
            Value::Constant(id) => self.reader.check_constant_width(id, width, place)?.into(),
            Value::Number(number) => self.reader.number_constant(number, width, place)?.into(),
        })
    }

    /// Puts the tables together, fills in widths, computes loops and checks what the text says of them.
    fn finish(self) -> Outcome<(Function, Vec<TextPos>)> {
        let place = self.header.place;
        let Self { reader, mut function, registers, widths, edges, calls, switches, claims, places, .. } =
            self;
        function.registers = registers.count()?;
        function.calls = calls.finish(place)?;
        function.tail_calls.sort_unstable();
        function.switches = switches.finish(place)?;
        widths.settle(&mut function, edges.finish(place)?, &registers, reader)?;
        crate::loops::annotate_function(&mut function);
        claims.check(&function)?;
        Ok((function, places))
    }
}
