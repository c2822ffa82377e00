//! Edges and the instructions that end a block.

use super::body::Body;
use super::constants::{Number, Value, fitting};
use super::cursor::Outcome;
use super::error::{Problem, TextPos};
use super::lexer::Kind;
use crate::inst::{Inst, Operand, Reg, SwitchTable, Width};
use crate::{BlockId, EdgeId, SwitchId, TextId};

/// An edge whose moves may lack widths.
#[derive(PartialEq)]
pub(super) struct WrittenEdge {
    pub from: BlockId,
    pub to: BlockId,
    pub moves: Vec<WrittenMove>,
}

pub(super) struct WrittenMove {
    pub to: Reg,
    pub value: Moved,
    /// Of the value.
    pub place: TextPos,
}

#[derive(PartialEq)]
pub(super) enum Moved {
    Operand(Operand),
    Number(Number),
}

impl PartialEq for WrittenMove {
    /// The same move may stand in several places.
    fn eq(&self, other: &Self) -> bool {
        self.to == other.to && self.value == other.value
    }
}

impl<'t> Body<'_, 't> {
    /// The instruction of that name if it ends a block.
    pub(super) fn terminator(&mut self, name: &str) -> Outcome<Option<Inst>> {
        Ok(Some(match name {
            "jump" => Inst::Jump { edge: self.edge()? },
            "branch" => {
                let cond = self.operand(1)?;
                self.expect_continuing_word("then")?;
                let then_edge = self.edge()?;
                self.expect_continuing_word("else")?;
                Inst::Branch { cond, then_edge, else_edge: self.edge()? }
            }
            "switch" => {
                let width = self.cursor().width()?;
                let value = self.operand(width)?;
                Inst::Switch { value, width, table: self.switch_table(Some(width))? }
            }
            "indirect_jump" => {
                let address = self.operand(64)?;
                Inst::IndirectJump { address, table: self.switch_table(None)? }
            }
            "return" => self.returned()?,
            "trap" => Inst::Trap { kind: self.cursor().spelled("the kind of trap")? },
            "unsupported" => Inst::Unsupported { what: self.unsupported()? },
            _ => return Ok(None),
        }))
    }

    fn expect_continuing_word(&mut self, word: &str) -> Outcome<()> {
        if self.cursor().eat_continuing_word(word) {
            Ok(())
        } else {
            self.cursor().expected(format_args!("`{word}`, here or on the next line"))
        }
    }

    fn returned(&mut self) -> Outcome<Inst> {
        let first = self.function.operands.len() as u32;
        let place = self.cursor().place();
        let widths = self.function.results.clone();
        for (at, width) in widths.iter().enumerate() {
            if at > 0 {
                self.cursor().expect_mark(',')?;
            }
            let value = self.operand(*width)?;
            self.function.operands.push(value);
        }
        if *self.cursor().peek() != Kind::LineEnd {
            let message = format!("this function has {} results, no more", widths.len());
            return Err(Problem::new(place, message));
        }
        Ok(Inst::Return { first, count: widths.len() as u32 })
    }

    /// `text0 "what"`, or one of the two.
    fn unsupported(&mut self) -> Outcome<TextId> {
        let place = self.cursor().place();
        let stated = self.cursor().eat_id("text").map(TextId);
        if stated.is_some_and(|id| self.reader.module.texts.get(id).is_none()) {
            return Err(Problem::new(place, "there is no such text"));
        }
        if stated.is_some() && *self.cursor().peek() == Kind::LineEnd {
            return Ok(stated.unwrap_or(TextId(0)));
        }
        let text = self.cursor().text("what is unsupported, in quotes")?.into_owned();
        match stated {
            Some(id) if self.reader.module.texts[id] == text => Ok(id),
            Some(id) => Err(Problem::new(place, format!("{id} is another text"))),
            None => Ok(self.reader.intern_text(text)),
        }
    }

    /// `by switch0`, then a line for each case; a computed goto has no width and no default.
    fn switch_table(&mut self, width: Option<Width>) -> Outcome<SwitchId> {
        let place = self.cursor().place();
        let stated = if self.cursor().eat_word("by") { Some(self.cursor().id("switch")?) } else { None };
        let mut cases: Vec<(u128, EdgeId)> = Vec::new();
        while self.cursor().eat_continuing_word("case") {
            let place = self.cursor().place();
            let value = fitting(self.reader.number()?, width.unwrap_or(128), place)?;
            self.cursor().expect_mark(':')?;
            cases.push((value, self.edge()?));
        }
        let mut default = None;
        if width.is_some() {
            self.expect_continuing_word("default")?;
            self.cursor().expect_mark(':')?;
            default = Some(self.edge()?);
        }
        cases.sort_by_key(|(value, _)| *value);
        if let Some(twice) = cases.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(Problem::new(place, format!("there are two cases {}", twice[0].0)));
        }
        self.switches.add(stated, SwitchTable { cases, default }, place).map(SwitchId)
    }

    /// `e0 -> target with %x = 1, %y = %z enters loop0`, of which all but the target may be missing.
    fn edge(&mut self) -> Outcome<EdgeId> {
        let place = self.cursor().place();
        let mut stated = None;
        if *self.cursor().peek_second() == Kind::Arrow {
            stated = Some(self.cursor().id("e")?);
            self.cursor().advance();
        }
        let to = self.target()?;
        let mut moves = Vec::new();
        if self.cursor().eat_word("with") {
            moves.push(self.one_move()?);
            while self.cursor().eat_mark(',') {
                moves.push(self.one_move()?);
            }
        }
        let edge = WrittenEdge { from: self.block(), to, moves };
        let known = stated.filter(|number| self.edges.get(*number).is_some_and(|known| *known == edge));
        let id = match known {
            // Several cases of a switch share it.
            Some(number) => EdgeId(number),
            None => EdgeId(self.edges.add(stated, edge, place)?),
        };
        self.claim_crossing(id)?;
        Ok(id)
    }

    fn target(&mut self) -> Outcome<BlockId> {
        let place = self.cursor().place();
        let label = self.cursor().word("the label of a block")?;
        match self.header.labels.get(label) {
            Some(BlockId(0)) => {
                Err(Problem::new(place, "nothing may lead back to the first block of a function"))
            }
            Some(block) => Ok(*block),
            None => Err(Problem::new(place, format!("there is no block `{label}` in this function"))),
        }
    }

    fn one_move(&mut self) -> Outcome<WrittenMove> {
        let to = self.register()?;
        self.cursor().expect_mark('=')?;
        let place = self.cursor().place();
        let value = match self.reader.value()? {
            Value::Register(name) => Moved::Operand(self.registers.get(name, place)?.into()),
            Value::Constant(id) => Moved::Operand(id.into()),
            Value::Number(number) => Moved::Number(number),
        };
        Ok(WrittenMove { to, value, place })
    }
}
