//! Input that cannot be loaded: one clear line each, and nothing is printed or aborted by LLVM itself.

use crate::support::{Files, try_load};
use bowline_frontend::{Error, Options, load};
use std::path::PathBuf;
use std::process::Command;

fn fails(name: &str, contents: &str) -> Error {
    let Err(error) = try_load(name, contents, &Options::default()) else { panic!("{name} loaded") };
    assert!(error.is_users(), "{error:?}");
    error
}

fn is_one_line(error: &Error) -> bool {
    !error.to_string().contains('\n')
}

#[test]
fn no_files() {
    let Err(error) = load(&[], &Options::default()) else { panic!("loaded nothing") };
    assert!(matches!(error, Error::NoFiles), "{error:?}");
    assert!(is_one_line(&error));
}

#[test]
fn a_missing_file() {
    let path = PathBuf::from("does-not-exist.c");
    let Err(error) = load(&[path], &Options::default()) else { panic!("loaded") };
    assert_eq!(error.to_string(), "does-not-exist.c: no such file");
}

#[test]
fn a_directory() {
    let files = Files::new();
    let Err(error) = load(&[files.directory.path().to_path_buf()], &Options::default()) else {
        panic!("loaded")
    };
    assert!(matches!(error, Error::Unreadable { .. }), "{error:?}");
}

#[test]
fn something_else() {
    for (name, contents) in [("x.bc", "not bitcode"), ("x.txt", "hello"), ("x", "#!/bin/sh\n")] {
        let error = fails(name, contents);
        assert!(matches!(error, Error::NotAProgram { .. }), "{error:?}");
        assert!(is_one_line(&error));
    }
}

#[test]
fn native_files_that_are_none() {
    for contents in ["\x7FELF\x02\x01", "!<arch>\nabc"] {
        let error = fails("x", contents);
        assert!(matches!(error, Error::BrokenContainer { .. }), "{error:?}");
        assert!(is_one_line(&error));
    }
}

#[test]
fn source_that_does_not_compile() {
    let error = fails("x.c", "int main(void) { return undeclared; }");
    assert!(matches!(error, Error::Compile { .. }), "{error:?}");
    assert!(error.to_string().contains("use of undeclared identifier 'undeclared'"), "{error}");
}

#[test]
fn no_compiler() {
    let options = Options { clang: PathBuf::from("no-such-compiler"), ..Options::default() };
    let Err(error) = try_load("x.c", "int main(void) { return 0; }", &options) else { panic!("loaded") };
    assert!(matches!(error, Error::NoCompiler { .. }), "{error:?}");
    assert!(error.to_string().contains("install the package clang-19"), "{error}");
}

#[test]
fn broken_bitcode() {
    let files = Files::new();
    let path = files.write("x.bc", b"BC\xC0\xDE\x35\x14\x00\x00\x05garbage");
    let Err(error) = load(&[path], &Options::default()) else { panic!("loaded") };
    assert!(matches!(error, Error::BrokenModule { .. }), "{error:?}");
    assert!(is_one_line(&error));
}

#[test]
fn broken_text() {
    let error = fails("x.ll", "define i32 @f( {");
    assert!(matches!(error, Error::BrokenModule { .. }), "{error:?}");
    assert!(is_one_line(&error), "{error}");
}

/// With debug information, LLVM's own reader would print and abort the process.
#[test]
fn invalid_module_with_debug_information() {
    let error = fails(
        "x.ll",
        r#"
define i32 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %x = add i32 1, 2
  br label %b
b:
  ret i32 %x
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
"#,
    );
    assert!(matches!(error, Error::BrokenModule { .. }), "{error:?}");
    assert!(error.to_string().contains("does not dominate"), "{error}");
}

#[test]
fn other_machines() {
    for (triple, layout) in [
        (
            "i386-pc-linux-gnu",
            "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128",
        ),
        ("powerpc64-linux-gnu", "E-m:e-i64:64-n32:64"),
        ("aarch64-linux-gnu", "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"),
    ] {
        let module = format!(
            "target datalayout = \"{layout}\"\ntarget triple = \"{triple}\"\ndefine void @f() {{ ret void }}\n"
        );
        let error = fails("x.ll", &module);
        assert!(matches!(error, Error::WrongTarget { .. }), "{error:?}");
        assert!(is_one_line(&error) && error.to_string().contains(triple), "{error}");
    }
    let options = Options { cflags: vec!["-m32".to_string()], ..Options::default() };
    let Err(error) = try_load("x.c", "int f(void) { return 0; }", &options) else { panic!("loaded") };
    assert!(matches!(error, Error::WrongTarget { .. }), "{error:?}");
}

/// The Rust compiler that builds this test carries a later LLVM.
#[test]
fn bitcode_of_a_newer_llvm() {
    let files = Files::new();
    let source = files.write("x.rs", "#[unsafe(no_mangle)] pub extern \"C\" fn f(x: &u64) -> u64 { *x + 1 }");
    let output = files.directory.path().join("x.bc");
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status = Command::new(compiler)
        .args(["--crate-type=lib", "--emit=llvm-bc", "-Copt-level=3", "-o"])
        .arg(&output)
        .arg(&source)
        .status()
        .expect("a Rust compiler");
    assert!(status.success());
    let Err(error) = load(&[output], &Options::default()) else { panic!("loaded") };
    assert!(matches!(error, Error::NewerBitcode { .. }), "{error:?}");
    assert!(is_one_line(&error) && error.to_string().contains("build it with clang 19"), "{error}");
}

#[test]
fn two_definitions() {
    let files = Files::new();
    let a = files.write("a.c", "int helper(void) { return 1; } int main(void) { return helper(); }");
    let b = files.write("b.c", "int helper(void) { return 2; }");
    let Err(error) = load(&[a, b], &Options::default()) else { panic!("loaded") };
    let Error::DuplicateDefinition { symbol, .. } = &error else { panic!("{error:?}") };
    assert_eq!(symbol, "helper");
    let text = error.to_string();
    assert!(is_one_line(&error) && text.contains("a.c") && text.contains("b.c"), "{text}");
}
