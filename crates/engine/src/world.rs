//! The unknown surroundings of a program: arguments, environment, standard input, files.
//!
//! The executor and the native run have them from the same inputs of a test: `NAME-size` and `NAME`, where `NAME` is
//! `arg1`, `arg2`, ..., `env-VARIABLE`, `stdin` or `file-PATH`; `n-args` where the number of arguments is unknown.

use crate::error::Error;
use crate::ktest::{Ktest, KtestObject};
use serde::{Deserialize, Serialize};
use std::path::{Component, Path};

/// Sizes are in bytes, the largest that is explored. Empty by default.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct World {
    /// Groups of unknown arguments, behind the known ones.
    #[serde(default)]
    pub args: Vec<UnknownArgs>,
    #[serde(default)]
    pub stdin: Option<u64>,
    #[serde(default)]
    pub files: Vec<UnknownText>,
    #[serde(default)]
    pub env: Vec<UnknownText>,
}

/// From `min` to `max` arguments of up to `length` characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnknownArgs {
    pub min: u64,
    pub max: u64,
    pub length: u64,
}

/// A file, or a variable of the environment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnknownText {
    pub name: String,
    pub size: u64,
}

/// What one test says about the surroundings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Surroundings {
    pub args: Vec<Vec<u8>>,
    pub stdin: Vec<u8>,
    pub files: Vec<(String, Vec<u8>)>,
    pub env: Vec<(String, Vec<u8>)>,
}

impl World {
    pub fn is_empty(&self) -> bool {
        self.options().next().is_none()
    }

    /// The options that were used.
    pub fn options(&self) -> impl Iterator<Item = &'static str> {
        [
            (!self.args.is_empty(), "--sym-args"),
            (self.stdin.is_some(), "--sym-stdin"),
            (!self.files.is_empty(), "--sym-file"),
            (!self.env.is_empty(), "--sym-env"),
        ]
        .into_iter()
        .filter_map(|(used, name)| used.then_some(name))
    }

    /// Mistakes that can be told without the program. Names of files are relative to `directory`.
    pub fn check(&self, directory: &Path) -> Result<(), Error> {
        let refuse = |why: String| Err(Error::Options(why));
        for UnknownArgs { min, max, length } in &self.args {
            if min > max {
                return refuse(format!(
                    "--sym-args {min} {max} {length}: the least number of arguments is above the largest"
                ));
            }
            if *length == 0 && *max > 0 {
                return refuse(format!(
                    "--sym-args {min} {max} {length}: arguments of up to 0 characters leave nothing unknown; give a larger LEN"
                ));
            }
        }
        for (at, UnknownText { name, .. }) in self.files.iter().enumerate() {
            let is_below = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
            if name.is_empty() || !is_below {
                return refuse(format!(
                    "--sym-file {name}: the name must be relative to the working directory of the program, without `.` and `..`"
                ));
            }
            if directory.join(name).is_dir() {
                return refuse(format!("--sym-file {name}: is a directory; name a file, it need not exist"));
            }
            if let Some(parent) = Path::new(name).parent().filter(|parent| !directory.join(parent).is_dir()) {
                return refuse(format!(
                    "--sym-file {name}: there is no directory {}; create it first",
                    parent.display()
                ));
            }
            let clashes = |other: &UnknownText| {
                Path::new(&other.name).starts_with(name) || Path::new(name).starts_with(&other.name)
            };
            if self.files[..at].iter().any(clashes) {
                return refuse(format!("--sym-file {name}: this name is taken by another --sym-file"));
            }
        }
        for (at, UnknownText { name, .. }) in self.env.iter().enumerate() {
            if name.is_empty() || name.contains('=') {
                return refuse(format!("--sym-env {name}: a variable's name is not empty and has no `=`"));
            }
            if self.env[..at].iter().any(|other| other.name == *name) {
                return refuse(format!("--sym-env {name}: given twice"));
            }
        }
        Ok(())
    }

    /// The description that the start code reads in front of the program's own arguments.
    pub fn description(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for UnknownArgs { min, max, length } in &self.args {
            words.extend(["args".to_string(), min.to_string(), max.to_string(), length.to_string()]);
        }
        for (key, list) in [("env", &self.env), ("file", &self.files)] {
            for UnknownText { name, size } in list {
                words.extend([key.to_string(), name.clone(), size.to_string()]);
            }
        }
        words.extend(self.stdin.iter().flat_map(|size| ["stdin".to_string(), size.to_string()]));
        words.push("--".to_string());
        words
    }

    /// Divides a test into the surroundings and what the program itself asks for.
    pub fn divide(&self, test: &Ktest) -> (Surroundings, Ktest) {
        let mut rest = test.clone();
        let mut taker = Taker { objects: &mut rest.objects };
        let mut args = Vec::new();
        if !self.args.is_empty() {
            self.args.iter().filter(|group| group.min < group.max).for_each(|_| {
                taker.take("n-args");
            });
            while let Some(arg) = taker.sized(&format!("arg{}", args.len() + 1)) {
                args.push(arg);
            }
        }
        let mut named = |prefix: &str, list: &[UnknownText]| -> Vec<(String, Vec<u8>)> {
            let mut contents = |text: &UnknownText| taker.sized(&format!("{prefix}{}", text.name));
            list.iter().map(|text| (text.name.clone(), contents(text).unwrap_or_default())).collect()
        };
        let env = named("env-", &self.env);
        let files = named("file-", &self.files);
        let stdin = self.stdin.and_then(|_| taker.sized("stdin")).unwrap_or_default();
        (Surroundings { args, stdin, files, env }, rest)
    }
}

/// Takes objects out of a test: the first of a name is the start code's, later ones are the program's.
struct Taker<'a> {
    objects: &'a mut Vec<KtestObject>,
}

impl Taker<'_> {
    fn take(&mut self, name: &str) -> Option<Vec<u8>> {
        let at = self.objects.iter().position(|object| object.name == name)?;
        Some(self.objects.remove(at).bytes.to_vec())
    }

    /// The bytes of something whose size is an input as well. Without bytes it has none of its own.
    fn sized(&mut self, name: &str) -> Option<Vec<u8>> {
        let size = self.take(&format!("{name}-size"))?;
        match size.iter().all(|byte| *byte == 0) {
            true => {
                // Made only where the size is unknown.
                if self.objects.iter().any(|object| object.name == name && object.bytes.is_empty()) {
                    self.take(name);
                }
                Some(Vec::new())
            }
            false => self.take(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(name: &str, bytes: &[u8]) -> KtestObject {
        KtestObject { name: name.to_string(), bytes: bytes.into() }
    }

    fn number(name: &str, value: u64) -> KtestObject {
        object(name, &value.to_le_bytes())
    }

    #[test]
    fn the_surroundings_are_taken_out_of_a_test() {
        let text = |name: &str| UnknownText { name: name.to_string(), size: 4 };
        let world = World {
            args: vec![UnknownArgs { min: 0, max: 3, length: 2 }],
            stdin: Some(8),
            files: vec![text("data")],
            env: vec![text("HOME")],
        };
        let test = Ktest {
            args: vec!["prog".to_string()],
            objects: vec![
                number("n-args", 2),
                number("arg1-size", 0),
                number("arg2-size", 1),
                object("arg2", b"x"),
                number("env-HOME-size", 0),
                object("env-HOME", b""),
                number("file-data-size", 2),
                object("file-data", b"ab"),
                number("stdin-size", 3),
                object("stdin", b"abc"),
                object("arg2", b"the program's own"),
            ],
            heap: None,
        };
        let (around, rest) = world.divide(&test);
        assert_eq!(around.args, [b"".to_vec(), b"x".to_vec()]);
        assert_eq!(around.env, [("HOME".to_string(), Vec::new())]);
        assert_eq!(around.files, [("data".to_string(), b"ab".to_vec())]);
        assert_eq!(around.stdin, b"abc");
        assert_eq!(rest.objects, [object("arg2", b"the program's own")]);
    }

    #[test]
    fn the_description_is_what_the_start_code_reads() {
        let world = World {
            args: vec![UnknownArgs { min: 0, max: 2, length: 4 }],
            stdin: Some(8),
            ..World::default()
        };
        assert_eq!(world.description().join(" "), "args 0 2 4 stdin 8 --");
    }
}
