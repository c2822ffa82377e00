//! `bowline check`

use crate::args::{Asked, CheckOptions, Segments};
use crate::say::say;
use crate::{BUGS_FOUND, NOTHING_FOUND, run};
use bowline_engine::check::{CheckConfig, CheckReport, QueryReport, Watcher};
use bowline_engine::config::CompileConfig;
use bowline_engine::visible::visible_line;
use bowline_engine::{Error, QueryKind, RunConfig, half_of_memory_mb, write_whole};
use std::io::{IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

/// Between two lines about how it goes.
const PAUSE: Duration = Duration::from_millis(250);

/// Unknown answers that are shown; `check.json` has all.
const SHOWN_UNKNOWN: usize = 20;

pub fn check(options: &CheckOptions) -> Result<u8, Error> {
    run::set_panic_hook(false);
    let interrupt = Arc::new(AtomicBool::new(false));
    run::listen_for_interrupts(&interrupt);
    let mut config = RunConfig {
        files: options.files.clone(),
        allow_read: options.read.allow_read.clone(),
        compile: CompileConfig {
            cflags: run::compiler_flags(&options.compile),
            optimize: options.compile.optimize,
        },
        interrupt,
        ..RunConfig::default()
    };
    config.limits.max_memory_mb = half_of_memory_mb();
    config.repository = options.kept.directory()?;
    let config = CheckConfig {
        run: config,
        kinds: options.only.iter().map(|asked| kind(*asked)).collect(),
        at: options.at.clone(),
        max_time: options.max_time,
        evidence_time: options.evidence_time,
        jobs: options.jobs.unwrap_or_else(|| available_parallelism().map_or(1, |count| count.get())),
        measures: options.segments == Segments::On,
        out: options.out.clone(),
    };
    let status = Status { shown: std::io::stderr().is_terminal(), last: Mutex::new(Instant::now()) };
    let report = bowline_engine::check(&config, &status);
    status.clear();
    let report = report?;
    match options.json {
        true => println!("{}", String::from_utf8_lossy(&report.to_json()?).trim_end()),
        false => print(&report, options.quiet),
    }
    if let Some(place) = report.disagreements.first() {
        return Err(Error::Internal(format!(
            "{}:{} was proved safe, and the exploration found an error there",
            place.file, place.line
        )));
    }
    let code = if report.totals.vulnerable > 0 { BUGS_FOUND } else { NOTHING_FOUND };
    if let Some(out) = &options.out {
        let log = bowline_report::check_sarif(&report, code);
        let text = serde_json::to_vec_pretty(&log).map_err(|error| Error::Internal(error.to_string()))?;
        write_whole(&out.join("results.sarif"), &text)?;
    }
    Ok(code)
}

const fn kind(asked: Asked) -> QueryKind {
    match asked {
        Asked::Writes => QueryKind::Write,
        Asked::Reads => QueryKind::Read,
        Asked::Branches => QueryKind::Branch,
    }
}

/// A line on the terminal that says how far it is.
struct Status {
    shown: bool,
    last: Mutex<Instant>,
}

impl Watcher for Status {
    fn answered(&self, done: usize, all: usize) {
        let Ok(mut last) = self.last.lock() else { return };
        if self.shown && (last.elapsed() >= PAUSE || done == all) {
            *last = Instant::now();
            eprint!("\r\x1b[K{done} of {all} queries");
            let _ = std::io::stderr().flush();
        }
    }
}

impl Status {
    fn clear(&self) {
        if self.shown {
            eprint!("\r\x1b[K");
        }
    }
}

fn print(report: &CheckReport, quiet: bool) {
    for query in report.queries.iter().filter(|query| query.verdict == "vulnerable") {
        say!("{}", visible_line(&line(query)));
        if quiet {
            continue;
        }
        if let Some(assumed) = &query.assumes {
            say!("    assumed, as it was not followed any further: {}", visible_line(assumed));
        }
        for model in &query.models {
            say!("    if what was measured holds: {}", visible_line(model));
        }
        if let Some(condition) = &query.condition {
            let start = query.start.as_deref().unwrap_or("the start");
            say!("    if at the start of {start}: {}", visible_line(condition));
        }
        let path: Vec<String> = query.path.iter().map(|place| place.line.to_string()).collect();
        if path.len() > 1 {
            say!("    path: lines {}", path.join(", "));
        }
        let native = if query.confirmed { "confirmed" } else { "not confirmed" };
        say!("    {native}: {}", visible_line(&query.native));
    }
    if quiet {
        return;
    }
    for query in report.queries.iter().filter(|query| query.verdict == "infeasible") {
        say!("{}", visible_line(&line(query)));
    }
    let unknown: Vec<&QueryReport> =
        report.queries.iter().filter(|query| query.verdict == "unknown").collect();
    for query in unknown.iter().take(SHOWN_UNKNOWN) {
        say!("{}", visible_line(&line(query)));
    }
    if unknown.len() > SHOWN_UNKNOWN {
        say!("{} more are unknown, see check.json (--out)", unknown.len() - SHOWN_UNKNOWN);
    }
    let totals = &report.totals;
    say!("evidence: {}", visible_line(&report.evidence));
    say!(
        "{} queries: {} safe, {} vulnerable ({} confirmed), {} infeasible, {} unknown; {} accesses need none",
        totals.queries,
        totals.safe,
        totals.vulnerable,
        totals.confirmed,
        totals.infeasible,
        totals.unknown,
        totals.trivial
    );
}

/// `parse.c:17: write in copy: vulnerable: a path leads outside the object`
fn line(query: &QueryReport) -> String {
    let QueryReport { file, line, kind, function, verdict, reason, .. } = query;
    format!("{file}:{line}: {kind} in {function}: {verdict}: {reason}")
}
