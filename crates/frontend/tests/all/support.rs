//! What the tests share: writing a program to a temporary file and loading it.

use bowline_frontend::{Error, Loaded, Options, load};
use bowline_ir::{Function, Inst, Module};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A directory with the files of one test, removed with it.
pub struct Files {
    pub directory: TempDir,
}

impl Files {
    pub fn new() -> Self {
        Self { directory: tempfile::tempdir().expect("a temporary directory") }
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.directory.path().join(name);
        fs::write(&path, contents).expect("a file in a temporary directory");
        path
    }
}

/// Loads one file of the given name, `x.c` or `x.ll`.
pub fn try_load(name: &str, contents: &str, options: &Options) -> Result<Loaded, Error> {
    let files = Files::new();
    load(&[files.write(name, contents)], options)
}

/// Loads a C program that must load.
pub fn load_c(source: &str) -> Module {
    load_c_with(source, &Options::default())
}

pub fn load_c_with(source: &str, options: &Options) -> Module {
    match try_load("program.c", source, options) {
        Ok(loaded) => loaded.module,
        Err(error) => panic!("{error}"),
    }
}

/// Loads textual IR that must load.
pub fn load_ll(text: &str) -> Module {
    match try_load("program.ll", text, &Options::default()) {
        Ok(loaded) => loaded.module,
        Err(error) => panic!("{error}"),
    }
}

pub fn function<'a>(module: &'a Module, name: &str) -> &'a Function {
    let id = module.function_named(name).unwrap_or_else(|| panic!("no function {name}"));
    &module.functions[id]
}

pub fn count(function: &Function, matches: impl Fn(&Inst) -> bool) -> usize {
    function.insts.iter().filter(|inst| matches(inst)).count()
}

/// Everything that was not lowered, as text.
pub fn unsupported(module: &Module) -> Vec<String> {
    let mut found = Vec::new();
    for function in module.functions.iter() {
        for (inst, loc) in function.insts.iter().zip(&function.locs) {
            if let Inst::Unsupported { what } = inst {
                found.push(format!("{}: {}", module.describe(*loc), module.texts[*what]));
            }
        }
    }
    found
}
