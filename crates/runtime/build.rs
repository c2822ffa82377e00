//! Compiles `runtime/libc/*.c` to bitcode and writes a Rust file that embeds the results, the headers and the replay
//! sources. Needs `clang-19` and `llvm-nm-19`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::sync::Mutex;
use std::thread;

const CLANG: &str = "clang-19";
const NM: &str = "llvm-nm-19";

fn main() {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(variable("OUT_DIR"));
    let Some(runtime) = manifest.ancestors().nth(2).map(|root| root.join("runtime")) else {
        fail("the manifest is not two directories below the repository's root".to_string());
    };
    for part in ["libc", "include", "replay"] {
        println!("cargo:rerun-if-changed={}", runtime.join(part).display());
    }

    let libc = runtime.join("libc");
    let flags = compiler_flags(&libc);
    let sources = files_below(&libc, &["c"]);
    let members = compile_all(&sources, &flags, &runtime, &out);

    let mut text = String::from("pub static MEMBERS: &[Member] = &[\n");
    for member in &members {
        writeln!(
            text,
            "Member {{ name: {:?}, bitcode: include_bytes!({:?}), symbols: &{:?} }},",
            member.name, member.bitcode, member.symbols
        )
        .unwrap_or_default();
    }
    text.push_str("];\n");
    embed(&mut text, "HEADERS", &runtime.join("include"), files_below(&runtime.join("include"), &["h"]));
    embed(&mut text, "REPLAY", &runtime.join("replay"), files_below(&runtime.join("replay"), &["c", "h"]));
    embed(&mut text, "SORTING", &libc, [libc.join("qsort.c")]);
    embed(&mut text, "START_FUZZER", &libc, ["start.h", "start_fuzzer.c"].map(|name| libc.join(name)));
    if let Err(error) = fs::write(out.join("embedded.rs"), text) {
        fail(format!("cannot write the list of embedded files: {error}"));
    }
}

struct Compiled {
    name: String,
    bitcode: PathBuf,
    symbols: Vec<String>,
}

/// One flag per line; `#` begins a comment.
fn compiler_flags(libc: &Path) -> Vec<String> {
    let text =
        fs::read_to_string(libc.join("FLAGS")).unwrap_or_else(|_| "-O1\n-g\n-fno-builtin\n".to_string());
    text.lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim().to_string())
        .filter(|flag| !flag.is_empty())
        .collect()
}

/// Compiles with as many threads as there are processors; the result is in the order of the sources.
fn compile_all(sources: &[PathBuf], flags: &[String], runtime: &Path, out: &Path) -> Vec<Compiled> {
    let next = Mutex::new(0..sources.len());
    let done: Mutex<Vec<(usize, Compiled)>> = Mutex::new(Vec::new());
    let work = || {
        while let Some(index) = next.lock().ok().and_then(|mut next| next.next()) {
            let compiled = compile(&sources[index], flags, runtime, out);
            if let Ok(mut done) = done.lock() {
                done.push((index, compiled));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |count| count.get()) {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, compiled)| compiled).collect()
}

fn compile(source: &Path, flags: &[String], runtime: &Path, out: &Path) -> Compiled {
    let name = source.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let bitcode = out.join(format!("{name}.bc"));
    // Sources are named relative to the repository, so that debug information does not depend on where it is.
    let root = runtime.parent().unwrap_or(runtime);
    let relative = source.strip_prefix(root).unwrap_or(source);
    let mut command = Command::new(CLANG);
    command.current_dir(root).args(flags).arg("-w").arg("-I").arg("runtime/include");
    command.args(["-ffile-compilation-dir=bowline", "-fdebug-prefix-map=runtime/libc=libc"]);
    command.args(["-emit-llvm", "-c", "-o"]).arg(&bitcode).arg(relative);
    run(&mut command, CLANG);
    let mut list = Command::new(NM);
    list.args(["--defined-only", "--extern-only", "--format=just-symbols"]).arg(&bitcode);
    let symbols = run(&mut list, NM).lines().map(str::to_string).collect();
    Compiled { name, bitcode, symbols }
}

fn run(command: &mut Command, program: &str) -> String {
    match command.output() {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into_owned(),
        Ok(output) => fail(format!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr))),
        Err(error) => fail(format!(
            "cannot run {program}: {error}; install it (Debian: the packages clang-19 and llvm-19, see ./x)"
        )),
    }
}

fn embed(text: &mut String, list: &str, directory: &Path, files: impl IntoIterator<Item = PathBuf>) {
    writeln!(text, "pub static {list}: &[File] = &[").unwrap_or_default();
    for file in files {
        let name = file.strip_prefix(directory).unwrap_or(&file);
        writeln!(text, "File {{ name: {name:?}, contents: include_bytes!({file:?}) }},").unwrap_or_default();
    }
    text.push_str("];\n");
}

/// Sorted, so that the archive does not depend on the order of a directory.
fn files_below(directory: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending = vec![directory.to_path_buf()];
    while let Some(next) = pending.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                pending.push(path);
            } else if path.extension().is_some_and(|ext| extensions.iter().any(|wanted| ext == *wanted)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| fail(format!("cargo did not set {name}")))
}

fn fail(message: String) -> ! {
    eprintln!("building the runtime: {message}");
    exit(1);
}
