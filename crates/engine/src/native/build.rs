//! Compiles the program under test for a native run.

use super::entry::Drivers;
use super::lines::LineTable;
use super::support::{self, Support};
use super::units;
use crate::entry::heap::Heap;
use crate::harness::HarnessKind;
use crate::patience::Patience;
use crate::world::World;
use bowline_frontend::tool;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

pub(super) const CLANG: &str = "clang-19";
const OPT: &str = "opt-19";
pub(super) const FROM_BITCODE: &str = "from bitcode, so undefined behaviour is not watched";

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
    /// Files and directories elsewhere that the program may read.
    pub allow_read: Vec<PathBuf>,
    /// Files and directories below `directory` that the program finds in its own one, too.
    pub read: Vec<PathBuf>,
    pub cflags: Vec<String>,
    /// Shared libraries, to be found again when the program runs.
    pub libraries: Vec<PathBuf>,
    /// Write down which lines are executed.
    pub lines: Option<Arc<LineTable>>,
    /// Overflow of signed arithmetic is among the bugs that were looked for.
    pub signed_overflow: bool,
    /// An allocation of more MiB is an error.
    pub large_allocation_mb: Option<u64>,
    /// The input says which of the program's allocations get no memory.
    pub malloc_may_fail: bool,
    /// For each build and each run.
    pub patience: Patience,
    /// Calls of a function on its own; the program makes the one that a run names. Empty for other programs.
    pub drivers: Vec<Heap>,
    /// A function that is called before.
    pub setup: Option<String>,
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
    /// Files and directories that it must find where they are, beside `directory`.
    pub(super) visible: Vec<PathBuf>,
    /// Where it writes down which lines it executes.
    pub(super) lines: Option<PathBuf>,
    pub(super) large_allocation_mb: Option<u64>,
    pub(super) patience: Patience,
    /// What the build could not do, for reports; empty when all is watched.
    pub limits: String,
}

impl NativeProgram {
    /// Builds in `directory`, which exists and is empty. The error is one line, with the compiler's first complaint.
    pub fn build(spec: &BuildSpec, sanitizer: Sanitizer, directory: &Path) -> Result<Self, String> {
        let support = Support::unpack(directory.join("support"))?;
        let how = Instrumentation::new(spec, sanitizer);
        let mut command = compiler(spec, &how, &support);
        let first = support.start_objects(spec, &how)?;
        if !first.is_empty() {
            // The first definition that the linker sees is the one that counts; the program may have its own.
            command.arg("-Wl,-z,muldefs").args(first);
        }
        let mut files: Vec<PathBuf> = spec.files.iter().map(|file| spec.directory.join(file)).collect();
        let mut driver = None;
        if !spec.drivers.is_empty() {
            let drivers = Drivers::build(spec, &files, &how, &support)?;
            // The program may have a `main` of its own.
            command.arg("-Wl,-z,muldefs").arg(&drivers.object);
            (files, driver) = (drivers.others, Some(drivers.object));
        }
        let own = OwnCode::build(spec, &files, driver.as_deref(), &how, &support)?;
        command.args(own.inputs);
        let lines = spec.lines.as_ref().map(|table| table.write_support(&support.path)).transpose()?;
        command.args(support.replay_objects(&how, lines.as_ref().map(|(source, _)| source.as_path()))?);
        command.args(support::WRAPPED.map(|function| format!("-Wl,--wrap={function}")));
        add_libraries(&mut command, spec);
        if spec.malloc_may_fail {
            command.args(support::WRAPPED_TO_FAIL.map(|function| format!("-Wl,--wrap={function}")));
        }
        let executable = directory.join("program");
        command.args(own.libraries).args(["-lm", "-lpthread", "-o"]).arg(&executable);
        link(&mut command, !spec.drivers.is_empty(), &support, &how)?;
        Ok(Self {
            executable,
            support: support.path,
            name: spec.name.clone(),
            args: spec.args.clone(),
            world: spec.world.clone(),
            read: spec.read.clone(),
            directory: spec.directory.clone(),
            visible: visible(spec),
            lines: lines.map(|(_, table)| table),
            large_allocation_mb: spec.large_allocation_mb,
            patience: spec.patience.clone(),
            limits: own.limits,
        })
    }
}

/// The shared libraries of the user, each to be found again where it is.
pub(super) fn add_libraries(command: &mut Command, spec: &BuildSpec) {
    for library in spec.libraries.iter().map(|library| spec.directory.join(library)) {
        if let Some(place) = library.parent() {
            command.arg("-Xlinker").arg("-rpath").arg("-Xlinker").arg(place);
        }
        command.arg(library);
    }
}

/// Libraries with their directories, since one may need another beside it, and what it may read.
pub(super) fn visible(spec: &BuildSpec) -> Vec<PathBuf> {
    let libraries = spec.libraries.iter().filter_map(|library| library.parent());
    let named = spec.allow_read.iter().map(PathBuf::as_path).chain(spec.args.iter().map(Path::new));
    libraries.chain(named).map(|path| spec.directory.join(path)).collect()
}

/// A compiler as for all of the program's sources.
pub(super) fn compiler(spec: &BuildSpec, how: &Instrumentation, support: &Support) -> Command {
    let mut command = Command::new(CLANG);
    command.current_dir(&spec.directory).args(&how.flags).args(source_flags(spec, how, support));
    command
}

/// For the program's own sources: nothing is optimised away that is to be seen, whatever the user's flags say.
pub(super) fn source_flags(spec: &BuildSpec, how: &Instrumentation, support: &Support) -> Vec<OsString> {
    let mut flags: Vec<OsString> = vec!["-I".into(), support.headers().into()];
    flags.extend(bowline_frontend::without_checks(&spec.cflags).map(OsString::from));
    flags.push(how.level.into());
    flags
}

/// The program's own files, as they are given to the compiler that links.
#[derive(Default)]
pub(super) struct OwnCode {
    pub inputs: Vec<PathBuf>,
    /// What they need beside what every program gets.
    pub libraries: Vec<OsString>,
    /// See [`NativeProgram::limits`].
    pub limits: String,
}

impl OwnCode {
    pub fn build(
        spec: &BuildSpec,
        files: &[PathBuf],
        driver: Option<&Path>,
        how: &Instrumentation,
        support: &Support,
    ) -> Result<Self, String> {
        match files.iter().any(|file| units::is_native(file)) {
            true => Self::of_units(spec, files, driver, how, support),
            false => Self::of_sources(spec, files, how, support),
        }
    }

    /// From what was built with `bowline cc`, perhaps with sources beside it.
    fn of_units(
        spec: &BuildSpec,
        files: &[PathBuf],
        driver: Option<&Path>,
        how: &Instrumentation,
        support: &Support,
    ) -> Result<Self, String> {
        let root = match (spec.harness, &spec.entry) {
            (HarnessKind::LibFuzzer, _) => "LLVMFuzzerTestOneInput",
            (_, Some(entry)) => entry,
            (_, None) => "main",
        };
        let (flags, place) = (source_flags(spec, how, support), support.path.join("units"));
        let mut built = units::build(files, (&flags, &spec.directory), (root, driver), how, &place)?;
        if built.has_cxx {
            built.libraries.push("-lstdc++".into());
        }
        Ok(Self { inputs: built.objects, libraries: built.libraries, limits: built.limits })
    }

    /// From sources and bitcode.
    fn of_sources(
        spec: &BuildSpec,
        files: &[PathBuf],
        how: &Instrumentation,
        support: &Support,
    ) -> Result<Self, String> {
        let mut own = Self::default();
        for (number, file) in files.iter().enumerate() {
            if is_bitcode(file) {
                own.limits = FROM_BITCODE.to_string();
                let marked = support.path.join(format!("marked-{number}.bc"));
                with_attributes(file, how, &marked)?;
                own.inputs.push(marked);
            } else if let Some(table) = &spec.lines {
                let object = support.path.join(format!("{number}.o"));
                table.compile(compiler(spec, how, support).arg(file), CLANG, &object, &how.patience)?;
                own.inputs.push(object);
            } else {
                own.inputs.push(file.clone());
            }
        }
        Ok(own)
    }
}

/// Links, and once more if functions are missing that can be given. `is_part`: others may be defined where nobody looks.
fn link(
    command: &mut Command,
    is_part: bool,
    support: &Support,
    how: &Instrumentation,
) -> Result<(), String> {
    let failure = match tool_output(command, CLANG, &how.patience)? {
        None => return Ok(()),
        Some(failure) => failure,
    };
    match support.missing_functions(&failure, is_part, how)? {
        Some(object) => run_tool(command.arg(object), CLANG, &how.patience),
        None => Err(complaint(CLANG, &failure)),
    }
}

/// How code is compiled so that a sanitizer watches it.
pub(super) struct Instrumentation {
    pub sanitizer: Sanitizer,
    pub flags: Vec<&'static str>,
    /// How far the program's own sources are optimised.
    pub level: &'static str,
    pub lines: Option<Arc<LineTable>>,
    pub patience: Patience,
}

impl Instrumentation {
    fn new(spec: &BuildSpec, sanitizer: Sanitizer) -> Self {
        let mut flags = vec!["-g", "-O0", "-w", "-fno-omit-frame-pointer"];
        flags.extend(sanitizer_flags(sanitizer, spec.signed_overflow));
        Self { sanitizer, flags, level: "-O0", lines: spec.lines.clone(), patience: spec.patience.clone() }
    }
}

pub(super) fn is_bitcode(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "bc" || extension == "ll")
}

/// Only what Bowline itself looks for ends the run; the rest of undefined behaviour is not our prediction to make.
/// `null` and `array-bounds` only report: they also object to addresses that are computed and never used.
fn sanitizer_flags(sanitizer: Sanitizer, signed_overflow: bool) -> Vec<&'static str> {
    match sanitizer {
        // It speaks where a value matters; origins say where it was read.
        // A value that is handed over is no decision yet.
        Sanitizer::Memory => vec![
            "-fsanitize=memory",
            "-fsanitize-memory-track-origins=2",
            "-fno-sanitize-memory-param-retval",
        ],
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
pub(super) fn with_attributes(file: &Path, how: &Instrumentation, marked: &Path) -> Result<(), String> {
    let attribute = match how.sanitizer {
        Sanitizer::Address => "sanitize_address",
        Sanitizer::Memory => "sanitize_memory",
    };
    let mut command = Command::new(OPT);
    command.arg("-passes=forceattrs").arg(format!("-force-attribute={attribute}"));
    command.arg(file).arg("-o").arg(marked);
    run_tool(&mut command, OPT, &how.patience)
}

pub(super) fn run_tool(command: &mut Command, name: &str, patience: &Patience) -> Result<(), String> {
    tool_output(command, name, patience)?.map_or(Ok(()), |failure| Err(complaint(name, &failure)))
}

/// What a tool says that fails.
fn tool_output(command: &mut Command, name: &str, patience: &Patience) -> Result<Option<String>, String> {
    let output = tool::output_unless(command, || patience.end().is_some())
        .map_err(|error| format!("cannot run {name}: {error}"))?
        .ok_or_else(|| format!("{name} was not waited for"))?;
    let text = || String::from_utf8_lossy(&output.stderr).into_owned();
    Ok((!output.status.success()).then(text))
}

fn complaint(name: &str, text: &str) -> String {
    let complaint = ["undefined reference", "multiple definition", "error:"]
        .iter()
        .find_map(|mark| text.lines().find(|line| line.contains(mark)))
        .or_else(|| text.lines().next())
        .unwrap_or("it says nothing");
    format!("{name} failed: {}", complaint.trim())
}
