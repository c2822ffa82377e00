//! What a native build needs beside the program: where it starts, and the replay library, which serves its unknown values.
//!
//! These are compiled by themselves, so that no flag of the program (`-std=c99`, `-Dmalloc=...`) can break them.

use super::build::{BuildSpec, CLANG, Instrumentation, run_tool};
use crate::harness::HarnessKind;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Functions of the program that go through the replay library.
pub(super) const WRAPPED: [&str; 3] = ["malloc", "calloc", "realloc"];

/// Further ones that get no memory where the input says so. That they are wrapped tells the library that allocations may fail.
pub(super) const WRAPPED_TO_FAIL: [&str; 6] =
    ["aligned_alloc", "memalign", "valloc", "posix_memalign", "strdup", "strndup"];

/// Functions that give an unknown value.
const INPUT: &str = "__VERIFIER_nondet_";

pub(super) struct Support {
    pub path: PathBuf,
}

impl Support {
    /// `path` is made.
    pub fn unpack(path: PathBuf) -> Result<Self, String> {
        let support = Self { path };
        for (files, place) in
            [(bowline_runtime::HEADERS, support.headers()), (bowline_runtime::REPLAY, support.replay())]
        {
            fs::create_dir_all(&place)
                .and_then(|()| bowline_runtime::unpack(files, &place))
                .map_err(|error| format!("cannot unpack into {}: {error}", place.display()))?;
        }
        Ok(support)
    }

    pub fn headers(&self) -> PathBuf {
        self.path.join("include")
    }

    fn replay(&self) -> PathBuf {
        self.path.join("replay")
    }

    /// Objects whose definitions come before the program's own.
    pub fn start_objects(&self, spec: &BuildSpec, how: &Instrumentation) -> Result<Vec<PathBuf>, String> {
        self.compile(&start_sources(spec, &self.path)?, how)
    }

    /// The replay library; `more` is a source of another part of the build.
    pub fn replay_objects(&self, how: &Instrumentation, more: Option<&Path>) -> Result<Vec<PathBuf>, String> {
        let is_source = |name: &&str| name.ends_with(".c");
        let names = bowline_runtime::REPLAY.iter().map(|file| file.name).filter(is_source);
        let mut sources: Vec<PathBuf> = names.map(|name| self.replay().join(name)).collect();
        sources.extend(more.map(Path::to_path_buf));
        self.compile(&sources, how)
    }

    /// Definitions of what is missing according to a linker, if they can be given: functions for unknown values of types that the replay library
    /// does not know give what fits into a register; in a part of a program, any other is one that the paths of tests do not call.
    pub fn missing_functions(
        &self,
        linker: &str,
        is_part: bool,
        how: &Instrumentation,
    ) -> Result<Option<PathBuf>, String> {
        let missing: BTreeSet<&str> = linker
            .lines()
            .filter_map(|line| line.split_once("undefined reference to `"))
            .filter_map(|(_, rest)| rest.split_once('\''))
            .map(|(name, _)| name)
            .collect();
        if missing.is_empty() || !missing.iter().all(|name| is_part || name.starts_with(INPUT)) {
            return Ok(None);
        }
        let mut text =
            "struct value { unsigned long word; double floating; } __bowline_input(const char *);\n"
                .to_string();
        for name in missing {
            let _ = match name.starts_with(INPUT) {
                true => writeln!(text, "struct value {name}(void) {{ return __bowline_input(\"nondet\"); }}"),
                false => writeln!(text, "__attribute__((weak)) void {name}(void) {{ __builtin_trap(); }}"),
            };
        }
        let source = self.path.join("missing.c");
        fs::write(&source, text).map_err(|error| format!("cannot write to {}: {error}", source.display()))?;
        Ok(self.compile(&[source], how)?.pop())
    }

    /// One object per source, all in this directory.
    pub fn compile(&self, sources: &[PathBuf], how: &Instrumentation) -> Result<Vec<PathBuf>, String> {
        if sources.is_empty() {
            return Ok(Vec::new());
        }
        let mut command = Command::new(CLANG);
        command.current_dir(&self.path).args(&how.flags).arg("-I").arg(self.headers());
        run_tool(command.arg("-c").args(sources), CLANG, &how.patience)?;
        let object = |source: &PathBuf| {
            let name = Path::new(source.file_name().unwrap_or_default()).with_extension("o");
            self.path.join(name)
        };
        Ok(sources.iter().map(object).collect())
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
        // Sanitizers compare more often than a C library does, and stubs count their calls.
        (HarnessKind::Function, Some(_)) if !spec.drivers.is_empty() => {
            bowline_runtime::unpack(bowline_runtime::SORTING, support).map_err(cannot)?;
            return Ok(vec![support.join("qsort.c")]);
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
