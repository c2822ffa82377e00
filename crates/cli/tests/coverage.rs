//! The engine's line coverage against what the tests of a run execute natively: both say the same.

mod common;

use common::Place;
use std::fs;
use std::path::Path;

/// Programs of `tests/programs` with calls, loops, switches, crashes in the middle of lines and blocks, exits, jumps out of
/// functions, short circuits and harnesses of all kinds.
const SELECTION: [&str; 23] = [
    "abort_call",
    "assertion",
    "branches_meet_at_an_end",
    "computed_goto",
    "constructors_destructors",
    "division_by_zero",
    "double_free",
    "early_exit_atexit",
    "function_pointer_table",
    "libfuzzer_size",
    "loop_left_before_an_unused_variable",
    "malloc_symbolic_size",
    "nested_loops",
    "null_dereference",
    "oob_memcpy_length",
    "oob_write_heap",
    "recursion_symbolic_depth",
    "setjmp_longjmp",
    "short_circuit",
    "state_machine",
    "switch_fallthrough",
    "use_after_free_read",
    "verifier_task",
];

/// The words behind `// flags:`.
fn flags(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("// flags:")).flat_map(str::split_whitespace).collect()
}

fn check(name: &str) -> Result<(), String> {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let text = fs::read_to_string(programs.join(format!("{name}.c"))).map_err(|error| error.to_string())?;
    let place = Place::with_program(&text);
    let args: Vec<&str> =
        ["run", "--out", "out", "--no-confirm"].into_iter().chain(flags(&text)).chain(["a.c"]).collect();
    let run = place.bowline(&args);
    if !matches!(run.status.code(), Some(0 | 1)) {
        return Err(String::from_utf8_lossy(&run.stderr).into_owned());
    }
    let output = place.bowline(&["replay", "--coverage", "out"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let executed = place.report()["coverage"]["lines"]["hit"].as_u64().unwrap_or(0);
    match output.status.code() == Some(0) && said.ends_with("both agree\n") && executed > 0 {
        true => Ok(()),
        false => Err(format!("{said}{}", String::from_utf8_lossy(&output.stderr))),
    }
}

#[test]
fn native_and_own_coverage_agree() {
    let (first, second) = SELECTION.split_at(SELECTION.len() / 2);
    let problems: Vec<String> = std::thread::scope(|scope| {
        let threads = [first, second].map(|names| {
            scope.spawn(move || {
                let problem = |name: &&str| check(name).err().map(|why| format!("{name}: {why}"));
                names.iter().filter_map(problem).collect::<Vec<_>>()
            })
        });
        threads.into_iter().flat_map(|thread| thread.join().expect("no check panics")).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The measurement can fail: a run that claims a line which no test executes.
#[test]
fn a_line_that_no_test_executes_is_noticed() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x == 3)
    return 1;
  return 2;
}
"#,
    );
    place.run(&["a.c"], 0);
    assert_eq!(place.bowline(&["replay", "--coverage", "out"]).status.code(), Some(0));
    for test in place.tests() {
        let path = place.join("out/tests").join(&test);
        if fs::read(&path).expect("a test").ends_with(&[3, 0, 0, 0]) {
            fs::remove_file(path).expect("removed");
        }
    }
    let output = place.bowline(&["replay", "--coverage", "out"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("only by the run: 7\n") && said.contains("they disagree"), "{said}");
}
