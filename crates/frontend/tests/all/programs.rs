//! Whole programs: whatever clang makes of them at any optimisation level, the lowered program run by the reference
//! machine ends as the native one does, and nothing in it is unsupported.

use crate::machine::{Stop, run};
use crate::support::{Files, load_c_with, unsupported};
use bowline_frontend::Options;
use std::process::Command;

const STEPS: u64 = 20_000_000;

fn native_exit_code(source: &str) -> i32 {
    let files = Files::new();
    let path = files.write("program.c", source);
    let binary = files.directory.path().join("program");
    let status = Command::new("clang-19")
        .args(["-w", "-O0", "-o"])
        .arg(&binary)
        .arg(&path)
        .arg("-lm")
        .status()
        .expect("clang 19 is installed");
    assert!(status.success(), "the program does not compile natively");
    Command::new(&binary).status().expect("the program runs").code().expect("the program exits")
}

fn same_at_every_level(source: &str) {
    let expected = native_exit_code(source);
    for optimize in [None, Some(1), Some(2), Some(3)] {
        let options = Options { optimize, cflags: vec!["-w".to_string()], ..Options::default() };
        let module = load_c_with(source, &options);
        assert_eq!(unsupported(&module), [""; 0], "at {optimize:?}");
        assert_eq!(run(&module, STEPS), Stop::Exit(expected), "at {optimize:?}");
    }
}

macro_rules! programs {
    ($($name:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            same_at_every_level(include_str!(concat!("programs/", stringify!($name), ".c")));
        })*
    };
}

programs! {
    aggregates,
    atomics,
    bits_and_widths,
    computed_goto,
    control_flow,
    floats,
    globals,
    inline_assembly,
    pointers_to_functions,
    variadic,
    vectors,
    wide_bit_fields,
    wide_integers,
}
