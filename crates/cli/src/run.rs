//! `bowline run`

use crate::args::{
    CheckLevel, CompileOptions, Confirm, EntryAliases, EntryGlobals, EntryOptions, LargerSizes,
    MemoryOptions, OptionalCheck, RunOptions, SolverOptions, Tests,
};
use crate::units::MemoryLimit;
use crate::{BUGS_FOUND, NOTHING_FOUND, last_words, progress, report, summary, world};
use bowline_engine::config::{self, CompileConfig, Limits, NativeConfig};
use bowline_engine::{
    EntryConfig, Error, ExecConfig, FreshMode, OptionalChecks, QueryLog, RunConfig, SolverConfig,
    half_of_memory_mb,
};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub fn run(options: &RunOptions) -> Result<u8, Error> {
    let interrupt = Arc::new(AtomicBool::new(false));
    listen_for_interrupts(&interrupt);
    set_panic_hook(options.debug);
    last_words::prepare();
    reject_contradictions(options)?;
    let world = world::unknown_surroundings(&options.world)?;
    let repository = options.kept.directory()?;
    let config = RunConfig { world, repository, ..configuration(options, interrupt) };
    let mut status = progress::Status::new(options);
    let finished = bowline_engine::run_observed(&config, &mut status);
    status.clear();
    let finished = finished?;
    let exit_code = if finished.report.bugs.is_empty() { NOTHING_FOUND } else { BUGS_FOUND };
    let written = report::write_sarif(&finished, exit_code);
    if options.json {
        let text = serde_json::to_string_pretty(&finished.report);
        println!("{}", text.map_err(|error| Error::Internal(error.to_string()))?);
    } else {
        summary::print(&finished, options.quiet);
    }
    // What was found is told also where the disk has no place for it.
    match finished.failure {
        Some(failure) => Err(failure),
        None => written.map(|()| exit_code),
    }
}

/// A panic is told in one line by whoever called; the rest is for those who ask.
pub fn set_panic_hook(debug: bool) {
    std::panic::set_hook(Box::new(move |panic| {
        crate::closed_output::end_if_it_is(panic);
        if debug {
            eprintln!("{panic}\n{}", std::backtrace::Backtrace::force_capture());
        }
    }));
}

fn reject_contradictions(options: &RunOptions) -> Result<(), Error> {
    let say = |why: &str| Err(Error::Options(why.to_string()));
    if options.results.tests == Tests::None && options.results.confirm == Confirm::All {
        return say(
            "--confirm all runs test files natively, but --tests none writes none: leave one of them out",
        );
    }
    Ok(())
}

/// The first Ctrl-C ends the run cleanly, the second at once.
pub fn listen_for_interrupts(interrupt: &Arc<AtomicBool>) {
    let raised = Arc::clone(interrupt);
    let handler = move || {
        if raised.swap(true, Ordering::Relaxed) {
            exit(130);
        }
        eprintln!("bowline: stopping; results are written, another Ctrl-C leaves at once");
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("bowline: Ctrl-C will end the run without results ({error})");
    }
}

fn configuration(options: &RunOptions, interrupt: Arc<AtomicBool>) -> RunConfig {
    RunConfig {
        files: options.files.clone(),
        entry: options.entry.clone(),
        entry_setup: options.function.entry_setup.clone(),
        args: options.args.clone(),
        seeds: options.exploration.seeds.clone(),
        fuzz: options.exploration.fuzz.mode(),
        world: config::World::default(),
        out: options.out.clone(),
        compile: CompileConfig {
            cflags: compiler_flags(&options.compile),
            optimize: options.compile.optimize,
        },
        search: options.exploration.search.clone(),
        seed: options.exploration.seed,
        chaos: options.exploration.chaos,
        limits: Limits {
            max_time: options.limits.max_time,
            max_memory_mb: match options.limits.max_memory {
                Some(MemoryLimit::Mb(megabytes)) => Some(megabytes),
                Some(MemoryLimit::None) => None,
                None => half_of_memory_mb(),
            },
            max_states: options.limits.max_states.map(|count| count as usize),
            max_tests: options.limits.max_tests.map(|count| count as usize),
            stop_after: options.limits.stop_after.map(|count| count as usize),
        },
        tests: options.results.tests.into(),
        no_pending_tests: options.results.no_pending_tests,
        confirm: if options.results.no_confirm {
            config::Confirm::None
        } else {
            options.results.confirm.into()
        },
        unknowns: options.exploration.unknowns.into(),
        native: native_configuration(options),
        repository: None,
        allow_read: options.read.allow_read.clone(),
        sandbox: options.results.sandbox.method(),
        loops: options.memory.loops.into(),
        list_loops: false,
        merge_on: options.memory.merge_on.into(),
        merge_loops: options.memory.merge_loops.into(),
        merge_at_exits_only: options.memory.merge_at_exits_only,
        merge_limits: merge_limits(&options.memory, options.limits.max_time),
        exec: exec_configuration(options),
        solver: run_solver_configuration(options),
        interrupt,
    }
}

fn exec_configuration(options: &RunOptions) -> ExecConfig {
    let is_in =
        |list: &[OptionalCheck], check| list.iter().any(|one| [check, OptionalCheck::All].contains(one));
    let refused = |check| is_in(&options.exploration.no_check, check);
    let asked = |check| is_in(&options.exploration.check, check) && !refused(check);
    // Where fresh memory is zero nobody can tell what depends on it, and every read of it is meant.
    let has_unknown = FreshMode::from(options.memory.fresh) == FreshMode::Unknown;
    let defaults = ExecConfig::default();
    ExecConfig {
        sizes: options.memory.sizes.into(),
        fresh: options.memory.fresh.into(),
        capacity: options.memory.capacity,
        larger_sizes_last: match options.memory.larger_sizes {
            Some(choice) => choice == LargerSizes::Last,
            None => options.limits.max_time.is_some(),
        },
        large_allocation: options.memory.large_allocation.map(|megabytes| megabytes << 20),
        max_path_time: options.limits.max_path_time,
        capacity_at: options.memory.capacity_at.clone(),
        checks: OptionalChecks {
            signed_overflow: asked(OptionalCheck::SignedOverflow),
            uninitialised_read: asked(OptionalCheck::UninitialisedRead)
                || has_unknown && !refused(OptionalCheck::UninitialisedRead),
            memory_leak: asked(OptionalCheck::MemoryLeak),
        },
        malloc_may_fail: options.memory.malloc_may_fail,
        max_depth: options.limits.max_depth.unwrap_or(0),
        show_output: options.results.show_output,
        entry: entry_configuration(&options.function),
        ..defaults
    }
}

fn entry_configuration(options: &EntryOptions) -> EntryConfig {
    EntryConfig {
        pointers: options.entry_pointers.into(),
        aliases: options.entry_aliases == EntryAliases::SameType,
        depth: options.entry_depth,
        objects: options.entry_objects,
        unknown_globals: options.entry_globals == EntryGlobals::Unknown,
    }
}

fn native_configuration(options: &RunOptions) -> NativeConfig {
    let defaults = NativeConfig::default();
    NativeConfig {
        libraries: options.exploration.native_lib.clone(),
        time_limit: options.limits.max_native_time.unwrap_or(defaults.time_limit),
        ..defaults
    }
}

/// What only a run asks of the solver, on top of what all commands do.
fn run_solver_configuration(options: &RunOptions) -> SolverConfig {
    SolverConfig {
        seed: options.exploration.seed as u32,
        log: options.log.log_queries.as_ref().map(|directory| QueryLog {
            directory: directory.clone(),
            which: options.log.log_which.into(),
            most: options.log.log_max,
        }),
        ..solver_configuration(&options.solver, options.exploration.checks, options.limits.max_solver_time)
    }
}

/// What all commands that ask the solver have in common.
pub fn solver_configuration(
    options: &SolverOptions,
    checks: CheckLevel,
    time_limit: Option<Duration>,
) -> SolverConfig {
    let defaults = SolverConfig::default();
    SolverConfig {
        time_limit: time_limit.unwrap_or(defaults.time_limit).min(LONGEST_QUERY),
        checks: checks.into(),
        layers: options.solver_layers.clone(),
        main_solver: options.back_end.into(),
        whole_quantifiers: options.z3_quantifiers,
        restart_after_terms: if options.fresh_back_end { 0 } else { defaults.restart_after_terms },
        ..defaults
    }
}

/// Back ends count milliseconds in small integers.
const LONGEST_QUERY: Duration = Duration::from_secs(24 * 3600);

fn merge_limits(options: &MemoryOptions, max_time: Option<Duration>) -> config::MergeLimits {
    let default = config::MergeLimits::default();
    config::MergeLimits {
        states: options.merge_max_paths.unwrap_or(default.states),
        // A loop that does not pay must not cost the whole run.
        time: options.merge_max_time.or(max_time.map(|time| time / 6)).unwrap_or(default.time),
        expressions: options.merge_max_size.unwrap_or(default.expressions),
    }
}

pub fn compiler_flags(compile: &CompileOptions) -> Vec<String> {
    let include = compile.include.iter().map(|directory| format!("-I{}", directory.display()));
    let define = compile.define.iter().map(|definition| format!("-D{definition}"));
    let more = compile.cflags.iter().flat_map(|flags| flags.split_whitespace().map(str::to_string));
    include.chain(define).chain(more).collect()
}
