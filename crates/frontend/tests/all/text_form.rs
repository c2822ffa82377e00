//! Every program that lowers can be printed, read back and printed again, to the letter.

use bowline_frontend::{Options, load};
use bowline_ir::{FileId, Module, SourceLoc};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A module must be the same once it was printed and read.
fn check_round_trip(mut module: Module, name: &str) {
    let text = module.to_string();
    let mut again = match bowline_ir::read(&text) {
        Ok(again) => again,
        Err(error) => panic!("{name}: {error}"),
    };
    let text_again = again.to_string();
    if let Some((line, line_again)) = text.lines().zip(text_again.lines()).find(|(a, b)| a != b) {
        panic!("{name}: read back, the line\n{line}\nis\n{line_again}");
    }
    assert_eq!(text.len(), text_again.len(), "{name}");
    forget_unknown_lines(&mut module);
    forget_unknown_lines(&mut again);
    for (function, again) in module.functions.iter().zip(again.functions.iter()) {
        assert!(function == again, "{name}: {function} is\n{again}");
    }
    assert_eq!(module.globals, again.globals, "{name}");
    assert_eq!(module.constants, again.constants, "{name}");
    assert_eq!((module.files, module.texts), (again.files, again.texts), "{name}");
    assert_eq!(module.constructors, again.constructors, "{name}");
    assert_eq!(module.destructors, again.destructors, "{name}");
    assert_eq!(module.by_name, again.by_name, "{name}");
    assert_eq!(module.runtime_functions, again.runtime_functions, "{name}");
}

/// A position without a line says nothing; the text leaves it out.
fn forget_unknown_lines(module: &mut Module) {
    let forget = |loc: &mut SourceLoc| {
        if loc.line == 0 {
            *loc = SourceLoc { file: FileId(0), line: 0, column: 0 };
        }
    };
    for function in module.functions.iter_mut() {
        function.loc = function.loc.filter(|loc| loc.line > 0);
        function.locs.iter_mut().for_each(forget);
        function.variables.iter_mut().map(|variable| &mut variable.loc).for_each(forget);
        function.loops.loops.iter_mut().map(|it| &mut it.line).for_each(forget);
    }
    for global in module.globals.iter_mut() {
        global.loc = global.loc.filter(|loc| loc.line > 0);
    }
}

fn programs_of(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the directory of programs");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "c")).collect();
    paths.sort_unstable();
    paths
}

/// Loads programs, at a level of optimisation that differs from one to the next, on both processors.
fn round_trips(directories: &[&str]) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let paths: Vec<PathBuf> =
        directories.iter().flat_map(|directory| programs_of(&root.join(directory))).collect();
    let (next, read) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(at) else { return };
            let options = Options {
                include_dirs: vec![root.join("runtime/include")],
                cflags: vec!["-w".to_string()],
                optimize: [None, Some(2)][at % 2],
                ..Options::default()
            };
            // Programs that only make sense with options of their own are tested elsewhere.
            if let Ok(loaded) = load(std::slice::from_ref(path), &options) {
                check_round_trip(loaded.module, &path.display().to_string());
                read.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    read.into_inner()
}

#[test]
fn programs_of_this_crate() {
    assert_eq!(round_trips(&["crates/frontend/tests/all/programs"]), 13);
}

#[test]
fn programs_of_the_test_suite_and_the_c_library() {
    let read = round_trips(&["tests/programs", "runtime/libc"]);
    assert!(read > 370, "only {read} files could be loaded");
}
