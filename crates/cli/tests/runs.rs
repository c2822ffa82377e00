//! Whole runs seen from outside: what is written, what is confirmed, and that the same run comes out the same.

mod common;

use common::Place;
use serde_json::Value;
use std::fs;

/// Two bugs, one of them on two paths with inputs of different size.
const BUGGY: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
static int table[4];
static int look_up(unsigned i) { return table[i]; }
int main(void) {
  unsigned char kind;
  klee_make_symbolic(&kind, sizeof kind, "kind");
  if (kind == 1) {
    unsigned char more;
    klee_make_symbolic(&more, sizeof more, "more");
    return look_up(4 + more % 2);
  }
  if (kind == 2) return look_up(4);
  if (kind == 3) abort();
  return 7;
}
"#;

#[test]
fn bugs_are_confirmed_described_and_replayed() {
    let place = Place::with_program(BUGGY);
    let report = place.run(&["--confirm", "all", "a.c"], 1);
    let bugs = report["bugs"].as_array().expect("a list");
    assert!(bugs.iter().all(|bug| bug["confirmed"] == true), "{bugs:#?}");
    let overflow = bugs.iter().find(|bug| bug["kind"] == "out-of-bounds-read").expect("the overflow");
    assert_eq!((&overflow["file"], &overflow["line"]), (&"a.c".into(), &5.into()));
    assert_eq!(overflow["function"], "look_up");
    let folder = place.join("out").join(overflow["folder"].as_str().expect("a folder"));
    let message = fs::read_to_string(folder.join("message.txt")).expect("a message");
    for part in ["a.c:5", "table[i]", "^", "#1 main", "bowline replay out/tests/"] {
        assert!(message.contains(part), "`{part}` is missing in\n{message}");
    }
    let log = fs::read_to_string(folder.join("native.log")).expect("a log");
    assert!(log.contains("AddressSanitizer"), "{log}");

    let test = format!("out/{}", overflow["test"].as_str().expect("a test"));
    let replayed = place.bowline(&["replay", &test]);
    assert_eq!(replayed.status.code(), Some(1), "the bug shows");
    let all = place.bowline(&["replay", "--check", "out"]);
    let text = String::from_utf8_lossy(&all.stdout);
    assert_eq!(all.status.code(), Some(0), "everything does what was predicted:\n{text}");
    assert_eq!(text.lines().count(), place.tests().len() + 1, "one line each, and a summary");
    let summary = format!("{0} tests: {0} as predicted, 0 not; 3 show a bug", place.tests().len());
    assert_eq!(text.lines().last(), Some(summary.as_str()));
    let shown = place.bowline(&["tests", "show", &test]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("kind: 1 byte(s)"));
}

#[test]
fn one_bug_is_reported_once_per_way_to_it_with_the_smallest_input() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
int main(void) {
  int table[2] = {1, 2};
  int extra = klee_int("extra"), i = 0;
  if (extra > 3) i = klee_range(0, 2, "more");
  return table[2 + i];
}
"#,
    );
    let report = place.run(&["--no-confirm", "a.c"], 1);
    assert_eq!(report["bugs"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["bugs"][0]["count"], report["paths"]["bugs"]);
    assert!(report["bugs"][0]["count"].as_u64() >= Some(2), "{}", report["paths"]);
    let shown = place.bowline(&[
        "tests",
        "show",
        &format!("out/{}", report["bugs"][0]["test"].as_str().expect("a test")),
    ]);
    let text = String::from_utf8_lossy(&shown.stdout);
    assert!(text.contains("extra") && !text.contains("more: "), "not the smallest input:\n{text}");
}

#[test]
fn the_same_run_comes_out_the_same() {
    let place = Place::with_program(BUGGY);
    let run = |search: &str, seed: &str| {
        let mut report = place.run(&["--search", search, "--seed", seed, "a.c"], 1);
        // Times differ.
        report["stats"] = Value::Null;
        report["timeline"] = Value::Null;
        let tests: Vec<Vec<u8>> = place
            .tests()
            .iter()
            .map(|name| fs::read(place.join("out/tests").join(name)).expect("a test"))
            .collect();
        (report, tests)
    };
    for search in ["default", "random-path", "nurs:covnew", "dfs"] {
        let (first, second) = (run(search, "5"), run(search, "5"));
        assert_eq!(first, second, "{search}");
    }
}

#[test]
fn every_strategy_finds_the_same() {
    let place = Place::with_program(BUGGY);
    let run = |search: &str| {
        let report = place.run(&["--search", search, "--no-confirm", "a.c"], 1);
        let mut bugs: Vec<String> = (report["bugs"].as_array().into_iter().flatten())
            .map(|bug| format!("{} at {} from {}", bug["kind"], bug["line"], bug["stack"]))
            .collect();
        bugs.sort();
        (report["paths"].clone(), bugs)
    };
    let expected = run("dfs");
    for search in [
        "bfs",
        "random-state",
        "random-path",
        "nurs:covnew",
        "nurs:md2u",
        "nurs:depth",
        "nurs:icnt",
        "nurs:qc",
        "dfs,bfs",
    ] {
        assert_eq!(run(search), expected, "{search}");
    }
}

#[test]
fn which_tests_are_written() {
    let place = Place::with_program(BUGGY);
    let mut counts = Vec::new();
    for policy in ["all", "new", "bugs", "none"] {
        let report = place.run(&["--tests", policy, "--no-confirm", "--search", "dfs", "a.c"], 1);
        counts.push((place.tests().len(), report["bugs"].as_array().map(Vec::len).unwrap_or(0)));
    }
    let bugs = counts[0].1;
    let lengths: Vec<usize> = counts.iter().map(|(tests, _)| *tests).collect();
    assert!(counts.iter().all(|(_, found)| *found == bugs), "{counts:?}");
    assert_eq!(lengths[2..], [bugs, 0]);
    assert!(lengths[0] >= lengths[1] && lengths[1] > bugs, "{lengths:?}");
}

#[test]
fn several_files_bitcode_and_an_entry_function() {
    let place = Place::with(&[
        ("lib.c", b"int half(int x) { return 100 / x; }\n"),
        (
            "check.c",
            b"#include <klee/klee.h>\nint half(int);\nvoid check(void) { half(klee_int(\"x\")); }\nint main(void) { return 1; }\n",
        ),
    ]);
    place.tool("clang-19", &["-g", "-emit-llvm", "-c", "lib.c", "-o", "lib.bc"]);
    place.tool("clang-19", &["-g", "-S", "-emit-llvm", "-c", "lib.c", "-o", "lib.ll"]);
    for library in ["lib.c", "lib.bc", "lib.ll"] {
        let report = place.run(&["--entry", "check", "check.c", library], 1);
        assert_eq!(report["bugs"][0]["kind"], "division-by-zero", "{library}");
        assert_eq!(report["bugs"][0]["file"], "lib.c");
        assert_eq!(report["bugs"][0]["confirmed"], true, "{library}: {}", report["bugs"][0]["native"]);
        assert_eq!(report["paths"]["completed"], 1);
    }
}

/// The driver of a function that is only linked declares it, and what is called before.
#[test]
fn drivers_of_bitcode_declare_what_they_call() {
    let place = Place::with(&[(
        "lib.c",
        b"static int ready;\nvoid prepare(void) { ready = 4; }\nint get(int at) { return 100 / (at - ready); }\n",
    )]);
    for debug in ["-g", "-g0"] {
        place.tool("clang-19", &[debug, "-emit-llvm", "-c", "lib.c", "-o", "lib.bc"]);
        let report = place.run(&["--entry", "get", "--entry-setup", "prepare", "lib.bc"], 1);
        assert_eq!(report["bugs"][0]["kind"], "division-by-zero");
        assert_eq!(report["bugs"][0]["confirmed"], true, "{debug}: {}", report["bugs"][0]["native"]);
    }
}

/// What is static in another file cannot be named, and a function of an included file belongs to the unit that includes it.
#[test]
fn drivers_name_only_what_their_unit_can() {
    let place = Place::with(&[
        (
            "unit.c",
            b"struct job { int (*run)(int); int x; };\nstatic int once(int x) { return x; }\nint (*first(void))(int) { return once; }\n#include \"part.c\"\n",
        ),
        ("part.c", b"int apply(struct job *job) { return job->run(job->x) > 3 ? 1 : 2; }\n"),
        (
            "other.c",
            b"static int twice(int x) { return 2 * x; }\nint (*second(void))(int) { return twice; }\nint thrice(int x) { return 3 * x; }\nint (*third(void))(int) { return thrice; }\n",
        ),
    ]);
    let report =
        place.run(&["--entry", "apply", "--confirm", "all", "--tests", "all", "unit.c", "other.c"], 1);
    let tests = report["tests"].as_array().expect("a list");
    // NULL twice, `once`, `thrice` and a stub.
    assert_eq!(tests.len(), 5, "{tests:#?}");
    assert!(tests.iter().all(|test| test["agrees"] == true), "{tests:#?}");
    assert!(report["lost"].as_array().is_some_and(Vec::is_empty), "{}", report["lost"]);
}

#[test]
fn bitcode_is_watched_by_the_address_sanitizer() {
    let place = Place::with_program(
        "#include <stdlib.h>\n#include <string.h>\nint main(int argc, char **argv) {\n  char *p = malloc(4);\n  \
         strcpy(p, argv[1]);\n  int first = p[0];\n  free(p);\n  return first == 'x';\n}\n",
    );
    place.tool("clang-19", &["-g", "-emit-llvm", "-c", "a.c", "-o", "a.bc"]);
    let report = place.run(&["a.bc", "--", "toolong"], 1);
    assert_eq!(report["bugs"][0]["kind"], "out-of-bounds-write");
    assert_eq!(report["bugs"][0]["confirmed"], true, "{}", report["bugs"][0]["native"]);
    place.run(&["a.bc", "--", "abc"], 0);
}

#[test]
fn wishes_about_inputs_are_granted_in_tests() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_prefer_cex(&x, x >= 'a');
  klee_prefer_cex(&x, x <= 'z');
  klee_prefer_cex(&x, x == 0);
  if (x > 'b') return 1;
  return 0;
}
"#,
    );
    let report = place.run(&["--tests", "all", "--confirm", "all", "a.c"], 0);
    assert_eq!(report["paths"]["completed"], 2);
    for name in place.tests() {
        let bytes = fs::read(place.join("out/tests").join(&name)).expect("a test");
        let x = bytes.last().copied().expect("an object");
        assert!(x.is_ascii_lowercase(), "{name}: {x}");
    }
}

#[test]
fn coverage_counts_lines_and_branches_of_the_program() {
    let place = Place::with_program(
        "int main(int argc, char **argv) {\n  if (argc > 1)\n    return 1;\n  return 0;\n}\n",
    );
    let report = place.run(&["a.c"], 0);
    assert_eq!(report["coverage"]["branches"], serde_json::json!({"hit": 1, "total": 2}));
    assert!(report["coverage"]["lines"]["hit"].as_u64() < report["coverage"]["lines"]["total"].as_u64());
    let lcov = fs::read_to_string(place.join("out/coverage.lcov")).expect("coverage");
    for line in ["SF:a.c", "FNDA:1,main", "DA:2,1", "DA:3,0", "end_of_record"] {
        assert!(lcov.lines().any(|found| found == line), "`{line}` is missing in\n{lcov}");
    }
}

#[test]
fn output_of_the_program_is_shown_on_request() {
    let place = Place::with_program(
        "#include <stdio.h>\nint main(void) { printf(\"seven: %d\\n\", 7); return 0; }\n",
    );
    let shown = place.bowline(&["run", "--out", "out", "--show-output", "a.c"]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("seven: 7"));
    let silent = place.bowline(&["run", "--out", "out", "a.c"]);
    assert!(!String::from_utf8_lossy(&silent.stdout).contains("seven: 7"));
}

/// One test alone, and all tests of a run, get the arguments, variables and files that the run predicted them for.
#[test]
fn unknown_surroundings_are_there_in_a_replay() {
    let place = Place::with(&[
        (
            "a.c",
            b"#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
              int main(int argc, char **argv) {\n\
                if (argc != 3 || strcmp(argv[0], \"a\") || strcmp(argv[1], \"data\")) return 1;\n\
                if (argv[2][0] == 'x' && getenv(\"V\")[0] == 'y') abort();\n\
                return 4;\n\
              }\n",
        ),
        ("data", b"kept"),
    ]);
    let args = ["--sym-args", "1", "1", "2", "--sym-env", "V", "1", "--tests", "all", "a.c", "--", "data"];
    let report = place.run(&args, 1);
    assert_eq!(report["program"]["harness"], "plain");
    assert_eq!(report["bugs"][0]["confirmed"], true, "{}", report["bugs"][0]);
    let bug = report["bugs"][0]["test"].as_str().expect("a test").to_string();
    for (path, code) in [(format!("out/{bug}"), 0), ("out".to_string(), 0)] {
        let output = place.bowline(&["replay", "--check", &path]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{path}: {text}");
        assert!(text.contains("(as predicted: abort)"), "{path}: {text}");
    }
    assert_eq!(std::fs::read(place.join("data")).expect("still there"), b"kept");
}

/// Files that the program opens by names of its own are there natively, as copies: also behind a link, and in a directory.
#[test]
fn files_that_the_program_reads_are_there_in_a_replay() {
    let place = Place::with(&[
        (
            "a.c",
            b"#include <dirent.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
              int main(void) {\n\
                FILE *data = fopen(\"data.txt\", \"r+\"), *more = fopen(\"sub/more.txt\", \"r\");\n\
                if (!data || !more || fopen(\"missing.txt\", \"r\")) return 1;\n\
                if (getchar() == fgetc(data) && getchar() == fgetc(more)) abort();\n\
                fputs(\"changed\", data);\n\
                return fclose(data);\n\
              }\n",
        ),
        ("kept.txt", b"xylophone"),
        ("other.txt", b"not read"),
    ]);
    fs::create_dir(place.join("sub")).expect("made");
    fs::write(place.join("sub/more.txt"), "z").expect("written");
    std::os::unix::fs::symlink("kept.txt", place.join("data.txt")).expect("a link");
    let report = place.run(&["--sym-stdin", "2", "--confirm", "all", "--tests", "all", "a.c"], 1);
    assert_eq!(report["program"]["read"], serde_json::json!(["data.txt", "kept.txt", "sub/more.txt"]));
    assert_eq!(report["bugs"][0]["confirmed"], true, "{}", report["bugs"][0]);
    let replayed = place.bowline(&["replay", "--check", "out"]);
    assert_eq!(replayed.status.code(), Some(0), "{}", String::from_utf8_lossy(&replayed.stdout));
    assert_eq!(fs::read(place.join("kept.txt")).expect("still there"), b"xylophone");
}

/// `sprintf` leaves `out` at several places of the C library; for the program that is one call.
#[test]
fn the_way_through_the_c_library_makes_no_new_bug() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  char s[8], out[4];
  klee_make_symbolic(s, sizeof s, "s");
  s[7] = 0;
  return sprintf(out, "%d-%s", 7, s);
}
"#,
    );
    let report = place.run(&["--no-confirm", "a.c"], 1);
    assert_eq!(report["bugs"].as_array().map(Vec::len), Some(1), "{}", report["bugs"]);
    assert_eq!(report["bugs"][0]["count"], report["paths"]["bugs"]);
    assert!(report["paths"]["bugs"].as_u64() > Some(2), "{}", report["paths"]);
}

#[test]
fn a_file_under_two_spellings_is_one() {
    let place = Place::with(&[
        ("a.c", b"#include \"./part.h\"\nint one(void);\nint main(void) { return part(2) + one(); }\n"),
        ("b.c", b"#include \"sub/../part.h\"\nint one(void) { return part(0); }\n"),
        ("part.h", b"static int part(int x) {\n  return 6 / x;\n}\n"),
    ]);
    fs::create_dir(place.join("sub")).expect("a directory");
    let report = place.run(&["--no-confirm", "./a.c", "b.c"], 1);
    let files = report["coverage"]["files"].as_object().expect("files");
    assert_eq!(files.keys().collect::<Vec<_>>(), ["a.c", "b.c", "part.h"]);
    assert_eq!(report["bugs"][0]["file"], "part.h");
}

#[test]
fn paths_that_were_alive_are_named() {
    let place = Place::with_program(
        "#include <klee/klee.h>\nint main(void) {\n  unsigned count = 0;\n  for (;;)\n    if (klee_int(\"n\") > 0) count++;\n}\n",
    );
    // Where they are depends on the search; the default begins with what is new.
    let search = ["--search", "random-path,nurs:covnew"];
    let options = ["run", "--out", "out", "--max-states", "20", "--no-pending-tests", "a.c"];
    let output = place.bowline(&[&options[..], &search].concat());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = "not explored: the rest of 21 paths that were alive when the run stopped, mostly at a.c:5";
    assert!(said.contains(expected), "{said}");
    let report = place.report();
    assert_eq!(report["paths"]["alive"], 21);
    assert_eq!(report["alive"][0]["file"], "a.c");
}

#[test]
fn all_checks_are_one_word() {
    let place = Place::with_program(
        r#"
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int a = klee_int("a"), unwritten;
  if (a == 1 && unwritten) return 1;
  if (a == 2) malloc(3);
  return a == 3 ? 2147483647 + a : 0;
}
"#,
    );
    let report = place.run(&["--check", "all", "--no-confirm", "a.c"], 1);
    let mut kinds: Vec<&str> =
        report["bugs"].as_array().expect("bugs").iter().filter_map(|bug| bug["kind"].as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["memory-leak", "signed-overflow", "uninitialised-read"]);
}
