//! Global variables, aliases, and the lists of constructors and destructors.

use super::initializer::Contents;
use super::{ModuleLowering, Scalars};
use crate::llvm::{Global, Linkage, Module, Value, ValueKind};
use bowline_ir::{Constant, FuncId, Initializer};

impl<'m> ModuleLowering<'m> {
    /// Gives a variable its id; contents follow once every variable has one.
    pub fn declare_variable(&mut self, variable: Global<'m>) {
        let ty = variable.value_type();
        let data = self.layouts.data();
        let loc = variable.debug_loc().map(|loc| self.locate(loc));
        let id = self.out.globals.push(bowline_ir::Global {
            name: variable.name(),
            size: data.size(ty),
            align: variable.align().max(data.align(ty)).max(1),
            read_only: variable.is_constant(),
            initializer: Initializer::External,
            loc,
        });
        self.variables.insert(variable.value(), id);
        if variable.linkage() == Linkage::Local {
            self.out.static_globals.insert(id);
        }
        let described = variable.debug_variable().and_then(|described| described.ty());
        if let Some(ty) = described {
            let ty = self.types.read(&mut self.out.types, Some(ty));
            // An optimiser may have kept only a part of the variable; an array at its end may be longer than its type says.
            if self.out.types.size_of(ty).is_none_or(|size| size <= self.out.globals[id].size) {
                self.out.types.set_global(id, ty);
            }
        }
    }

    /// An initialiser that we cannot express leaves the contents unknown.
    pub fn lower_initializer(&mut self, variable: Global<'m>) {
        let Some(value) = variable.initializer() else { return };
        let id = self.variables[&variable.value()];
        let initializer = match value.kind() {
            ValueKind::Zero | ValueKind::Undefined | ValueKind::Null => Initializer::Zero,
            _ => {
                let mut contents = Contents::zero(self.out.globals[id].size);
                match self.write_constant(&mut contents, 0, value) {
                    Ok(()) if contents.relocations.is_empty() && contents.bytes.iter().all(|b| *b == 0) => {
                        Initializer::Zero
                    }
                    Ok(()) => Initializer::Bytes { bytes: contents.bytes, relocations: contents.relocations },
                    Err(_) => Initializer::External,
                }
            }
        };
        self.out.globals[id].initializer = initializer;
    }

    /// Lets a function be found by the names of its aliases.
    pub fn name_alias(&mut self, alias: Global<'m>) {
        if let Some(function) = self.function_behind(alias.value()) {
            self.out.by_name.insert(alias.name(), function);
        }
    }

    /// The function that a value is the address of, through aliases.
    pub fn function_behind(&mut self, value: Value<'m>) -> Option<FuncId> {
        if let Some(function) = self.functions.get(&value) {
            return Some(*function);
        }
        if value.kind() != ValueKind::Alias {
            return None;
        }
        match self.constant(value).ok()? {
            Scalars::One(operand) => match self.out.constants[operand.as_const()?] {
                Constant::Function(function) => Some(function),
                _ => None,
            },
            Scalars::Many(_) => None,
        }
    }

    pub fn lower_constructors(&mut self, module: &'m Module<'_>) {
        self.out.constructors = self.listed_functions(module, "llvm.global_ctors");
        // The system runs its list of destructors from the end.
        self.out.destructors = self.listed_functions(module, "llvm.global_dtors");
        self.out.destructors.reverse();
    }

    /// By ascending priority, and in the list's order within one.
    fn listed_functions(&mut self, module: &'m Module<'_>, name: &str) -> Vec<FuncId> {
        let list = module.variables().into_iter().find(|variable| variable.name() == name);
        let Some(entries) = list.and_then(Global::initializer) else { return Vec::new() };
        let mut functions: Vec<(u128, FuncId)> = Vec::new();
        for index in 0..entries.ty().len() {
            let Some(entry) = entries.element(index as u32) else { continue };
            let priority = entry.element(0).and_then(Value::integer).unwrap_or(65535);
            if let Some(function) = entry.element(1).and_then(|value| self.function_behind(value)) {
                functions.push((priority, function));
            }
        }
        functions.sort_by_key(|(priority, _)| *priority);
        functions.into_iter().map(|(_, function)| function).collect()
    }
}
