//! Every register is written before it is read.
//!
//! Some path reads a register that it never wrote exactly if the register is live where the function starts, so
//! liveness answers the question; only the place of an offending read is left to search for.

use super::FunctionCheck;
use crate::cfg::Cfg;
use crate::function::Function;
use crate::inst::Reg;
use crate::liveness::Liveness;
use crate::{BlockId, Position};

/// So many registers are told for one function; where more are wrong, more of the same helps nobody.
const REPORTED: usize = 20;

impl FunctionCheck<'_> {
    /// Call only when everything else is well formed.
    pub(super) fn check_assignment(&mut self) {
        let function = self.function;
        let cfg = Cfg::of(function);
        let liveness = Liveness::of(function, &cfg);
        let params = function.params.len() as u32;
        let unwritten = liveness.live_in(Function::ENTRY).filter(|reg| reg.0 >= params);
        for reg in unwritten.take(REPORTED) {
            let message = format!("%{} may be read before it is written", reg.0);
            self.report(first_bare_read(function, &cfg, reg), message);
        }
    }
}

/// A read of `reg` that some path comes to without a write; for a read by a move, the terminator before it.
fn first_bare_read(function: &Function, cfg: &Cfg, reg: Reg) -> Option<Position> {
    let mut seen = vec![false; function.blocks.len()];
    let mut work = vec![Function::ENTRY];
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut seen[block.0 as usize], true) {
            continue;
        }
        match search_block(function, block, reg) {
            Search::Read(at) => return Some(at),
            Search::Written => continue,
            Search::Neither => {}
        }
        for &edge in cfg.successors(block) {
            let touched = function.edges[edge].moves.iter().find_map(|(dst, source)| {
                if source.as_reg() == Some(reg) { Some(true) } else { (*dst == reg).then_some(false) }
            });
            match touched {
                Some(true) => return Some(function.blocks[block].insts.end - 1),
                Some(false) => {}
                None => work.push(function.edges[edge].to),
            }
        }
    }
    None
}

enum Search {
    Read(Position),
    Written,
    Neither,
}

/// What a block does first with a register.
fn search_block(function: &Function, block: BlockId, reg: Reg) -> Search {
    for at in function.blocks[block].insts.clone() {
        let inst = &function.insts[at as usize];
        let (mut read, mut written) = (false, false);
        inst.for_each_read(function, |other| read |= other == reg);
        inst.for_each_def(function, |other| written |= other == reg);
        if read {
            return Search::Read(at);
        }
        if written {
            return Search::Written;
        }
    }
    Search::Neither
}
