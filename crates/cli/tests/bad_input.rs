//! Mistakes of the user: exit code 2, one clear line, nothing left behind.

mod common;

use common::Place;
use std::fs;

const HARMLESS: &str = "int main(void) { return 0; }\n";

trait Refusal {
    fn refuses(&self, args: &[&str], says: &[&str]);
    fn refuses_with_any_text(&self, args: &[&str], says: &[&str]) -> String;
}

impl Refusal for Place {
    /// Demands that the command line is refused with one line that says all of `says`.
    fn refuses(&self, args: &[&str], says: &[&str]) {
        let text = self.refuses_with_any_text(args, says);
        assert_eq!(text.trim_end().lines().count(), 1, "one line expected:\n{text}");
    }

    fn refuses_with_any_text(&self, args: &[&str], says: &[&str]) -> String {
        let before = self.names();
        let output = self.bowline(args);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?} said: {text}");
        for part in says {
            assert!(text.contains(part), "{args:?} should say `{part}`, but says: {text}");
        }
        for part in ["panicked", "RUST_BACKTRACE", "stack backtrace"] {
            assert!(!text.contains(part), "{args:?} says: {text}");
        }
        assert_eq!(self.names(), before, "{args:?} leaves something behind");
        text
    }
}

#[test]
fn a_missing_file() {
    Place::with(&[]).refuses(&["run", "missing.c"], &["missing.c", "no such file"]);
}

#[test]
fn no_file_at_all() {
    Place::with(&[]).refuses_with_any_text(&["run"], &["FILES"]);
}

#[test]
fn a_file_that_is_no_bitcode() {
    let place = Place::with(&[("a.bc", b"\x7fELF nothing of the kind"), ("b.txt", b"hello"), ("c.bc", b"")]);
    place.refuses(&["run", "a.bc"], &["a.bc"]);
    place.refuses(&["run", "b.txt"], &["b.txt"]);
    place.refuses(&["run", "c.bc"], &["c.bc"]);
}

#[test]
fn bitcode_that_is_cut_short() {
    let place = Place::with(&[("a.c", HARMLESS.as_bytes())]);
    place.tool("clang-19", &["-emit-llvm", "-c", "a.c", "-o", "a.bc"]);
    let whole = fs::read(place.path().join("a.bc")).expect("bitcode");
    fs::write(place.path().join("cut.bc"), &whole[..whole.len() / 2]).expect("written");
    place.refuses(&["run", "cut.bc"], &["cut.bc"]);
}

#[test]
fn what_llvm_crashes_on() {
    let scalable = "define i32 @main() {\n  %a = alloca <vscale x 4 x i32>\n  ret i32 0\n}\n";
    let place = Place::with(&[("a.ll", scalable.as_bytes())]);
    place.refuses(&["run", "a.ll"], &["a.ll", "LLVM crashes on it", "scalable"]);
}

#[test]
fn bitcode_with_flipped_bits() {
    let source = b"int printf(const char *, ...);\nstruct s { int a[3]; } s;\nint main(int n, char **v) { return printf(*v, s.a[n]); }\n";
    let place = Place::with(&[("a.c", source)]);
    place.tool("clang-19", &["-g", "-emit-llvm", "-c", "a.c", "-o", "a.bc"]);
    let whole = fs::read(place.path().join("a.bc")).expect("bitcode");
    let mut crashes = 0;
    for at in (0..whole.len()).step_by(whole.len() / 60) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        fs::write(place.path().join("damaged.bc"), damaged).expect("written");
        let output = place.bowline(&[
            "run",
            "--quiet",
            "--no-confirm",
            "--max-time",
            "2s",
            "--out",
            "out",
            "damaged.bc",
        ]);
        let text = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code();
        assert!(matches!(code, Some(0..=2)), "byte {at}: {code:?}: {text}");
        assert!(code != Some(2) || text.trim_end().lines().count() == 1, "byte {at}: {text}");
        crashes += u32::from(text.contains("LLVM crashes on it"));
    }
    assert!(crashes > 0, "none of these crashes LLVM: the test tests nothing");
}

#[test]
fn bitcode_of_a_newer_llvm() {
    // The Rust compiler that builds this test carries a newer LLVM than 19.
    let source =
        b"#[unsafe(no_mangle)] pub fn sum(all: &[u8]) -> u64 { all.iter().map(|b| u64::from(*b)).sum() }\n";
    let place = Place::with(&[("lib.rs", source)]);
    place.tool(
        "rustc",
        &[
            "--edition=2024",
            "--crate-type=lib",
            "--emit=llvm-bc",
            "-Copt-level=2",
            "-o",
            "newer.bc",
            "lib.rs",
        ],
    );
    place.refuses(&["run", "newer.bc"], &["newer.bc", "LLVM", "clang 19"]);
}

#[test]
fn a_program_that_does_not_compile() {
    let place = Place::with(&[("a.c", b"int main(void) { return missing_name; }\n")]);
    place.refuses_with_any_text(&["run", "a.c"], &["a.c", "missing_name"]);
}

#[test]
fn no_main() {
    let place = Place::with(&[("a.c", b"int helper(void) { return 1; }\n")]);
    place.refuses(&["run", "a.c"], &["main", "--entry"]);
}

#[test]
fn an_entry_that_is_not_there() {
    let place = Place::with(&[("a.c", b"int twice(int x) { return 2 * x; } int main(void) { return 0; }\n")]);
    place.refuses(&["run", "--entry", "thrice", "a.c"], &["thrice"]);
    place.refuses(&["run", "--entry", "twise", "a.c"], &["twise", "`twice`"]);
    place.refuses(&["run", "--entry", "twice", "--entry-setup", "twice", "a.c"], &["twice", "parameter"]);
}

#[test]
fn native_libraries_that_cannot_be_loaded() {
    let place = Place::with(&[("a.c", HARMLESS.as_bytes()), ("text.so", b"hello"), ("empty.so", b"")]);
    place.refuses(&["run", "--native-lib", "missing.so", "a.c"], &["missing.so"]);
    place.refuses(&["run", "--native-lib", "text.so", "a.c"], &["text.so"]);
    place.refuses(&["run", "--native-lib", "empty.so", "a.c"], &["empty.so"]);
    place.refuses(&["run", "--native-lib", ".", "a.c"], &["native library"]);
}

#[test]
fn unresolved_symbols() {
    let place = Place::with(&[
        ("function.c", b"int far_away(int); int main(void) { return far_away(1); }\n"),
        (
            "pointer.c",
            b"int far_away(int); int (*table[])(int) = {far_away}; int main(void) { return table[0](1); }\n",
        ),
        ("variable.c", b"extern int somewhere; int main(void) { return somewhere; }\n"),
    ]);
    place.refuses(&["run", "function.c"], &["far_away", "--native-lib", "--unknowns"]);
    place.refuses(&["run", "--unknowns", "error", "function.c"], &["far_away"]);
    place.refuses(&["run", "pointer.c"], &["far_away"]);
    place.refuses(&["run", "variable.c"], &["somewhere"]);
    place.refuses(&["run", "--unknowns", "stop", "variable.c"], &["somewhere"]);
    let output = place.bowline(&["run", "--unknowns", "stop", "--out", "out", "function.c"]);
    assert_eq!(output.status.code(), Some(0));
    let report = fs::read_to_string(place.path().join("out/run.json")).expect("a report");
    assert!(report.contains("unknown-function") && report.contains("far_away"), "{report}");
}

#[test]
fn a_symbol_that_is_defined_twice() {
    let place = Place::with(&[("a.c", HARMLESS.as_bytes()), ("b.c", HARMLESS.as_bytes())]);
    place.refuses(&["run", "a.c", "b.c"], &["main", "a.c", "b.c"]);
}

#[test]
fn modules_for_other_machines() {
    let place = Place::with(&[("a.c", HARMLESS.as_bytes())]);
    for (target, name) in [("i386-linux-gnu", "small.bc"), ("powerpc64-linux-gnu", "big.bc")] {
        place.tool("clang-19", &[&format!("--target={target}"), "-emit-llvm", "-c", "a.c", "-o", name]);
        place.refuses(&["run", name], &[name]);
    }
}

#[test]
fn options_that_contradict_each_other_or_make_no_sense() {
    let place = Place::with(&[("a.c", HARMLESS.as_bytes())]);
    place.refuses(&["run", "--tests", "none", "--confirm", "all", "a.c"], &["--tests", "--confirm"]);
    place.refuses(&["run", "--entry", "main", "--entry", "other", "a.c"], &["--entry"]);
    place.refuses(&["run", "--capacity", "8", "--sizes", "nonsense", "a.c"], &["--sizes"]);
    place.refuses(&["run", "--max-time", "0s", "a.c"], &["--max-time"]);
    place.refuses(&["run", "--max-time", "soon", "a.c"], &["--max-time"]);
    place.refuses(&["run", "--max-memory", "12Q", "a.c"], &["--max-memory"]);
    place.refuses(&["run", "--search", "sideways", "a.c"], &["sideways", "dfs"]);
    place.refuses(&["run", "--no-confirm", "--confirm", "bugs", "a.c"], &["--confirm"]);
    place.refuses(&["run", "--entry", "f", "a.c", "--", "argument"], &["--entry", "argument"]);
}

#[test]
fn an_output_directory_that_is_someone_elses() {
    let place = Place::with(&[("a.c", HARMLESS.as_bytes()), ("file", b"mine")]);
    fs::create_dir(place.path().join("theirs")).expect("created");
    fs::write(place.path().join("theirs/precious"), b"data").expect("written");
    place.refuses(&["run", "--out", "theirs", "a.c"], &["theirs", "--out"]);
    place.refuses(&["run", "--out", "file", "a.c"], &["file", "--out"]);
    assert_eq!(fs::read(place.path().join("theirs/precious")).expect("still there"), b"data");
}

#[test]
fn an_output_directory_of_an_earlier_run_is_replaced() {
    let place = Place::with(&[("a.c", HARMLESS.as_bytes())]);
    for _ in 0..2 {
        let output = place.bowline(&["run", "--out", "out", "a.c"]);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let output = place.bowline(&["run", "a.c"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(place.names(), ["a.c", "bowline-last", "bowline-out-0", "out"]);
}

#[test]
fn tests_that_are_none() {
    let place = Place::with(&[("a.ktest", b"KTEST\0\0\0\x03\0\0"), ("b.ktest", b"hello")]);
    place.refuses(&["tests", "show", "missing.ktest"], &["missing.ktest"]);
    place.refuses(&["tests", "show", "a.ktest"], &["a.ktest", "cut short"]);
    place.refuses(&["tests", "show", "b.ktest"], &["b.ktest", "not a .ktest file"]);
    place.refuses(&["replay", "a.ktest"], &["a.ktest", "run.json"]);
}

#[test]
fn a_program_with_two_ways_to_start_or_none() {
    let fuzzer =
        "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return n > 3 && d[0]; }\n";
    let both = format!("{HARMLESS}{fuzzer}");
    let place = Place::with(&[("both.c", both.as_bytes()), ("fuzzer.c", fuzzer.as_bytes())]);
    place.refuses(&["run", "both.c"], &["both", "--entry main", "--entry LLVMFuzzerTestOneInput"]);
    for entry in ["main", "LLVMFuzzerTestOneInput"] {
        let output = place.bowline(&["run", "--out", "out", "--entry", entry, "both.c"]);
        assert_eq!(output.status.code(), Some(0), "{entry}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for option in [&["--sym-args", "0", "1", "2"][..], &["--sym-stdin", "4"], &["--sym-env", "HOME", "4"]] {
        let args: Vec<&str> = [&["run"], option, &["fuzzer.c"]].concat();
        place.refuses(&args, &[option[0], "LLVMFuzzerTestOneInput", "main"]);
    }
    let place = Place::with(&[("a.c", b"int f(void) { return 0; }\n")]);
    place.refuses(&["run", "a.c"], &["main", "LLVMFuzzerTestOneInput", "KLEE", "Test-Comp", "--entry"]);
    place.refuses(&["run", "--entry", "LLVMFuzzerTestOneInput", "a.c"], &["LLVMFuzzerTestOneInput"]);
    place.refuses(&["run", "--entry", "f", "--sym-stdin", "4", "a.c"], &["--sym-stdin", "`f`"]);
    place.refuses(&["run", "--sym-stdin", "4", "a.c"], &["main"]);
}

#[test]
fn unknown_surroundings_that_make_no_sense() {
    let place = Place::with(&[("a.c", HARMLESS.as_bytes())]);
    fs::create_dir(place.path().join("folder")).expect("created");
    for (options, says) in [
        (&["--sym-args", "3", "2", "4"][..], "least"),
        (&["--sym-args", "0", "2", "0"], "0 characters"),
        (&["--sym-args", "0", "two", "4"], "two"),
        (&["--sym-args", "0", "2"], "--sym-args"),
        (&["--sym-stdin", "0"], "--sym-stdin"),
        (&["--sym-file", "folder", "8"], "is a directory"),
        (&["--sym-file", "/etc/passwd", "8"], "relative"),
        (&["--sym-file", "../up", "8"], "relative"),
        (&["--sym-file", "nowhere/data", "8"], "no directory nowhere"),
        (&["--sym-file", "data", "many"], "many"),
        (&["--sym-file", "data", "8", "--sym-file", "data", "9"], "taken"),
        (&["--sym-file", "./data", "8"], "relative"),
        (&["--sym-env", "A=B", "8"], "`=`"),
        (&["--sym-env", "A", "8", "--sym-env", "A", "8"], "twice"),
        (&["--sym-env", "A", "0"], "from 1"),
    ] {
        let args: Vec<&str> = [&["run"], options, &["a.c"]].concat();
        place.refuses(&args, &[options[0], says]);
    }
}

/// `bowline run a.c | true`: nobody reads what is printed, and nothing is said about it.
#[test]
fn a_closed_output_is_no_fault() {
    let place = Place::with_program("#include <stdlib.h>\nint main(void) { abort(); }\n");
    for command in ["run --out out a.c", "replay out", "tests show out", "run --help"] {
        let script = format!("{{ {} {command}; echo $? >code; }} | true", env!("CARGO_BIN_EXE_bowline"));
        let output =
            std::process::Command::new("sh").args(["-c", &script]).current_dir(place.path()).output();
        let complaint = String::from_utf8_lossy(&output.expect("a shell").stderr).into_owned();
        assert!(!complaint.contains("panicked") && !complaint.contains("mistake"), "{command}: {complaint}");
        let code = std::fs::read_to_string(place.join("code")).expect("an exit code");
        assert!(["0\n", "1\n", "141\n"].contains(&code.as_str()), "{command} ended with {code}");
    }
}

#[test]
fn a_misspelt_option_is_told_with_the_right_one() {
    let place = Place::with_program(HARMLESS);
    place.refuses(&["run", "--max-tiem", "3s", "a.c"], &["'--max-tiem'", "'--max-time'"]);
    place.refuses(&["run", "--serch", "dfs", "a.c"], &["'--serch'", "'--search'"]);
}

#[test]
fn a_source_in_another_language_is_named_as_what_it_is() {
    let place = Place::with(&[("a.cc", b"int main() {}\n"), ("b.cpp", b""), ("c.rs", b"fn main() {}\n")]);
    place.refuses(&["run", "a.cc"], &["a.cc", "C++ source", "bowline c++"]);
    place.refuses(&["run", "b.cpp"], &["b.cpp", "C++ source"]);
    place.refuses(&["run", "c.rs"], &["c.rs", "neither C source nor LLVM bitcode"]);
}
