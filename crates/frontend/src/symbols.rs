//! The names of a program before our C library is linked to it: what tells one kind of harness from another.

use crate::llvm::{Linkage, Module};
use bowline_base::FxHashSet;

/// Functions only.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    defined: FxHashSet<String>,
    used: FxHashSet<String>,
}

impl Symbols {
    pub(crate) fn of(program: &Module<'_>) -> Self {
        let mut symbols = Self::default();
        for function in program.functions() {
            if function.is_declaration() {
                symbols.used.insert(function.name());
            } else if function.linkage() != Linkage::Local {
                symbols.defined.insert(function.name());
            }
        }
        symbols
    }

    /// Is there a definition that other files could use?
    pub fn defines(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    /// Is any such function mentioned, be it defined here or elsewhere?
    pub fn mentions(&self, mut is_wanted: impl FnMut(&str) -> bool) -> bool {
        self.defined.iter().chain(&self.used).any(|name| is_wanted(name))
    }
}
