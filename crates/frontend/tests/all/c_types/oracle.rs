//! A C program that checks what was read of another one: sizes, offsets, spellings, enumerators, bit-fields.
//!
//! It includes the other program and asks the compiler. What only a run can tell, the bits of bit-fields, its `main` checks.

use bowline_ir::c_type::{BasicKind, CType, Count, Field, Record};
use bowline_ir::{CTypeId, Module};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// The questions of one program.
pub struct Oracle<'m> {
    module: &'m Module,
    seen: BTreeSet<CTypeId>,
    asserted: String,
    checked: String,
    /// Names of fields, which headers like to have macros for.
    fields: BTreeSet<&'m str>,
    pub questions: usize,
}

impl<'m> Oracle<'m> {
    pub fn new(module: &'m Module) -> Self {
        let (asserted, checked) = (String::new(), String::new());
        let (seen, fields) = (BTreeSet::new(), BTreeSet::new());
        Self { module, seen, asserted, checked, fields, questions: 0 }
    }

    /// Asks about every global and function that the file itself has at its outermost level, and all types behind them.
    pub fn ask_everything(&mut self, source: &Path) {
        let types = &self.module.types;
        // Paths are as clang wrote them: relative where it ran.
        let in_file = |file| {
            let path = self.module.files.get(file).map(|path| Path::new(path).canonicalize());
            path.is_some_and(|path| path.is_ok_and(|path| path == source))
        };
        for (id, global) in self.module.globals.iter_ids() {
            let own = global.loc.is_some_and(|loc| in_file(loc.file));
            // Variables inside functions are called after both, and strings have no names.
            if !own || global.name.contains('.') {
                continue;
            }
            let Some(ty) = types.global(id) else { continue };
            self.ask_spelling(&format!("__typeof__({})", global.name), ty);
            self.ask_type(&format!("__typeof__({})", global.name), ty);
        }
        for (id, function) in self.module.functions.iter_ids() {
            let own = function.loc.is_some_and(|loc| in_file(loc.file)) && !function.is_declaration();
            let Some(described) = types.function(id).filter(|_| own && function.name != "main") else {
                continue;
            };
            self.ask_spelling(&format!("__typeof__({})", function.name), described.ty);
            for ty in described.params.iter().map(|param| param.ty).chain([described.result]) {
                self.ask_named(ty);
            }
        }
    }

    fn assert(&mut self, condition: &str) {
        self.questions += 1;
        let text = condition.replace('\\', "\\\\").replace('"', "\\\"");
        _ = writeln!(self.asserted, "_Static_assert({condition}, \"{text}\");");
    }

    /// Is the type spelled so? A record without a name cannot be.
    fn ask_spelling(&mut self, expression: &str, ty: CTypeId) {
        let types = &self.module.types;
        let text = types.text(ty);
        if !text.contains('{') && !text.contains("[*]") && !text.contains("complex") {
            self.assert(&format!("__builtin_types_compatible_p({expression}, {text})"));
            if let CType::Function(_) = types.resolve(ty) {
                return;
            }
            // Top-level qualifiers do not count above; behind a pointer they do.
            let pointer = types.declare(ty, "*").replace("*[", "(*)[");
            if !matches!(types.get(ty), CType::Array { .. }) && !pointer.contains(")(") {
                self.assert(&format!("__builtin_types_compatible_p({expression} *, {pointer})"));
            }
        }
    }

    /// A type that can be written down.
    fn ask_named(&mut self, ty: CTypeId) {
        let text = self.module.types.text(ty);
        if !text.contains('{') && !text.contains("[*]") {
            self.ask_type(&format!("__typeof__({text})"), ty);
        }
    }

    fn ask_type(&mut self, expression: &str, ty: CTypeId) {
        if !self.seen.insert(ty) {
            return;
        }
        let types = &self.module.types;
        if let Some(size) = types.size_of(ty) {
            self.assert(&format!("sizeof({expression}) == {size}"));
        }
        match types.get(ty) {
            CType::Typedef { of, .. } => self.ask_type(expression, *of),
            // The members of something constant are constant, unless asked about without the qualifier.
            CType::Pointer(of) | CType::Qualified { of, .. } => self.ask_named(*of),
            CType::Array { element, .. } | CType::Vector { element, .. } => {
                self.ask_type(&format!("__typeof__((*({expression} *)0)[0])"), *element);
            }
            CType::Basic(basic) => match basic.kind {
                BasicKind::Signed => self.assert(&format!("({expression})-1 < 0")),
                BasicKind::Unsigned => self.assert(&format!("({expression})-1 > 0")),
                BasicKind::Bool => self.assert(&format!("({expression})2 == 1")),
                BasicKind::Float(_) => self.assert(&format!("({expression})0.5 != 0")),
                BasicKind::Complex => {}
            },
            CType::Enum(declared) => {
                for (name, value) in &declared.enumerators {
                    let literal =
                        if *value > i64::MAX as i128 { format!("{value}u") } else { value.to_string() };
                    self.assert(&format!("{name} == {literal}"));
                }
            }
            CType::Record(record) if record.complete => self.ask_fields(expression, record, 0),
            CType::Function(function) => {
                function.params.iter().chain([&function.result]).for_each(|ty| self.ask_named(*ty));
            }
            _ => {}
        }
    }

    /// `record` lies at `base` of the structure that `expression` names.
    fn ask_fields(&mut self, expression: &str, record: &'m Record, base: u64) {
        let types = &self.module.types;
        for field in &record.fields {
            let at = base + field.offset;
            self.fields.extend(field.name.as_deref());
            match (&field.name, field.bits) {
                (None, _) => {
                    if let CType::Record(inner) = types.resolve(field.ty) {
                        self.ask_fields(expression, inner, at);
                    }
                }
                (Some(name), None) => {
                    self.assert(&format!("__builtin_offsetof({expression}, {name}) == {at}"));
                    let member = format!("__typeof__((({expression} *)0)->{name})");
                    self.ask_spelling(&member, field.ty);
                    if !matches!(types.resolve(field.ty), CType::Array { count: Count::Flexible, .. }) {
                        self.ask_type(&member, field.ty);
                    }
                }
                (Some(name), Some(_)) => self.check_bits(expression, name, field, base),
            }
        }
    }

    fn check_bits(&mut self, expression: &str, name: &str, field: &Field, base: u64) {
        let Some(bits) = field.bits else { return };
        self.questions += 1;
        let (first, width) = (base * 8 + bits.first, bits.width);
        _ = writeln!(
            self.checked,
            "    {{ {expression} x; __builtin_memset(&x, 0, sizeof x); x.{name} = -1; \
             failed |= wrong_bits((unsigned char *)&x, sizeof x, {first}, {width}); }}"
        );
    }

    /// The program. Its `main` returns 0 if all is as it was read.
    pub fn program(&self, source: &Path) -> String {
        let undefined: String = self.fields.iter().map(|name| format!("#undef {name}\n")).collect();
        format!(
            "#define main the_program\n#include \"{}\"\n#undef main\n{undefined}{}\n\
             static int wrong_bits(const unsigned char *bytes, unsigned long size, unsigned long first, unsigned long width) {{\n\
             \x20   for (unsigned long bit = 0; bit < size * 8; bit++)\n\
             \x20       if ((bytes[bit / 8] >> bit % 8 & 1) != (bit >= first && bit < first + width)) return 1;\n\
             \x20   return 0;\n}}\n\
             int main(void) {{\n    int failed = 0;\n{}    return failed;\n}}\n",
            source.display(),
            self.asserted,
            self.checked
        )
    }
}
