//! Seeds of a run: read before it begins, reported when it is over.

use crate::config::RunConfig;
use crate::error::Error;
use crate::exchange::{Accept, gather, raw};
use crate::harness::Harness;
use crate::report::{SeedsReport, SkippedSeedReport};
use bowline_exec::{SeedInputs, SeedLog};
use std::path::PathBuf;

/// Where the exploration stood when the last seed had been followed.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeedPhase {
    pub paths: u64,
    pub lines: u64,
    pub branches: u64,
    pub elapsed_s: f64,
}

/// The seeds that a configuration names, each with its file.
pub fn read(config: &RunConfig, harness: &Harness) -> Result<(Vec<PathBuf>, Vec<SeedInputs>), Error> {
    let (mut files, mut inputs) = (Vec::new(), Vec::new());
    for stored in gather(&config.seeds, Accept::Corpus)? {
        let test = match (stored.is_raw, stored.test.objects.last()) {
            (true, Some(data)) => raw::one_input_test(harness.kind, &config.world, &data.bytes.to_vec())
                .map_err(|why| Error::BadTest { path: stored.path.clone(), why })?,
            _ => stored.test,
        };
        files.push(stored.path);
        inputs.push(test.objects.into_iter().map(|object| (object.name, object.bytes.to_vec())).collect());
    }
    Ok((files, inputs))
}

/// What became of them.
pub fn report(files: &[PathBuf], log: &SeedLog, phase: Option<SeedPhase>) -> SeedsReport {
    let mut reasons: Vec<(usize, &str)> = log.dropped().collect();
    let used: Vec<usize> = log.used().collect();
    let is_open = |number: &usize| !used.contains(number) && reasons.iter().all(|(known, _)| known != number);
    let open: Vec<usize> = (0..files.len()).filter(is_open).collect();
    reasons.extend(open.into_iter().map(|number| (number, "the run stopped before the end of its path")));
    reasons.sort_unstable();
    let name = |number: usize| files[number].to_string_lossy().into_owned();
    let skipped: Vec<SkippedSeedReport> = reasons
        .into_iter()
        .map(|(number, why)| SkippedSeedReport { file: name(number), why: why.to_string() })
        .collect();
    let phase = phase.unwrap_or_default();
    SeedsReport {
        given: files.len(),
        used: used.len(),
        skipped,
        paths: phase.paths,
        lines: phase.lines,
        branches: phase.branches,
        elapsed_s: phase.elapsed_s,
    }
}
