//! Texts that people write, texts that are printed, and texts that are wrong.

mod errors;
mod every_operation;
mod families;
mod mutations;
mod writing;

use super::read;
use crate::module::Module;

/// Reads what must be right.
fn module(text: &str) -> Module {
    read(text).unwrap()
}

/// A module must be the same once it was printed and read.
#[track_caller]
fn check_round_trip(module: &Module) {
    let text = module.to_string();
    let again = read(&text).unwrap_or_else(|error| panic!("{error}\nin\n{text}"));
    assert_eq!(again.to_string(), text);
    assert!(again.functions == module.functions, "functions differ after reading\n{text}");
    assert_eq!(again.globals, module.globals);
    assert_eq!(again.constants, module.constants);
    assert_eq!((&again.files, &again.texts), (&module.files, &module.texts));
    assert_eq!((&again.constructors, &again.destructors), (&module.constructors, &module.destructors));
    assert_eq!((&again.by_name, &again.runtime_functions), (&module.by_name, &module.runtime_functions));
}
