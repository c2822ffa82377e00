//! An output directory, read whole.

use bowline_engine::Error;
use bowline_engine::ktest::Ktest;
use bowline_engine::lcov::{self, Line};
use bowline_engine::report::{RunReport, TreeReport};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What a run left, and the sources it was about.
pub struct Results {
    /// As the user names it.
    pub out: PathBuf,
    pub report: RunReport,
    /// None for runs of versions that wrote none.
    pub tree: Option<TreeReport>,
    /// Coverage by file and line.
    pub lines: BTreeMap<String, BTreeMap<u32, Line>>,
    /// Lines of sources by the file's name, where it can be read.
    pub sources: BTreeMap<String, Vec<String>>,
    /// The inputs of bugs, in the order of the bugs.
    pub inputs: Vec<Option<Ktest>>,
    /// What native runs of bugs printed.
    pub logs: Vec<Option<String>>,
}

impl Results {
    /// Only `run.json` must be there.
    pub fn load(out: &Path) -> Result<Self, Error> {
        let report = bowline_engine::read_report(out)?;
        let tree = fs::read(out.join("tree.json")).ok().and_then(|text| serde_json::from_slice(&text).ok());
        let coverage = fs::read_to_string(out.join("coverage.lcov")).unwrap_or_default();
        let lines = lcov::parse(&coverage);
        let inputs = report.bugs.iter().map(|bug| Ktest::read(&out.join(bug.test.as_ref()?)).ok()).collect();
        let log = |folder: &str| fs::read(out.join(folder).join("native.log")).ok();
        let logs = report
            .bugs
            .iter()
            .map(|bug| Some(String::from_utf8_lossy(&log(&bug.folder)?).into_owned()))
            .collect();
        let bugs = report
            .bugs
            .iter()
            .flat_map(|bug| std::iter::once(&bug.file).chain(bug.stack.iter().map(|frame| &frame.file)));
        let mut sources = BTreeMap::new();
        for file in lines.keys().chain(bugs) {
            if !sources.contains_key(file)
                && let Ok(text) = fs::read(report.program.directory.join(file))
            {
                let text = String::from_utf8_lossy(&text);
                sources.insert(file.clone(), text.lines().map(str::to_string).collect());
            }
        }
        Ok(Self { out: out.to_path_buf(), report, tree, lines, sources, inputs, logs })
    }

    /// A file's name as people read it: below the directory of the run without that directory, elsewhere its end.
    pub fn short_name<'a>(&self, file: &'a str) -> Cow<'a, str> {
        short_name(&self.report.program.directory, file)
    }
}

fn short_name<'a>(directory: &Path, file: &'a str) -> Cow<'a, str> {
    let path = Path::new(file);
    let below = path.strip_prefix(directory).ok().and_then(Path::to_str).filter(|name| !name.is_empty());
    if let Some(name) = below {
        return Cow::Borrowed(name);
    }
    let end = path.components().rev().take(2).collect::<Vec<_>>().into_iter().rev().collect::<PathBuf>();
    match path.is_absolute() && path.components().count() > 3 {
        true => Cow::Owned(format!("…/{}", end.display())),
        false => Cow::Borrowed(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_still_tell_files_apart() {
        let short = |file| short_name(Path::new("/home/x"), file).into_owned();
        assert_eq!(short("/home/x/src/a.c"), "src/a.c");
        assert_eq!(short("/usr/include/y/b.h"), "…/y/b.h");
        assert_eq!(short("/b.h"), "/b.h");
        assert_eq!(short("lib/c.c"), "lib/c.c");
    }
}
