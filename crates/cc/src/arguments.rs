//! What a command of the compiler asks for.
//!
//! Only what decides how a source is to be understood matters here: definitions, include paths, the language, flags of code
//! generation that change meaning. What is about warnings, output, optimisation, instrumentation and linking is left out of
//! [`Command::flags`]. An option that is not known is kept: clang ignores what does not apply.

use crate::options::{DROPPED, DROPPED_WITH_VALUE, KEPT_WITH_VALUE, OTHER, OTHER_PREFIXES};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default)]
pub struct Command {
    pub action: Action,
    pub inputs: Vec<Input>,
    pub output: Option<PathBuf>,
    /// For a compilation of any of the sources to bitcode.
    pub flags: Vec<OsString>,
    /// Libraries that a link names, in order, with where to look for them.
    pub libraries: Vec<OsString>,
    /// Link-time optimisation was asked for.
    pub lto: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Action {
    /// Nothing that we add to: preprocessing, assembler output, questions about the compiler.
    #[default]
    Other,
    /// One object per source.
    Compile,
    Link,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub path: PathBuf,
    pub kind: InputKind,
    /// The language that `-x` named.
    pub language: Option<OsString>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputKind {
    Source,
    Assembler,
    Header,
    /// For the linker.
    Object,
}

impl Command {
    /// `args` without the compiler's name, response files expanded.
    pub fn parse(args: &[OsString]) -> Self {
        let mut command = Command::default();
        let mut is_other = false;
        let (mut compiles, mut verbose) = (false, false);
        let mut language: Option<OsString> = None;
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            // Options are ASCII; a name that is not is a file or a value.
            let text = arg.to_str().unwrap_or_default();
            let mut next = || args.next().cloned().unwrap_or_default();
            match text {
                "--" => {
                    for path in args.by_ref() {
                        command.input(path, &language);
                    }
                }
                _ if !arg.as_bytes().starts_with(b"-") || text == "-" => command.input(arg, &language),
                "-o" | "--output" => command.output = Some(PathBuf::from(next())),
                "-x" | "--language" => language = some_language(next()),
                "-L" | "-l" => {
                    let joined = [arg.as_bytes(), next().as_bytes()].concat();
                    command.libraries.push(OsStr::from_bytes(&joined).to_os_string());
                }
                "-target" => is_other |= !is_our_target(&next()),
                "-D" | "--define-macro" => {
                    let value = next();
                    if !is_fortify(&value) {
                        command.flags.extend([arg.clone(), value]);
                    }
                }
                "-Xclang" => {
                    let value = next();
                    is_other |= OTHER.iter().any(|option| value == *option);
                    command.flags.extend([arg.clone(), value]);
                }
                _ if KEPT_WITH_VALUE.contains(&text) => command.flags.extend([arg.clone(), next()]),
                _ if DROPPED_WITH_VALUE.contains(&text) => drop(next()),
                _ if OTHER.contains(&text) || begins_with_any(text, OTHER_PREFIXES) => is_other = true,
                _ => {
                    compiles |= text == "-c" || text == "--compile";
                    verbose |= text == "-v" || text == "--verbose";
                    command.lto |= is_lto(arg);
                    if let Some(target) = text.strip_prefix("--target=") {
                        is_other |= !is_our_target(OsStr::new(target));
                    }
                    match text.strip_prefix("-x").or_else(|| text.strip_prefix("--language=")) {
                        Some(name) => language = some_language(OsString::from(name)),
                        None => command.joined_option(arg, text),
                    }
                }
            }
        }
        command.action = match () {
            // What a build system learns from the linker's command line must not name files of ours.
            () if verbose && !compiles => Action::Other,
            () if is_other || command.inputs.is_empty() => Action::Other,
            () if command.inputs.iter().any(|input| input.kind == InputKind::Header) => Action::Other,
            () if compiles => Action::Compile,
            () => Action::Link,
        };
        command
    }

    pub fn sources(&self) -> impl Iterator<Item = &Input> {
        self.inputs.iter().filter(|input| matches!(input.kind, InputKind::Source | InputKind::Assembler))
    }

    fn joined_option(&mut self, arg: &OsString, text: &str) {
        if text.starts_with("-l") || text.starts_with("-L") {
            self.libraries.push(arg.clone());
        } else if let Some(options) = text.strip_prefix("-Wp,") {
            self.flags.extend(preprocessor_options(options));
        } else if let Some(path) = text.strip_prefix("-o") {
            if !text.starts_with("-objc") {
                self.output = Some(PathBuf::from(path));
            }
        } else if !is_dropped(text) {
            if text.starts_with("-pthread") {
                self.libraries.push(arg.clone());
            }
            self.flags.push(arg.clone());
        }
    }

    fn input(&mut self, path: &OsStr, language: &Option<OsString>) {
        let path = PathBuf::from(path);
        let kind = match language.as_ref().and_then(|language| language.to_str()) {
            Some("assembler" | "assembler-with-cpp") => InputKind::Assembler,
            Some(language) if language.ends_with("-header") => InputKind::Header,
            Some(_) => InputKind::Source,
            None => kind_by_name(&path),
        };
        if kind == InputKind::Object && path.extension().is_none_or(|extension| extension != "o") {
            self.libraries.push(path.clone().into_os_string());
        }
        self.inputs.push(Input { path, kind, language: language.clone() });
    }
}

/// `-flto` and what makes sense only with it.
pub fn is_lto(arg: &OsStr) -> bool {
    let options =
        ["-flto", "-ffat-lto-objects", "-fwhole-program-vtables", "-fsplit-lto-unit", "-fthinlto-index"];
    options.iter().any(|option| arg.as_bytes().starts_with(option.as_bytes()))
}

/// `-x none` ends an earlier `-x`.
fn some_language(name: OsString) -> Option<OsString> {
    (name != "none").then_some(name)
}

/// Checked versions of functions exist only with optimisation.
fn is_fortify(definition: &OsStr) -> bool {
    definition.as_bytes().starts_with(b"_FORTIFY_SOURCE")
}

fn is_our_target(target: &OsStr) -> bool {
    let target = target.to_string_lossy();
    (target.starts_with("x86_64") || target.starts_with("amd64")) && !target.ends_with("x32")
}

fn begins_with_any(text: &str, prefixes: &[&str]) -> bool {
    prefixes.iter().any(|prefix| text.starts_with(prefix))
}

/// One letter is an option of its own, unless the letter stands for a family.
fn is_dropped(text: &str) -> bool {
    const WHOLE: &[&str] = &["-r", "-s", "-p", "-c", "-v", "-w", "-Q"];
    text.strip_prefix("-D").is_some_and(|definition| is_fortify(OsStr::new(definition)))
        || DROPPED
            .iter()
            .any(|prefix| if WHOLE.contains(prefix) { text == *prefix } else { text.starts_with(prefix) })
}

/// What `-Wp,` hands to the preprocessor, without requests for lists of dependencies.
fn preprocessor_options(options: &str) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut options = options.split(',');
    while let Some(option) = options.next() {
        match option {
            "-MD" | "-MMD" | "-MF" | "-MT" | "-MQ" => drop(options.next()),
            _ if option.starts_with("-M") => {}
            _ if option.strip_prefix("-D").is_some_and(|text| is_fortify(OsStr::new(text))) => {}
            _ => kept.push(OsString::from(option)),
        }
    }
    kept
}

fn kind_by_name(path: &Path) -> InputKind {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    match extension {
        "c" | "i" | "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "CC" | "CXX" | "ii" | "m" | "mi"
        | "mm" | "M" | "mii" | "bc" | "ll" => InputKind::Source,
        "s" | "S" | "sx" | "asm" => InputKind::Assembler,
        "h" | "H" | "hh" | "hp" | "hxx" | "hpp" | "HPP" | "h++" | "tcc" | "cppm" | "pch" | "gch" => {
            InputKind::Header
        }
        _ => InputKind::Object,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Command {
        Command::parse(&text.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn what_a_command_asks_for() {
        for (line, action) in [
            ("-c a.c", Action::Compile),
            ("a.c", Action::Link),
            ("a.o b.o -o p -lm", Action::Link),
            ("-shared -fPIC a.c -o a.so", Action::Link),
            ("-r a.o b.o -o c.o", Action::Link),
            ("-E a.c", Action::Other),
            ("-S a.c", Action::Other),
            ("-MM a.c", Action::Other),
            ("-MD -MF a.d -c a.c", Action::Compile),
            ("--version", Action::Other),
            ("-v", Action::Other),
            ("-v a.o", Action::Other),
            ("-v -c a.c", Action::Compile),
            ("-print-search-dirs", Action::Other),
            ("-m32 -c a.c", Action::Other),
            ("--target=arm-linux-gnueabi -c a.c", Action::Other),
            ("-target x86_64-linux-gnu -c a.c", Action::Compile),
            ("-c -emit-llvm a.c", Action::Other),
            ("-x c-header a.h", Action::Other),
            ("-x c - -c -o a.o", Action::Compile),
        ] {
            assert_eq!(parse(line).action, action, "{line}");
        }
    }

    #[test]
    fn flags_keep_the_meaning_and_nothing_else() {
        let command = parse(
            "-DA -D B=2 -Iinc -I more -isystem sys -include x.h -std=gnu99 -O2 -g3 -Wall -Wl,-z,now -Wp,-MD,a.d,-DC \
             -flto=auto -fsanitize=address -fno-strict-aliasing -funsigned-char -pthread -MD -MF a.d -MT t -pipe \
             -D_FORTIFY_SOURCE=2 -Wp,-D_FORTIFY_SOURCE=2 -U_FORTIFY_SOURCE -pedantic -fPIC -msse4.2 -c a.c -o a.o \
             -fstack-protector-strong -ffile-prefix-map=/a=. -Xclang -fexperimental-x -std=c11 -static -shared",
        );
        assert_eq!(
            command.flags,
            "-DA -D B=2 -Iinc -I more -isystem sys -include x.h -std=gnu99 -DC -fno-strict-aliasing -funsigned-char \
             -pthread -U_FORTIFY_SOURCE -fPIC -msse4.2 -Xclang -fexperimental-x -std=c11"
                .split_whitespace()
                .collect::<Vec<_>>()
        );
        assert_eq!(command.output.as_deref(), Some(Path::new("a.o")));
        assert!(command.lto);
    }

    #[test]
    fn inputs_know_their_language() {
        let command = parse("a.c -x assembler b.c -x none c.o -xc d - -lz lib.a -Lx");
        let inputs: Vec<_> = command
            .inputs
            .iter()
            .map(|input| (input.path.to_str().unwrap_or_default(), input.kind))
            .collect();
        use InputKind::*;
        assert_eq!(
            inputs,
            [
                ("a.c", Source),
                ("b.c", Assembler),
                ("c.o", Object),
                ("d", Source),
                ("-", Source),
                ("lib.a", Source)
            ]
        );
        assert_eq!(command.inputs[3].language.as_deref(), Some(OsStr::new("c")));
        let command = parse("a.o -lz lib.a x/liby.so -L x -pthread");
        assert_eq!(command.libraries, ["-lz", "lib.a", "x/liby.so", "-Lx", "-pthread"]);
    }
}
