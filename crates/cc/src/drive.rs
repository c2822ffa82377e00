//! Does what a command asks for: natively as it is, with units added.

use crate::Language;
use crate::arguments::{Action, Command as Line, Input, InputKind, is_lto};
use crate::compile::Pending;
use crate::place::{Refused, into_carrier, into_object};
use crate::response::expand;
use bowline_frontend::embedded::container::{WITHOUT, carries_bitcode};
use bowline_frontend::embedded::{Content, Unit};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use tempfile::TempDir;

/// The user's mistake, or the machine's: told in one line.
const MISTAKE: i32 = 2;

/// Runs a command of the compiler, `args` without its name; the exit code. `verbose`: say where bitcode is missing.
pub fn run(language: Language, args: &[OsString], verbose: bool) -> i32 {
    let expanded = expand(args);
    let line = Line::parse(&expanded);
    let native: Vec<OsString> = match line.lto {
        true => expanded.into_iter().filter(|arg| !is_lto(arg)).collect(),
        false => args.to_vec(),
    };
    let driver = Driver { language, line, native, verbose };
    driver.run().unwrap_or_else(|why| {
        eprintln!("bowline: {why}");
        MISTAKE
    })
}

struct Driver {
    language: Language,
    line: Line,
    native: Vec<OsString>,
    verbose: bool,
}

impl Driver {
    fn run(&self) -> Result<i32, String> {
        // A missing file is clang's to report, in its own way.
        let is_missing = |input: &Input| input.path.as_os_str() != "-" && !input.path.exists();
        if self.line.action == Action::Other || self.line.inputs.iter().any(is_missing) {
            let error = Command::new(self.language.compiler()).args(&self.native).exec();
            return Err(self.no_compiler(&error));
        }
        // The name and the lock say whose it is: what a killed command leaves behind is removed by a later run.
        let prefix = format!("bowline-cc-{}-", std::process::id());
        let scratch = TempDir::with_prefix(prefix).map_err(temporary)?;
        let _lock = File::open(scratch.path()).ok().filter(|file| file.try_lock().is_ok());
        let stdin = self.copy_of_stdin(scratch.path()).map_err(temporary)?;
        match self.line.action {
            Action::Compile => self.compile(stdin.as_deref(), scratch.path()),
            _ => self.link(stdin.as_deref(), scratch.path()),
        }
    }

    /// The first source goes to bitcode while the native compiler works; usually there is only one.
    fn compile(&self, stdin: Option<&Path>, scratch: &Path) -> Result<i32, String> {
        let sources: Vec<&Input> = self.line.sources().collect();
        let start = |index: usize| self.start(sources[index], stdin, scratch, index);
        let mut first = if sources.is_empty() { None } else { Some(start(0)?) };
        let status = self.native(&[], stdin)?;
        if !status.success() {
            return Ok(code(status));
        }
        for (index, source) in sources.iter().enumerate() {
            let pending = match first.take() {
                Some(pending) => pending,
                None => start(index)?,
            };
            let unit = pending.finish().map_err(temporary)?;
            self.report(&unit);
            let object = self.object_of(source);
            if is_regular_elf(&object) {
                self.put(&object, &[unit], scratch)?;
            }
        }
        Ok(0)
    }

    fn link(&self, stdin: Option<&Path>, scratch: &Path) -> Result<i32, String> {
        let mut units = Vec::new();
        for (index, source) in self.line.sources().enumerate() {
            let unit = self.start(source, stdin, scratch, index)?.finish().map_err(temporary)?;
            self.report(&unit);
            units.push(unit);
        }
        let objects = self.line.inputs.iter().filter(|input| input.kind == InputKind::Object);
        for object in objects {
            let contents = fs::read(&object.path).unwrap_or_default();
            if carries_bitcode(&contents) == Some(false) {
                let unit = self.note(&object.path, Content::Opaque(WITHOUT.to_string()))?;
                self.report(&unit);
                units.push(unit);
            }
        }
        let libraries = self.note(Path::new(""), Content::Libraries)?;
        units.push(Unit { flags: self.line.libraries.clone(), ..libraries });
        let carrier = scratch.join("bowline-units.o");
        into_carrier(&carrier, &units).map_err(temporary)?;
        Ok(code(self.native(&[carrier], stdin)?))
    }

    fn start(
        &self,
        source: &Input,
        stdin: Option<&Path>,
        scratch: &Path,
        index: usize,
    ) -> Result<Pending, String> {
        Pending::start(self.language, &self.line, source, stdin, &scratch.join(index.to_string()))
            .map_err(|error| self.no_compiler(&error))
    }

    /// Runs the user's command. `first` goes before all else, where no option can change what it is.
    fn native(&self, first: &[PathBuf], stdin: Option<&Path>) -> Result<ExitStatus, String> {
        let mut command = Command::new(self.language.compiler());
        command.args(first).args(&self.native);
        if let Some(copy) = stdin {
            command.stdin(Stdio::from(File::open(copy).map_err(temporary)?));
        }
        command.status().map_err(|error| self.no_compiler(&error))
    }

    /// Standard input can be read only once, but two compilers want it.
    fn copy_of_stdin(&self, scratch: &Path) -> io::Result<Option<PathBuf>> {
        if !self.line.sources().any(|source| source.path.as_os_str() == "-") {
            return Ok(None);
        }
        let copy = scratch.join("stdin");
        io::copy(&mut io::stdin().lock(), &mut File::create(&copy)?)?;
        Ok(Some(copy))
    }

    fn object_of(&self, source: &Input) -> PathBuf {
        self.line.output.clone().unwrap_or_else(|| {
            let mut name = source.path.file_stem().unwrap_or_default().to_os_string();
            name.push(".o");
            PathBuf::from(name)
        })
    }

    fn put(&self, object: &Path, units: &[Unit], scratch: &Path) -> Result<(), String> {
        match into_object(object, units, scratch) {
            Ok(()) => Ok(()),
            Err(Refused::NoTool(error)) => {
                Err(format!("cannot run llvm-objcopy-19: {error}; install the package llvm-19"))
            }
            Err(Refused::Failed(why)) => {
                if self.verbose {
                    eprintln!("bowline cc: {}: no bitcode was added: {why}", object.display());
                }
                Ok(())
            }
        }
    }

    /// A unit that is not made of a source.
    fn note(&self, source: &Path, content: Content) -> Result<Unit, String> {
        Ok(Unit {
            content,
            source: source.to_path_buf(),
            directory: std::env::current_dir().map_err(temporary)?,
            source_hash: None,
            headers: Vec::new(),
            compiler: OsString::from(self.language.compiler()),
            flags: Vec::new(),
        })
    }

    fn report(&self, unit: &Unit) {
        if let (Content::Opaque(why), true) = (&unit.content, self.verbose) {
            eprintln!("bowline cc: {}: {why}", unit.source.display());
        }
    }

    fn no_compiler(&self, error: &io::Error) -> String {
        let name = self.language.compiler();
        format!("cannot run {name}: {error}; install the package clang-19")
    }
}

fn temporary(error: io::Error) -> String {
    format!("cannot work in the temporary directory: {error}")
}

/// Not `/dev/null`, and not what `-c` makes of sources for other tools.
fn is_regular_elf(path: &Path) -> bool {
    let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    is_file && fs::read(path).is_ok_and(|contents| contents.starts_with(b"\x7fELF"))
}

/// As a shell reports it.
fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default())
}
