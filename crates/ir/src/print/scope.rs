//! What ids stand for: names of functions, globals and files, values of constants.

use super::symbol;
use crate::constant::{ConstExpr, Constant};
use crate::function::SourceLoc;
use crate::inst::{CastOp, Width};
use crate::module::Module;
use crate::spelling::Spelled;
use crate::{ConstId, FileId, FuncId, GlobalId};
use bowline_base::FxHashSet;
use std::rc::Rc;

/// Where the source position of a line starts, unless the line is longer.
const POSITION_COLUMN: usize = 64;

/// The module around what is printed, if it is known; without it, ids are shown as they are.
#[derive(Clone, Default)]
pub(super) struct Scope<'a> {
    module: Option<&'a Module>,
    /// Names of functions and globals that say too little, as there are several of that name.
    repeated: Rc<FxHashSet<&'a str>>,
}

impl<'a> Scope<'a> {
    pub(super) fn of(module: &'a Module) -> Self {
        let mut seen = FxHashSet::default();
        let functions = module.functions.iter().map(|function| function.name.as_str());
        let names = functions.chain(module.globals.iter().map(|global| global.name.as_str()));
        let repeated = names.filter(|name| !seen.insert(*name)).collect();
        Self { module: Some(module), repeated: Rc::new(repeated) }
    }

    pub(super) fn module(&self) -> Option<&'a Module> {
        self.module
    }

    pub(super) fn function(&self, id: FuncId) -> String {
        let function = self.module.and_then(|module| module.functions.get(id));
        function.map_or(id.to_string(), |function| self.name(&function.name, id.to_string()))
    }

    fn global(&self, id: GlobalId) -> String {
        let global = self.module.and_then(|module| module.globals.get(id));
        global.map_or(id.to_string(), |global| self.name(&global.name, id.to_string()))
    }

    fn name(&self, name: &str, id: String) -> String {
        if self.repeated.contains(name) { format!("{}#{id}", symbol(name)) } else { symbol(name) }
    }

    /// A constant where one of the given width is expected.
    pub(super) fn constant(&self, id: ConstId, width: Width) -> String {
        match self.module.and_then(|module| module.constants.get(id)) {
            Some(Constant::Int { width: own, value }) if *own == width => int_text(width, *value),
            _ => self.constant_of_any_width(id),
        }
    }

    pub(super) fn constant_of_any_width(&self, id: ConstId) -> String {
        match self.module.and_then(|module| module.constants.get(id)) {
            Some(Constant::Expr(_)) | None => id.to_string(),
            Some(known) => self.constant_text(known),
        }
    }

    pub(super) fn constant_text(&self, constant: &Constant) -> String {
        match constant {
            Constant::Int { width, value } => format!("i{width} {}", int_text(*width, *value)),
            Constant::Global { global, offset: 0 } => self.global(*global),
            Constant::Global { global, offset } => format!("{}{offset:+}", self.global(*global)),
            Constant::Function(id) => self.function(*id),
            Constant::Block { function, block } => format!("{}:{block}", self.function(*function)),
            Constant::Expr(ConstExpr::Binary { op, width, a, b }) => {
                format!("{} i{width} {a}, {b}", op.spelled())
            }
            Constant::Expr(ConstExpr::Compare { predicate, width, a, b }) => {
                format!("compare {} i{width} {a}, {b}", predicate.spelled())
            }
            Constant::Expr(ConstExpr::Cast { op, from, to, a }) => {
                format!("{} i{from} {a} to i{to}", cast_text(*op))
            }
            Constant::Expr(ConstExpr::Select { width, cond, a, b }) => {
                format!("select i{width} {cond} ? {a} : {b}")
            }
        }
    }

    /// A line with its source position, if it has one.
    pub(super) fn located(&self, text: &str, loc: Option<SourceLoc>) -> String {
        match loc.filter(|loc| loc.line > 0) {
            None => text.to_string(),
            Some(SourceLoc { file, line, column }) => {
                let column = if column > 0 { format!(":{column}") } else { String::new() };
                format!("{text:<POSITION_COLUMN$} ! {}:{line}{column}", self.file(file))
            }
        }
    }

    fn file(&self, id: FileId) -> String {
        let Some(path) = self.module.and_then(|module| module.files.get(id)) else {
            return id.to_string();
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./-+".contains(c);
        if !path.is_empty() && path.chars().all(is_plain) { path.clone() } else { format!("{path:?}") }
    }
}

pub(super) fn cast_text(op: CastOp) -> String {
    let (name, kinds) = op.parts();
    let kinds: Vec<String> = kinds.into_iter().map(Spelled::spelled).collect();
    if kinds.is_empty() { name.to_string() } else { format!("{name}({})", kinds.join(", ")) }
}

/// Small values as signed decimals, others as the bits they are.
pub(super) fn int_text(width: Width, value: u128) -> String {
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
