//! Every register has one width, and moved numbers have the width of the register they are moved to.

use super::constants::Number;
use super::control::{Moved, WrittenEdge};
use super::cursor::Outcome;
use super::error::{Problem, TextPos};
use super::module::Reader;
use super::registers::Registers;
use crate::EdgeId;
use crate::function::{Edge, Function, LoopCrossing};
use crate::inst::{Operand, Reg, Width};
use bowline_base::IdVec;

/// What instructions say of the widths of registers, to be compared when all is known.
#[derive(Default)]
pub(super) struct StatedWidths {
    reads: Vec<(Reg, Width, TextPos)>,
    writes: Vec<(Reg, Width, TextPos)>,
}

impl StatedWidths {
    pub(super) fn read(&mut self, reg: Reg, width: Width, place: TextPos) {
        self.reads.push((reg, width, place));
    }

    pub(super) fn written(&mut self, reg: Reg, width: Width, place: TextPos) {
        self.writes.push((reg, width, place));
    }

    /// Gives the function its edges, with the widths of moved numbers, and checks that all widths agree.
    pub(super) fn settle(
        self,
        function: &mut Function,
        written: IdVec<EdgeId, WrittenEdge>,
        registers: &Registers<'_>,
        reader: &mut Reader<'_>,
    ) -> Outcome<()> {
        function.edges = written.iter().map(without_numbers).collect();
        let mut known = crate::widths::of(function, &reader.module);
        self.learn_from_reads(&mut known, function);
        if registers.are_named() {
            self.check_names(function, &written, registers)?;
        }
        self.check(&known, registers)?;
        for (edge, written) in function.edges.iter_mut().zip(written.iter()) {
            let mut moves = Vec::with_capacity(written.moves.len());
            for it in &written.moves {
                let expected = known[it.to.0 as usize];
                let operand = match it.value {
                    Moved::Operand(operand) => {
                        check_moved(operand, expected, &known, it.place, reader)?;
                        operand
                    }
                    Moved::Number(number) => number_of(number, expected, it.place, reader)?,
                };
                moves.push((it.to, operand));
            }
            edge.moves = moves;
        }
        Ok(())
    }

    /// A register that only numbers are moved to is as wide as it is read, or as what it is moved to.
    fn learn_from_reads(&self, known: &mut [Option<Width>], function: &Function) {
        for &(reg, width, _) in &self.reads {
            known[reg.0 as usize].get_or_insert(width);
        }
        let mut learned = true;
        while std::mem::take(&mut learned) {
            for &(to, source) in function.edges.iter().flat_map(|edge| &edge.moves) {
                let Some(from) = source.as_reg() else { continue };
                let (to, from) = (to.0 as usize, from.0 as usize);
                if known[to].is_some() != known[from].is_some() {
                    let width = known[to].or(known[from]);
                    (known[to], known[from]) = (width, width);
                    learned = true;
                }
            }
        }
    }

    /// A name that nothing writes is a slip of the pen.
    fn check_names(
        &self,
        function: &Function,
        edges: &IdVec<EdgeId, WrittenEdge>,
        registers: &Registers<'_>,
    ) -> Outcome<()> {
        let mut is_written = vec![false; function.registers as usize];
        is_written[..function.params.len()].fill(true);
        let moves = || edges.iter().flat_map(|edge| &edge.moves);
        for reg in self.writes.iter().map(|(reg, ..)| *reg).chain(moves().map(|it| it.to)) {
            is_written[reg.0 as usize] = true;
        }
        let moved = moves().filter_map(|it| match it.value {
            Moved::Operand(operand) => operand.as_reg().map(|reg| (reg, it.place)),
            Moved::Number(_) => None,
        });
        let mut reads = self.reads.iter().map(|(reg, _, place)| (*reg, *place)).chain(moved);
        match reads.find(|(reg, _)| !is_written[reg.0 as usize]) {
            Some((reg, place)) => Err(Problem::new(place, format!("nothing writes {}", registers.name(reg)))),
            None => Ok(()),
        }
    }

    fn check(&self, known: &[Option<Width>], registers: &Registers<'_>) -> Outcome<()> {
        for &(reg, width, place) in &self.writes {
            if let Some(own) = known[reg.0 as usize].filter(|own| *own != width) {
                let name = registers.name(reg);
                let message = format!("{name} is written with {width} bits here, with {own} elsewhere");
                return Err(Problem::new(place, message));
            }
        }
        for &(reg, width, place) in &self.reads {
            if let Some(own) = known[reg.0 as usize].filter(|own| *own != width) {
                let name = registers.name(reg);
                let message = format!("{name} is {own} bits wide where {width} are expected");
                return Err(Problem::new(place, message));
            }
        }
        Ok(())
    }
}

/// An edge with those moves from which widths can be learned.
fn without_numbers(written: &WrittenEdge) -> Edge {
    let moves = written.moves.iter().filter_map(|it| match it.value {
        Moved::Operand(operand) => Some((it.to, operand)),
        Moved::Number(_) => None,
    });
    let (from, to) = (written.from, written.to);
    Edge { from, to, moves: moves.collect(), crossing: LoopCrossing::NONE }
}

fn check_moved(
    operand: Operand,
    expected: Option<Width>,
    known: &[Option<Width>],
    place: TextPos,
    reader: &Reader<'_>,
) -> Outcome<()> {
    let own = match (operand.as_reg(), operand.as_const()) {
        (Some(reg), _) => known[reg.0 as usize],
        (_, Some(id)) => Some(reader.module.constants[id].width()),
        _ => None,
    };
    match (own, expected) {
        (Some(own), Some(expected)) if own != expected => {
            let message = format!("a value of {own} bits is moved to a register of {expected}");
            Err(Problem::new(place, message))
        }
        _ => Ok(()),
    }
}

fn number_of(
    number: Number,
    width: Option<Width>,
    place: TextPos,
    reader: &mut Reader<'_>,
) -> Outcome<Operand> {
    let Some(width) = width else {
        let message = "nothing tells how wide this number is: write its width, as in `i32 0`";
        return Err(Problem::new(place, message));
    };
    Ok(reader.number_constant(number, width, place)?.into())
}
