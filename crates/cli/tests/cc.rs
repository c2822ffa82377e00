//! `bowline cc` in the hands of build systems, and what `bowline run` makes of the results.

mod common;

use common::Place;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const BOWLINE: &str = env!("CARGO_BIN_EXE_bowline");

/// Reads behind `table` for one value of its argument.
const LOOKUP: &str = "static const int table[4] = {1, 2, 3, 4};\nint lookup(int at) {\n  if (at < 0 || at > 4) return 0;\n  return table[at];\n}\n";
const LOOKUP_MAIN: &str = "#include <klee/klee.h>\nint lookup(int at);\nint main(void) {\n  int at;\n  \
     klee_make_symbolic(&at, sizeof at, \"at\");\n  return lookup(at);\n}\n";
/// The same program for builds that know nothing of harnesses: `argc` says where to look.
const PLAIN_MAIN: &str =
    "int lookup(int at);\nint main(int argc, char **argv) { return lookup(argc + 2); }\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

trait Compiles {
    fn cc(&self, args: &[&str]) -> Output;
    fn cc_ok(&self, args: &[&str]);
    fn shell(&self, script: &str);
    fn refuses(&self, args: &[&str], says: &[&str]);
}

impl Compiles for Place {
    fn cc(&self, args: &[&str]) -> Output {
        self.bowline(&[&["cc"], args].concat())
    }

    fn cc_ok(&self, args: &[&str]) {
        let output = self.cc(args);
        assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    }

    /// A script in which `$CC` is our compiler.
    fn shell(&self, script: &str) {
        let output = Command::new("sh")
            .args(["-e", "-c", script])
            .current_dir(self.path())
            .env("CC", format!("{BOWLINE} cc"))
            .output()
            .expect("a shell");
        assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    }

    /// `bowline run` ends with exit code 2 and one line that says all of `says`.
    fn refuses(&self, args: &[&str], says: &[&str]) {
        let output = self.bowline(&[&["run", "--out", "out"], args].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
        for part in says {
            assert!(said.contains(part), "{args:?} should say `{part}`, but says: {said}");
        }
        assert!(!self.join("out").exists());
    }
}

/// The one bug of the lookup, confirmed natively.
fn expect_the_bug(place: &Place, args: &[&str]) {
    let report = place.run(args, 1);
    let bugs = report["bugs"].as_array().expect("bugs");
    assert_eq!(bugs.len(), 1, "{bugs:?}");
    assert_eq!(bugs[0]["kind"], "out-of-bounds-read");
    assert_eq!(bugs[0]["line"], 4);
    assert_eq!(bugs[0]["confirmed"], true, "{}", bugs[0]["native"]);
    assert!(report["lost"].as_array().is_some_and(Vec::is_empty), "{}", report["lost"]);
}

#[test]
fn a_static_library_and_a_harness() {
    let unused = b"int lookup_all(void);\nint helper_of_nobody(void) { return lookup_all(); }\n";
    let place = Place::with(&[
        ("lookup.c", LOOKUP.as_bytes()),
        ("unused.c", unused),
        ("harness.c", LOOKUP_MAIN.as_bytes()),
    ]);
    place.shell("$CC -O2 -c lookup.c unused.c && ar rcs liblookup.a unused.o lookup.o");
    expect_the_bug(&place, &["liblookup.a", "harness.c"]);
    expect_the_bug(&place, &["harness.c", "liblookup.a"]);
    place.shell("rm liblookup.a && ar rcsT liblookup.a unused.o lookup.o");
    expect_the_bug(&place, &["harness.c", "liblookup.a"]);
    expect_the_bug(&place, &["harness.c", "lookup.o"]);
}

#[test]
fn several_units_with_make() {
    let makefile =
        b"CFLAGS = -O2 -g -MMD -Wall -D_FORTIFY_SOURCE=2\nprog: main.o lookup.o\n\t$(CC) -o $@ $^ -lm\n\
        all: prog whole joined.o liblookup.so\nwhole: main.c lookup.c\n\t$(CC) $^ -o $@\n\
        joined.o: main.o lookup.o\n\t$(CC) -r $^ -o $@\n\
        liblookup.so: lookup.c\n\t$(CC) -shared -fPIC $^ -o $@ -Wl,--gc-sections\n";
    let place = Place::with(&[
        ("lookup.c", LOOKUP.as_bytes()),
        ("main.c", PLAIN_MAIN.as_bytes()),
        ("Makefile", makefile),
    ]);
    place.shell("make CC=\"$CC\" all && test -f main.d; ./prog || test $? = 4");
    // argc is 2: the index is 4, one behind the end.
    for built in ["prog", "whole", "joined.o"] {
        expect_the_bug(&place, &[built, "--", "one"]);
    }
    expect_the_bug(&place, &["liblookup.so", "main.c", "--", "one"]);
}

/// A linker that collects unused sections drops all of `far.c`, not even unwind tables stay; the bitcode of `main.c` still refers to it.
#[test]
fn units_without_code_after_collection() {
    let main = format!("int far_away(void);\nint spare(void) {{ return far_away(); }}\n{PLAIN_MAIN}");
    let place = Place::with(&[
        ("lookup.c", LOOKUP.as_bytes()),
        ("main.c", main.as_bytes()),
        ("far.c", b"int far_away(void) { return 5; }\n"),
    ]);
    place.shell("$CC -O1 -g -ffunction-sections -fno-asynchronous-unwind-tables -c main.c lookup.c far.c && ar rcs libfar.a far.o lookup.o");
    place.shell("$CC -Wl,--gc-sections main.o libfar.a -o prog && ! nm prog | grep far_away");
    expect_the_bug(&place, &["prog", "--", "one"]);
}

/// Output, messages, exit code and files are those of clang.
fn same_as_clang(files: &[(&str, &[u8])], args: &[&str], stdin: &str) {
    let outcome = |program: &[&str]| {
        let place = Place::with(files);
        let mut child = Command::new(program[0])
            .args(&program[1..])
            .args(args)
            .current_dir(place.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        // A compiler that reads no input closes it early.
        let _ = std::io::Write::write_all(&mut child.stdin.take().expect("piped"), stdin.as_bytes());
        let output = child.wait_with_output().expect("ends");
        let mut contents = Vec::new();
        for name in place.names() {
            // Objects differ by the section, and executables by its place in the file.
            let is_native = fs::read(place.join(&name)).expect("read").starts_with(b"\x7fELF");
            contents.push((name.clone(), (!is_native).then(|| fs::read(place.join(&name)).expect("read"))));
        }
        let without_place = |bytes: &[u8]| text(bytes).replace(&place.path().display().to_string(), "");
        (output.status.code(), without_place(&output.stdout), without_place(&output.stderr), contents)
    };
    let (ours, clangs) = (outcome(&[BOWLINE, "cc"]), outcome(&["clang-19"]));
    assert_eq!(ours, clangs, "{args:?}");
}

#[test]
fn everything_else_is_as_with_clang() {
    let files: &[(&str, &[u8])] = &[
        ("a.c", b"#include \"a.h\"\nint f(void) { return A; }\nint main(void) { int unused; return 0; }\n"),
        ("a.h", b"#define A 1\n"),
        ("b.c", b"int g(void) { return 2; }\n"),
        ("s.s", b".globl h\nh: ret\n.section .note.GNU-stack,\"\",@progbits\n"),
        ("bad.c", b"int f(void) { return missing; }\n"),
        ("args", b"-DX=\"two words\" -c 'a.c' -o\nresponse.o"),
    ];
    for args in [
        "-E a.c",
        "-S a.c",
        "-S -O2 a.c -o -",
        "-M a.c",
        "-MM a.c -MT x",
        "-MD -MF deps -c a.c",
        "-Wp,-MD,deps -c a.c",
        "-c -Wall a.c b.c",
        "-Wall a.c b.c",
        "a.c b.c s.s -o prog",
        "@args",
        "-c s.s",
        "-c a.c -o /dev/null",
        "-c bad.c",
        "bad.c -o bad",
        "-c missing.c",
        "missing.o",
        "-c --no-such-option a.c",
        "a.c -lno-such-library",
        "-dumpmachine",
        "--version",
        "-print-search-dirs",
        "-print-file-name=libc.so",
        "-fsyntax-only a.c",
        "-c -emit-llvm a.c",
        "-m32 -S a.c -o -",
        "",
        "-",
        "-c -save-temps b.c",
        "-shared -fPIC b.c -o b.so",
        "-r b.c -o c.o",
        "-pipe -c b.c -o x.o",
    ] {
        same_as_clang(files, &args.split_whitespace().collect::<Vec<_>>(), "");
    }
    let input = "int main(void) { return 3; }\n";
    same_as_clang(files, &["-x", "c", "-", "-o", "prog"], input);
    same_as_clang(files, &["-x", "c", "-c", "-", "-o", "in.o"], input);
    same_as_clang(files, &["-E", "-x", "c", "-"], input);
}

#[test]
fn a_program_from_standard_input() {
    let place = Place::with(&[]);
    let program = format!("{LOOKUP}int main(int argc, char **argv) {{ return lookup(argc + 3); }}\n");
    fs::write(place.join("in"), &program).expect("written");
    place.shell("$CC -x c - -o prog < in");
    // There is no source to compile again, so the native build is from bitcode.
    expect_the_bug(&place, &["prog"]);
}

#[test]
fn other_names_of_the_command() {
    let place = Place::with(&[
        ("a.c", LOOKUP.as_bytes()),
        ("b.cpp", b"extern \"C\" int twice(int x) { return 2 * x; }"),
    ]);
    for name in ["bowline-cc", "bowline-c++"] {
        symlink(BOWLINE, place.join(name)).expect("a link");
    }
    place.shell("./bowline-cc -c a.c && ./bowline-c++ -c b.cpp && objdump -h a.o b.o > sections");
    assert_eq!(fs::read_to_string(place.join("sections")).expect("read").matches(".bowline").count(), 2);
}

#[test]
fn link_time_optimisation_is_left_out() {
    let place = Place::with(&[("lookup.c", LOOKUP.as_bytes()), ("main.c", PLAIN_MAIN.as_bytes())]);
    place.shell("$CC -flto -O2 -c lookup.c main.c && $CC -flto lookup.o main.o -o prog");
    expect_the_bug(&place, &["prog", "--", "one"]);
}

#[test]
fn opaque_parts_are_listed() {
    let main = b"int from_asm(void); int elsewhere(void);\nint main(int argc, char **argv) {\n  \
        return argc > 3 ? from_asm() + elsewhere() : 0;\n}\n";
    let place = Place::with(&[
        ("main.c", main),
        ("asm.S", b".globl from_asm\nfrom_asm: mov $3, %eax\nret\n.section .note.GNU-stack,\"\",@progbits\n"),
        ("elsewhere.c", b"int elsewhere(void) { return 4; }\n"),
    ]);
    place.shell("clang-19 -c elsewhere.c && $CC -c asm.S && $CC main.c asm.o elsewhere.o -o prog && ./prog");
    let report = place.run(&["--unknowns", "stop", "prog"], 0);
    let lost: Vec<String> = report["lost"]
        .as_array()
        .expect("losses")
        .iter()
        .map(|loss| format!("{} {}", loss["kind"], loss["what"]))
        .collect();
    assert_eq!(lost.len(), 2, "{lost:?}");
    assert!(lost.iter().any(|loss| loss.contains("opaque") && loss.contains("asm.S")), "{lost:?}");
    assert!(lost.iter().any(|loss| loss.contains("opaque") && loss.contains("elsewhere.o")), "{lost:?}");
}

#[test]
fn a_unit_without_bitcode_still_becomes_an_object() {
    // With optimisation this compiles, without it does not.
    let place = Place::with(&[(
        "a.c",
        b"#ifndef __OPTIMIZE__\n#error optimise\n#endif\nint f(void) { return 1; }\n",
    )]);
    place.cc_ok(&["-O2", "-c", "a.c"]);
    let mut verbose = place.command(&["cc", "-O2", "-c", "a.c"]);
    let said = text(&verbose.env("BOWLINE_CC_VERBOSE", "1").output().expect("starts").stderr);
    assert!(said.contains("a.c") && said.contains("optimise"), "{said}");
    place.refuses(&["a.o"], &["a.o", "no bitcode", "optimise"]);
}

#[test]
fn native_files_without_bitcode() {
    let place = Place::with(&[("a.c", PLAIN_MAIN.as_bytes()), ("lookup.c", LOOKUP.as_bytes())]);
    place.shell("clang-19 a.c lookup.c -o prog && clang-19 -c lookup.c && ar rcs lib.a lookup.o");
    for name in ["prog", "lookup.o", "lib.a"] {
        place.refuses(&[name], &[name, "built without bowline cc", "CC='bowline cc'"]);
    }
    place.shell("$CC a.c lookup.c -o prog && llvm-strip-19 prog");
    place.refuses(&["prog"], &["prog", "stripped"]);
}

#[test]
fn a_source_that_changed_since() {
    let place = Place::with(&[("a.c", PLAIN_MAIN.as_bytes()), ("lookup.c", LOOKUP.as_bytes())]);
    place.shell("$CC a.c lookup.c -o prog");
    fs::write(place.join("lookup.c"), LOOKUP.replace("> 4", "> 3")).expect("written");
    place.refuses(&["prog"], &["prog", "lookup.c", "stale", "rebuild"]);
    // A source that is gone is no contradiction.
    fs::remove_file(place.join("lookup.c")).expect("removed");
    expect_the_bug(&place, &["prog", "--", "one"]);
}

#[test]
fn a_header_that_changed_since() {
    let source = LOOKUP.replace("> 4", "> LIMIT");
    let place = Place::with(&[
        ("a.c", PLAIN_MAIN.as_bytes()),
        ("lookup.c", source.as_bytes()),
        ("a limit.h", b"#define LIMIT 4\n"),
    ]);
    place.shell("$CC -include 'a limit.h' a.c lookup.c -o prog");
    fs::write(place.join("a limit.h"), "#define LIMIT 3\n").expect("written");
    place.refuses(&["prog"], &["prog", "a limit.h", "stale", "rebuild"]);
    fs::write(place.join("a limit.h"), "#define LIMIT 4\n").expect("written");
    expect_the_bug(&place, &["prog", "--", "one"]);
}

#[test]
fn bitcode_that_is_damaged() {
    let place = Place::with(&[("lookup.c", LOOKUP.as_bytes())]);
    place.cc_ok(&["-c", "lookup.c"]);
    place.shell("llvm-objcopy-19 --dump-section .bowline=whole lookup.o");
    let whole = fs::read(place.join("whole")).expect("read");
    for (name, part) in [("half", &whole[..whole.len() / 2]), ("none", &b"something else"[..])] {
        fs::write(place.join("part"), part).expect("written");
        place.shell("llvm-objcopy-19 --remove-section .bowline --add-section .bowline=part lookup.o bad.o");
        place.refuses(&["bad.o"], &["bad.o", "entry 1", if name == "half" { "cut short" } else { "" }]);
    }
    let object = fs::read(place.join("lookup.o")).expect("read");
    fs::write(place.join("cut.o"), &object[..object.len() / 3]).expect("written");
    place.refuses(&["cut.o"], &["cut.o"]);
}

#[test]
fn no_compiler() {
    let place = Place::with(&[("a.c", LOOKUP.as_bytes())]);
    for args in [&["cc", "-c", "a.c"][..], &["cc", "--version"], &["cc", "a.c"], &["c++", "a.c"]] {
        let output = place.command(args).env("PATH", "/nonexistent").output().expect("starts");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = text(&output.stderr);
        assert!(said.contains("install the package clang-19") && said.lines().count() == 1, "{said}");
    }
}

/// What configure scripts ask of a compiler, in their way.
#[test]
fn a_configure_script() {
    let script = r##"
        ac_cc() { echo "$1" > conftest.c; shift; $CC "$@"; }
        ac_cc 'int main(void) { return 0; }' conftest.c && test -x a.out && ./a.out
        ac_cc 'int main(void) { return 0; }' -o conftest -g -O2 conftest.c -lm && ./conftest
        ac_cc 'int main(void) { return 0; }' -c conftest.c && test -f conftest.o
        ac_cc '#include <no/such.h>' -E conftest.c > /dev/null 2>&1 && exit 1
        ac_cc '#ifndef __clang__
        #error not clang
        #endif' -c conftest.c
        ac_cc 'int f(void);int main(void) { return f(); }' -o conftest2 conftest.c 2> /dev/null && exit 1
        ac_cc 'void f(void){}' -shared -fPIC -Wl,-soname,libx.so -o libx.so conftest.c
        $CC -v > version 2>&1 && grep -q clang version
        ac_cc 'int main(void) { return 0; }' -c conftest.c
        $CC conftest.o -v -o conftest3 > link 2>&1
        if grep bowline-units link; then exit 1; fi
        if ls | grep -v -e conftest -e libx -e a.out -e version -e link; then exit 1; fi
    "##;
    Place::with(&[]).shell(script);
}

#[test]
fn a_cmake_project() {
    let lists = b"cmake_minimum_required(VERSION 3.10)\nproject(look C)\nadd_library(look STATIC lookup.c)\n\
        add_executable(prog main.c)\ntarget_link_libraries(prog look m)\n\
        if(NOT CMAKE_C_COMPILER_ID STREQUAL Clang)\nmessage(FATAL_ERROR \"${CMAKE_C_COMPILER_ID}\")\nendif()\n";
    let place = Place::with(&[
        ("lookup.c", LOOKUP.as_bytes()),
        ("main.c", PLAIN_MAIN.as_bytes()),
        ("CMakeLists.txt", lists),
    ]);
    place.shell("cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build");
    assert!(Path::new(&place.join("build/prog")).exists());
    expect_the_bug(&place, &["build/prog", "--", "one"]);
}
