//! `tree.json`: the execution tree of a run, for people and for the report.

use crate::report::{TreeNodeReport, TreeReport};
use bowline_exec::{Fate, PathNode, PathTree};
use bowline_ir::{Module, SourceLoc};
use std::collections::BTreeMap;

/// The tree as it is written. Nodes that are alive at the end are pending.
pub fn report(tree: &PathTree, module: &Module) -> TreeReport {
    let mut files = Files { module, names: Vec::new(), known: BTreeMap::new() };
    let mut left_out = 0;
    let mut nodes = Vec::with_capacity(tree.nodes().len());
    for node in tree.nodes() {
        left_out += node.left_out;
        let (file, line) = files.place(node.place);
        nodes.push(TreeNodeReport {
            parent: node.parent.map(|parent| parent.0),
            fate: fate_name(node).to_string(),
            into: match node.fate {
                Fate::Merged(into) => Some(into.0),
                _ => None,
            },
            file,
            line,
            left_out: node.left_out,
            bugs_left_out: node.bugs_left_out,
        });
    }
    TreeReport { version: crate::report::VERSION, left_out, files: files.names, nodes }
}

fn fate_name(node: &PathNode) -> &'static str {
    match node.fate {
        Fate::Running if node.left_out > 0 => "cut",
        Fate::Running => "pending",
        Fate::Forked => "fork",
        Fate::Merged(_) => "merged",
        Fate::Exited => "exited",
        Fate::Silent => "silent",
        Fate::Bug => "bug",
        Fate::Infeasible => "infeasible",
        Fate::Lost => "killed",
        Fate::Superseded => "superseded",
    }
}

/// Names are written once.
struct Files<'a> {
    module: &'a Module,
    names: Vec<String>,
    known: BTreeMap<u32, u32>,
}

impl Files<'_> {
    fn place(&mut self, loc: SourceLoc) -> (Option<u32>, u32) {
        let Some(name) = self.module.files.get(loc.file).filter(|_| loc.line > 0) else { return (None, 0) };
        let next = self.names.len() as u32;
        let number = *self.known.entry(loc.file.0).or_insert(next);
        if number == next {
            self.names.push(name.clone());
        }
        (Some(number), loc.line)
    }
}
