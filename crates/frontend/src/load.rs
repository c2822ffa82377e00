//! From the user's files to a lowered program.

use crate::compile::compile;
use crate::error::Error;
use crate::link::{link_program, link_runtime};
use crate::llvm::{Context, rehearse};
use crate::lower::lower;
use crate::native::{NativeFiles, Opaque};
use crate::options::Options;
use crate::passes::run_light_pipeline;
use crate::read::{Kind, classify, parse};
use crate::symbols::Symbols;
use crate::undefined::read_undefined_values;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::thread;

/// A program ready to be executed.
pub struct Loaded {
    pub module: bowline_ir::Module,
    /// Some of it came as bitcode or textual IR, so that nobody knows what was done to it before.
    pub has_foreign_code: bool,
    /// Parts of native files that have no bitcode.
    pub opaque: Vec<Opaque>,
}

/// Loads a program from C sources, bitcode, textual IR and what `bowline cc` built, in any mix.
pub fn load(files: &[PathBuf], options: &Options) -> Result<Loaded, Error> {
    load_with_starts(files, options, |_| Ok(Vec::new()))
}

/// [`load`] for a caller who starts with functions of our C library: `starts` names them, given what the program has.
pub fn load_with_starts<E: From<Error>>(
    files: &[PathBuf],
    options: &Options,
    starts: impl FnOnce(&Symbols) -> Result<Vec<String>, E>,
) -> Result<Loaded, E> {
    if files.is_empty() {
        return Err(Error::NoFiles.into());
    }
    let inputs = files.iter().map(|path| classify(path)).collect::<Result<Vec<_>, _>>()?;
    let sources: Vec<PathBuf> = files
        .iter()
        .zip(&inputs)
        .filter(|(_, (kind, _))| *kind == Kind::Source)
        .map(|(path, _)| path.clone())
        .collect();
    let mut compiled = compile_all(&sources, options).into_iter();

    let context = Context::new();
    let mut modules = Vec::new();
    let mut native = NativeFiles::default();
    let mut has_foreign_code = false;
    for (path, (kind, contents)) in files.iter().zip(inputs) {
        match kind {
            Kind::Source => {
                let bitcode = compiled
                    .next()
                    .ok_or_else(|| Error::Internal(format!("{} was not compiled", path.display())))??;
                let mut module = parse(&context, path, &bitcode)?;
                if options.optimize.is_none() {
                    run_light_pipeline(&mut module)?;
                }
                modules.push((path.clone(), module));
            }
            Kind::Bitcode | Kind::Text => {
                has_foreign_code = true;
                survives(path, &contents)?;
                modules.push((path.clone(), parse(&context, path, &contents)?));
            }
            Kind::Native => modules.extend(native.open(&context, path, &contents)?),
        }
    }
    let mut program = link_program(&context, modules)?;
    let has_root = options.roots.iter().any(|root| Symbols::of(&program).defines(root));
    native.link_archives(&context, &mut program, if has_root { &[] } else { &options.roots })?;
    has_foreign_code |= native.has_foreign_code;
    let starts = starts(&Symbols::of(&program))?;
    link_runtime(&context, &mut program, &options.runtime, &starts)?;
    read_undefined_values(&mut program);
    program.describe_variables_by_calls();
    let mut module = lower(&program);
    if options.share_registers {
        bowline_ir::compact::compact(&mut module);
    }
    bowline_ir::loops::annotate(&mut module);
    if cfg!(debug_assertions) {
        check(&module)?;
    }
    Ok(Loaded { module, has_foreign_code, opaque: native.opaque })
}

/// Does LLVM survive a file that it did not write just now? Bitcode of `bowline cc` has a hash to prove that it is whole.
fn survives(path: &Path, contents: &[u8]) -> Result<(), Error> {
    let work = || {
        // Never taken apart: the process goes away as a whole.
        let context = ManuallyDrop::new(Context::new());
        if let Ok(module) = parse(&context, path, contents).map(ManuallyDrop::new) {
            std::mem::forget(lower(&module));
        }
    };
    rehearse(work).map_err(|how| Error::CrashesReader { path: path.to_path_buf(), how })
}

/// Was everything lowered to valid IR? A violation is a bug of ours.
fn check(module: &bowline_ir::Module) -> Result<(), Error> {
    bowline_ir::verify::verify(module).map_err(|violations| {
        let first = violations.iter().take(5).map(ToString::to_string).collect::<Vec<_>>();
        Error::Internal(format!("invalid IR after lowering: {}", first.join("; ")))
    })
}

/// Compiles all sources, as many at once as there are processors. Results are in the order of the sources.
fn compile_all(sources: &[PathBuf], options: &Options) -> Vec<Result<Vec<u8>, Error>> {
    let at_once = thread::available_parallelism().map_or(1, |count| count.get());
    let compile_group = |group: &[PathBuf]| -> Vec<Result<Vec<u8>, Error>> {
        thread::scope(|scope| {
            let running: Vec<_> =
                group.iter().map(|source: &PathBuf| scope.spawn(|| compile(source, options))).collect();
            running.into_iter().zip(group).map(|(handle, source)| join(handle, source)).collect()
        })
    };
    sources.chunks(at_once).flat_map(compile_group).collect()
}

fn join(
    handle: thread::ScopedJoinHandle<'_, Result<Vec<u8>, Error>>,
    source: &Path,
) -> Result<Vec<u8>, Error> {
    handle.join().unwrap_or_else(|_| Err(Error::Internal(format!("compiling {} panicked", source.display()))))
}
