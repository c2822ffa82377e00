//! Native builds of programs that `bowline cc` built, in whole or in part.
//!
//! Each unit is compiled again from its source with the flags it was compiled with, under the sanitizer. A unit whose source is
//! not what it was, or does not compile any more, is built from its bitcode, and what has neither is linked as it is.
//! Members of archives are compiled only when something needs them, which is known once those that need them are compiled.

use super::build::{CLANG, FROM_BITCODE, Instrumentation, is_bitcode, run_tool, with_attributes};
use bowline_frontend::embedded::container::{self, Container, Member};
use bowline_frontend::embedded::frame::Framed;
use bowline_frontend::embedded::{Content, Freshness, Hash, Unit};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

/// Compilers at once.
const JOBS: usize = 2;

/// What is to be linked.
#[derive(Default)]
pub(super) struct Built {
    pub objects: Vec<PathBuf>,
    /// Behind the objects: libraries of the original link, and archives for what has no bitcode.
    pub libraries: Vec<OsString>,
    pub limits: String,
    pub has_cxx: bool,
}

/// One object to make.
enum Job {
    /// A file that the user named beside the native ones.
    Plain(PathBuf),
    Unit(Box<Unit>),
}

struct Builder<'a> {
    /// For files that are not native, and where names in them are relative to.
    flags: &'a [OsString],
    directory: &'a Path,
    how: &'a Instrumentation,
    place: &'a Path,
    seen: HashSet<Hash>,
    made: usize,
    built: Built,
}

pub(super) fn is_native(file: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(file).and_then(|file| file.take(8).read_to_end(&mut start));
    read.is_ok() && container::is_container(&start)
}

/// Compiles everything that a program of these files needs, into `place`. `flags` are for those that are sources, relative to
/// `directory`; `root`
/// is needed although nothing calls it, and so is what `driver`, an object that is linked beside, asks for.
pub(super) fn build(
    files: &[PathBuf],
    (flags, directory): (&[OsString], &Path),
    (root, driver): (&str, Option<&Path>),
    how: &Instrumentation,
    place: &Path,
) -> Result<Built, String> {
    fs::create_dir_all(place).map_err(|error| format!("cannot create {}: {error}", place.display()))?;
    let mut builder =
        Builder { flags, directory, how, place, seen: HashSet::new(), made: 0, built: Built::default() };
    let mut jobs = Vec::new();
    let mut members = Vec::new();
    for file in files {
        if !is_native(file) {
            jobs.push(Job::Plain(file.clone()));
            continue;
        }
        let contents = fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        match container::open(file, &contents).map_err(|error| error.to_string())? {
            Container::Linked(units) => builder.add_units(&units, &mut jobs),
            Container::Archive(more) => {
                members.extend(more);
                builder.built.libraries.push(file.clone().into_os_string());
            }
        }
    }
    builder.compile_all(jobs)?;
    builder.add_members(&members, root, driver)?;
    Ok(builder.built)
}

impl Builder<'_> {
    fn add_units(&mut self, units: &[Framed], jobs: &mut Vec<Job>) {
        for Framed { unit, hash } in units {
            if !self.seen.insert(*hash) {
                continue;
            }
            match &unit.content {
                Content::Libraries => self.add_libraries(unit),
                // An object that came from elsewhere; what stands for a member of an archive is no file.
                Content::Opaque(_) if unit.source_hash.is_none() => {
                    self.built.objects.extend(Some(unit.source_path()).filter(|path| path.is_file()));
                }
                _ => jobs.push(Job::Unit(Box::new(unit.clone()))),
            }
        }
    }

    /// Names are relative to where the link ran; what is gone since is left out.
    fn add_libraries(&mut self, unit: &Unit) {
        for flag in &unit.flags {
            if let Some(directory) = flag.as_bytes().strip_prefix(b"-L") {
                let mut absolute = OsString::from("-L");
                absolute.push(unit.directory.join(OsStr::from_bytes(directory)));
                self.built.libraries.push(absolute);
            } else if flag.as_bytes().starts_with(b"-") {
                self.built.libraries.push(flag.clone());
            } else {
                let path = unit.directory.join(flag);
                if !path.is_file() {
                    continue;
                }
                if let Some(directory) = path.parent().filter(|_| !is_archive(&path)) {
                    let mut search = OsString::from("-Wl,-rpath,");
                    search.push(directory);
                    self.built.libraries.push(search);
                }
                self.built.libraries.push(path.into_os_string());
            }
        }
    }

    /// As a linker goes through archives, except that they may be named in any order.
    fn add_members(&mut self, members: &[Member], root: &str, driver: Option<&Path>) -> Result<(), String> {
        let mut provider: HashMap<&str, usize> = HashMap::new();
        for (index, member) in members.iter().enumerate() {
            for symbol in &member.defines {
                provider.entry(symbol).or_insert(index);
            }
        }
        let (mut defined, mut wanted) = (HashSet::new(), HashSet::from([root.to_string()]));
        if let Some(driver) = driver {
            let symbols = container::symbols(driver).map_err(|error| error.to_string())?;
            defined.extend(symbols.defined);
            wanted.extend(symbols.undefined);
        }
        let mut looked_at = 0;
        let mut taken = BTreeSet::new();
        while !provider.is_empty() {
            for object in &self.built.objects[looked_at..] {
                let symbols = container::symbols(object).map_err(|error| error.to_string())?;
                defined.extend(symbols.defined);
                wanted.extend(symbols.undefined);
            }
            looked_at = self.built.objects.len();
            let missing = wanted.iter().filter(|symbol| !defined.contains(*symbol));
            let new: BTreeSet<usize> = missing
                .filter_map(|symbol| provider.get(symbol.as_str()).copied())
                .filter(|index| !taken.contains(index))
                .collect();
            if new.is_empty() {
                break;
            }
            let mut jobs = Vec::new();
            for index in &new {
                self.add_units(&members[*index].units, &mut jobs);
            }
            taken.extend(new);
            self.compile_all(jobs)?;
        }
        Ok(())
    }

    /// Compiles with two compilers at once; objects are in the order of the jobs.
    fn compile_all(&mut self, jobs: Vec<Job>) -> Result<(), String> {
        let first = self.made;
        self.made += jobs.len();
        let queue = Mutex::new(jobs.iter().enumerate());
        let results = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..JOBS.min(jobs.len()) {
                scope.spawn(|| {
                    // The guard must not live while the compiler works.
                    let next = || queue.lock().unwrap_or_else(|poison| poison.into_inner()).next();
                    while let Some((index, job)) = next() {
                        let object = self.place.join(format!("{}.o", first + index));
                        let result = self.compile(job, &object).map(|from_bitcode| (object, from_bitcode));
                        results.lock().unwrap_or_else(|poison| poison.into_inner()).push((index, result));
                    }
                });
            }
        });
        let mut results = results.into_inner().unwrap_or_else(|poison| poison.into_inner());
        results.sort_by_key(|(index, _)| *index);
        for (_, result) in results {
            let (object, from_bitcode) = result?;
            self.built.objects.push(object);
            if from_bitcode {
                self.built.limits = FROM_BITCODE.to_string();
            }
        }
        let is_cxx = |job: &Job| matches!(job, Job::Unit(unit) if unit.compiler.as_bytes().contains(&b'+'));
        self.built.has_cxx |= jobs.iter().any(is_cxx);
        Ok(())
    }

    /// Was it made of bitcode?
    fn compile(&self, job: &Job, object: &Path) -> Result<bool, String> {
        match job {
            Job::Plain(file) if is_bitcode(file) => {
                let marked = object.with_extension("bc");
                with_attributes(file, self.how, &marked)?;
                self.compile_file(&marked, &[], object)?;
                Ok(true)
            }
            Job::Plain(file) => self.compile_file(file, self.flags, object).map(|()| false),
            Job::Unit(unit) => {
                let again = match unit.freshness() {
                    Freshness::Same => self.compile_unit(unit, object),
                    _ => Err(format!("{} is not what it was", unit.source_path().display())),
                };
                match (&again, &unit.content) {
                    (Err(_), Content::Bitcode(bitcode)) => {
                        let (plain, marked) =
                            (object.with_extension("plain.bc"), object.with_extension("bc"));
                        fs::write(&plain, bitcode).map_err(|error| error.to_string())?;
                        with_attributes(&plain, self.how, &marked)?;
                        self.compile_file(&marked, &[], object)?;
                        Ok(true)
                    }
                    _ => again.map(|()| false),
                }
            }
        }
    }

    fn compile_unit(&self, unit: &Unit, object: &Path) -> Result<(), String> {
        let mut command = Command::new(&unit.compiler);
        command.current_dir(&unit.directory).args(&self.how.flags).args(&unit.flags);
        self.finish(command.arg(&unit.source), &unit.compiler.to_string_lossy(), object)
    }

    fn compile_file(&self, file: &Path, flags: &[OsString], object: &Path) -> Result<(), String> {
        let mut command = Command::new(CLANG);
        command.current_dir(self.directory).args(&self.how.flags).args(flags).arg(file);
        self.finish(&mut command, CLANG, object)
    }

    /// Adds what is made to a command that says everything else.
    fn finish(&self, command: &mut Command, tool: &str, object: &Path) -> Result<(), String> {
        match &self.how.lines {
            Some(table) => table.compile(command, tool, object, &self.how.patience),
            None => run_tool(command.arg("-c").arg("-o").arg(object), tool, &self.how.patience),
        }
    }
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "a")
}
