//! Native builds of functions on their own: a driver for each test, all of them in one file with the source that defines the function.
//!
//! One file, because compiling the source is what takes time, and a run has many tests. The source is compiled as the program compiles it: with the
//! user's flags, or with those of its unit where `bowline cc` built it. That unit is linked, too; the first definition counts, which is the driver's.

use super::build::{BuildSpec, CLANG, Instrumentation, is_bitcode, run_tool, source_flags};
use super::support::Support;
use super::units::is_native;
use crate::entry::driver::{Setting, Style, several};
use crate::entry::heap::Heap;
use bowline_frontend::embedded::Unit;
use bowline_frontend::embedded::container::{self, Container};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The source that a driver includes, and how it is compiled.
#[derive(Clone, Debug)]
pub struct Inclusion {
    pub source: PathBuf,
    /// Where the compiler runs.
    pub directory: PathBuf,
    pub compiler: OsString,
    /// Of the unit that `bowline cc` built; none for a source that the user named, which has the user's flags.
    pub unit_flags: Option<Vec<OsString>>,
}

/// The source of a program that defines a function; none where there is only bitcode.
pub fn inclusion(files: &[PathBuf], directory: &Path, heap: &Heap) -> Option<Inclusion> {
    let is_wanted = |path: &Path, from: &Path| {
        let wanted = fs::canonicalize(from.join(&heap.source)).ok();
        !heap.source.is_empty() && wanted.is_some() && fs::canonicalize(path).ok() == wanted
    };
    let full: Vec<PathBuf> = files.iter().map(|file| directory.join(file)).collect();
    let (native, sources): (Vec<&PathBuf>, Vec<&PathBuf>) =
        full.iter().filter(|file| !is_bitcode(file)).partition(|file| is_native(file));
    let plain = |source: &PathBuf| Inclusion {
        source: source.clone(),
        directory: directory.to_path_buf(),
        compiler: CLANG.into(),
        unit_flags: None,
    };
    if let Some(source) = sources.iter().find(|source| is_wanted(source, directory)) {
        return Some(plain(source));
    }
    let units = native.iter().flat_map(|file| units_of(file));
    let of_unit = |unit: Unit| Inclusion {
        source: unit.source_path(),
        directory: unit.directory.clone(),
        compiler: unit.compiler.clone(),
        unit_flags: Some(unit.flags),
    };
    let mut found = units.filter(|unit| is_wanted(&unit.source_path(), &unit.directory));
    // A function in a header belongs to whatever includes that.
    found
        .next()
        .map(of_unit)
        .or_else(|| sources.first().filter(|_| heap.source.ends_with(".h")).map(|s| plain(s)))
}

fn units_of(file: &Path) -> Vec<Unit> {
    let contents = fs::read(file).unwrap_or_default();
    let framed = match container::open(file, &contents) {
        Ok(Container::Linked(units)) => units,
        Ok(Container::Archive(members)) => members.into_iter().flat_map(|member| member.units).collect(),
        Err(_) => Vec::new(),
    };
    framed.into_iter().map(|framed| framed.unit).filter(|unit| unit.source_hash.is_some()).collect()
}

/// The object with `main`, and the program's files that it does not include already.
pub(super) struct Drivers {
    pub object: PathBuf,
    pub others: Vec<PathBuf>,
}

impl Drivers {
    /// Compiles drivers with the program's own types, or without where that does not work.
    pub fn build(
        spec: &BuildSpec,
        files: &[PathBuf],
        how: &Instrumentation,
        support: &Support,
    ) -> Result<Self, String> {
        let included = spec.drivers.first().and_then(|heap| inclusion(&spec.files, &spec.directory, heap));
        let object = support.path.join("driver.o");
        let compile = |style: Style| {
            let source = included.as_ref().map(|included| included.source.as_path());
            let setting = Setting { source, setup: spec.setup.as_deref(), style, is_replay: true };
            let text = support.path.join("driver.c");
            fs::write(&text, several(&spec.drivers, setting))
                .map_err(|error| format!("cannot write to {}: {error}", text.display()))?;
            let mut command = match &included {
                Some(included) => Command::new(&included.compiler),
                None => Command::new(CLANG),
            };
            command.current_dir(included.as_ref().map_or(&spec.directory, |included| &included.directory));
            command.args(&how.flags);
            match included.as_ref().and_then(|included| included.unit_flags.as_ref()) {
                Some(flags) => command.args(flags),
                None => command.args(source_flags(spec, how, support)),
            };
            run_tool(command.arg("-c").arg(&text).arg("-o").arg(&object), CLANG, &how.patience)
        };
        compile(Style::Typed).or_else(|first| compile(Style::Bytes).map_err(|_| first))?;
        let is_included =
            |file: &PathBuf| included.as_ref().is_some_and(|included| included.source == **file);
        let others = files.iter().filter(|file| !is_included(file)).cloned().collect();
        Ok(Self { object, others })
    }
}
