//! A whole program: functions, globals, constants, source files.

use crate::c_type::CTypes;
use crate::constant::Constant;
use crate::function::{Function, SourceLoc};
use crate::{ConstId, FileId, FuncId, GlobalId, TextId};
use bowline_base::{FxHashMap, FxHashSet, IdVec};

/// Initial contents of a global.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Initializer {
    /// Declared only; its contents are not known.
    External,
    Zero,
    /// `bytes` covers the whole object; addresses within it are filled in from `relocations`.
    Bytes {
        bytes: Vec<u8>,
        relocations: Vec<Relocation>,
    },
}

/// `width / 8` bytes at `offset` hold the value of a constant that is only known once addresses are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relocation {
    pub offset: u64,
    pub width: u16,
    pub value: ConstId,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    pub name: String,
    pub size: u64,
    pub align: u64,
    /// Writing to it is a bug.
    pub read_only: bool,
    pub initializer: Initializer,
    pub loc: Option<SourceLoc>,
}

#[derive(Clone, Default, Debug)]
pub struct Module {
    pub functions: IdVec<FuncId, Function>,
    pub globals: IdVec<GlobalId, Global>,
    pub constants: IdVec<ConstId, Constant>,
    /// Source files by path, as debug information spells them.
    pub files: IdVec<FileId, String>,
    pub texts: IdVec<TextId, String>,
    /// Run before `main`, in this order.
    pub constructors: Vec<FuncId>,
    /// Run after `main`, in this order.
    pub destructors: Vec<FuncId>,
    pub by_name: FxHashMap<String, FuncId>,
    /// Functions that came with our C library rather than with the program under test.
    pub runtime_functions: FxHashSet<FuncId>,
    /// The file that a function's unit was compiled from, which may include the one that defines it.
    pub units: FxHashMap<FuncId, FileId>,
    /// Functions and variables that only their own unit can name.
    pub static_functions: FxHashSet<FuncId>,
    pub static_globals: FxHashSet<GlobalId>,
    /// What debug information says about types; empty without it.
    pub types: CTypes,
}

impl Module {
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.by_name.get(name).copied()
    }

    /// Makes a function one that is only declared, if it is there.
    pub fn forget_body(&mut self, name: &str) {
        if let Some(id) = self.function_named(name) {
            let function = &mut self.functions[id];
            let Function { name, params, results, variadic, .. } = std::mem::take(function);
            *function = Function { name, params, results, variadic, ..Function::default() };
        }
    }

    /// Can code that is added to the unit of a function call another one by its name?
    pub fn can_name(&self, from: FuncId, function: FuncId) -> bool {
        let unit = self.units.get(&from);
        let is_renamed = self.functions[function].name.contains('.');
        !is_renamed
            && (!self.static_functions.contains(&function)
                || unit.is_some() && unit == self.units.get(&function))
    }

    /// The same for a variable.
    pub fn can_name_global(&self, from: FuncId, global: GlobalId) -> bool {
        let unit = self.units.get(&from).copied();
        let Global { name, loc, .. } = &self.globals[global];
        let is_inside = unit.is_some() && unit == loc.map(|loc| loc.file);
        !name.contains('.') && (!self.static_globals.contains(&global) || is_inside)
    }

    /// `file:line` for messages, or the function's name where the line is not known.
    pub fn describe(&self, loc: SourceLoc) -> String {
        match self.files.get(loc.file) {
            Some(file) if loc.line > 0 => format!("{file}:{}", loc.line),
            _ => "?".to_string(),
        }
    }
}
