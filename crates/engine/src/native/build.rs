//! Compiles the program under test for a native run.

use super::lines::LineTable;
use super::units;
use crate::harness::HarnessKind;
use crate::world::World;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

pub(super) const CLANG: &str = "clang-19";
const OPT: &str = "opt-19";
pub(super) const FROM_BITCODE: &str = "from bitcode, so undefined behaviour is not watched";

/// Functions that get no memory where the input says so; `runtime/replay/replay.c` wraps them.
const WRAPPED: [&str; 9] = [
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "memalign",
    "valloc",
    "posix_memalign",
    "strdup",
    "strndup",
];

/// The program as the user gave it.
#[derive(Clone, Debug, Default)]
pub struct BuildSpec {
    pub files: Vec<PathBuf>,
    /// Where relative names are relative to.
    pub directory: PathBuf,
    pub entry: Option<String>,
    pub harness: HarnessKind,
    /// What the program finds as `argv[0]`.
    pub name: String,
    pub args: Vec<String>,
    pub world: World,
    /// Files and directories below `directory` that the program finds in its own one, too.
    pub read: Vec<PathBuf>,
    pub cflags: Vec<String>,
    /// Shared libraries, to be found again when the program runs.
    pub libraries: Vec<PathBuf>,
    /// Write down which lines are executed.
    pub lines: Option<Arc<LineTable>>,
    /// Overflow of signed arithmetic is among the bugs that were looked for.
    pub signed_overflow: bool,
    /// The input says which of the program's allocations get no memory.
    pub malloc_may_fail: bool,
}

/// What watches over the native run. They exclude each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sanitizer {
    /// Memory errors and undefined behaviour.
    Address,
    /// Uses of uninitialised memory.
    Memory,
}

/// An executable in a directory of its own.
#[derive(Debug)]
pub struct NativeProgram {
    pub(super) executable: PathBuf,
    /// What the build needed beside the program's own files.
    pub(super) support: PathBuf,
    pub(super) name: String,
    pub(super) args: Vec<String>,
    pub(super) world: World,
    pub(super) read: Vec<PathBuf>,
    /// Where the user started Bowline.
    pub(super) directory: PathBuf,
    pub(super) sanitizer: Sanitizer,
    /// What the build could not do, for reports; empty when all is watched.
    pub limits: String,
}

impl NativeProgram {
    /// Builds in `directory`, which exists and is empty. The error is one line, with the compiler's first complaint.
    pub fn build(spec: &BuildSpec, sanitizer: Sanitizer, directory: &Path) -> Result<Self, String> {
        let support = directory.join("support");
        let (headers, replay) = (support.join("include"), support.join("replay"));
        for (files, place) in [(bowline_runtime::HEADERS, &headers), (bowline_runtime::REPLAY, &replay)] {
            fs::create_dir_all(place)
                .and_then(|()| bowline_runtime::unpack(files, place))
                .map_err(|error| format!("cannot unpack into {}: {error}", place.display()))?;
        }
        let mut command = compiler(spec, sanitizer, &headers);
        let first = start_sources(spec, &support)?;
        if !first.is_empty() {
            // The first definition that the linker sees is the one that counts; the program may have its own.
            command.arg("-Wl,-z,muldefs").args(first);
        }
        let files: Vec<PathBuf> = spec.files.iter().map(|file| spec.directory.join(file)).collect();
        let own = if files.iter().any(|file| units::is_native(file)) {
            OwnCode::of_units(spec, &files, sanitizer, (&headers, &support))?
        } else {
            OwnCode::of_sources(spec, &files, sanitizer, (&headers, &support))?
        };
        command.args(own.inputs);
        if let Some(table) = &spec.lines {
            command.arg(table.write_support(&support)?.0);
        }
        let replay_sources = bowline_runtime::REPLAY.iter().filter(|file| file.name.ends_with(".c"));
        command.args(replay_sources.map(|file| replay.join(file.name)));
        for library in spec.libraries.iter().map(|library| spec.directory.join(library)) {
            if let Some(place) = library.parent() {
                command.arg("-Xlinker").arg("-rpath").arg("-Xlinker").arg(place);
            }
            command.arg(library);
        }
        if spec.malloc_may_fail {
            command.args(WRAPPED.map(|function| format!("-Wl,--wrap={function}")));
        }
        let executable = directory.join("program");
        command.args(own.libraries).args(["-lm", "-lpthread", "-o"]).arg(&executable);
        run_tool(&mut command, CLANG)?;
        Ok(Self {
            executable,
            support,
            name: spec.name.clone(),
            args: spec.args.clone(),
            world: spec.world.clone(),
            read: spec.read.clone(),
            directory: spec.directory.clone(),
            sanitizer,
            limits: own.limits,
        })
    }
}

/// A compiler as for all of the program's sources.
fn compiler(spec: &BuildSpec, sanitizer: Sanitizer, headers: &Path) -> Command {
    let mut command = Command::new(CLANG);
    command.current_dir(&spec.directory).args(Instrumentation::new(spec, sanitizer).flags);
    command.arg("-I").arg(headers).args(&spec.cflags);
    command
}

/// The program's own files, as they are given to the compiler that links.
#[derive(Default)]
struct OwnCode {
    inputs: Vec<PathBuf>,
    /// What they need beside what every program gets.
    libraries: Vec<OsString>,
    /// See [`NativeProgram::limits`].
    limits: String,
}

impl OwnCode {
    /// From what was built with `bowline cc`, perhaps with sources beside it.
    fn of_units(
        spec: &BuildSpec,
        files: &[PathBuf],
        sanitizer: Sanitizer,
        (headers, support): (&Path, &Path),
    ) -> Result<Self, String> {
        let mut flags: Vec<OsString> = vec!["-I".into(), headers.into()];
        flags.extend(spec.cflags.iter().map(OsString::from));
        let root = match (spec.harness, &spec.entry) {
            (HarnessKind::LibFuzzer, _) => "LLVMFuzzerTestOneInput",
            (_, Some(entry)) => entry,
            (_, None) => "main",
        };
        let how = Instrumentation::new(spec, sanitizer);
        let place = support.join("units");
        let mut built = units::build(files, (&flags, &spec.directory), root, &how, &place)?;
        if built.has_cxx {
            built.libraries.push("-lstdc++".into());
        }
        Ok(Self { inputs: built.objects, libraries: built.libraries, limits: built.limits })
    }

    /// From sources and bitcode.
    fn of_sources(
        spec: &BuildSpec,
        files: &[PathBuf],
        sanitizer: Sanitizer,
        (headers, support): (&Path, &Path),
    ) -> Result<Self, String> {
        let mut own = Self::default();
        for (number, file) in files.iter().enumerate() {
            if is_bitcode(file) {
                own.limits = FROM_BITCODE.to_string();
                let marked = support.join(format!("marked-{number}.bc"));
                with_attributes(file, sanitizer, &marked)?;
                own.inputs.push(marked);
            } else if let Some(table) = &spec.lines {
                let object = support.join(format!("{number}.o"));
                table.compile(compiler(spec, sanitizer, headers).arg(file), CLANG, &object)?;
                own.inputs.push(object);
            } else {
                own.inputs.push(file.clone());
            }
        }
        Ok(own)
    }
}

/// Sources whose definitions come before the program's own: a `main` for harnesses without one, and what verification
/// tasks must do whatever they say themselves.
fn start_sources(spec: &BuildSpec, support: &Path) -> Result<Vec<PathBuf>, String> {
    let cannot = |error: std::io::Error| format!("cannot write to {}: {error}", support.display());
    let mut sources = Vec::new();
    let main = match (spec.harness, &spec.entry) {
        (HarnessKind::LibFuzzer, _) => {
            bowline_runtime::unpack(bowline_runtime::START_FUZZER, support).map_err(cannot)?;
            sources.push(support.join("start_fuzzer.c"));
            let start = "int __bowline_start_fuzzer(int, char **);\n";
            format!(
                "{start}int main(int argc, char **argv) {{ return __bowline_start_fuzzer(argc, argv); }}\n"
            )
        }
        (HarnessKind::Function, Some(entry)) => {
            format!("void {entry}();\nint main(void) {{ {entry}(); return 0; }}\n")
        }
        (HarnessKind::Verifier, _) => {
            "#include <stdlib.h>\nvoid reach_error(void) { abort(); }\n".to_string()
        }
        _ => return Ok(sources),
    };
    let path = support.join("entry.c");
    fs::write(&path, main).map_err(cannot)?;
    sources.push(path);
    Ok(sources)
}

/// How code is compiled so that a sanitizer watches it.
pub(super) struct Instrumentation {
    pub sanitizer: Sanitizer,
    pub flags: Vec<&'static str>,
    pub lines: Option<Arc<LineTable>>,
}

impl Instrumentation {
    fn new(spec: &BuildSpec, sanitizer: Sanitizer) -> Self {
        let mut flags = vec!["-g", "-O0", "-w", "-fno-omit-frame-pointer"];
        flags.extend(sanitizer_flags(sanitizer, spec.signed_overflow));
        Self { sanitizer, flags, lines: spec.lines.clone() }
    }
}

pub(super) fn is_bitcode(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "bc" || extension == "ll")
}

/// Only what Bowline itself looks for ends the run; the rest of undefined behaviour is not our prediction to make.
/// `null` and `array-bounds` only report: they also object to addresses that are computed and never used.
fn sanitizer_flags(sanitizer: Sanitizer, signed_overflow: bool) -> Vec<&'static str> {
    match sanitizer {
        Sanitizer::Memory => vec!["-fsanitize=memory"],
        Sanitizer::Address => {
            let mut flags = vec![
                "-fsanitize=address,null,array-bounds,shift-exponent,integer-divide-by-zero,unreachable",
                "-fno-sanitize-recover=shift-exponent,integer-divide-by-zero,unreachable",
                "-fsanitize-address-use-after-return=always",
                // As under the executor, so that a program that reads what it never wrote takes the same path.
                "-ftrivial-auto-var-init=zero",
            ];
            if signed_overflow {
                flags.push("-fsanitize=signed-integer-overflow");
                flags.push("-fno-sanitize-recover=signed-integer-overflow");
            }
            flags
        }
    }
}

/// Bitcode is instrumented only in functions that ask for it: writes a copy where all do.
pub(super) fn with_attributes(file: &Path, sanitizer: Sanitizer, marked: &Path) -> Result<(), String> {
    let attribute = match sanitizer {
        Sanitizer::Address => "sanitize_address",
        Sanitizer::Memory => "sanitize_memory",
    };
    let mut command = Command::new(OPT);
    command.arg("-passes=forceattrs").arg(format!("-force-attribute={attribute}"));
    command.arg(file).arg("-o").arg(marked);
    run_tool(&mut command, OPT)
}

pub(super) fn run_tool(command: &mut Command, name: &str) -> Result<(), String> {
    let output =
        command.stdin(Stdio::null()).output().map_err(|error| format!("cannot run {name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let complaint = ["error:", "undefined reference", "multiple definition"]
        .iter()
        .find_map(|mark| text.lines().find(|line| line.contains(mark)))
        .or_else(|| text.lines().next())
        .unwrap_or("it says nothing");
    Err(format!("{name} failed: {}", complaint.trim()))
}
