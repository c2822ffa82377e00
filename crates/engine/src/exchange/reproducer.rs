//! A test as one C file that needs nothing of Bowline.
//!
//! What the file is depends on how the program gets its inputs:
//!
//! * a libFuzzer harness: a `main` that calls `LLVMFuzzerTestOneInput` with the bytes;
//! * a harness that asks for values (KLEE, `<bowline.h>`, Test-Comp): definitions of the functions it asks, which hand
//!   out the recorded values in order. They are those of native replays (`runtime/replay`);
//! * a function on its own: a call of it with what its caller hands over ([`crate::entry`]);
//! * a plain program: a launcher that recreates arguments, environment, files and standard input, and becomes the program.
//!
//! A program of the last kind that also asks for values has no such file; `bowline replay` runs it.

use super::StoredTest;
use super::raw::fuzzer_data;
use crate::entry::driver::{self, Setting, Style};
use crate::entry::heap::Heap;
use crate::findings::build_spec;
use crate::harness::HarnessKind;
use crate::inputs::c_string;
use crate::ktest::{Bytes, Ktest, KtestObject};
use crate::native::entry::inclusion;
use crate::report::ProgramReport;
use crate::scratch::{Purpose, Scratch};
use crate::world::World;
use bowline_frontend::tool;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path};
use std::process::Command;

/// Longer arrays are written without their zeros.
const MOST_SPELLED: u64 = 4096;

const FUZZER: &str = include_str!("reproducer/fuzzer.c");
const LAUNCH: &str = include_str!("reproducer/launch.c");

/// Sanitizers that see what Bowline reports, and memory that starts as under the executor.
const FLAGS: &str =
    "-g -fsanitize=address,undefined -fno-sanitize-recover=undefined -ftrivial-auto-var-init=zero";
const OPTIONS: &str = "ASAN_OPTIONS=malloc_fill_byte=0:max_malloc_fill_size=16777216:detect_leaks=0";

/// How the program gets the inputs of a test.
enum Way {
    Fuzzer,
    /// It asks; with the function to start with, where that is not `main`.
    Asks(Option<String>),
    Surroundings,
    /// It is called with what the test describes.
    Call(Box<Heap>),
}

/// A reproducer.
pub struct Reproducer {
    pub text: String,
    /// The program includes headers of ours, which must be beside the file.
    pub needs_headers: bool,
    /// How to build and run it, one command per line.
    pub commands: Vec<String>,
}

/// The C file `name` for a test, or why there is none.
pub fn write(stored: &StoredTest, name: &str) -> Result<Reproducer, String> {
    let program = stored.run.as_ref().map(|run| &run.report.program);
    let none = World::default();
    let world = program.map_or(&none, |program| &program.world);
    let (around, asked) = world.divide(&stored.test);
    let way = way(program, &stored.test, &asked)?;
    let sources = sources(stored);
    let stem = name.trim_end_matches(".c");
    let (body, needs_headers, commands) = match &way {
        Way::Fuzzer => {
            let data = fuzzer_data(&stored.test).ok_or("the inputs are not those of a libFuzzer harness")?;
            let body = format!(
                "{}{}static const size_t input_size = {};\n{FUZZER}",
                includes(&["stdint.h", "stdlib.h", "string.h"]),
                array("input", &data),
                data.len()
            );
            (body, false, linked(stem, name, "", &sources))
        }
        Way::Asks(entry) => {
            let kind = program.map(|program| program.harness);
            let ours = !matches!(kind, Some(HarnessKind::Verifier | HarnessKind::Plain));
            let include = if ours { " -I include" } else { "" };
            (asking(&stored.test, entry.as_deref()), ours, linked(stem, name, include, &sources))
        }
        Way::Call(heap) => calling(stored, heap, stem, name)?,
        Way::Surroundings => {
            let mut arguments: Vec<Vec<u8>> =
                stored.test.args.iter().map(|arg| arg.clone().into_bytes()).collect();
            arguments.extend(around.args);
            let mut files = around.files;
            if let Some(program) = program {
                files.extend(named_files(program, &files));
            }
            let body = launching(&arguments, &around.env, &files, &around.stdin);
            let commands = vec![
                format!("clang {FLAGS} {sources} -o {stem}.program"),
                format!("clang {name} -o {stem}"),
                format!("{OPTIONS} ./{stem} {stem}.program"),
            ];
            (body, false, commands)
        }
    };
    let mut text = format!("/*\n * {}\n *\n", title(stored));
    for command in &commands {
        writeln!(text, " *     {}", command.replace("*/", "* /")).unwrap_or_default();
    }
    write!(text, " */\n{body}").unwrap_or_default();
    Ok(Reproducer { text, needs_headers, commands })
}

fn way(program: Option<&ProgramReport>, test: &Ktest, asked: &Ktest) -> Result<Way, String> {
    if let Some(heap) = &test.heap {
        return Ok(Way::Call(heap.clone()));
    }
    let Some(program) = program else {
        return Ok(if fuzzer_data(test).is_some() { Way::Fuzzer } else { Way::Asks(None) });
    };
    match (program.harness, program.world.is_empty()) {
        (HarnessKind::LibFuzzer, _) => Ok(Way::Fuzzer),
        (HarnessKind::Function, _) => Ok(Way::Asks(program.entry.clone())),
        (HarnessKind::Plain, _) if asked.objects.is_empty() => Ok(Way::Surroundings),
        (_, true) => Ok(Way::Asks(None)),
        (_, false) if asked.objects.is_empty() => Ok(Way::Surroundings),
        (_, false) => {
            Err("the program has unknown surroundings and also asks for values itself, which no single C \
                           file gives it; use `bowline replay`"
                .to_string())
        }
    }
}

/// A driver, which includes the source with the function; inputs that the function asks for itself are handed out beside it.
fn calling(
    stored: &StoredTest,
    heap: &Heap,
    stem: &str,
    name: &str,
) -> Result<(String, bool, Vec<String>), String> {
    let run =
        stored.run.as_ref().ok_or("it is in no output directory of a run, which says where the source is")?;
    let spec = build_spec(&run.report.program, &run.report.config);
    let included = inclusion(&spec.files, &spec.directory, heap);
    let source = included.as_ref().map(|included| included.source.clone());
    let setting = Setting {
        source: source.as_deref(),
        setup: spec.setup.as_deref(),
        style: Style::Typed,
        is_replay: false,
    };
    let directory = included.as_ref().map_or(&spec.directory, |included| &included.directory);
    let own_flags = included.as_ref().and_then(|included| included.unit_flags.clone());
    let flags = own_flags.unwrap_or_else(|| spec.cflags.iter().map(OsString::from).collect());
    let compiles = |text: &str| is_c(text, directory, &flags);
    let typed = driver::single(heap, setting);
    let body = match compiles(&typed) {
        true => typed,
        false => driver::single(heap, Setting { style: Style::Bytes, ..setting }),
    };
    let files = spec.files.iter().map(|file| spec.directory.join(file));
    let others: Vec<String> = files
        .filter(|file| Some(file) != source.as_ref())
        .map(|file| quoted(&file.to_string_lossy()))
        .collect();
    let flags = flags.iter().map(|flag| quoted(&flag.to_string_lossy())).collect();
    let words = [flags, others].concat().join(" ");
    Ok((body, false, linked(stem, name, " -w -Wl,-z,muldefs", &words)))
}

/// Does a compiler accept it?
fn is_c(text: &str, directory: &Path, flags: &[OsString]) -> bool {
    let Ok(place) = Scratch::new(Purpose::Native) else { return false };
    let file = place.path().join("driver.c");
    let mut command = Command::new("clang-19");
    command.current_dir(directory).args(["-fsyntax-only", "-w"]).args(flags).arg(&file);
    fs::write(&file, text).is_ok() && tool::output(&mut command).is_ok_and(|output| output.status.success())
}

fn title(stored: &StoredTest) -> String {
    let name = stored.path.file_name().unwrap_or_default().to_string_lossy();
    let outcome = stored.outcome();
    let what = if outcome.is_empty() { String::new() } else { format!(": {outcome}") };
    format!("Reproduces the test {name}{what}.").replace("*/", "* /")
}

fn includes(names: &[&str]) -> String {
    names.iter().map(|name| format!("#include <{name}>\n")).collect::<String>() + "\n"
}

/// The program's files and compiler flags, as words of a command.
fn sources(stored: &StoredTest) -> String {
    let Some(run) = &stored.run else { return "PROGRAM.c".to_string() };
    let spec = build_spec(&run.report.program, &run.report.config);
    let flags = spec.cflags.iter().map(|flag| quoted(flag));
    let files = spec.files.iter().map(|file| quoted(&spec.directory.join(file).to_string_lossy()));
    flags.chain(files).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-=+:,".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn linked(stem: &str, name: &str, include: &str, sources: &str) -> Vec<String> {
    vec![format!("clang {FLAGS}{include} {name} {sources} -lm -o {stem}"), format!("{OPTIONS} ./{stem}")]
}

fn array(name: &str, bytes: &Bytes) -> String {
    let length = bytes.len();
    let (declared, stretches) = match length > MOST_SPELLED {
        true => {
            (length.to_string(), bytes.stretches().map(|(start, bytes)| (start, bytes.to_vec())).collect())
        }
        false => (String::new(), vec![(0, bytes.to_vec())]),
    };
    let mut out = format!("static const unsigned char {name}[{declared}] = {{");
    for (start, bytes) in &stretches {
        if *start > 0 {
            write!(out, "\n  [{start}] =").unwrap_or_default();
        }
        for (at, byte) in bytes.iter().enumerate() {
            out.push_str(if at % 16 == 0 { "\n  " } else { " " });
            write!(out, "{byte},").unwrap_or_default();
        }
    }
    // One more: an empty array is no C.
    out.push_str(match (length, declared.is_empty()) {
        (0, _) => "0};\n",
        (_, true) => "\n  0};\n",
        (_, false) => "};\n",
    });
    out
}

/// The functions that a harness asks, and what they answer.
fn asking(test: &Ktest, entry: Option<&str>) -> String {
    let headers = [
        "errno.h",
        "stdarg.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "sys/mman.h",
        "unistd.h",
    ];
    let mut out = format!("#define _GNU_SOURCE\n{}", includes(&headers));
    for (number, object) in test.objects.iter().enumerate() {
        out.push_str(&array(&format!("value_{number}"), &object.bytes));
    }
    out.push('\n');
    out.push_str(&part("objects.h"));
    out.push_str("\nstatic void load(struct objects *objects) {\n  static struct object list[] = {\n");
    for (number, KtestObject { name, bytes }) in test.objects.iter().enumerate() {
        writeln!(out, "    {{(char *){}, {}, value_{number}, 0}},", c_string(name.as_bytes()), bytes.len())
            .unwrap_or_default();
    }
    let count = test.objects.len();
    writeln!(out, "    {{0}},\n  }};\n  *objects = (struct objects){{list, {count}, 1}};\n}}\n")
        .unwrap_or_default();
    out.push_str(&part("interface.h"));
    if let Some(entry) = entry {
        writeln!(out, "\nvoid {entry}();\nint main(void) {{\n  {entry}();\n  return 0;\n}}")
            .unwrap_or_default();
    }
    out
}

/// A part of the replay library, without the comment that opens it.
fn part(name: &str) -> String {
    let file = bowline_runtime::REPLAY.iter().find(|file| file.name == name);
    let text = file.map_or("", |file| std::str::from_utf8(file.contents).unwrap_or_default());
    text.split_once("*/\n").map_or(text, |(_, rest)| rest).trim_start().to_string()
}

fn launching(
    arguments: &[Vec<u8>],
    variables: &[(String, Vec<u8>)],
    files: &[(String, Vec<u8>)],
    stdin: &[u8],
) -> String {
    let headers = ["errno.h", "stdio.h", "stdlib.h", "string.h", "sys/stat.h", "unistd.h"];
    let mut out = format!("#define _GNU_SOURCE\n{}", includes(&headers));
    out.push_str("struct text {\n  const char *name;\n  size_t size;\n  const unsigned char *bytes;\n};\n\n");
    let nameless: Vec<(String, Vec<u8>)> =
        arguments.iter().map(|argument| (String::new(), argument.clone())).collect();
    for (list, texts) in [("arguments", nameless.as_slice()), ("variables", variables), ("files", files)] {
        for (number, (_, bytes)) in texts.iter().enumerate() {
            out.push_str(&array(&format!("{list}_{number}"), &bytes.as_slice().into()));
        }
        write!(out, "static const struct text {list}[] = {{").unwrap_or_default();
        for (number, (name, bytes)) in texts.iter().enumerate() {
            write!(out, "{{{}, {}, {list}_{number}}}, ", c_string(name.as_bytes()), bytes.len())
                .unwrap_or_default();
        }
        writeln!(out, "{{0}}}};\nstatic const size_t n_{list} = {};\n", texts.len()).unwrap_or_default();
    }
    out.push_str(&array("standard_input_bytes", &stdin.into()));
    let size = stdin.len();
    writeln!(out, "static const struct text standard_input = {{\"\", {size}, standard_input_bytes}};")
        .unwrap_or_default();
    out + LAUNCH
}

/// Existing files that known arguments name, as native runs also have them.
fn named_files(program: &ProgramReport, known: &[(String, Vec<u8>)]) -> Vec<(String, Vec<u8>)> {
    let is_below = |name: &str| Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let named = program.args.iter().filter(|arg| is_below(arg) && known.iter().all(|(name, _)| name != *arg));
    named.filter_map(|arg| Some((arg.clone(), fs::read(program.directory.join(arg)).ok()?))).collect()
}
