//! Puts the program's modules together and adds what it needs of our C library.
//!
//! The library is an archive: a member comes in only if it defines something that is referenced and still undefined,
//! and what it needs in turn is looked for again. What the program defines itself always wins over the library.

use crate::error::Error;
use crate::llvm::{Context, Global, Linkage, Module};
use crate::lower::libm_symbol;
use crate::options::RuntimeMember;
use bowline_base::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};

/// The mark that functions of our C library carry through linking.
pub const RUNTIME_MARK: &str = "bowline-runtime";

/// Links the program's own modules, in order.
pub fn link_program<'c>(
    context: &'c Context,
    modules: Vec<(PathBuf, Module<'c>)>,
) -> Result<Module<'c>, Error> {
    reject_duplicates(&modules)?;
    let mut modules = modules.into_iter();
    let Some((_, mut program)) = modules.next() else {
        // Only archives were given: what is needed of them comes into an empty module.
        return context.parse(b"\n", "program").map_err(Error::Internal);
    };
    for (path, module) in modules {
        program.link(module).map_err(|message| Error::Link { path, message })?;
    }
    Ok(program)
}

/// LLVM's linker also finds these, but cannot say where the other definition is.
fn reject_duplicates(modules: &[(PathBuf, Module<'_>)]) -> Result<(), Error> {
    let mut defined: FxHashMap<String, &Path> = FxHashMap::default();
    for (path, module) in modules {
        for global in module.globals() {
            if global.is_declaration() || global.linkage() != Linkage::Strong {
                continue;
            }
            if let Some(first) = defined.insert(global.name(), path) {
                return Err(Error::DuplicateDefinition {
                    symbol: global.name(),
                    first: first.to_path_buf(),
                    second: path.clone(),
                });
            }
        }
    }
    Ok(())
}

/// Adds members of the library until nothing that it could define is missing, `starts` among it.
pub fn link_runtime<'c>(
    context: &'c Context,
    program: &mut Module<'c>,
    runtime: &[RuntimeMember],
    starts: &[String],
) -> Result<(), Error> {
    let mut provider: FxHashMap<&str, usize> = FxHashMap::default();
    for (index, member) in runtime.iter().enumerate() {
        for symbol in &member.symbols {
            provider.entry(symbol).or_insert(index);
        }
    }
    let mut linked: FxHashSet<usize> = FxHashSet::default();
    loop {
        // Sorted, so that the order of linking is the archive's and not that of the program's symbols.
        let mut wanted: Vec<usize> = undefined(program)
            .iter()
            .chain(starts)
            .filter_map(|symbol| provider.get(symbol.as_str()).copied())
            .filter(|index| !linked.contains(index))
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.is_empty() {
            return Ok(());
        }
        for index in wanted {
            linked.insert(index);
            add_member(context, program, &runtime[index])?;
        }
    }
}

/// Names that are referenced and not defined. A weak reference does not count: it asks for nothing.
pub fn undefined(module: &Module<'_>) -> Vec<String> {
    let mut names = Vec::new();
    for global in module.functions().into_iter().chain(module.variables()) {
        if !global.is_declaration()
            || global.linkage() == Linkage::WeakReference
            || !global.value().has_uses()
        {
            continue;
        }
        let name = global.name();
        if name.starts_with("llvm.") {
            names.extend(libm_symbol(&name));
        } else {
            names.push(name);
        }
    }
    names
}

fn add_member<'c>(
    context: &'c Context,
    program: &mut Module<'c>,
    member: &RuntimeMember,
) -> Result<(), Error> {
    let internal = |message: String| Error::Internal(format!("runtime member {}: {message}", member.name));
    let module = context.parse(&member.bitcode, &member.name).map_err(internal)?;
    let definitions: Vec<Global<'_>> =
        module.globals().into_iter().filter(|global| !global.is_declaration()).collect();
    for global in &definitions {
        if global.is_function() {
            global.add_mark(RUNTIME_MARK);
        }
    }
    let own: FxHashSet<String> =
        program.globals().into_iter().filter(|global| !global.is_declaration()).map(Global::name).collect();
    for global in &definitions {
        if global.linkage() == Linkage::Strong && own.contains(&global.name()) {
            global.make_weak();
        }
    }
    drop(definitions);
    program.link(module).map_err(internal)
}
