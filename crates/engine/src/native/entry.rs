//! Native builds of functions on their own: a driver for each test, all of them in one file with the source that defines the function.
//!
//! One file, because compiling the source is what takes time, and a run has many tests.

use super::build::{BuildSpec, CLANG, Instrumentation, compiler, is_bitcode, run_tool};
use super::support::Support;
use super::units::is_native;
use crate::entry::driver::{Setting, Style, several};
use crate::entry::heap::Heap;
use std::fs;
use std::path::{Path, PathBuf};

/// The object with `main`, and the program's files that it does not include already.
pub(super) struct Drivers {
    pub object: PathBuf,
    pub others: Vec<PathBuf>,
}

/// The file of a program that defines a function, if it is a source: what a driver includes.
pub fn source_of(files: &[PathBuf], directory: &Path, heap: &Heap) -> Option<PathBuf> {
    let full = |file: &Path| fs::canonicalize(directory.join(file)).ok();
    let sources: Vec<&PathBuf> =
        files.iter().filter(|file| !is_bitcode(file) && !is_native(&directory.join(file))).collect();
    let wanted = full(Path::new(&heap.source));
    let defining = sources.iter().find(|file| wanted.is_some() && full(file) == wanted);
    // A function in a header belongs to whatever includes that.
    let including =
        || sources.iter().find(|_| heap.source.is_empty() || wanted.is_none() || heap.source.ends_with(".h"));
    defining.or_else(including).map(|file| directory.join(file))
}

impl Drivers {
    /// Compiles drivers with the program's own types, or without where that does not work.
    pub fn build(
        spec: &BuildSpec,
        files: &[PathBuf],
        how: &Instrumentation,
        support: &Support,
    ) -> Result<Self, String> {
        let source = spec.drivers.first().and_then(|heap| source_of(&spec.files, &spec.directory, heap));
        let object = support.path.join("driver.o");
        let compile = |style: Style| {
            let setting =
                Setting { source: source.as_deref(), setup: spec.setup.as_deref(), style, is_replay: true };
            let text = support.path.join("driver.c");
            fs::write(&text, several(&spec.drivers, setting))
                .map_err(|error| format!("cannot write to {}: {error}", text.display()))?;
            let mut command = compiler(spec, how, support);
            run_tool(command.arg("-c").arg(&text).arg("-o").arg(&object), CLANG)
        };
        compile(Style::Typed).or_else(|first| compile(Style::Bytes).map_err(|_| first))?;
        let others = files.iter().filter(|file| Some(file.as_path()) != source.as_deref()).cloned().collect();
        Ok(Self { object, others })
    }
}
