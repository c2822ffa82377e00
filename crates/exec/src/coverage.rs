//! Which instructions and edges were executed, over all paths of a run.

use crate::probe::Trace;
use bowline_base::FxHashSet;
use bowline_base::id::Id;
use bowline_ir::{EdgeId, FileId, FuncId, Function, Module, Position, SourceLoc};
use std::cell::Cell;
use std::rc::Rc;

/// The instructions of a function that were executed. The main loop asks before each instruction: it holds this of the function it is
/// in, so that it need not look for it every time.
pub(crate) type Executed = Rc<[Cell<bool>]>;

#[derive(Debug)]
struct FunctionCoverage {
    insts: Executed,
    edges: Vec<bool>,
}

impl Clone for FunctionCoverage {
    /// A copy of its own: what is executed later is not in it.
    fn clone(&self) -> Self {
        Self { insts: self.insts.iter().cloned().collect(), edges: self.edges.clone() }
    }
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
            insts: vec![Cell::new(false); f.insts.len()].into(),
            edges: vec![false; f.edges.len()],
        };
        Self {
            functions: module.functions.iter().map(size).collect(),
            covered: 0,
            lines: FxHashSet::default(),
        }
    }

    /// What was executed of a function, now and later.
    #[inline]
    pub(crate) fn executed(&self, function: FuncId) -> Executed {
        Rc::clone(&self.functions[function.index()].insts)
    }

    /// Marks an instruction; true when it is new.
    pub(crate) fn touch(&mut self, function: FuncId, position: Position) -> bool {
        let is_new = !self.functions[function.index()].insts[position as usize].replace(true);
        self.covered += u64::from(is_new);
        is_new
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
        self.functions[function.index()].insts[position as usize].get()
    }

    pub fn is_edge_covered(&self, function: FuncId, edge: EdgeId) -> bool {
        self.functions[function.index()].edges[edge.index()]
    }

    /// Lines of the program that were executed.
    pub fn covered_lines(&self) -> u64 {
        self.lines.len() as u64
    }

    /// Everything that was executed.
    pub(crate) fn trace(&self) -> Trace {
        let mut trace = Trace::default();
        for (function, coverage) in (0..).map(FuncId).zip(&self.functions) {
            let insts = (0..).zip(coverage.insts.iter()).filter(|(_, seen)| seen.get());
            trace.instructions.extend(insts.map(|(at, _)| (function, at)));
            let edges = (0..).zip(&coverage.edges).filter(|(_, seen)| **seen);
            trace.edges.extend(edges.map(|(at, _)| (function, EdgeId(at))));
        }
        trace
    }

    /// How many instructions were executed at least once; grows whenever something new is covered.
    pub fn covered_instructions(&self) -> u64 {
        self.covered
    }
}
