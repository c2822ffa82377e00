//! What is shown while a run goes on, and what is not.

mod common;

use common::Place;
use std::process::Command;

/// Goes on for long, with a bug early.
const LONG: &str = r#"#include <klee/klee.h>
int main(void) {
  unsigned count = 0;
  for (;;) {
    int n = klee_int("n");
    if (n == 7)
      return 7 / (n - 7);
    if (n > 0)
      count++;
  }
}
"#;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn plain_lines_where_there_is_no_terminal() {
    let place = Place::with_program(LONG);
    let args = ["run", "--out", "out", "--max-time", "6s", "--no-pending-tests", "--no-confirm", "a.c"];
    let output = place.bowline(&args);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let found: Vec<&str> = said.lines().filter(|line| line.starts_with("found: ")).collect();
    assert_eq!(found, ["found: a.c:7:16: division-by-zero: the divisor is 0"], "{said}");
    let lines: Vec<&str> = said.lines().filter(|line| line.contains(" of 6s: ")).collect();
    assert_eq!(lines.len(), 1, "{said}");
    for part in [
        "s of 6s: ",
        " paths, ",
        " live, ",
        " lines (",
        " %), 1 bug, ",
        " queries/s, solver ",
        " MB, mostly at a.c:",
    ] {
        assert!(lines[0].contains(part), "`{part}` is missing in {}", lines[0]);
    }
    assert!(!said.contains('\x1b'), "no escapes: {said:?}");
    assert!(!text(&output.stdout).contains("queries/s"), "progress is on standard error");
}

#[test]
fn quiet_says_only_bugs() {
    let place = Place::with_program(LONG);
    let args = ["run", "--quiet", "--out", "out", "--max-time", "6s", "--no-pending-tests", "a.c"];
    let output = place.bowline(&args);
    assert_eq!(text(&output.stderr), "");
    let said = text(&output.stdout);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("a.c:7:16: division-by-zero: the divisor is 0 [confirmed"), "{said}");
}

#[test]
fn json_is_all_that_is_on_standard_output() {
    let place = Place::with_program(LONG);
    let args = ["run", "--json", "--out", "out", "--max-time", "300ms", "--no-pending-tests", "a.c"];
    let output = place.bowline(&args);
    assert_eq!(output.status.code(), Some(1));
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!(printed, place.report());
    let both = place.bowline(&["run", "--json", "--show-output", "--out", "out", "a.c"]);
    assert_eq!(both.status.code(), Some(2), "the program's output has no other place");
}

/// With standard error on a pseudo-terminal: a live status, which is gone at the end, and colours.
#[test]
fn a_terminal_has_a_live_status() {
    let place = Place::with_program(LONG);
    let script = "import os, pty, sys\n\
                  os.environ['TERM'] = 'xterm'\n\
                  os.environ.pop('NO_COLOR', None)\n\
                  sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))\n";
    let mut command = Command::new("python3");
    command.current_dir(place.path()).arg("-c").arg(script).arg(env!("CARGO_BIN_EXE_bowline"));
    command.args(["run", "--out", "out", "--max-time", "2s", "--no-pending-tests", "a.c"]);
    let output = command.output().expect("python3 is there");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for part in
        ["s of 2s: ", "queries/s", "mostly at a.c:", "found: a.c:7:16: \x1b[1;31mdivision-by-zero\x1b[0m"]
    {
        assert!(said.contains(part), "`{part}` is missing in {said:?}");
    }
    let end = said.rfind("queries/s").expect("a status");
    assert!(
        said[end..].contains("\x1b[1;31mdivision-by-zero\x1b[0m: the divisor is 0"),
        "the message follows: {said:?}"
    );
}

/// One question to the solver that takes longer than the test lasts: time is seen to pass.
#[test]
fn the_status_goes_on_while_the_solver_works() {
    let hard = "#include <klee/klee.h>\n#include <stdint.h>\nint main(void) {\n  uint64_t a, b;\n  \
                klee_make_symbolic(&a, sizeof a, \"a\");\n  klee_make_symbolic(&b, sizeof b, \"b\");\n  \
                if (a > 1 && b > 1 && a < 1ull << 32 && b < 1ull << 32 && a * b == 9345208821757322069ull) return 1;\n  \
                return 0;\n}\n";
    let place = Place::with_program(hard);
    let options = ["--max-time", "12s", "--max-solver-time", "60s", "--no-pending-tests", "--no-confirm"];
    let output = place.bowline(&[&["run", "--out", "out"], &options[..], &["a.c"]].concat());
    let said = text(&output.stderr);
    let silent: Vec<&str> = said.lines().filter(|line| line.contains("one step has taken ")).collect();
    assert!(!silent.is_empty() && silent.iter().all(|line| line.contains("s of 12s: ")), "{said}");
}
