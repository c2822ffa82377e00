//! Source positions: debug files become paths, each interned once.
//!
//! A path stays relative, as the user gave it, when it is relative to where we run; otherwise it is made absolute with
//! the directory that the compiler ran in. A file that is spelled in several ways has the first of them.

use crate::llvm::{DebugFile, DebugLoc};
use bowline_base::{FxHashMap, IdVec};
use bowline_ir::{FileId, SourceLoc};
use std::fs;
use std::path::{Component, Path, PathBuf};

pub struct Sources<'m> {
    here: Option<PathBuf>,
    known: FxHashMap<DebugFile<'m>, FileId>,
    /// By the path without links and detours, where there is such a file.
    by_path: FxHashMap<PathBuf, FileId>,
}

impl<'m> Sources<'m> {
    pub fn new() -> Self {
        Self {
            here: std::env::current_dir().ok(),
            known: FxHashMap::default(),
            by_path: FxHashMap::default(),
        }
    }

    pub fn locate(&mut self, loc: DebugLoc<'m>, files: &mut IdVec<FileId, String>) -> SourceLoc {
        let file = match self.known.get(&loc.file) {
            Some(file) => *file,
            None => {
                let path = self.path(loc.file);
                let real = fs::canonicalize(&path).unwrap_or_else(|_| PathBuf::from(&path));
                let file = *self.by_path.entry(real).or_insert_with(|| files.push(path));
                self.known.insert(loc.file, file);
                file
            }
        };
        SourceLoc { file, line: loc.line, column: loc.column }
    }

    fn path(&self, file: DebugFile<'m>) -> String {
        let (directory, name) = file.directory_and_name();
        let stays = directory.is_empty()
            || Path::new(&name).is_absolute()
            || self.here.as_deref() == Some(Path::new(&directory));
        let path = if stays { PathBuf::from(name) } else { Path::new(&directory).join(&name) };
        let plain: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
        plain.to_string_lossy().into_owned()
    }
}

/// For instructions that debug information says nothing about.
pub const NOWHERE: SourceLoc = SourceLoc { file: FileId(0), line: 0, column: 0 };
