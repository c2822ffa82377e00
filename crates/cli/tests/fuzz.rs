//! `bowline run --fuzz`: a fuzzer beside the exploration.

mod common;

use common::Place;
use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Its bug needs an input beyond the capacity; within, there are more paths than anybody explores.
const BEYOND: &str = r#"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
unsigned sum;
static void keep(size_t size) {
  volatile char *p = malloc(40);
  sum = 1;
  p[size] = 1;
  free((char *)p);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (data[i] == i) sum++;
  if (size > 40 && data[3] == 'b') keep(size);
  return 0;
}
"#;

#[test]
fn what_only_the_fuzzer_reaches_is_a_bug_like_all_others() {
    let place = Place::with_program(BEYOND);
    let args = ["--fuzz", "--max-time", "12s", "--capacity", "40", "--larger-sizes", "lost", "a.c"];
    let report = place.run(&args, 1);
    let [bug] = &report["bugs"].as_array().expect("bugs")[..] else { panic!("one bug: {}", report["bugs"]) };
    assert_eq!(
        (&bug["kind"], &bug["line"], &bug["function"]),
        (&"out-of-bounds-write".into(), &9.into(), &"keep".into())
    );
    assert_eq!(bug["stack"][1]["line"], 15, "{}", bug["stack"]);
    assert_eq!(bug["confirmed"], true);
    let crash = &report["fuzz"]["crashes"][0];
    assert_eq!((&crash["bug"], &crash["explored"]), (&bug["folder"], &false.into()));
    assert!(crash["size"].as_u64().is_some_and(|size| (41..=60).contains(&size)), "made small: {crash}");
    let folder = bug["folder"].as_str().expect("a folder");
    for file in ["input.ktest", "message.txt", "native.log"] {
        assert!(place.join("out").join(folder).join(file).exists(), "{file}");
    }
    let test = format!("out/{}", bug["test"].as_str().expect("a test"));
    assert_eq!(place.bowline(&["replay", &test]).status.code(), Some(1), "it can be replayed");
    let fuzz = &report["fuzz"];
    let number = |name: &str| fuzz[name].as_u64().unwrap_or_else(|| panic!("{name} in {fuzz}"));
    assert!(number("executions") > 100 && number("given") > 0 && number("received") > 0, "{fuzz}");
    assert!(number("followed") + number("known") > 0 && number("engine_lines") > 0, "{fuzz}");
    let files = fs::read_dir(place.join("out/corpus")).expect("a corpus").count() as u64;
    assert_eq!(files, number("corpus"), "{fuzz}");
}

/// The first condition is the solver's, the second the fuzzer's: 32 bytes that are not what they were before.
const BOTH: &str = r#"
#include <stddef.h>
#include <stdint.h>
#include <string.h>
volatile int reached;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint32_t key;
  if (size < 40) return 0;
  memcpy(&key, data, sizeof key);
  if (key * 2654435761u != 0x12345678u) return 0;
  unsigned sum = 0;
  for (int i = 4; i < 40; i++)
    if (data[i] & 1) sum++;
  if (sum == 18) reached = 1;
  return 0;
}
"#;

#[test]
fn the_fuzzer_gets_what_the_solver_finds() {
    let place = Place::with_program(BOTH);
    place.run(&["--fuzz", "--max-time", "5s", "a.c"], 0);
    let key =
        |bytes: &[u8]| bytes.get(..4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")));
    let corpus = fs::read_dir(place.join("out/corpus")).expect("a corpus").flatten();
    let solved: Vec<String> = corpus
        .filter(|entry| {
            let bytes = fs::read(entry.path()).expect("an input");
            key(&bytes).is_some_and(|key| key.wrapping_mul(2654435761) == 0x12345678)
        })
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(solved.iter().any(|name| name.starts_with("bowline-")), "given to it: {solved:?}");
    assert!(solved.iter().any(|name| !name.starts_with("bowline-")), "and made more of: {solved:?}");
}

#[test]
fn runs_that_end_soon_are_not_fuzzed_and_the_same_each_time() {
    let place = Place::with_program(
        "#include <stddef.h>\n#include <stdint.h>\nint LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return size && data[0] == 7; }\n",
    );
    for options in
        [&["a.c"][..], &["--max-time", "60s", "--larger-sizes", "lost", "a.c"], &["--no-fuzz", "a.c"]]
    {
        let report = place.run(options, 0);
        assert_eq!(report["stop"], "exhausted");
        assert!(report["fuzz"].is_null() || report["fuzz"]["executions"] == 0, "{}", report["fuzz"]);
    }
}

#[test]
fn only_libfuzzer_harnesses_are_fuzzed() {
    let place = Place::with_program("int main(void) { return 0; }\n");
    let output = place.bowline(&["run", "--fuzz", "--out", "out", "a.c"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.lines().count() == 1 && said.contains("--fuzz is for libFuzzer harnesses"), "{said}");
    assert!(!place.join("out").exists(), "nothing is left behind");
}

/// Processes whose command line has this word.
fn processes_with(word: &str) -> usize {
    let all = fs::read_dir("/proc").expect("a /proc").flatten();
    let has_word = |line: Vec<u8>| String::from_utf8_lossy(&line).contains(word);
    all.filter(|entry| fs::read(entry.path().join("cmdline")).is_ok_and(has_word)).count()
}

#[test]
fn no_fuzzer_outlives_a_run_that_is_killed() {
    let place = Place::with_program(BEYOND);
    let temporary = place.join("temporary");
    fs::create_dir(&temporary).expect("a directory");
    let word = temporary.to_string_lossy().into_owned();
    let mut command = place.command(&["run", "--quiet", "--fuzz", "--out", "out", "a.c"]);
    command.env("TMPDIR", &temporary).stdout(Stdio::null()).stderr(Stdio::null());
    let mut run = command.spawn().expect("bowline starts");
    let within = |holds: &dyn Fn() -> bool| {
        let end = Instant::now() + Duration::from_secs(60);
        while !holds() && Instant::now() < end {
            sleep(Duration::from_millis(50));
        }
        holds()
    };
    let fuzzer = format!("{word}/bowline-fuzz-");
    assert!(within(&|| processes_with(&format!("-artifact_prefix={fuzzer}")) > 0), "the fuzzer runs");
    run.kill().expect("killed");
    run.wait().expect("gone");
    assert!(within(&|| processes_with(&fuzzer) == 0), "the fuzzer is gone, too");
}
