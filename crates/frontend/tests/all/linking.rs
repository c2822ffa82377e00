//! Several files into one program, and our C library as an archive.

use crate::machine::{Stop, run};
use crate::support::{Files, function};
use bowline_frontend::{Options, RuntimeMember, load};
use bowline_ir::Module;
use std::path::PathBuf;
use std::process::Command;

fn bitcode(source: &str) -> Vec<u8> {
    let files = Files::new();
    let path = files.write("member.c", source);
    let output = Command::new("clang-19")
        .args(["-O0", "-w", "-c", "-emit-llvm", "-fno-builtin", "-o", "-"])
        .arg(path)
        .output()
        .expect("clang 19 is installed");
    assert!(output.status.success());
    output.stdout
}

fn member(name: &str, source: &str, symbols: &[&str]) -> RuntimeMember {
    RuntimeMember {
        name: name.to_string(),
        bitcode: bitcode(source),
        symbols: symbols.iter().map(ToString::to_string).collect(),
    }
}

/// `first` needs `second`, which needs a variable; nothing needs `third`.
fn library() -> Vec<RuntimeMember> {
    vec![
        member(
            "first.o",
            "int second(int); static int helper(int x) { return x + 1; } int first(int x) { return second(helper(x)); }",
            &["first"],
        ),
        member(
            "second.o",
            "extern int state; int helper2(int x) { return x; } int second(int x) { return helper2(x) * state; }",
            &["second", "helper2"],
        ),
        member("state.o", "int state = 5;", &["state"]),
        member("third.o", "int third(int x) { return x; }", &["third"]),
        member("math.o", "double sin(double x) { return x + 0.5; }", &["sin"]),
    ]
}

fn load_with_library(sources: &[&str], cflags: &[&str]) -> Module {
    let files = Files::new();
    let paths: Vec<PathBuf> = sources
        .iter()
        .enumerate()
        .map(|(index, source)| files.write(&format!("file{index}.c"), source))
        .collect();
    let options = Options {
        runtime: library(),
        cflags: cflags.iter().map(ToString::to_string).collect(),
        ..Options::default()
    };
    load(&paths, &options).unwrap_or_else(|error| panic!("{error}")).module
}

#[test]
fn several_files_are_one_program() {
    let module = load_with_library(
        &[
            "int shared = 4; static int local(void) { return 1; } int other(int); int main(void) { return other(local()); }",
            "extern int shared; static int local(void) { return 20; } int other(int x) { return x + local() + shared; }",
        ],
        &[],
    );
    assert_eq!(run(&module, 1000), Stop::Exit(25));
    assert!(module.runtime_functions.is_empty());
}

#[test]
fn only_needed_members_are_linked() {
    let module = load_with_library(&["int first(int); int main(void) { return first(3); }"], &[]);
    assert_eq!(run(&module, 1000), Stop::Exit(20));
    assert_eq!(module.function_named("third"), None);
    for name in ["first", "second"] {
        let id = module.function_named(name).expect("linked");
        assert!(module.runtime_functions.contains(&id), "{name}");
    }
    assert!(!module.runtime_functions.contains(&module.function_named("main").expect("main")));
}

#[test]
fn the_program_wins_over_the_library() {
    let source = "int first(int); int helper2(int x) { return x + 100; } int main(void) { return first(3); }";
    let module = load_with_library(&[source], &[]);
    // (3 + 1 + 100) * 5
    assert_eq!(run(&module, 1000), Stop::Exit(520));
    let helper = module.function_named("helper2").expect("defined");
    assert!(!module.runtime_functions.contains(&helper));
}

#[test]
fn the_rest_stays_declared() {
    let module =
        load_with_library(&["void *malloc(unsigned long); int main(void) { return malloc(4) != 0; }"], &[]);
    assert!(function(&module, "malloc").is_declaration());
    assert_eq!(run(&module, 1000), Stop::Exit(1));
}

/// The optimiser turns a call of `sin` into an intrinsic, which still needs the library's `sin`.
#[test]
fn intrinsics_bring_in_their_function() {
    let source = "double sin(double); int main(void) { volatile double x = 1.5; return (int)(2 * sin(x)); }";
    let module = load_with_library(&[source], &["-fno-math-errno"]);
    assert_eq!(run(&module, 1000), Stop::Exit(4));
}

#[test]
fn references_that_may_be_missing_are_null() {
    let source = "int first(int) __attribute__((weak)); int main(void) { return first ? first(1) : 7; }";
    assert_eq!(run(&load_with_library(&[source], &[]), 1000), Stop::Exit(7));
}

#[test]
fn sources_and_positions_are_known() {
    let files = Files::new();
    let path = files.write("where.c", "int main(void)\n{\n  int *p = 0;\n  return *p;\n}\n");
    let loaded =
        load(std::slice::from_ref(&path), &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    assert!(!loaded.has_foreign_code, "it is all compiled here");
    let main = function(&loaded.module, "main");
    assert_eq!(loaded.module.describe(main.locs[0]), format!("{}:4", path.display()));
    assert_eq!(main.loc.map(|loc| loc.line), Some(1));
}
