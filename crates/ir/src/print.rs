//! The text form of modules and functions: for people, tests and bug reports. [`crate::read`] is its inverse.
//!
//! It is stable (the same module gives the same text, on every machine) and complete: whatever an instruction, edge, loop,
//! variable or global says is in the text, with the source position behind `!` at the end of the line. Numbers before
//! instructions are positions. Reading the text of a module that [`crate::verify`] accepts gives a module with the same
//! text. Left out is what has a usual value: positions without a line, arguments and results that travel one by one as
//! integers.
//!
//! A function printed alone, by its own `Display`, shows constants by id and cannot be read; printed as a part of
//! its module, or through [`Module::text_of`], it shows their values.
//!
//! Printing never panics, whatever is broken in the module: a dangling id is printed as it is. It is what one looks at
//! when [`crate::verify`] complains.

mod function;
mod instruction;
mod scope;
#[cfg(test)]
mod tests;

use crate::FuncId;
use crate::function::Function;
use crate::inst::Reg;
use crate::module::{Global, Initializer, Module};
use function::FunctionText;
use scope::Scope;
use std::fmt::{self, Display, Formatter, Write};

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let scope = Scope::of(self);
        for (id, path) in self.files.iter_ids() {
            writeln!(f, "{id} = {path:?}")?;
        }
        for (id, text) in self.texts.iter_ids() {
            writeln!(f, "{id} = {text:?}")?;
        }
        for (id, constant) in self.constants.iter_ids() {
            writeln!(f, "{id} = {}", scope.constant_text(constant))?;
        }
        for (id, global) in self.globals.iter_ids() {
            let text = format!("{id} = {}", global_text(global, &scope));
            writeln!(f, "{}", scope.located(&text, global.loc))?;
        }
        for (title, functions) in [("constructors", &self.constructors), ("destructors", &self.destructors)] {
            if !functions.is_empty() {
                let names: Vec<String> = functions.iter().map(|id| scope.function(*id)).collect();
                writeln!(f, "{title} {}", list(&names))?;
            }
        }
        let mut names: Vec<_> = self.by_name.iter().collect();
        names.sort_unstable();
        for (name, id) in names {
            if self.functions.get(*id).is_none_or(|function| function.name != *name) {
                writeln!(f, "name {} = {}", symbol(name), scope.function(*id))?;
            }
        }
        for (id, function) in self.functions.iter_ids() {
            write!(f, "\n{}", FunctionText { function, id: Some(id), scope: scope.clone() })?;
        }
        Ok(())
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        FunctionText { function: self, id: None, scope: Scope::default() }.fmt(f)
    }
}

impl Module {
    /// One of its functions, to be displayed with the values of constants and the names of files.
    pub fn text_of(&self, id: FuncId) -> impl Display + '_ {
        FunctionText { function: &self.functions[id], id: Some(id), scope: Scope::of(self) }
    }
}

fn global_text(global: &Global, scope: &Scope<'_>) -> String {
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
                let value = scope.constant(it.value, it.width);
                push(&mut text, format_args!(", at {}: i{} {value}", it.offset, it.width));
            }
        }
    }
    text
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

fn push(text: &mut String, more: fmt::Arguments<'_>) {
    text.write_fmt(more).expect("writing to a string does not fail");
}
