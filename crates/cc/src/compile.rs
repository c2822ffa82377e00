//! A source becomes a unit: its bitcode with what is needed to compile it again.

use crate::Language;
use crate::arguments::{Command as Line, Input, InputKind};
use bowline_frontend::embedded::{Content, Unit, hash};
use bowline_frontend::{CHECKED, warns_of_folding};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// As the front end compiles sources. Behind the user's flags, so that these win.
const BITCODE_FLAGS: &[&str] = &[
    "-O0",
    "-g",
    "-Wno-error",
    "-fno-discard-value-names",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-color-diagnostics",
    "-emit-llvm",
    "-c",
];

/// A source that is being compiled to bitcode; dropping it ends the compiler.
pub struct Pending {
    unit: Unit,
    work: Option<Work>,
}

struct Work {
    child: Child,
    /// What it runs, up to the source.
    input: PathBuf,
    bitcode: PathBuf,
    /// A rule for `make` that names what the source includes.
    includes: PathBuf,
    messages: PathBuf,
}

impl Pending {
    /// Starts the compiler unless the source is assembler. `scratch` is a directory of this source alone; `stdin` holds what
    /// standard input held.
    pub fn start(
        language: Language,
        line: &Line,
        input: &Input,
        stdin: Option<&Path>,
        scratch: &Path,
    ) -> io::Result<Self> {
        let mut flags = line.flags.clone();
        if let Some(language) = &input.language {
            flags.extend([OsString::from("-x"), language.clone()]);
        }
        let is_stdin = input.path.as_os_str() == "-";
        let mut unit = Unit {
            content: Content::Opaque("assembler source".to_string()),
            source: input.path.clone(),
            directory: std::env::current_dir()?,
            // A source that cannot be read is the native compiler's to report.
            source_hash: fs::read(&input.path).ok().filter(|_| !is_stdin).map(|text| hash(&text)),
            headers: Vec::new(),
            compiler: OsString::from(language.compiler()),
            flags,
        };
        if input.kind == InputKind::Assembler {
            return Ok(Self { unit, work: None });
        }
        unit.content = Content::Opaque(String::new());
        fs::create_dir_all(scratch)?;
        let [bitcode, includes, messages] =
            ["unit.bc", "includes", "messages"].map(|name| scratch.join(name));
        let mut command = Command::new(&unit.compiler);
        command.args(&unit.flags).args(BITCODE_FLAGS).args(["-MMD", "-MT", "unit", "-MF"]).arg(&includes);
        command.arg("-o").arg(&bitcode).arg(&input.path);
        command.stdin(match stdin {
            Some(copy) if is_stdin => Stdio::from(File::open(copy)?),
            _ => Stdio::null(),
        });
        command.stdout(Stdio::null()).stderr(File::create(&messages)?);
        let child = command.spawn()?;
        let input = input.path.clone();
        Ok(Self { unit, work: Some(Work { child, input, bitcode, includes, messages }) })
    }

    /// The unit; opaque if there is no bitcode, with the reason.
    pub fn finish(mut self) -> io::Result<Unit> {
        if let Some(mut work) = self.work.take() {
            let status = work.child.wait()?;
            // Input that is preprocessed already includes nothing, and there is no rule.
            let rule = fs::read(&work.includes).unwrap_or_default();
            let hashed = |name: PathBuf| {
                let text = fs::read(self.unit.directory.join(&name)).ok()?;
                Some((name, hash(&text)))
            };
            let headers = prerequisites(&rule).into_iter().filter(|name| *name != self.unit.source);
            self.unit.headers = headers.filter_map(hashed).collect();
            let messages = fs::read(&work.messages)?;
            if status.success() && warns_of_folding(&messages) && work.input.as_os_str() != "-" {
                compile_with_checks(&self.unit, &work)?;
            }
            self.unit.content = match status.success() {
                true => Content::Bitcode(fs::read(&work.bitcode)?),
                false => Content::Opaque(format!("no bitcode: {}", first_error(&messages))),
            };
        }
        Ok(self.unit.clone())
    }
}

/// Again, so that constant expressions without a meaning are executed; what there is already stays if that fails.
fn compile_with_checks(unit: &Unit, work: &Work) -> io::Result<()> {
    let mut command = Command::new(&unit.compiler);
    command.args(&unit.flags).args(BITCODE_FLAGS).arg(CHECKED).arg("-o").arg(&work.bitcode).arg(&work.input);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().map(|_| ())
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some(work) = &mut self.work {
            // It may have ended by itself.
            let _ = work.child.kill();
            let _ = work.child.wait();
        }
    }
}

/// The names behind the colon of a rule. Blanks in names have a backslash in front, as have line ends between names; a dollar sign is
/// doubled.
fn prerequisites(rule: &[u8]) -> Vec<PathBuf> {
    let start = rule.iter().position(|byte| *byte == b':').map_or(rule.len(), |colon| colon + 1);
    let mut names = vec![Vec::new()];
    let mut bytes = rule[start..].iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let next = bytes.peek().copied();
        match (byte, next) {
            (b'\\', Some(b' ' | b'#')) | (b'$', Some(b'$')) => {
                bytes.next();
                names.last_mut().into_iter().for_each(|name| name.extend(next));
            }
            (b'\\', Some(b'\n')) => {}
            (b' ' | b'\n', _) => names.push(Vec::new()),
            _ => names.last_mut().into_iter().for_each(|name| name.push(byte)),
        }
    }
    names.retain(|name| !name.is_empty());
    names.into_iter().map(|name| PathBuf::from(OsString::from_vec(name))).collect()
}

fn first_error(messages: &[u8]) -> String {
    let text = String::from_utf8_lossy(messages);
    let line = text.lines().find(|line| line.contains("error:")).or_else(|| text.lines().next());
    line.unwrap_or("the compiler says nothing").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_rule() {
        let rule = b"unit: a.c include/one.h \\\n  two\\ words.h \\\n  price$$.h a\\#b.h\n";
        let names: Vec<PathBuf> =
            ["a.c", "include/one.h", "two words.h", "price$.h", "a#b.h"].map(PathBuf::from).into();
        assert_eq!(prerequisites(rule), names);
        assert_eq!(prerequisites(b""), Vec::<PathBuf>::new());
    }
}
