//! The text of one function: signature, loops, variables, blocks, edges.

use super::scope::Scope;
use super::{list, push, reg, symbol};
use crate::function::{Function, Position, SourceLoc, Variable};
use crate::inst::{Operand, ReturnedPart, Width};
use crate::loops::Loop;
use crate::spelling::Spelled;
use crate::{EdgeId, FuncId};
use std::fmt::{self, Display, Formatter};

pub(super) struct FunctionText<'a> {
    pub(super) function: &'a Function,
    /// Its id within the module of the scope.
    pub(super) id: Option<FuncId>,
    pub(super) scope: Scope<'a>,
}

impl Display for FunctionText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.located(&self.signature(), self.function.loc))?;
        for (id, it) in self.function.loops.loops.iter_ids() {
            let text = format!("  {id} = {}", loop_text(it));
            writeln!(f, "{}", self.located(&text, Some(it.line)))?;
        }
        for variable in &self.function.variables {
            let text = format!("  {}", variable_text(variable));
            writeln!(f, "{}", self.located(&text, Some(variable.loc)))?;
        }
        for (id, block) in self.function.blocks.iter_ids() {
            let text = match self.function.loops.innermost(id) {
                Some(inner) => format!("{id}: in {inner}"),
                None => format!("{id}:"),
            };
            writeln!(f, "{text}")?;
            for position in block.insts.clone() {
                self.write_instruction(f, position)?;
            }
        }
        if !self.function.is_declaration() {
            writeln!(f, "}}")?;
        }
        Ok(())
    }
}

impl FunctionText<'_> {
    fn located(&self, text: &str, loc: Option<SourceLoc>) -> String {
        self.scope.located(text, loc)
    }

    fn signature(&self) -> String {
        let function = self.function;
        let is_declaration = function.is_declaration();
        let mut text = if is_declaration { "declare ".to_string() } else { "function ".to_string() };
        if let (Some(module), Some(id)) = (self.scope.module(), self.id) {
            push(&mut text, format_args!("{id} "));
            if module.runtime_functions.contains(&id) {
                text.push_str("runtime ");
            }
            if module.by_name.get(&function.name) != Some(&id) {
                text.push_str("unlisted ");
            }
        }
        let params = function.params.iter().enumerate().map(|(at, param)| {
            let register = if is_declaration { String::new() } else { format!(" %{at}") };
            let pointer = if param.is_pointer { " pointer" } else { "" };
            let name = param.name.as_ref().map_or(String::new(), |name| format!(" {name:?}"));
            format!("i{}{register}{pointer}{name}", param.width)
        });
        let params: Vec<String> = params.chain(function.variadic.then(|| "...".to_string())).collect();
        let results: Vec<String> = function.results.iter().map(|width| format!("i{width}")).collect();
        let results = if results.is_empty() { "void".to_string() } else { results.join(", ") };
        let name = symbol(&function.name);
        push(&mut text, format_args!("{name}({}) -> {results}", params.join(", ")));
        if function.returned != ReturnedPart::one_by_one(function.results.len()) {
            let parts = function.returned.iter();
            let parts: Vec<String> =
                parts.map(|part| format!("{} {}", part.count, part.class.spelled())).collect();
            push(&mut text, format_args!(" returned [{}]", parts.join(", ")));
        }
        if !is_declaration {
            push(&mut text, format_args!(", {} registers {{", function.registers));
        }
        text
    }

    /// One line, or several for a branch or switch; the source position is on the first.
    fn write_instruction(&self, f: &mut Formatter<'_>, position: Position) -> fmt::Result {
        let Some(inst) = self.function.insts.get(position as usize) else {
            return writeln!(f, "{position:>6}: (no such instruction)");
        };
        let text = self.instruction(inst);
        let mut lines = text.lines();
        let first = format!("{position:>6}: {}", lines.next().unwrap_or_default());
        writeln!(f, "{}", self.located(&first, self.function.locs.get(position as usize).copied()))?;
        lines.try_for_each(|line| writeln!(f, "            {line}"))
    }

    pub(super) fn edge(&self, id: EdgeId) -> String {
        let Some(edge) = self.function.edges.get(id) else {
            return format!("{id} (no such edge)");
        };
        let mut text = format!("{id} -> {}", edge.to);
        if !edge.moves.is_empty() {
            let moves = edge.moves.iter();
            let moves = moves.map(|(dst, source)| format!("{} = {}", reg(*dst), self.moved(*source)));
            push(&mut text, format_args!(" with {}", moves.collect::<Vec<_>>().join(", ")));
        }
        push(&mut text, format_args!("{}", edge.crossing));
        text
    }

    /// An operand where one of the given width is expected.
    pub(super) fn operand(&self, operand: Operand, width: Width) -> String {
        operand.as_const().map_or(format!("{operand:?}"), |id| self.scope.constant(id, width))
    }

    /// What is moved on an edge, where nothing else tells the width.
    fn moved(&self, operand: Operand) -> String {
        operand.as_const().map_or(format!("{operand:?}"), |id| self.scope.constant_of_any_width(id))
    }
}

fn loop_text(it: &Loop) -> String {
    let mut text = format!("header {}, blocks {}, depth {}", it.header, list(&it.blocks), it.depth);
    if let Some(parent) = it.parent {
        push(&mut text, format_args!(", inside {parent}"));
    }
    if !it.children.is_empty() {
        push(&mut text, format_args!(", around {}", list(&it.children)));
    }
    let (entries, latches, exits) = (list(&it.entries), list(&it.latches), list(&it.exits));
    push(&mut text, format_args!(", entries {entries}, latches {latches}, exits {exits}"));
    if !it.reducible {
        text.push_str(", irreducible");
    }
    text
}

/// `in` a register that holds the value, `at` one that holds the address.
fn variable_text(variable: &Variable) -> String {
    let Variable { reg: register, width, in_memory, name, sort, loc: _ } = variable;
    let place = if *in_memory { "at" } else { "in" };
    format!("variable {name:?} {place} {}, i{width} {}", reg(*register), sort.spelled())
}
