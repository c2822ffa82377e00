//! The text form of modules and functions: for people, tests and bug reports. There is no parser.
//!
//! It is stable (the same module gives the same text, on every machine) and complete: whatever an instruction, edge, loop
//! or global says is in the text, with the source position as a comment at the end of the line. Numbers before
//! instructions are positions. A function printed alone, by its own `Display`, shows constants by id; printed as a
//! part of its module, or through [`Module::text_of`], it shows their values.
//!
//! Printing never panics, whatever is broken in the module: a dangling id is printed as it is. It is what one looks at
//! when [`crate::verify`] complains.

mod instruction;
#[cfg(test)]
mod tests;

use crate::constant::{ConstExpr, Constant};
use crate::function::{Arrival, Function, Position, SourceLoc};
use crate::inst::{Operand, Reg, Width};
use crate::loops::Loop;
use crate::module::{Global, Initializer, Module};
use crate::{ConstId, EdgeId, FuncId};
use std::fmt::{self, Debug, Display, Formatter, Write};

/// Where the comment of a line starts, unless the line is longer.
const COMMENT_COLUMN: usize = 64;

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (id, path) in self.files.iter_ids() {
            writeln!(f, "{id} = {path:?}")?;
        }
        for (id, text) in self.texts.iter_ids() {
            writeln!(f, "{id} = {text:?}")?;
        }
        for (id, constant) in self.constants.iter_ids() {
            writeln!(f, "{id} = {}", constant_text(constant, Some(self)))?;
        }
        for (id, global) in self.globals.iter_ids() {
            let text = format!("{id} = {}", global_text(global, self));
            writeln!(f, "{}", with_comment(&text, global.loc, Some(self)))?;
        }
        for (title, functions) in [("constructors", &self.constructors), ("destructors", &self.destructors)] {
            if !functions.is_empty() {
                writeln!(f, "{title} {}", list(functions))?;
            }
        }
        let mut names: Vec<_> = self.by_name.iter().collect();
        names.sort_unstable();
        for (name, id) in names {
            if self.functions.get(*id).is_none_or(|function| function.name != *name) {
                writeln!(f, "name {} = {id}", symbol(name))?;
            }
        }
        for id in self.functions.ids() {
            write!(f, "\n{}", self.text_of(id))?;
        }
        Ok(())
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        FunctionText { function: self, within: None }.fmt(f)
    }
}

impl Module {
    /// One of its functions, to be displayed with the values of constants and the names of files.
    pub fn text_of(&self, id: FuncId) -> impl Display + '_ {
        FunctionText { function: &self.functions[id], within: Some((self, id)) }
    }
}

struct FunctionText<'a> {
    function: &'a Function,
    within: Option<(&'a Module, FuncId)>,
}

impl Display for FunctionText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.commented(&self.signature(), self.function.loc))?;
        for (id, it) in self.function.loops.loops.iter_ids() {
            let text = format!("  {id}: {}", loop_text(it));
            writeln!(f, "{}", self.commented(&text, Some(it.line)))?;
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

impl<'a> FunctionText<'a> {
    fn module(&self) -> Option<&'a Module> {
        self.within.map(|(module, _)| module)
    }

    fn commented(&self, text: &str, loc: Option<SourceLoc>) -> String {
        with_comment(text, loc, self.module())
    }

    fn signature(&self) -> String {
        let function = self.function;
        let mut text =
            if function.is_declaration() { "declare ".to_string() } else { "function ".to_string() };
        if let Some((module, id)) = self.within {
            push(&mut text, format_args!("{id} "));
            if module.runtime_functions.contains(&id) {
                text.push_str("runtime ");
            }
            if module.by_name.get(&function.name) != Some(&id) {
                text.push_str("unlisted ");
            }
        }
        let params = function.params.iter().enumerate().map(|(at, param)| {
            let pointer = if param.is_pointer { " pointer" } else { "" };
            let name = param.name.as_ref().map_or(String::new(), |name| format!(" {name:?}"));
            format!("i{} %{at}{pointer}{name}", param.width)
        });
        let params: Vec<String> = params.chain(function.variadic.then(|| "...".to_string())).collect();
        let results: Vec<String> = function.results.iter().map(|width| format!("i{width}")).collect();
        let results = if results.is_empty() { "void".to_string() } else { results.join(", ") };
        let name = symbol(&function.name);
        push(
            &mut text,
            format_args!("{name}({}) -> {results}, {} registers", params.join(", "), function.registers),
        );
        if !function.is_declaration() {
            text.push_str(" {");
        }
        text
    }

    /// One line, or several for a switch; the comment is on the first.
    fn write_instruction(&self, f: &mut Formatter<'_>, position: Position) -> fmt::Result {
        let Some(inst) = self.function.insts.get(position as usize) else {
            return writeln!(f, "{position:>6}: (no such instruction)");
        };
        let text = self.instruction(inst);
        let mut lines = text.lines();
        let first = format!("{position:>6}: {}", lines.next().unwrap_or_default());
        writeln!(f, "{}", self.commented(&first, self.function.locs.get(position as usize).copied()))?;
        lines.try_for_each(|line| writeln!(f, "            {line}"))
    }

    fn edge(&self, id: EdgeId) -> String {
        let Some(edge) = self.function.edges.get(id) else {
            return format!("{id} (no such edge)");
        };
        let mut text = format!("{id} -> {}", edge.to);
        if !edge.moves.is_empty() {
            let moves =
                edge.moves.iter().map(|(dst, source)| format!("{} = {}", reg(*dst), self.operand(*source)));
            push(&mut text, format_args!(" with {}", moves.collect::<Vec<_>>().join(", ")));
        }
        if let Some(id) = edge.crossing.left {
            push(&mut text, format_args!(" leaves {id}"));
        }
        match edge.crossing.arrival {
            None => {}
            Some(Arrival::Enter(id)) => push(&mut text, format_args!(" enters {id}")),
            Some(Arrival::Back(id)) => push(&mut text, format_args!(" repeats {id}")),
        }
        text
    }

    fn operand(&self, operand: Operand) -> String {
        match (operand.as_reg(), operand.as_const()) {
            (_, Some(id)) => self.constant(id),
            _ => format!("{operand:?}"),
        }
    }

    /// A constant within an instruction, which says the width itself.
    fn constant(&self, id: ConstId) -> String {
        match self.module().and_then(|module| module.constants.get(id)) {
            Some(Constant::Int { width, value }) => int_text(*width, *value),
            Some(Constant::Expr(_)) | None => id.to_string(),
            Some(address) => constant_text(address, self.module()),
        }
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

fn constant_text(constant: &Constant, module: Option<&Module>) -> String {
    let function_name = |id: FuncId| {
        let function = module.and_then(|module| module.functions.get(id));
        function.map_or(id.to_string(), |function| symbol(&function.name))
    };
    match constant {
        Constant::Int { width, value } => format!("i{width} {}", int_text(*width, *value)),
        Constant::Global { global, offset } => {
            let known = module.and_then(|module| module.globals.get(*global));
            let name = known.map_or(global.to_string(), |global| symbol(&global.name));
            if *offset == 0 { name } else { format!("{name}{offset:+}") }
        }
        Constant::Function(id) => function_name(*id),
        Constant::Block { function, block } => format!("{}:{block}", function_name(*function)),
        Constant::Expr(ConstExpr::Binary { op, width, a, b }) => format!("{} i{width} {a}, {b}", snake(op)),
        Constant::Expr(ConstExpr::Compare { predicate, width, a, b }) => {
            format!("compare {} i{width} {a}, {b}", snake(predicate))
        }
        Constant::Expr(ConstExpr::Cast { op, from, to, a }) => format!("{} i{from} {a} to i{to}", snake(op)),
        Constant::Expr(ConstExpr::Select { width, cond, a, b }) => {
            format!("select i{width} {cond} ? {a} : {b}")
        }
    }
}

fn global_text(global: &Global, module: &Module) -> String {
    let kind = if global.read_only { "constant" } else { "variable" };
    let mut text =
        format!("{kind} {}, {} bytes, align {}, ", symbol(&global.name), global.size, global.align);
    match &global.initializer {
        Initializer::External => text.push_str("external"),
        Initializer::Zero => text.push_str("zero"),
        Initializer::Bytes { bytes, relocations } => {
            text.push_str("bytes ");
            bytes.iter().for_each(|byte| push(&mut text, format_args!("{byte:02x}")));
            for it in relocations {
                let value = module.constants.get(it.value);
                let value = value
                    .map_or("(no such constant)".to_string(), |value| constant_text(value, Some(module)));
                push(&mut text, format_args!(", at {}: i{} {} = {value}", it.offset, it.width, it.value));
            }
        }
    }
    text
}

/// Small values as signed decimals, others as the bits they are.
fn int_text(width: Width, value: u128) -> String {
    const SMALL: u128 = 1 << 32;
    let negative = 1u128.checked_shl(width.into()).unwrap_or(0).wrapping_sub(value);
    if width > 1 && (1..=SMALL).contains(&negative) && negative <= value {
        format!("-{negative}")
    } else if value < SMALL {
        value.to_string()
    } else {
        format!("{value:#x}")
    }
}

fn with_comment(text: &str, loc: Option<SourceLoc>, module: Option<&Module>) -> String {
    match loc.filter(|loc| loc.line > 0) {
        None => text.to_string(),
        Some(loc) => {
            let file = module.and_then(|module| module.files.get(loc.file)).cloned();
            let file = file.unwrap_or_else(|| loc.file.to_string());
            let column = if loc.column > 0 { format!(":{}", loc.column) } else { String::new() };
            format!("{text:<COMMENT_COLUMN$} ; {file}:{}{column}", loc.line)
        }
    }
}

/// `@name`, quoted where the name has anything unusual in it.
fn symbol(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
    if !name.is_empty() && name.chars().all(is_plain) { format!("@{name}") } else { format!("@{name:?}") }
}

fn reg(reg: Reg) -> String {
    format!("%{}", reg.0)
}

fn list(items: &[impl Display]) -> String {
    format!("[{}]", items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

/// An operation's name as its variant spells it, in lower case: `UAddSat` becomes `uadd_sat`.
fn snake(op: &impl Debug) -> String {
    let mut text = String::new();
    let mut after_lower = false;
    for c in format!("{op:?}").chars() {
        if c.is_ascii_uppercase() && after_lower {
            text.push('_');
        }
        after_lower = c.is_ascii_lowercase();
        text.push(c.to_ascii_lowercase());
    }
    text
}

fn push(text: &mut String, more: fmt::Arguments<'_>) {
    text.write_fmt(more).expect("writing to a string does not fail");
}
