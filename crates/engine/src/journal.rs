//! `events.jsonl`: what a run has found, line by line as it is found, so that a run which never comes to its end has lost
//! nothing. Whoever announces something has written it here before.
//!
//! `run.json` of a run that ended says everything by itself; the journal matters only where that still has the stop reason
//! `error`. [`recover`] then adds it. A line that was cut by the end of the process or of the disk's space is left out.
//! The journal does not say what was not explored, nor how far each line was covered: a recovered report says so in `lost`.

use crate::error::Error;
use crate::output::{RUN_JSON, write_whole};
use crate::report::{BugReport, LostReport, PathCounts, RunReport, SampleReport, Stop, TestReport};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

pub const NAME: &str = "events.jsonl";

/// What kind of thing a recovered report leaves out.
const UNFINISHED: &str = "unfinished";

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event<'a> {
    /// A test was written.
    Test(Cow<'a, TestReport>),
    /// A bug was found, has a smaller input now, or was run natively. Of several about the same folder the last holds.
    Bug(Box<Cow<'a, BugReport>>),
    /// How far the exploration is.
    Standing {
        paths: PathCounts,
        sample: SampleReport,
        /// Of the program, covered or not.
        #[serde(default)]
        total_lines: u64,
    },
}

#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    pub fn create(root: &Path) -> Result<Self, Error> {
        let path = root.join(NAME);
        Ok(Self { file: File::create(&path).map_err(Error::file(path, "create"))? })
    }

    /// One call of the system for one line.
    pub fn append(&self, event: &Event<'_>) -> io::Result<()> {
        let mut line = serde_json::to_vec(event)?;
        line.push(b'\n');
        (&self.file).write_all(&line)
    }
}

/// Adds what the journal knows to the report of a run that did not come to its end.
pub fn recover(root: &Path, report: &mut RunReport) {
    let Ok(text) = fs::read(root.join(NAME)) else { return };
    let mut tests = position_by(&report.tests, |test| &test.file);
    let mut bugs = position_by(&report.bugs, |bug| &bug.folder);
    for line in text.split(|byte| *byte == b'\n') {
        match serde_json::from_slice(line) {
            Ok(Event::Test(test)) => put(&mut report.tests, &mut tests, test.file.clone(), test.into_owned()),
            Ok(Event::Bug(bug)) => put(&mut report.bugs, &mut bugs, bug.folder.clone(), bug.into_owned()),
            Ok(Event::Standing { paths, sample, total_lines }) => {
                report.stood_at(paths, sample, total_lines);
                report.timeline.push(sample);
            }
            Err(_) => {}
        }
    }
    report.timeline.sort_by(|a, b| a.elapsed_s.total_cmp(&b.elapsed_s));
    report.timeline.dedup();
    if report.lost.iter().all(|lost| lost.kind != UNFINISHED) {
        report.lost.push(LostReport {
            kind: UNFINISHED.to_string(),
            what: "the run did not come to its end: what else it did not explore is not known".to_string(),
            file: String::new(),
            line: 0,
            count: 1,
        });
    }
}

/// Gives a run that cannot come to its end, because something failed or must not wait, the best `run.json` that the files in its
/// directory allow. Needs nothing of the run itself, so that any thread can call it.
pub fn seal(root: &Path, stop: Stop) -> Result<(), Error> {
    let mut report = crate::replay::read_report(root)?;
    report.stop = stop;
    write_whole(&root.join(RUN_JSON), &report.to_json()?)
}

fn position_by<T>(all: &[T], name: impl Fn(&T) -> &String) -> HashMap<String, usize> {
    all.iter().enumerate().map(|(index, one)| (name(one).clone(), index)).collect()
}

fn put<T>(all: &mut Vec<T>, known: &mut HashMap<String, usize>, name: String, one: T) {
    match known.get(&name) {
        Some(&index) => all[index] = one,
        None => {
            known.insert(name, all.len());
            all.push(one);
        }
    }
}
