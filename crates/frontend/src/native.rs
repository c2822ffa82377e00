//! The bitcode of native files into modules.
//!
//! All units of an executable, a shared object or an object are part of the program, equal ones once. Members of
//! archives come in as with a linker: only if they define something that is referenced and still undefined.

use crate::embedded::container::{Container, Member, open};
use crate::embedded::frame::Framed;
use crate::embedded::{Content, Freshness, Hash};
use crate::error::Error;
use crate::link::undefined;
use crate::llvm::{Context, Global, Linkage, Module};
use crate::passes::run_light_pipeline;
use crate::read::parse;
use bowline_base::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};

/// A part of the program that exists only as machine code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opaque {
    pub source: PathBuf,
    pub why: String,
}

/// What was found in native files up to now.
#[derive(Default)]
pub struct NativeFiles {
    pub opaque: Vec<Opaque>,
    /// Some of it is bitcode that somebody else made.
    pub has_foreign_code: bool,
    taken: FxHashSet<Hash>,
    /// Members of all archives in order, each with its archive.
    members: Vec<(PathBuf, Member)>,
}

/// What bitcode of an archive without an index defines.
fn definitions(context: &Context, units: &[Framed]) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    for Framed { unit, .. } in units.iter().filter(|framed| framed.unit.is_foreign()) {
        if let Content::Bitcode(bitcode) = &unit.content {
            let module = parse(context, &unit.source, bitcode)?;
            let others = |global: &Global<'_>| !global.is_declaration() && global.linkage() != Linkage::Local;
            names.extend(module.globals().into_iter().filter(others).map(Global::name));
        }
    }
    Ok(names)
}

impl NativeFiles {
    /// The modules of a file that is part of the program; an archive is kept for [`Self::link_archives`].
    pub fn open<'c>(
        &mut self,
        context: &'c Context,
        path: &Path,
        contents: &[u8],
    ) -> Result<Vec<(PathBuf, Module<'c>)>, Error> {
        match open(path, contents)? {
            Container::Linked(units) => self.modules(context, path, &units),
            Container::Archive(mut members) => {
                for member in members.iter_mut().filter(|member| member.defines.is_empty()) {
                    member.defines = definitions(context, &member.units)?;
                }
                self.members.extend(members.into_iter().map(|member| (path.to_path_buf(), member)));
                Ok(Vec::new())
            }
        }
    }

    /// Adds members of archives until nothing that they could define is missing.
    pub fn link_archives<'c>(
        &mut self,
        context: &'c Context,
        program: &mut Module<'c>,
        roots: &[String],
    ) -> Result<(), Error> {
        let members = std::mem::take(&mut self.members);
        let mut provider: FxHashMap<&str, usize> = FxHashMap::default();
        for (index, (_, member)) in members.iter().enumerate() {
            for symbol in &member.defines {
                provider.entry(symbol).or_insert(index);
            }
        }
        let mut missing: Vec<String> = roots.to_vec();
        let mut linked: FxHashSet<usize> = FxHashSet::default();
        while !provider.is_empty() {
            missing.extend(undefined(program));
            let mut wanted: Vec<usize> = missing
                .drain(..)
                .filter_map(|symbol| provider.get(symbol.as_str()).copied())
                .filter(|index| !linked.contains(index))
                .collect();
            wanted.sort_unstable();
            wanted.dedup();
            if wanted.is_empty() {
                break;
            }
            for index in wanted {
                linked.insert(index);
                let (archive, member) = &members[index];
                for (path, module) in self.modules(context, archive, &member.units)? {
                    program.link(module).map_err(|message| Error::Link { path, message })?;
                }
            }
        }
        Ok(())
    }

    fn modules<'c>(
        &mut self,
        context: &'c Context,
        file: &Path,
        units: &[Framed],
    ) -> Result<Vec<(PathBuf, Module<'c>)>, Error> {
        let mut modules = Vec::new();
        for Framed { unit, hash } in units {
            if !self.taken.insert(*hash) {
                continue;
            }
            let source = unit.source_path();
            match &unit.content {
                Content::Libraries => {}
                Content::Opaque(why) => self.opaque.push(Opaque { source, why: why.clone() }),
                Content::Bitcode(bitcode) => {
                    let changed = match unit.freshness() {
                        Freshness::Changed => Some(source.clone()),
                        _ => unit.changed_header(),
                    };
                    if let Some(source) = changed {
                        return Err(Error::Stale { path: file.to_path_buf(), source });
                    }
                    let mut module = parse(context, &source, bitcode)?;
                    match unit.is_foreign() {
                        true => self.has_foreign_code = true,
                        false => run_light_pipeline(&mut module)?,
                    }
                    modules.push((source, module));
                }
            }
        }
        Ok(modules)
    }
}
