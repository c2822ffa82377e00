//! `bowline run --seeds`: inputs that are followed first change the order of the exploration and nothing else.

mod common;

use common::Place;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

const PARSER: &str = r#"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
static int digits(const uint8_t *p, const uint8_t *end) {
  int n = 0;
  while (p < end && *p >= '0' && *p <= '9') {
    n = n * 10 + *p - '0';
    p++;
  }
  return n;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) return 0;
  switch (data[0]) {
  case 'a': return digits(data + 1, data + size) == 77 ? 1 : 2;
  case 'b':
  case 'c':
    if (data[1] == 'x' && size == 4) {
      char *p = malloc(size);
      p[size] = 1;
      free(p);
    }
    break;
  case 'd': return data[size - 1] == 'z';
  default:
    if (data[0] > 200) return 3;
  }
  return 0;
}
"#;

const CORPUS: &[&[u8]] = &[b"a77", b"cx12", b"d..z", b"", b"\xff\xff"];

/// A place with the program and the first `count` files of the corpus.
fn place_with(count: usize) -> Place {
    let place = Place::with_program(PARSER);
    fs::create_dir(place.join("corpus")).expect("a directory");
    for (number, bytes) in CORPUS.iter().take(count).enumerate() {
        fs::write(place.join(&format!("corpus/{number}")), bytes).expect("a file");
    }
    place
}

/// What must not depend on seeds.
fn findings(report: &Value) -> (Value, Value, Value, Vec<String>) {
    let bug = |bug: &Value| format!("{} {} x{}", bug["kind"], bug["line"], bug["count"]);
    let mut bugs: Vec<String> = report["bugs"].as_array().expect("bugs").iter().map(bug).collect();
    bugs.sort();
    let coverage = &report["coverage"];
    (report["paths"].clone(), coverage["lines"].clone(), coverage["branches"].clone(), bugs)
}

#[test]
fn every_path_is_explored_once_whatever_the_seeds() {
    for options in [
        &["--search", "dfs"][..],
        &["--search", "bfs"],
        &["--search", "random-path"],
        &["--sizes", "eager"],
        &["--loops", "merge"],
        &["--checks", "full"],
    ] {
        let common = [options, &["--capacity", "6", "--no-confirm", "a.c"]].concat();
        let expected = findings(&place_with(0).run(&common, 1));
        for count in [1, 5] {
            let report = place_with(count).run(&[&["--seeds", "corpus"], common.as_slice()].concat(), 1);
            assert_eq!(report["stop"], "exhausted");
            assert_eq!(findings(&report), expected, "{options:?} with {count} seeds");
            assert_eq!(report["seeds"]["given"], count);
            assert_eq!(report["seeds"]["used"], count, "{}", report["seeds"]);
            assert_eq!(report["seeds"]["skipped"], Value::Array(vec![]));
        }
    }
}

/// The sides of branches that a trace shows, and the lines.
fn decisions(place: &Place, test: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let output = place.bowline(&["replay", "--trace", test]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (mut lines, mut sides) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines().map(str::trim).filter(|line| line.starts_with("a.c:")) {
        let name = line.split_whitespace().next().unwrap_or_default();
        lines.insert(name.to_string());
        let Some((_, decided)) = line.trim_end_matches(']').rsplit_once("  [") else { continue };
        for (number, decision) in decided.split(", ").enumerate() {
            let taken = decision.split(':').next().unwrap_or_default();
            sides.insert(format!("{name} {number} {taken}"));
        }
    }
    (lines, sides)
}

#[test]
fn after_the_seeds_exactly_what_they_execute_is_covered() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
int main(void) {
  unsigned char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  int n = 0;
  for (int i = 0; i < 4; i++) {
    if (text[i] == ' ')
      continue;
    if (text[i] < '0' || text[i] > '9')
      return 1;
    n = n * 10 + text[i] - '0';
  }
  if (n == 1234)
    return 2;
  if (n > 9000)
    return 3;
  return 4;
}
"#,
    );
    let report = place.run(&["--tests", "all", "--no-confirm", "a.c"], 0);
    fs::rename(place.join("out"), place.join("first")).expect("renamed");
    let all: Vec<String> = report["tests"]
        .as_array()
        .expect("tests")
        .iter()
        .map(|test| format!("first/{}", test["file"].as_str().expect("a name")))
        .collect();
    for picked in [&all[..1], &all[1..2], &all[2..5], &all[..]] {
        let (mut lines, mut sides) = (BTreeSet::new(), BTreeSet::new());
        for test in picked {
            let (own_lines, own_sides) = decisions(&place, test);
            lines.extend(own_lines);
            sides.extend(own_sides);
        }
        let mut args: Vec<&str> = picked.iter().flat_map(|test| ["--seeds", test]).collect();
        args.extend(["--no-confirm", "a.c"]);
        let seeds = place.run(&args, 0)["seeds"].clone();
        assert_eq!(seeds["used"], picked.len());
        assert_eq!(seeds["paths"], picked.len(), "one path each, and no other has ended: {seeds}");
        assert_eq!(seeds["lines"], lines.len(), "{lines:?}");
        assert_eq!(seeds["branches"], sides.len(), "{sides:?}");
    }
}

#[test]
fn seeds_that_cannot_be_followed_are_named_with_the_reason() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 10);
  if (n == 50) return 1;
  return 0;
}
"#,
    );
    let test = |objects: &[(&str, &[u8])]| {
        let number = |value: usize| (value as u32).to_be_bytes().to_vec();
        let mut out = b"KTEST\0\0\0\x03\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
        out.extend(number(objects.len()));
        for (name, bytes) in objects {
            out.extend(
                [number(name.len()), name.as_bytes().to_vec(), number(bytes.len()), bytes.to_vec()].concat(),
            );
        }
        out
    };
    let seeds: [(&str, &[u8], &str); 4] = [
        ("good", &50i32.to_le_bytes(), ""),
        ("low", &3i32.to_le_bytes(), "an assumption does not hold at a.c:6"),
        ("short", &[1, 2], "`n` has 2 bytes where the program asks for 4"),
        ("other", &[], "no (further) input `n`"),
    ];
    fs::create_dir(place.join("seeds")).expect("a directory");
    for (name, bytes, _) in seeds {
        let input = if name == "other" { "m" } else { "n" };
        fs::write(place.join(&format!("seeds/{name}.ktest")), test(&[(input, bytes)])).expect("a seed");
    }
    let output = place.bowline(&["run", "--out", "out", "--no-confirm", "--seeds", "seeds", "a.c"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let report = place.report();
    assert_eq!((&report["seeds"]["given"], &report["seeds"]["used"]), (&4.into(), &1.into()));
    let skipped = report["seeds"]["skipped"].as_array().expect("a list");
    for (name, _, why) in seeds.iter().filter(|(name, ..)| *name != "good") {
        let found =
            skipped.iter().find(|seed| seed["file"] == format!("seeds/{name}.ktest")).expect("the seed");
        assert!(found["why"].as_str().is_some_and(|text| text.contains(why)), "{found}");
        assert!(said.contains(&format!("the seed seeds/{name}.ktest is not used")), "{said}");
    }
    assert_eq!(report["paths"]["completed"], 2, "both paths are still explored");
}

#[test]
fn a_file_above_the_capacity_is_skipped_and_the_rest_used() {
    let place = place_with(2);
    fs::write(place.join("corpus/big"), [b'a'; 100]).expect("a file");
    let report = place.run(&["--seeds", "corpus", "--capacity", "6", "--no-confirm", "a.c"], 1);
    assert_eq!(report["seeds"]["used"], 2);
    let why = report["seeds"]["skipped"][0]["why"].as_str().expect("a reason");
    assert!(why.contains("above the capacity"), "{why}");
}

#[test]
fn surroundings_can_be_seeded_with_tests_and_one_of_them_with_raw_files() {
    let program = r#"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char line[8] = {0};
  fgets(line, sizeof line, stdin);
  if (!strcmp(line, "go")) return 5;
  return argc > 1 && argv[1][0] == '-' ? 6 : 7;
}
"#;
    let place = Place::with_program(program);
    fs::write(place.join("input"), b"go").expect("a file");
    let raw = place.run(&["--sym-stdin", "3", "--seeds", "input", "--no-confirm", "a.c"], 0);
    assert_eq!(raw["seeds"]["used"], 1, "{}", raw["seeds"]);

    let unknown = ["--sym-stdin", "3", "--sym-args", "0", "1", "2", "--tests", "all", "--no-confirm"];
    let first = place.run(&[unknown.as_slice(), &["a.c"]].concat(), 0);
    fs::rename(place.join("out"), place.join("first")).expect("renamed");
    let again = place.run(&[unknown.as_slice(), &["--seeds", "first", "a.c"]].concat(), 0);
    assert_eq!(findings(&again), findings(&first));
    assert_eq!(again["seeds"]["given"], first["tests"].as_array().map(Vec::len).unwrap_or_default());
    assert_eq!(again["seeds"]["used"], again["seeds"]["given"], "{}", again["seeds"]);
}

#[test]
fn mistakes_are_told_before_the_run() {
    let place = place_with(1);
    fs::write(place.join("cut.ktest"), b"KTEST\0\0\0\x03\0\0").expect("a file");
    fs::write(place.join("k.c"), b"#include <klee/klee.h>\nint main(void) { return klee_int(\"x\"); }\n")
        .expect("a file");
    fs::create_dir(place.join("empty")).expect("a directory");
    let before = place.names();
    for (seeds, program, says) in [
        ("missing", "a.c", "missing"),
        ("empty", "a.c", "no file"),
        ("cut.ktest", "a.c", "cut short"),
        ("corpus", "k.c", "one input"),
    ] {
        let output = place.bowline(&["run", "--out", "out", "--seeds", seeds, program]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{seeds}: {said}");
        assert!(said.contains(says) && said.trim_end().lines().count() == 1, "{seeds}: {said}");
        assert_eq!(place.names(), before, "{seeds}");
    }
}

#[test]
fn a_run_that_is_cut_tells_what_its_seeds_had_covered() {
    let report = place_with(5).run(&["--seeds", "corpus", "--max-states", "1", "--no-confirm", "a.c"], 0);
    assert_eq!(report["stop"], "max-states");
    let seeds = &report["seeds"];
    assert!(seeds["used"].as_u64() < Some(5) && seeds["lines"].as_u64() > Some(0), "{seeds}");
}

#[test]
fn following_a_seed_through_a_chosen_place_asks_nothing() {
    let place = Place::with_program(
        r#"#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  const uint8_t *at = data;
  at += *at == '-';
  at += *at == '+';
  if (*at == '7') abort();
  return 0;
}
"#,
    );
    fs::create_dir(place.join("corpus")).expect("a directory");
    fs::write(place.join("corpus/1"), "-+7").expect("a file");
    let report = place.run(&["--seeds", "corpus", "--stop-after", "1", "--no-confirm", "a.c"], 1);
    assert_eq!(report["seeds"]["used"], 1);
    // Whether there are sizes above the capacity.
    assert_eq!(report["stats"]["queries"], 1);
}
