//! `bowline report` and `results.sarif`, as far as no browser and no schema are needed; `tests/report` has the rest.

mod common;

use common::Place;
use serde_json::Value;
use std::fs;

const BUGGY: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
static int unused(int x) { return x; }
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n<&>");
  if (n > 8) return unused(0) + 1;
  char *block = malloc(8);
  if (!block) return 2;
  block[n] = 1; // the eighth
  free(block);
  return 0;
}
"#;

#[test]
fn a_report_is_one_page_beside_the_run_or_where_it_is_wanted() {
    let place = Place::with_program(BUGGY);
    place.run(&["a.c"], 1);
    for (args, file) in
        [(vec!["report", "out"], "out/report.html"), (vec!["report", "out", "-o", "p.html"], "p.html")]
    {
        let output = place.bowline(&args);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let page = fs::read_to_string(place.join(file)).expect("a page");
        for part in [
            "1 bug found",
            "block[n] = 1;",
            "<code>n</code> is 8",
            "allocated",
            "n&lt;&amp;&gt;",
            "out/tests/",
            "Execution tree",
        ] {
            assert!(page.contains(part), "no `{part}` in {file}");
        }
        assert!(!page.contains("n<&>"), "input names are escaped");
    }
    // A report is part of the output: the next run replaces the directory.
    place.run(&["a.c"], 1);
    assert!(!place.join("out/report.html").exists());
}

#[test]
fn what_is_missing_is_named_and_nothing_is_written() {
    let place = Place::with_program(BUGGY);
    let output = place.bowline(&["report", "nowhere", "-o", "p.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere"));
    fs::create_dir(place.join("broken")).expect("created");
    fs::write(place.join("broken/run.json"), "{}").expect("written");
    assert_eq!(place.bowline(&["report", "broken", "-o", "p.html"]).status.code(), Some(2));
    assert!(!place.join("p.html").exists());
}

#[test]
fn every_run_leaves_sarif() {
    let place = Place::with_program(BUGGY);
    place.run(&["a.c"], 1);
    let text = fs::read(place.join("out/results.sarif")).expect("a log");
    let log: Value = serde_json::from_slice(&text).expect("valid JSON");
    let run = &log["runs"][0];
    assert_eq!(run["invocations"][0]["exitCode"], 1);
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"out-of-bounds-write".into(), &"error".into()));
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "out-of-bounds-write");
    let place_of = &result["locations"][0]["physicalLocation"];
    assert_eq!(place_of["artifactLocation"]["uri"], "a.c");
    assert_eq!(place_of["region"]["startLine"], 11);
    assert_eq!(result["properties"]["confirmed"], true);
    let origin = &result["relatedLocations"][0];
    assert_eq!(origin["physicalLocation"]["region"]["startLine"], 9, "where the block was allocated");

    let clean = Place::with_program("int main(void) { return 0; }");
    clean.run(&["a.c"], 0);
    let text = fs::read(clean.join("out/results.sarif")).expect("a log");
    let log: Value = serde_json::from_slice(&text).expect("valid JSON");
    assert_eq!(log["runs"][0]["results"], Value::Array(Vec::new()));
}

#[test]
fn coverage_is_told_per_function_and_the_tree_counts_every_path() {
    let place = Place::with_program(BUGGY);
    let report = place.run(&["a.c"], 1);
    let functions = report["coverage"]["files"]["a.c"]["functions"].as_array().expect("functions").clone();
    let names: Vec<&str> = functions.iter().filter_map(|function| function["name"].as_str()).collect();
    assert_eq!(names, ["unused", "main"]);
    assert_eq!(functions[1]["entered"], true);
    assert_eq!(report["timeline"].as_array().expect("samples").last().expect("one")["bugs"], 1);
    assert!(
        report["stats"]["functions"].as_array().expect("costs").iter().any(|cost| cost["name"] == "main")
    );

    let text = fs::read(place.join("out/tree.json")).expect("a tree");
    let tree: Value = serde_json::from_slice(&text).expect("valid JSON");
    let nodes = tree["nodes"].as_array().expect("nodes");
    let ends = |fate: &str| nodes.iter().filter(|node| node["fate"] == fate).count() as u64;
    assert_eq!(report["paths"]["completed"], ends("exited"));
    assert_eq!(report["paths"]["bugs"], ends("bug"));
    assert_eq!(tree["left_out"], 0);
}

/// With many more paths than the tree has nodes, all of them are still counted once.
#[test]
fn a_full_tree_still_counts() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
int main(void) {
  unsigned char bytes[13];
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  int sum = 0;
  for (int i = 0; i < 13; i++) if (bytes[i] > 100) sum++;
  return sum;
}
"#,
    );
    let report = place.run(&["--tests", "none", "a.c"], 0);
    assert_eq!(report["paths"]["completed"], 1 << 13);
    let text = fs::read(place.join("out/tree.json")).expect("a tree");
    let tree: Value = serde_json::from_slice(&text).expect("valid JSON");
    let nodes = tree["nodes"].as_array().expect("nodes");
    assert!(nodes.len() <= 6000);
    let drawn = nodes.iter().filter(|node| node["fate"] == "exited").count() as u64;
    assert_eq!(drawn + tree["left_out"].as_u64().expect("a number"), 1 << 13);
}
