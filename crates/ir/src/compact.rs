//! Few registers for many values.
//!
//! Lowering gives every value a register of its own: thousands in a long function, nearly all of them dead at any moment. A frame has room for all
//! of its function's registers, and every fork copies a frame. Here values that are never alive at the same time share a register: a
//! waiting state of a long function costs hundreds of bytes instead of tens of thousands.
//!
//! A value occupies its register from the first position to the last at which it is written, read or alive, in the order of positions: coarser
//! than liveness, and enough, since most values live and die within a statement. Two values share a register only if one ends strictly
//! before the other begins, so an instruction never writes what it reads, and the moves of an edge stay independent of their order. Only values of
//! one width share.
//!
//! What keeps a register of its own: parameters and variables, which messages read at any time. Functions that call `setjmp` are left alone:
//! a jump back makes values alive again that no path of the control flow shows to be.

use crate::cfg::Cfg;
use crate::inst::{Callee, Operand, Reg, Width};
use crate::liveness::Liveness;
use crate::{Function, Module, Position, widths};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Frames of functions with fewer registers are small enough.
const SMALL: u32 = 32;

/// Lets values of each function share registers.
pub fn compact(module: &mut Module) {
    for id in 0..module.functions.len() {
        let id = crate::FuncId(id as u32);
        let function = &module.functions[id];
        if function.registers <= SMALL || function.blocks.is_empty() || returns_twice(module, function) {
            continue;
        }
        let renamed = assignment(function, &widths::of(function, module));
        let function = &mut module.functions[id];
        function.rename(|reg| renamed[reg.0 as usize]);
        function.registers = renamed.iter().map(|reg| reg.0 + 1).max().unwrap_or(0);
    }
}

/// Does it call a function that may come back several times?
fn returns_twice(module: &Module, function: &Function) -> bool {
    let comes_back =
        |name: &str| matches!(name.trim_start_matches('_'), "setjmp" | "sigsetjmp" | "vfork" | "getcontext");
    function.calls.iter().any(|site| match site.callee {
        Callee::Direct(callee) => comes_back(&module.functions[callee].name),
        _ => false,
    })
}

/// The positions that a value occupies its register at, both ends included; nothing while it was not met.
#[derive(Clone, Copy)]
struct Occupied(Option<(Position, Position)>);

impl Occupied {
    fn extend(&mut self, at: Position) {
        let (first, last) = self.0.unwrap_or((at, at));
        self.0 = Some((first.min(at), last.max(at)));
    }
}

fn occupied(function: &Function) -> Vec<Occupied> {
    let mut occupied = vec![Occupied(None); function.registers as usize];
    let mut extend = |reg: Reg, at| occupied[reg.0 as usize].extend(at);
    for (at, inst) in (0..).zip(&function.insts) {
        inst.for_each_read(function, |reg| extend(reg, at));
        inst.for_each_def(function, |reg| extend(reg, at));
    }
    let liveness = Liveness::of(function, &Cfg::of(function));
    for edge in function.edges.iter() {
        let (leaves, arrives) =
            (function.blocks[edge.from].insts.end - 1, function.blocks[edge.to].insts.start);
        for &(to, from) in &edge.moves {
            [leaves, arrives].into_iter().for_each(|at| extend(to, at));
            from.as_reg().into_iter().for_each(|from| extend(from, leaves));
        }
        for reg in liveness.live_in(edge.to) {
            [leaves, arrives].into_iter().for_each(|at| extend(reg, at));
        }
    }
    occupied
}

/// The register that each value gets.
fn assignment(function: &Function, widths: &[Option<Width>]) -> Vec<Reg> {
    let occupied = occupied(function);
    let mut is_kept = vec![false; function.registers as usize];
    is_kept[..function.params.len()].fill(true);
    function.variables.iter().for_each(|variable| is_kept[variable.reg.0 as usize] = true);

    let mut renamed = vec![Reg(0); function.registers as usize];
    let mut count = 0;
    let mut fresh = || {
        count += 1;
        Reg(count - 1)
    };
    // Parameters come first, where calls put arguments.
    for (reg, _) in is_kept.iter().enumerate().filter(|(_, is_kept)| **is_kept) {
        renamed[reg] = fresh();
    }
    let mut values: Vec<(Position, Position, usize)> = occupied
        .iter()
        .enumerate()
        .filter(|&(reg, _)| !is_kept[reg])
        .filter_map(|(reg, occupied)| occupied.0.map(|(first, last)| (first, last, reg)))
        .collect();
    values.sort_unstable();
    // By width: registers with the last position at which they are taken, the earliest first.
    let mut taken: BTreeMap<Option<Width>, BinaryHeap<Reverse<(Position, u32)>>> = BTreeMap::new();
    for (first, last, reg) in values {
        let taken = taken.entry(widths[reg]).or_default();
        let free = taken.peek().is_some_and(|Reverse((until, _))| *until < first);
        let slot = match free {
            true => taken.pop().map_or_else(&mut fresh, |Reverse((_, slot))| Reg(slot)),
            false => fresh(),
        };
        taken.push(Reverse((last, slot.0)));
        renamed[reg] = slot;
    }
    renamed
}

impl Function {
    /// Gives every register another name.
    fn rename(&mut self, name: impl Fn(Reg) -> Reg) {
        let operand = |operand: &mut Operand| {
            if let Some(reg) = operand.as_reg() {
                *operand = name(reg).into();
            }
        };
        for inst in &mut self.insts {
            let (written, read) = inst.slots();
            written.into_iter().for_each(|reg| *reg = name(*reg));
            read.into_iter().flatten().for_each(operand);
        }
        for edge in self.edges.iter_mut() {
            for (to, from) in &mut edge.moves {
                *to = name(*to);
                operand(from);
            }
        }
        for site in self.calls.iter_mut() {
            if let Callee::Indirect(address) = &mut site.callee {
                operand(address);
            }
            site.args.iter_mut().for_each(|(argument, _)| operand(argument));
            site.results.iter_mut().for_each(|(result, _)| *result = name(*result));
        }
        self.operands.iter_mut().for_each(operand);
        self.variables.iter_mut().for_each(|variable| variable.reg = name(variable.reg));
    }
}

#[cfg(test)]
mod tests;
