//! Blocks, edges and loops.

use super::{FunctionCheck, fits, names_a_file};
use crate::cfg::Cfg;
use crate::function::Function;
use crate::inst::Inst;
use crate::loops::LoopForest;
use crate::{BlockId, EdgeId, LoopCrossing, SwitchId};

impl FunctionCheck<'_> {
    pub(super) fn check_blocks(&mut self) {
        let function = self.function;
        if function.locs.len() != function.insts.len() {
            let (insts, locs) = (function.insts.len(), function.locs.len());
            self.report(None, format!("{insts} instructions but {locs} source positions"));
        }
        if (function.registers as usize) < function.params.len() {
            self.report(None, "has fewer registers than parameters".to_string());
        }
        for (at, loc) in function.locs.iter().enumerate() {
            if !names_a_file(self.module, Some(*loc)) {
                self.report(Some(at as u32), format!("its source file {} does not exist", loc.file));
            }
        }
        let mut expected = 0;
        for (id, block) in function.blocks.iter_ids() {
            let range = block.insts.clone();
            if range.start != expected
                || range.end <= range.start
                || range.end as usize > function.insts.len()
            {
                self.report(
                    None,
                    format!("{id} covers {range:?}, but should start at {expected} and not be empty"),
                );
                return;
            }
            expected = range.end;
            for at in range.clone() {
                let is_last = at + 1 == range.end;
                if function.insts[at as usize].is_terminator() != is_last {
                    let problem =
                        if is_last { "does not end its block" } else { "is not the last of its block" };
                    self.report(Some(at), format!("{problem} {id}"));
                }
            }
        }
        if expected as usize != function.insts.len() {
            self.report(None, format!("instructions from {expected} on belong to no block"));
        }
    }

    /// Call only when blocks and instructions are well formed.
    pub(super) fn check_edges(&mut self) {
        let function = self.function;
        let mut named = vec![false; function.edges.len()];
        for (block, at) in function.blocks.iter_ids().map(|(id, block)| (id, block.insts.end - 1)) {
            for edge in function.successors(block) {
                match function.edges.get(edge) {
                    None => self.report(Some(at), format!("{edge} does not exist")),
                    Some(found) if found.from != block => {
                        self.report(Some(at), format!("{edge} starts at {} and not at {block}", found.from));
                    }
                    Some(_) => named[edge.0 as usize] = true,
                }
            }
            if let Inst::IndirectJump { table, .. } = function.terminator(block) {
                self.check_goto_targets(at, *table);
            }
        }
        for (id, edge) in function.edges.iter_ids() {
            if !named[id.0 as usize] {
                self.report(None, format!("{id} is not named by the terminator of {}", edge.from));
            }
            if function.blocks.get(edge.to).is_none() {
                self.report(None, format!("{id} leads to {}, which does not exist", edge.to));
            }
            if edge.to == Function::ENTRY {
                self.report(None, format!("{id} leads to the entry"));
            }
            self.check_moves(id);
        }
    }

    fn check_moves(&mut self, id: EdgeId) {
        for (dst, source) in &self.function.edges[id].moves {
            for operand in [(*dst).into(), *source] {
                if let Some(problem) = self.operand_problem(operand) {
                    self.report(None, format!("a move on {id}: {problem}"));
                }
            }
        }
    }

    fn check_goto_targets(&mut self, at: u32, table: SwitchId) {
        for (value, edge) in &self.function.switches[table].cases {
            let to = self.function.edges.get(*edge).map(|edge| edge.to);
            if to.is_some_and(|BlockId(to)| u128::from(to) != *value) {
                self.report(
                    Some(at),
                    format!("the target {value} of a computed goto leads to another block"),
                );
            }
        }
    }

    /// Sorted, unique, of the right kind. `width` is that of a switch, `None` for a computed goto.
    pub(super) fn check_switch(&mut self, at: u32, table: SwitchId, width: Option<u16>) {
        let Some(switch) = self.function.switches.get(table) else {
            self.report(Some(at), format!("{table} does not exist"));
            return;
        };
        if !switch.cases.is_sorted_by(|a, b| a.0 < b.0) {
            self.report(Some(at), format!("the cases of {table} are not sorted or not unique"));
        }
        if switch.default.is_some() != width.is_some() {
            self.report(
                Some(at),
                format!("a switch has a default, a computed goto has none; {table} differs"),
            );
        }
        let too_wide = switch.cases.iter().find(|(value, _)| width.is_some_and(|width| !fits(width, *value)));
        if let Some((value, _)) = too_wide {
            self.report(Some(at), format!("the case {value} of {table} does not fit its width"));
        }
    }

    /// Call only when edges are well formed.
    pub(super) fn check_loops(&mut self) {
        let function = self.function;
        let computed = function.loops != LoopForest::default();
        let forest =
            if computed { LoopForest::of(function, &Cfg::of(function)) } else { LoopForest::default() };
        if forest != function.loops {
            self.report(None, "its loops are out of date".to_string());
        }
        for (id, edge) in function.edges.iter_ids() {
            let expected = if computed { forest.crossing(edge.from, edge.to) } else { LoopCrossing::NONE };
            if edge.crossing != expected {
                self.report(None, format!("{id} is marked {:?} but is {expected:?}", edge.crossing));
            }
        }
    }
}
