//! The configuration of a run as `run.json` tells it.

use crate::config::{RunConfig, TestPolicy};
use crate::harness::Harness;
use std::collections::BTreeMap;

use crate::report::{
    ConfigReport, CoverageReport, EntryReport, PathCounts, ProgramReport, RunReport, Stats, Stop, VERSION,
};
use bowline_exec::{DEFAULT_CAPACITY, EntryPointers, FreshMode, SizeMode};
use bowline_solver::Checks;

/// The report of a run that has found nothing yet, and has not come to its end.
pub fn empty_report(config: &RunConfig, harness: &Harness) -> RunReport {
    RunReport {
        version: VERSION,
        program: ProgramReport {
            files: config.files.clone(),
            directory: std::env::current_dir().unwrap_or_default(),
            entry: config.entry.clone(),
            setup: config.entry_setup.clone(),
            harness: harness.kind,
            args: config.args.clone(),
            world: config.world.clone(),
            read: Vec::new(),
        },
        config: config_report(config),
        stop: Stop::Error,
        paths: PathCounts::default(),
        alive: Vec::new(),
        exit_statuses: BTreeMap::new(),
        bugs: Vec::new(),
        lost: Vec::new(),
        coverage: CoverageReport::default(),
        tests: Vec::new(),
        seeds: None,
        fuzz: None,
        attention: Vec::new(),
        sandbox: None,
        warnings: Vec::new(),
        notes: Vec::new(),
        stats: Stats::default(),
        timeline: Vec::new(),
    }
}

fn config_report(config: &RunConfig) -> ConfigReport {
    ConfigReport {
        search: config.search.to_string(),
        seed: config.seed,
        entry: EntryReport {
            pointers: match config.exec.entry.pointers {
                EntryPointers::Any => "any",
                EntryPointers::Valid => "valid",
            }
            .to_string(),
            aliases: if config.exec.entry.aliases { "same-type" } else { "none" }.to_string(),
            globals: if config.exec.entry.unknown_globals { "unknown" } else { "initial" }.to_string(),
            depth: config.exec.entry.depth,
            objects: config.exec.entry.objects,
        },
        loops: config.loops.name().to_string(),
        fresh: match config.exec.fresh {
            FreshMode::Unknown => "unknown",
            FreshMode::Zero => "zero",
        }
        .to_string(),
        sizes: match config.exec.sizes {
            SizeMode::Max => "max",
            SizeMode::Eager => "eager",
            SizeMode::Lazy => "lazy",
            SizeMode::Unbounded => "unbounded",
        }
        .to_string(),
        capacity: config.exec.capacity.unwrap_or(DEFAULT_CAPACITY),
        large_allocation: config.exec.large_allocation,
        max_path_time_s: config.exec.max_path_time.map(|time| time.as_secs_f64()),
        checks: config.exec.checks.kinds().map(|kind| kind.to_string()).collect(),
        malloc_may_fail: config.exec.malloc_may_fail,
        cflags: config.compile.cflags.clone(),
        optimize: config.compile.optimize,
        tests: match config.tests {
            TestPolicy::All => "all",
            TestPolicy::New => "new",
            TestPolicy::Bugs => "bugs",
            TestPolicy::None => "none",
        }
        .to_string(),
        unknowns: config.unknowns.name().to_string(),
        native_libs: config.native.libraries.clone(),
        allow_read: config.allow_read.clone(),
        max_time_s: config.limits.max_time.map(|time| time.as_secs_f64()),
        max_memory_mb: config.limits.max_memory_mb,
        max_states: config.limits.max_states,
        max_tests: config.limits.max_tests,
        stop_after: config.limits.stop_after,
        max_depth: Some(config.exec.max_depth).filter(|depth| *depth > 0),
        max_solver_time_s: config.solver.time_limit.as_secs_f64(),
        solver_checks: match config.solver.checks {
            Checks::Off => "off",
            Checks::Cheap => "cheap",
            Checks::Full => "full",
        }
        .to_string(),
        solver_layers_off: config.solver.layers.off().map(str::to_string).collect(),
    }
}
