//! Logs of queries, `bowline solve`, the switches of the solver, and full checks.

mod common;

use common::Place;
use serde_json::Value;
use std::fs;
use std::process::Output;

/// Single bytes, words, products and a table: something for every layer, and for the back end.
const PROGRAM: &str = r#"
#include <klee/klee.h>
int main(void) {
  unsigned char text[4];
  int a, b, c;
  static const unsigned char primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  int paths = 0;
  if (text[0] == 'x' && text[1] > 'y') paths++;
  if (a < b && b < c && !(a < c)) paths += 100;
  if (a * b == 391 && a > 1 && b > a) paths++;
  if (primes[text[2] & 7] + text[3] == 20) paths++;
  return paths;
}
"#;

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn what_is_logged_is_solved_again_with_the_same_answers() {
    let place = Place::with_program(PROGRAM);
    let options = ["--no-confirm", "--tests", "none", "a.c"];
    let report = place.run(&[&["--log-queries", "all"][..], &options].concat(), 0);
    let logged = fs::read_dir(place.join("all")).expect("a log").count() as u64;
    assert_eq!(report["stats"]["queries"], logged);
    for extra in [&[][..], &["--solver-layers=none"], &["--solver-layers=-cache,-slice"], &["--back-end=z3"]]
    {
        let output = place.bowline(&[&["solve", "--totals", "all"][..], extra].concat());
        assert_eq!(output.status.code(), Some(0), "{extra:?}: {}", text(&output));
        let totals: Value = serde_json::from_str(&text(&output)).expect("JSON");
        assert_eq!((&totals["files"], &totals["unknown"]), (&logged.into(), &0.into()));
    }
    let report =
        place.run(&[&["--log-queries", "some", "--log-which", "back-end"][..], &options].concat(), 0);
    let logged = fs::read_dir(place.join("some")).expect("a log").count() as u64;
    assert_eq!(report["stats"]["layers"]["back-end"]["asked"], logged);
    assert!(logged > 0);
    place.run(&[&["--log-queries", "few", "--log-max", "3"][..], &options].concat(), 0);
    assert_eq!(fs::read_dir(place.join("few")).expect("a log").count(), 3);
}

#[test]
fn a_script_is_solved_and_a_false_record_is_noticed() {
    let script = "(set-logic ALL)\n(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 8))\n\
                  (assert (bvult x y))\n(assert (= (bvadd x y) #x10))\n(assert (= y #x0f))\n(check-sat)\n";
    let place = Place::with(&[
        ("sat.smt2", script.as_bytes()),
        ("unsat.smt2", script.replace("#x10", "#x01").replace("(= y #x0f)", "(= x y)").as_bytes()),
        ("lie.smt2", format!("; verdict: unsat\n{script}").as_bytes()),
        ("bad.smt2", b"(assert (bvfrob #x00))\n"),
        ("deep.smt2", "(".repeat(100_000).as_bytes()),
        ("huge.smt2", b"(set-info :input0 \"0 18446744073709551615 big\")\n(declare-const input0 (Array (_ BitVec 64) (_ BitVec 8)))\n(assert (= (select input0 #xfffffffffffffff0) #x41))\n"),
    ]);
    let output = place.bowline(&["solve", "--model", "sat.smt2", "unsat.smt2", "huge.smt2"]);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("sat.smt2: sat (") && said.contains("unsat.smt2: unsat ("), "{said}");
    assert!(said.contains("huge.smt2: sat"), "{said}");
    // The only solution.
    assert!(said.contains("x = 01") && said.contains("y = 0f"), "{said}");
    let output = place.bowline(&["solve", "lie.smt2"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("sat, but the file says unsat"), "{}", text(&output));
    for (file, says) in [("bad.smt2", "line 1"), ("deep.smt2", "nested too deeply"), ("no.smt2", "no.smt2")] {
        let output = place.bowline(&["solve", file]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says) && said.trim_end().lines().count() == 1, "{said}");
    }
}

#[test]
fn layers_are_left_out_by_name_and_the_paths_stay_the_same() {
    let place = Place::with_program(PROGRAM);
    let options = ["--no-confirm", "--tests", "none", "a.c"];
    let whole = place.run(&options, 0);
    let layers = whole["stats"]["layers"].as_object().expect("layers");
    for (name, layer) in layers {
        let count = |what: &str| layer[what].as_u64().expect("a count");
        assert!(count("hits") <= count("asked") && layer["time_s"].as_f64() >= Some(0.0), "{name}: {layer}");
    }
    // Without these, questions have no answers.
    let needed = ["quantifiers", "back-end"];
    let names: Vec<&String> = layers.keys().filter(|name| !needed.contains(&name.as_str())).collect();
    assert!(names.len() >= 6, "{names:?}");
    for name in names {
        let switch = format!("--solver-layers=-{name}");
        let report = place.run(&[&[switch.as_str()][..], &options].concat(), 0);
        assert_eq!(report["paths"], whole["paths"], "{switch}");
        assert_eq!(report["stats"]["layers"][name], Value::Null);
        assert_eq!(report["config"]["solver_layers_off"][0], name.as_str());
    }
    for wrong in ["-cash", "cache", ""] {
        let output = place.bowline(&["run", &format!("--solver-layers={wrong}"), "a.c"]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("own-model"), "the names are listed");
    }
    fs::create_dir(place.join("full")).expect("a directory");
    fs::write(place.join("full/file"), "").expect("a file");
    let output = place.bowline(&["run", "--log-queries", "full", "a.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not empty"));
}

#[test]
fn full_checks_ask_z3_and_need_it() {
    let place = Place::with_program(PROGRAM);
    let options = ["--no-confirm", "--tests", "none", "--checks", "full", "a.c"];
    let report = place.run(&options, 0);
    let stats = &report["stats"];
    assert!(stats["solver_confirmed"].as_u64() > Some(0), "{stats}");
    assert_eq!(stats["solver_disagreements"], 0);
    assert_eq!(report["config"]["solver_checks"], "full");
    // A search path with a compiler on it and without Z3.
    let clang = std::env::split_paths(&std::env::var_os("PATH").expect("a search path"))
        .map(|directory| directory.join("clang-19"))
        .find(|file| file.exists())
        .expect("clang is installed where the tests run");
    fs::create_dir(place.join("bin")).expect("a directory");
    std::os::unix::fs::symlink(clang, place.join("bin/clang-19")).expect("a link");
    let mut command = place.command(&[&["run", "--out", "none"][..], &options].concat());
    let output = command.env("PATH", place.join("bin")).output().expect("bowline starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("z3") && said.contains("install Z3"), "{said}");
    assert!(!place.join("none").exists());
}
