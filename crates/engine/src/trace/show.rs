//! The text of a trace: one line per step, with the source.

use super::fold::Item;
use super::{Decision, Step};
use bowline_ir::Module;
use std::collections::HashMap;
use std::fs;

/// Longer traces are shown with their beginning and their end.
const SHOWN_AT_EACH_END: usize = 1000;
/// Deeper calls are not indented further.
const DEEPEST: usize = 20;
const LONGEST_SOURCE: usize = 100;

pub struct Writer<'a> {
    module: &'a Module,
    /// Lines of the files that were asked for.
    sources: HashMap<u32, Vec<String>>,
    /// The function of the step before, with its depth.
    inside: Option<(usize, String)>,
    lines: Vec<String>,
}

pub fn lines(module: &Module, items: &[Item]) -> Vec<String> {
    let mut writer = Writer { module, sources: HashMap::new(), inside: None, lines: Vec::new() };
    writer.items(items);
    shortened(writer.lines)
}

fn shortened(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > 2 * SHOWN_AT_EACH_END {
        let end = lines.split_off(lines.len() - SHOWN_AT_EACH_END);
        let left_out = lines.len() - SHOWN_AT_EACH_END;
        lines.truncate(SHOWN_AT_EACH_END);
        lines.push(format!("... {left_out} lines of the trace left out"));
        lines.extend(end);
    }
    lines
}

impl Writer<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Step(step) => self.step(step),
                Item::Repeat(body, runs) => {
                    self.items(body);
                    let depth = body.iter().map(depth_of).min().unwrap_or_default();
                    let many = runs - 1;
                    self.lines.push(format!("{}... {many} more times", indent(depth, 1)));
                }
            }
        }
    }

    fn step(&mut self, step: &Step) {
        let here = (step.depth, step.function.clone());
        if self.inside.as_ref() != Some(&here) {
            let (depth, function) = &here;
            let is_deeper = self.inside.as_ref().is_none_or(|(before, _)| before < depth);
            let words = if is_deeper { "" } else { "back in " };
            self.lines.push(format!("{}{words}{function}", indent(*depth, 0)));
            self.inside = Some(here);
        }
        let file = self.module.files.get(bowline_ir::FileId(step.file)).map_or("?", String::as_str);
        let name = file.rsplit('/').next().unwrap_or(file);
        let place = format!("{name}:{}", step.line);
        let source = self.source(step.file, step.line);
        let decisions = step.decisions.iter().map(decision).collect::<Vec<_>>().join(", ");
        let mut line = format!("{}{place:<14} {source}", indent(step.depth, 1));
        if !decisions.is_empty() {
            line = format!("{line:<72}  [{decisions}]");
        }
        self.lines.push(line.trim_end().to_string());
    }

    fn source(&mut self, file: u32, line: u32) -> String {
        let name = self.module.files.get(bowline_ir::FileId(file)).map_or("", String::as_str);
        let lines = self.sources.entry(file).or_insert_with(|| {
            let text = fs::read(name).unwrap_or_default();
            String::from_utf8_lossy(&text).lines().map(|line| line.trim().to_string()).collect()
        });
        let text = lines.get(line as usize - 1).map_or("", String::as_str);
        text.chars().take(LONGEST_SOURCE).collect()
    }
}

fn depth_of(item: &Item) -> usize {
    match item {
        Item::Step(step) => step.depth,
        Item::Repeat(body, _) => body.iter().map(depth_of).min().unwrap_or_default(),
    }
}

fn indent(depth: usize, extra: usize) -> String {
    "  ".repeat(depth.min(DEEPEST) + extra)
}

fn decision(decision: &Decision) -> String {
    let Decision { taken, values } = decision;
    let word = if *taken { "taken" } else { "not taken" };
    match values.as_str() {
        "" => word.to_string(),
        values if values.starts_with("switch") => values.to_string(),
        values => format!("{word}: {values}"),
    }
}
