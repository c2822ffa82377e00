//! Questions from files, through the chain of a run: what `--log-queries` wrote, or any script of our subset.

use crate::error::Error;
use crate::report::LayerReport;
use bowline_expr::{ExprId, Pool, Symbol};
use bowline_solver::{Path, Record, Solver, SolverConfig, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path as FilePath, PathBuf};
use std::time::{Duration, Instant};

/// Bytes of an input that are shown; a script may declare inputs of any size.
const MOST_SHOWN: u64 = 4096;

/// One answered question.
#[derive(Debug)]
pub struct Solved {
    pub file: PathBuf,
    /// `sat`, `unsat`, or `unknown` with the reason behind it.
    pub verdict: String,
    /// What the file says the answer was, where that is something else.
    pub contradicts: Option<String>,
    pub time: Duration,
    /// For `sat`: the inputs by name, and their first bytes.
    pub model: Vec<(String, Vec<u8>)>,
}

/// Of all questions together.
#[derive(Debug, Serialize)]
pub struct Totals {
    pub files: u64,
    /// Answers that contradict what their files say.
    pub contradictions: u64,
    pub unknown: u64,
    /// For answering alone, without reading the files.
    pub seconds: f64,
    pub restarts: u64,
    pub layers: BTreeMap<String, LayerReport>,
}

impl Totals {
    pub fn json(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|error| Error::Internal(error.to_string()))
    }
}

/// Asks the questions of all files, in their order, of one solver, so that what it learns from one serves the next.
/// `each` is called with every answer as it comes.
pub fn solve(
    files: &[PathBuf],
    config: &SolverConfig,
    mut each: impl FnMut(&Solved),
) -> Result<Totals, Error> {
    let mut pool = Pool::new();
    let mut solver = Solver::new(config.clone())?;
    let mut paths: Vec<(ExprId, Path)> = Vec::new();
    let (mut seconds, mut count, mut contradictions, mut unknown) = (0.0, 0, 0, 0);
    for file in all_files(files)? {
        let text = fs::read_to_string(&file).map_err(Error::file(&file, "be read"))?;
        let record = Record::parse(&text, &mut pool)
            .map_err(|error| Error::Options(format!("{}: {error}", file.display())))?;
        let start = Instant::now();
        let answer = record.ask(&mut solver, &mut pool, &mut paths);
        let time = start.elapsed();
        let (verdict, model) = match answer {
            Verdict::Sat(model) => {
                let input = |(symbol, info): (_, &Symbol)| {
                    let shown = 0..info.size.min(MOST_SHOWN);
                    (info.name.clone(), shown.map(|index| model.byte(symbol, index)).collect())
                };
                ("sat".to_string(), pool.symbols().map(input).collect())
            }
            Verdict::Unsat => ("unsat".to_string(), Vec::new()),
            Verdict::Unknown(unknown) => (format!("unknown ({unknown})"), Vec::new()),
        };
        let decided = |verdict: &str| verdict == "sat" || verdict == "unsat";
        let contradicts =
            record.verdict.filter(|recorded| decided(recorded) && decided(&verdict) && *recorded != verdict);
        count += 1;
        contradictions += u64::from(contradicts.is_some());
        unknown += u64::from(!decided(&verdict));
        seconds += time.as_secs_f64();
        each(&Solved { file, verdict, contradicts, time, model });
    }
    let stats = solver.stats();
    let layers = LayerReport::all(stats);
    Ok(Totals { files: count, contradictions, unknown, seconds, restarts: stats.restarts, layers })
}

/// Directories stand for the scripts in them, by name.
fn all_files(given: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut inside = Vec::new();
        for entry in fs::read_dir(path).map_err(Error::file(path, "be read"))? {
            let file = entry.map_err(Error::file(path, "be read"))?.path();
            if is_script(&file) {
                inside.push(file);
            }
        }
        inside.sort();
        if inside.is_empty() {
            return Err(Error::Options(format!("{}: holds no .smt2 file", path.display())));
        }
        files.append(&mut inside);
    }
    Ok(files)
}

fn is_script(file: &FilePath) -> bool {
    file.extension().is_some_and(|extension| extension == "smt2")
}
