//! From executed instructions to lines and branches of the source, per file and function, and as LCOV.
//!
//! A line is hit when any of its instructions ran. A branch is one side of a conditional jump or one target of a switch;
//! it belongs to the line of the jump. Only the program under test counts, not our C library.

use crate::report::{CoverageReport, FileCoverageReport, Ratio};
use bowline_exec::Coverage;
use bowline_ir::{FuncId, Function, Inst, Module, SourceLoc};
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    pub lines: BTreeMap<u32, bool>,
    /// Of each jump: its line, and whether each of its targets was taken.
    pub branches: Vec<(u32, Vec<bool>)>,
    /// Name, line, and whether it was entered.
    pub functions: Vec<(String, u32, bool)>,
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
            file.functions.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        }
        all
    }

    fn add_function(&mut self, module: &Module, coverage: &Coverage, id: FuncId, function: &Function) {
        for (position, (inst, loc)) in function.insts.iter().zip(&function.locs).enumerate() {
            let Some(file) = self.file_of(module, *loc) else { continue };
            let hit = coverage.is_covered(id, position as u32);
            *file.lines.entry(loc.line).or_default() |= hit;
            if let Inst::Branch { .. } | Inst::Switch { .. } | Inst::IndirectJump { .. } = inst {
                let block = function.block_of(position as u32);
                let taken = |edge| coverage.is_edge_covered(id, edge);
                file.branches.push((loc.line, function.successors(block).into_iter().map(taken).collect()));
            }
        }
        if let Some(loc) = function.loc
            && let Some(file) = self.file_of(module, loc)
        {
            file.functions.push((function.name.clone(), loc.line, coverage.is_covered(id, 0)));
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
            for (total, part) in [(&mut report.lines, lines), (&mut report.branches, branches)] {
                total.hit += part.hit;
                total.total += part.total;
            }
            report.files.insert(name.clone(), FileCoverageReport { lines, branches });
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
            for (function, at, _) in &file.functions {
                line(format!("FN:{at},{function}"));
            }
            for (function, _, hit) in &file.functions {
                line(format!("FNDA:{},{function}", u8::from(*hit)));
            }
            let functions = ratio(file.functions.iter().map(|(_, _, hit)| hit));
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

fn ratio<'a>(hits: impl Iterator<Item = &'a bool>) -> Ratio {
    let mut ratio = Ratio::default();
    for hit in hits {
        ratio.total += 1;
        ratio.hit += u64::from(*hit);
    }
    ratio
}
