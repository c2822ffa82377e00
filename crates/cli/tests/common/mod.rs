//! A temporary directory with files, and the command run in it.

#![allow(dead_code, reason = "each test file uses a part of it")]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Options that make arguments, standard input, a file and the environment of a plain program unknown.
pub const UNKNOWN_WORLD: [&str; 12] =
    ["--sym-args", "0", "1", "2", "--sym-stdin", "1", "--sym-file", "conf", "1", "--sym-env", "MODE", "1"];

pub struct Place {
    directory: TempDir,
}

impl Place {
    pub fn with(files: &[(&str, &[u8])]) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        for (name, contents) in files {
            fs::write(directory.path().join(name), contents).expect("a file of the test");
        }
        Self { directory }
    }

    /// With one program, `a.c`.
    pub fn with_program(text: &str) -> Self {
        Self::with(&[("a.c", text.as_bytes())])
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// `bowline ARGS`, not yet started.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bowline"));
        command.current_dir(self.path()).args(args);
        command
    }

    pub fn bowline(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("bowline starts")
    }

    /// `bowline run --out out ARGS`, which must end with this exit code; its report.
    pub fn run(&self, args: &[&str], code: i32) -> Value {
        let args: Vec<&str> = ["run", "--out", "out"].iter().chain(args).copied().collect();
        let output = self.bowline(&args);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?} said: {text}");
        self.report()
    }

    pub fn report(&self) -> Value {
        let text = fs::read(self.join("out/run.json")).expect("a report");
        serde_json::from_slice(&text).expect("valid JSON")
    }

    /// Names of the test files.
    pub fn tests(&self) -> Vec<String> {
        names(&self.join("out/tests"))
    }

    pub fn names(&self) -> Vec<String> {
        names(self.path())
    }

    pub fn tool(&self, name: &str, args: &[&str]) {
        let output = Command::new(name).current_dir(self.path()).args(args).output();
        let output = output.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
