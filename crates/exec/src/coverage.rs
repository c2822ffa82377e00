//! Which instructions and edges were executed, over all paths of a run.

use crate::probe::Trace;
use bowline_base::FxHashSet;
use bowline_base::id::Id;
use bowline_ir::{EdgeId, FileId, FuncId, Function, Module, Position, SourceLoc};

#[derive(Clone, Default, Debug)]
struct FunctionCoverage {
    insts: Vec<bool>,
    edges: Vec<bool>,
}

/// Exact per instruction, so that a path that ends in the middle of a block does not cover the rest of it.
#[derive(Clone, Default, Debug)]
pub struct Coverage {
    functions: Vec<FunctionCoverage>,
    covered: u64,
    /// Lines of the program that were executed, without those of our C library.
    lines: FxHashSet<(FileId, u32)>,
}

impl Coverage {
    pub fn new(module: &Module) -> Self {
        let size = |f: &Function| FunctionCoverage {
            insts: vec![false; f.insts.len()],
            edges: vec![false; f.edges.len()],
        };
        Self {
            functions: module.functions.iter().map(size).collect(),
            covered: 0,
            lines: FxHashSet::default(),
        }
    }

    /// Marks an instruction; true when it is new.
    #[inline]
    pub(crate) fn touch(&mut self, function: FuncId, position: Position) -> bool {
        let seen = &mut self.functions[function.index()].insts[position as usize];
        if *seen {
            return false;
        }
        *seen = true;
        self.covered += 1;
        true
    }

    /// Marks a line of the program; true when it is new.
    pub(crate) fn touch_line(&mut self, loc: SourceLoc) -> bool {
        loc.line > 0 && self.lines.insert((loc.file, loc.line))
    }

    #[inline]
    pub(crate) fn touch_edge(&mut self, function: FuncId, edge: EdgeId) -> bool {
        let seen = &mut self.functions[function.index()].edges[edge.index()];
        !std::mem::replace(seen, true)
    }

    pub fn is_covered(&self, function: FuncId, position: Position) -> bool {
        self.functions[function.index()].insts[position as usize]
    }

    pub fn is_edge_covered(&self, function: FuncId, edge: EdgeId) -> bool {
        self.functions[function.index()].edges[edge.index()]
    }

    /// Everything that was executed.
    pub(crate) fn trace(&self) -> Trace {
        let mut trace = Trace::default();
        for (function, coverage) in (0..).map(FuncId).zip(&self.functions) {
            let covered = |seen: &Vec<bool>| {
                seen.iter()
                    .enumerate()
                    .filter(|(_, seen)| **seen)
                    .map(|(at, _)| at as u32)
                    .collect::<Vec<u32>>()
            };
            trace.instructions.extend(covered(&coverage.insts).into_iter().map(|at| (function, at)));
            trace.edges.extend(covered(&coverage.edges).into_iter().map(|at| (function, EdgeId(at))));
        }
        trace
    }

    /// How many instructions were executed at least once; grows whenever something new is covered.
    pub fn covered_instructions(&self) -> u64 {
        self.covered
    }
}
