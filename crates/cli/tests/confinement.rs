//! What the program under test reaches: in native runs, and while it is explored.

mod common;

use common::Place;
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Natively it changes a file that is not its own, then it fails.
const CHANGES: &str = r#"
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  char a[4], n;
  klee_make_symbolic(&n, 1, "n");
  if (n != 4) return 0;
  if (klee_is_replay()) {
    FILE *file = fopen(VICTIM, "w");
    if (file) fclose(file);
  }
  a[(int)n] = 1;
  return 0;
}
"#;

fn victim(place: &Place) -> String {
    format!("-DVICTIM=\"{}\"", place.join("victim").display())
}

#[test]
fn a_native_run_changes_nothing_and_what_it_was_refused_is_told() {
    for sandbox in ["bubblewrap", "namespaces"] {
        let place = Place::with(&[("a.c", CHANGES.as_bytes()), ("victim", b"whole")]);
        let report = place.run(&["--sandbox", sandbox, &victim(&place), "a.c"], 1);
        assert_eq!((&report["sandbox"], &report["bugs"][0]["confirmed"]), (&sandbox.into(), &true.into()));
        let refused = format!("changing {}", place.join("victim").display());
        assert_eq!(report["bugs"][0]["refused"], Value::from(vec![refused.clone()]));
        let replay = place.bowline(&["replay", "--sandbox", sandbox, "out/tests"]);
        let text = String::from_utf8_lossy(&replay.stdout);
        assert!(text.contains(&format!("the sandbox refused {refused}")), "{text}");
        assert_eq!(fs::read(place.join("victim")).expect("the victim"), b"whole");
    }
}

#[test]
fn those_who_need_it_do_without_a_sandbox() {
    let place = Place::with(&[("a.c", CHANGES.as_bytes()), ("victim", b"whole")]);
    let report = place.run(&["--no-sandbox", &victim(&place), "a.c"], 1);
    assert_eq!((&report["sandbox"], &report["bugs"][0]["confirmed"]), (&"none".into(), &true.into()));
    assert_eq!(fs::read(place.join("victim")).expect("the victim"), b"");
}

#[test]
fn a_machine_without_sandboxes_is_told_so() {
    let place = Place::with(&[("a.c", CHANGES.as_bytes()), ("victim", b"whole")]);
    let inner = place.command(&["run", "--quiet", "--out", "out", &victim(&place), "a.c"]);
    let mut outer = Command::new("bwrap");
    outer.current_dir(place.path()).args(["--unshare-user", "--disable-userns", "--dev-bind", "/", "/"]);
    let output = outer.arg(inner.get_program()).args(inner.get_args()).output().expect("bubblewrap starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("WARNING: there is no sandbox on this machine"), "{text}");
    let report = place.report();
    assert_eq!(
        (&report["sandbox"], &report["bugs"][0]["confirmed"]),
        (&"none".into(), &true.into()),
        "{text}"
    );
}

/// Its exit status is what it could read of a file.
const READS: &str = r#"
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *file = fopen(argc > 1 ? argv[1] : NAME, "r");
  return file ? fgetc(file) : 1;
}
"#;

#[test]
fn files_elsewhere_are_read_only_if_allowed() {
    let elsewhere = Place::with(&[("secret", b"*")]);
    let place = Place::with(&[("a.c", READS.as_bytes()), ("own", b"+")]);
    let (directory, secret) =
        (elsewhere.path().display().to_string(), elsewhere.join("secret").display().to_string());
    let name = |path: &str| format!("-DNAME=\"{path}\"");
    let status = |report: &Value, status: &str| {
        assert_eq!(report["exit_statuses"][status], 1, "{report:#}");
        report["lost"].as_array().expect("a list").len()
    };
    let refused = place.run(&[&name(&secret), "a.c"], 0);
    assert_eq!(status(&refused, "1"), 1);
    let lost = &refused["lost"][0];
    assert_eq!((&lost["kind"], &lost["line"]), (&"refused".into(), &4.into()), "{lost}");
    assert!(lost["what"].as_str().expect("a text").contains(&format!("--allow-read {secret}")), "{lost}");
    for allowed in [&directory, &secret] {
        assert_eq!(status(&place.run(&["--allow-read", allowed, &name(&secret), "a.c"], 0), "42"), 0);
    }
    assert_eq!(
        status(&place.run(&[&name("x"), "a.c", "--", &secret], 0), "42"),
        0,
        "the command line names it"
    );
    assert_eq!(status(&place.run(&[&name("own"), "a.c"], 0), "43"), 0);
    let missing = place.bowline(&["run", "--allow-read", "missing", &name("own"), "a.c"]);
    let text = String::from_utf8_lossy(&missing.stderr);
    assert_eq!(missing.status.code(), Some(2), "{text}");
    assert!(text.contains("--allow-read missing: there is no such file"), "{text}");
}
