//! What the native program finds around it: the same as under the executor.
//!
//! Its working directory is new, its own to change, and has the unknown files of the test, and private copies of the existing files that the program
//! read during the run, or that known arguments name relative to the user's directory; nothing else of that directory is visible by
//! relative names. (A directory that the program listed is there, with those of its files that it read.)
//! Standard input is a pipe with the test's bytes, or empty, as under the executor: it has no positions, and `fstat` says so. Of the environment the program sees only the variables of
//! the test: the replay library takes those that are marked, and hides the rest.

use super::NativeProgram;
use crate::ktest::Ktest;
use bowline_confine::Plan;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

/// In front of the names of the program's own variables; the replay library takes it away.
const VARIABLE_MARK: &str = "BOWLINE_ENV_";

impl NativeProgram {
    /// Sets arguments, environment, standard input and what is in the working directory for a test. `place` is a new directory.
    pub(super) fn set_scene(&self, plan: &mut Plan, input: &Ktest, place: &Path) -> io::Result<()> {
        let (around, rest) = self.world.divide(input);
        let [test, stdin, working] = ["input.ktest", "stdin", "scene"].map(|name| place.join(name));
        fs::write(&test, rest.encode())?;
        fs::create_dir(&working)?;
        for (name, contents) in &around.files {
            create_below(&working, Path::new(name), |path| fs::write(path, contents))?;
        }
        let named = self.args.iter().map(Path::new);
        let read = self.read.iter().map(PathBuf::as_path);
        for name in named.chain(read).filter(|name| is_below(name)) {
            let original = self.directory.join(name);
            if working.join(name).symlink_metadata().is_ok() {
                continue;
            }
            if let Ok(target) = fs::read_link(&original)
                && is_below(&target)
            {
                create_below(&working, name, |path| symlink(&target, path))?;
            } else if original.is_file() {
                create_below(&working, name, |path| fs::copy(&original, path).map(|_| ()))?;
            } else if self.read.iter().any(|read| read == name) && original.is_dir() {
                fs::create_dir_all(working.join(name))?;
            }
        }
        fs::write(&stdin, &around.stdin)?;
        plan.scene = working;
        plan.stdin = stdin;
        plan.args = self.args.iter().map(|arg| arg.clone().into_bytes()).chain(around.args).collect();
        let mut set = |name: &str, value: Vec<u8>| plan.variables.push((name.as_bytes().to_vec(), value));
        set("BOWLINE_KTEST", test.as_os_str().as_bytes().to_vec());
        set("BOWLINE_NAME", self.name.clone().into_bytes());
        for (name, value) in around.env {
            set(&format!("{VARIABLE_MARK}{name}"), value);
        }
        Ok(())
    }
}

fn is_below(name: &Path) -> bool {
    name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

fn create_below(
    directory: &Path,
    name: &Path,
    create: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let path = directory.join(name);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    create(&path)
}
