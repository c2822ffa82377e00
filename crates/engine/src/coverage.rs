//! From executed instructions to lines and branches of the source, per file and function, and as LCOV.
//!
//! A line is hit when any of its instructions ran. A branch is one side of a conditional jump or one target of a switch;
//! it belongs to the line of the jump. Only the program under test counts, not our C library.
//!
//! Coverage is exact: where all paths that entered a block ended before its last instruction, the lines behind are not
//! covered. They are listed as cut short, because compilers that count blocks take them for executed.

use crate::report::{CoverageReport, FileCoverageReport, FunctionCoverageReport, Ratio};
use bowline_base::FxHashMap;
use bowline_exec::Coverage;
use bowline_ir::{FuncId, Function, Inst, Module, SourceLoc};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    pub lines: BTreeMap<u32, bool>,
    /// Of each jump: its line, and whether each of its targets was taken.
    pub branches: Vec<(u32, Vec<bool>)>,
    pub functions: Vec<FunctionCoverage>,
    /// Lines of blocks that were entered, behind the last instruction that was executed.
    pub cut_short: BTreeSet<u32>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionCoverage {
    pub name: String,
    pub line: u32,
    pub entered: bool,
    pub lines: BTreeMap<u32, bool>,
    pub branches: Ratio,
}

/// By file, as debug information spells it.
#[derive(Clone, Debug, Default)]
pub struct SourceCoverage {
    pub files: BTreeMap<String, FileCoverage>,
}

impl SourceCoverage {
    pub fn new(module: &Module, coverage: &Coverage) -> Self {
        let mut all = Self::default();
        for (id, function) in module.functions.iter_ids() {
            if !function.is_declaration() && !module.runtime_functions.contains(&id) {
                all.add_function(module, coverage, id, function);
            }
        }
        for file in all.files.values_mut() {
            file.branches.sort();
            file.functions.sort_by(|a, b| (a.line, &a.name).cmp(&(b.line, &b.name)));
            let FileCoverage { lines, cut_short, .. } = file;
            cut_short.retain(|line| lines.get(line) == Some(&false));
        }
        all
    }

    fn add_function(&mut self, module: &Module, coverage: &Coverage, id: FuncId, function: &Function) {
        let home = function.loc.map(|loc| loc.file);
        let mut own = FunctionCoverage {
            name: function.name.clone(),
            line: function.loc.map_or(0, |loc| loc.line),
            entered: coverage.is_covered(id, 0),
            ..FunctionCoverage::default()
        };
        for (position, (inst, loc)) in function.insts.iter().zip(&function.locs).enumerate() {
            let Some(file) = self.file_of(module, *loc) else { continue };
            let hit = coverage.is_covered(id, position as u32);
            *file.lines.entry(loc.line).or_default() |= hit;
            if Some(loc.file) == home {
                *own.lines.entry(loc.line).or_default() |= hit;
            }
            let block = function.block_of(position as u32);
            if !hit && coverage.is_covered(id, function.blocks[block].insts.start) {
                file.cut_short.insert(loc.line);
            }
            if let Inst::Branch { .. } | Inst::Switch { .. } | Inst::IndirectJump { .. } = inst {
                let taken = |edge| coverage.is_edge_covered(id, edge);
                let targets: Vec<bool> = function.successors(block).into_iter().map(taken).collect();
                own.branches.add(ratio(targets.iter()));
                file.branches.push((loc.line, targets));
            }
        }
        if let Some(loc) = function.loc
            && let Some(file) = self.file_of(module, loc)
        {
            file.functions.push(own);
        }
    }

    fn file_of(&mut self, module: &Module, loc: SourceLoc) -> Option<&mut FileCoverage> {
        let name = module.files.get(loc.file).filter(|_| loc.line > 0)?;
        if !self.files.contains_key(name) {
            self.files.insert(name.clone(), FileCoverage::default());
        }
        self.files.get_mut(name)
    }

    pub fn report(&self) -> CoverageReport {
        let mut report = CoverageReport::default();
        for (name, file) in &self.files {
            let lines = ratio(file.lines.values());
            let branches = ratio(file.branches.iter().flat_map(|(_, taken)| taken));
            report.lines.add(lines);
            report.branches.add(branches);
            let functions = file.functions.iter().map(FunctionCoverage::report).collect();
            let cut_short = file.cut_short.iter().copied().collect();
            report.files.insert(name.clone(), FileCoverageReport { lines, branches, functions, cut_short });
        }
        report
    }

    /// The trace file format of `lcov` and `genhtml`. Counts are 1 or 0: how often is not known.
    pub fn lcov(&self) -> String {
        let mut out = String::from("TN:bowline\n");
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        for (name, file) in &self.files {
            line(format!("SF:{name}"));
            for function in &file.functions {
                line(format!("FN:{},{}", function.line, function.name));
            }
            for function in &file.functions {
                line(format!("FNDA:{},{}", u8::from(function.entered), function.name));
            }
            let functions = ratio(file.functions.iter().map(|function| &function.entered));
            line(format!("FNF:{}\nFNH:{}", functions.total, functions.hit));
            for (jump, (at, taken)) in file.branches.iter().enumerate() {
                let reached = file.lines.get(at).copied().unwrap_or(false);
                for (target, taken) in taken.iter().enumerate() {
                    let mut count = String::from("-");
                    if reached {
                        count.clear();
                        write!(count, "{}", u8::from(*taken)).unwrap_or_default();
                    }
                    line(format!("BRDA:{at},{jump},{target},{count}"));
                }
            }
            let branches = ratio(file.branches.iter().flat_map(|(_, taken)| taken));
            line(format!("BRF:{}\nBRH:{}", branches.total, branches.hit));
            for (at, hit) in &file.lines {
                line(format!("DA:{at},{}", u8::from(*hit)));
            }
            let lines = ratio(file.lines.values());
            line(format!("LF:{}\nLH:{}\nend_of_record", lines.total, lines.hit));
        }
        out
    }
}

impl FunctionCoverage {
    fn report(&self) -> FunctionCoverageReport {
        FunctionCoverageReport {
            name: self.name.clone(),
            line: self.line,
            entered: self.entered,
            lines: ratio(self.lines.values()),
            branches: self.branches,
        }
    }
}

/// Which line each instruction of the program belongs to, so that covered lines can be counted often.
pub struct LineIndex {
    /// Per function of the program: its lines by instruction, as numbers below `count`.
    functions: Vec<(FuncId, Vec<u32>)>,
    count: usize,
}

/// Of an instruction that belongs to no line.
const NO_LINE: u32 = u32::MAX;

impl LineIndex {
    pub fn new(module: &Module) -> Self {
        let mut numbers = FxHashMap::default();
        let mut functions = Vec::new();
        for (id, function) in module.functions.iter_ids() {
            if function.is_declaration() || module.runtime_functions.contains(&id) {
                continue;
            }
            let number = |loc: &SourceLoc| match loc.line {
                0 => NO_LINE,
                line => {
                    let next = numbers.len() as u32;
                    *numbers.entry((loc.file, line)).or_insert(next)
                }
            };
            functions.push((id, function.locs.iter().map(number).collect()));
        }
        Self { functions, count: numbers.len() }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    pub fn count_covered(&self, coverage: &Coverage) -> u64 {
        let mut seen = vec![false; self.count];
        for (id, lines) in &self.functions {
            for (position, line) in (0..).zip(lines) {
                if *line != NO_LINE && coverage.is_covered(*id, position) {
                    seen[*line as usize] = true;
                }
            }
        }
        seen.iter().filter(|seen| **seen).count() as u64
    }
}

fn ratio<'a>(hits: impl Iterator<Item = &'a bool>) -> Ratio {
    let mut ratio = Ratio::default();
    for hit in hits {
        ratio.total += 1;
        ratio.hit += u64::from(*hit);
    }
    ratio
}
