//! `bowline solve`
//!
//! Exit codes as everywhere; 1 means that an answer contradicts what its file says.

use crate::args::SolveOptions;
use crate::run::solver_configuration;
use crate::say::say;
use crate::{BUGS_FOUND, NOTHING_FOUND};
use bowline_engine::{Error, Solved};

pub fn solve(options: &SolveOptions) -> Result<u8, Error> {
    let config = solver_configuration(&options.solver, options.checks, options.max_solver_time);
    let totals = bowline_engine::solve(&options.files, &config, |solved| {
        if !options.totals || solved.contradicts.is_some() {
            print(solved, options.model);
        }
    })?;
    if options.totals {
        println!("{}", totals.json()?);
    }
    Ok(if totals.contradictions == 0 { NOTHING_FOUND } else { BUGS_FOUND })
}

fn print(solved: &Solved, model: bool) {
    let contradicts = match &solved.contradicts {
        Some(recorded) => format!(", but the file says {recorded}"),
        None => String::new(),
    };
    let seconds = solved.time.as_secs_f64();
    say!("{}: {}{contradicts} ({seconds:.6} s)", solved.file.display(), solved.verdict);
    if model {
        for (name, bytes) in &solved.model {
            let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            say!("  {name} = {}", hex.join(" "));
        }
    }
}
