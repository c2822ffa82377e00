//! One run from the user's files to `run.json`.

use crate::chaos::{self, Chaos};
use crate::closed_loops;
use crate::conduct::Line;
use crate::config::{Confirm, Method, RunConfig, UnknownsMode};
use crate::describe::empty_report;
use crate::error::{Error, listed};
use crate::explore::{Explored, Explorer};
use crate::findings::{Findings, fill_in};
use crate::fuzz;
use crate::harness::{self, Harness, HarnessKind};
use crate::lanes::Lanes;
use crate::merging;
use crate::message::Message;
use crate::output::{self, Output, RUN_JSON};
use crate::process;
use crate::progress::Observer;
use crate::real_files::RealFiles;
use crate::report::{ClosedLoopReport, LostReport, RunReport, Stats};
use crate::scratch::{self, Purpose, Scratch};
use crate::seeds;
use crate::testcase::{TestWriter, program_name};
use crate::unknowns;
use crate::unresolved::unresolved;
use crate::watch::Watch;
use bowline_exec::{EntryConfig, Executor, Program, SizeMode, State};
use bowline_expr::Pool;
use bowline_frontend::{Opaque, RuntimeMember};
use bowline_solver::Solver;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::OnceLock;
use std::time::Instant;

/// A run that came to its end, whatever it found.
#[derive(Debug)]
pub struct Finished {
    /// What went wrong on the way. What was found all the same is here.
    pub failure: Option<Error>,
    pub out: PathBuf,
    pub report: RunReport,
    /// What there is to say about each bug.
    pub messages: Vec<Message>,
}

/// A program that can start.
pub(crate) struct Ready {
    pub harness: Harness,
    pub executor: Executor,
    pub start: State,
    /// Parts of the program without bitcode.
    pub opaque: Vec<LostReport>,
}

/// `out` gets the output directory as soon as there is one. Also returns what was explored, which takes its time to be freed.
pub(crate) fn run_here(
    config: &RunConfig,
    line: &Line,
    out: &OnceLock<PathBuf>,
) -> Result<(Finished, Explored), Error> {
    scratch::remove_left_overs();
    let disturbed = config.chaos.map(|seed| chaos::disturbed(config, seed));
    let config = disturbed.as_ref().unwrap_or(config);
    let begin = Instant::now();
    check_paths(config)?;
    check_sizes(config)?;
    let watch = Watch::of_loading(begin, config, line);
    let args = program_arguments(config);
    let Ready { harness, executor, mut start, opaque } = prepare(config, &args)?;
    fuzz::check(config, &harness)?;
    let (seed_files, seeds) = seeds::read(config, &harness)?;
    drop(watch);
    let load_s = begin.elapsed().as_secs_f64();

    // Until the end is reached, what a script finds is a run that failed.
    let mut report = empty_report(config, &harness);
    report.stats.load_s = load_s;
    let output = Output::create(config.out.as_deref(), &report.to_json()?)?;
    let _ = out.set(output.root().to_path_buf());

    let fuzzing = fuzz::begin(config, &report, &output)?;
    let exploring = Instant::now();
    let watch = Watch::of_exploration(exploring, config, line);
    let (mut executor, loop_reports) = merging::plug_in(executor, config, &mut start);
    let merged = &loop_reports.merged;
    executor.plant(&mut start, seeds);
    let searcher = Lanes::new(&config.search, config.seed, merging::shares(config.loops));
    let tests = TestWriter::new(&output, &report.program, config.tests, config.limits.max_tests);
    let chaos = config.chaos.map(Chaos::new);
    let mut observer = line.clone();
    let explorer =
        Explorer::new(executor, searcher, tests, config.limits.clone(), &args, &mut observer, chaos)
            .with_fuzzing(fuzzing);
    let mut explored = explorer.explore(start, &watch, !config.no_pending_tests);
    explored.paths.merged = merged.borrow().merged_away;
    let loops = merging::loop_reports(&explored.executor, &merged.borrow())?;
    let closed_loops =
        closed_loops::reports(&explored.executor, &loop_reports.closed.borrow(), config.list_loops);
    let quantifiers = merging::quantifier_report(&explored.executor.solver().stats().quantifiers);
    explored.notes.extend(merging::unproved(&merged.borrow()));
    explored.notes.extend(merging::proofs_of_summaries(&loop_reports.closed.borrow().proofs)?);
    drop(watch);
    let explore_s = exploring.elapsed().as_secs_f64();

    let confirming = Instant::now();
    let sandbox = begin_confirming(config, &explored, &mut observer);
    if !seed_files.is_empty() {
        report.seeds =
            Some(seeds::report(&seed_files, &explored.executor.books().seeds, explored.seed_phase));
    }
    let mut findings = fill_in(&mut report, config, &output, &mut explored, sandbox);
    report.lost.extend(opaque);
    report.stats = Stats {
        wall_s: begin.elapsed().as_secs_f64(),
        cpu_s: process::cpu_time().unwrap_or_default().as_secs_f64(),
        explore_s,
        load_s,
        confirm_s: confirming.elapsed().as_secs_f64(),
        peak_rss_mb: process::peak_resident_mb().unwrap_or_default(),
        merges: loops.iter().map(|one| one.contexts).sum(),
        loops,
        loop_counts: closed_loops::counts(&closed_loops),
        closed_loops,
        quantifiers,
        ..report.stats
    };
    findings.note(report.to_json().and_then(|text| output.write(RUN_JSON, &text)));
    let Findings { messages, failure } = findings;
    Ok((Finished { out: output.root().to_path_buf(), report, messages, failure }, explored))
}

/// Says that native runs follow, and how they are locked in.
fn begin_confirming(config: &RunConfig, explored: &Explored, observer: &mut Line) -> Option<Method> {
    let crashes = explored.fuzzed.as_ref().map_or(0, |fuzzed| fuzzed.told.crashes.len());
    let natively = if config.confirm.wants_bugs() { explored.bugs.len() + crashes } else { 0 };
    observer.confirming(natively);
    let runs_natively = natively > 0 || config.confirm == Confirm::All;
    let sandbox = config.sandbox.or_else(|| runs_natively.then(Method::best));
    if sandbox == Some(Method::Nothing) && config.sandbox.is_none() {
        observer.unconfined();
    }
    sandbox
}

/// A bound on sizes, and none.
fn check_sizes(config: &RunConfig) -> Result<(), Error> {
    let bound = match (config.exec.capacity, config.exec.capacity_at.as_slice()) {
        (Some(_), _) => "--capacity",
        (None, [_, ..]) => "--capacity-at",
        (None, []) => return Ok(()),
    };
    match config.exec.sizes {
        SizeMode::Unbounded => Err(Error::Options(format!(
            "{bound} bounds sizes, and --sizes unbounded leaves them without a bound; give one of them"
        ))),
        _ => Ok(()),
    }
}

/// What the user named must be there, and what is written must be ours to write.
fn check_paths(config: &RunConfig) -> Result<(), Error> {
    if let Some(out) = &config.out {
        output::check_replaceable(out)?;
    }
    if let Some(missing) = config.allow_read.iter().find(|path| !path.exists()) {
        return Err(Error::Options(format!(
            "--allow-read {}: there is no such file or directory",
            missing.display()
        )));
    }
    config.world.check(&std::env::current_dir().unwrap_or_default())
}

/// Loads the program and makes its first state; every mistake of the user shows here.
pub(crate) fn prepare(config: &RunConfig, args: &[String]) -> Result<Ready, Error> {
    let headers = unpacked_headers()?;
    let options = front_end_options(config, &headers);
    let mut harness = Harness::default();
    let mut loaded = bowline_frontend::load_with_starts(&config.files, &options, |symbols| {
        harness = Harness::detect(symbols, config.entry.as_deref(), &config.args, &config.world)?;
        harness.starts(symbols)
    })?;
    if harness.kind != HarnessKind::Function
        && let Some(option) = entry_options(config).next()
    {
        return Err(Error::Harness(format!(
            "{option} is for functions whose arguments are unknown, but the program starts with `{}`",
            config.entry.as_deref().unwrap_or("main")
        )));
    }
    let mut exec = config.exec.clone();
    if harness.verification_task {
        exec.abort_is_silent = true;
        loaded.module.forget_body("reach_error");
    }
    // Optimised code contains shifts that were moved out of the branch that guards them.
    let is_optimised = config.compile.optimize.is_some() || loaded.has_foreign_code;
    exec.check_shifts &= !is_optimised;
    exec.open_floats = config.unknowns == UnknownsMode::Symcrete;

    let opaque = loaded.opaque.iter().map(opaque_part).collect();
    let mut pool = Pool::new();
    let program = Program::new(loaded.module, &mut pool)?;
    let missing = unresolved(&program);
    if !missing.globals.is_empty() {
        return Err(Error::UnresolvedGlobals(missing.globals));
    }
    let start = match harness.takes_arguments() {
        true => {
            let described = if harness.builds_world { config.world.description() } else { Vec::new() };
            program.start_main(&mut pool, &harness.start, &[described.as_slice(), args].concat())?
        }
        false => program.start_function(&harness.start, config.entry_setup.as_deref())?,
    };
    let unknowns = unknowns::strategy(config, missing.functions, harness.kind == HarnessKind::Function)?;
    let solver = Solver::new(config.solver.clone())?;
    let untold = start.explored_function().filter(|id| program.module.types.function(*id).is_none());
    let mut executor = Executor::new(Rc::new(program), pool, solver, exec)
        .with_host(Box::new(RealFiles::new(named_files(config))))
        .with_unknowns(unknowns.strategy);
    if !unknowns.undefined.is_empty() {
        executor.warn(format!(
            "no definition of {}: a path that calls one ends there; add the files that define them",
            listed(&unknowns.undefined)
        ));
    }
    if untold.is_some() {
        executor.warn(format!(
            "there is no debug information about `{}`: what its pointers point to is guessed; compile with -g",
            harness.start
        ));
    }
    Ok(Ready { harness, executor, start, opaque })
}

/// Options that say something about a function on its own, where they are not the default.
fn entry_options(config: &RunConfig) -> impl Iterator<Item = &'static str> {
    let (chosen, default) = (&config.exec.entry, EntryConfig::default());
    [
        (config.entry_setup.is_some(), "--entry-setup"),
        (chosen.pointers != default.pointers, "--entry-pointers"),
        (chosen.aliases != default.aliases, "--entry-aliases"),
        (chosen.unknown_globals, "--entry-globals"),
        (chosen.depth != default.depth, "--entry-depth"),
        (chosen.objects != default.objects, "--entry-objects"),
    ]
    .into_iter()
    .filter_map(|(used, name)| used.then_some(name))
}

fn front_end_options(config: &RunConfig, headers: &Scratch) -> bowline_frontend::Options {
    bowline_frontend::Options {
        include_dirs: vec![headers.path().to_path_buf()],
        cflags: config.compile.cflags.clone(),
        optimize: config.compile.optimize,
        signed_overflow: config.exec.checks.signed_overflow,
        roots: harness::possible_entries(config.entry.as_deref(), config.entry_setup.as_deref()),
        runtime: runtime_members(),
        ..bowline_frontend::Options::default()
    }
}

/// The loops of a program that need not have anything to start with; nothing of them is known.
pub(crate) fn all_loops(config: &RunConfig) -> Result<Vec<ClosedLoopReport>, Error> {
    let headers = unpacked_headers()?;
    let loaded = bowline_frontend::load(&config.files, &front_end_options(config, &headers))?;
    Ok(closed_loops::not_met(&loaded.module, |_| true))
}

/// A program that is looked at and not executed: without our C library, and each register with its own value.
pub(crate) fn load_to_read(config: &RunConfig) -> Result<bowline_ir::Module, Error> {
    let headers = unpacked_headers()?;
    let options = bowline_frontend::Options {
        runtime: Vec::new(),
        share_registers: false,
        ..front_end_options(config, &headers)
    };
    Ok(bowline_frontend::load(&config.files, &options)?.module)
}

/// Our headers, for the program's compilation.
fn unpacked_headers() -> Result<Scratch, Error> {
    let headers = Scratch::new(Purpose::Include)?;
    bowline_runtime::unpack(bowline_runtime::HEADERS, headers.path())
        .map_err(Error::file("the temporary directory", "be written to"))?;
    Ok(headers)
}

/// What the command line names, as far as it is a path: in an argument also behind a `=`.
fn named_files(config: &RunConfig) -> impl Iterator<Item = PathBuf> {
    let values =
        config.args.iter().flat_map(|arg| [Some(arg.as_str()), arg.split_once('=').map(|(_, value)| value)]);
    let args = values.flatten().map(PathBuf::from);
    config.files.iter().cloned().chain(config.allow_read.iter().cloned()).chain(args)
}

fn opaque_part(part: &Opaque) -> LostReport {
    LostReport {
        kind: "opaque".to_string(),
        what: format!("{}: {}", part.source.display(), part.why),
        file: part.source.to_string_lossy().into_owned(),
        line: 0,
        count: 1,
    }
}

fn runtime_members() -> Vec<RuntimeMember> {
    let member = |member: &bowline_runtime::Member| RuntimeMember {
        name: member.name.to_string(),
        bitcode: member.bitcode.to_vec(),
        symbols: member.symbols.iter().map(|symbol| symbol.to_string()).collect(),
    };
    bowline_runtime::MEMBERS.iter().map(member).collect()
}

/// `argv`: the program's name, then its arguments.
pub(crate) fn program_arguments(config: &RunConfig) -> Vec<String> {
    std::iter::once(program_name(&config.files)).chain(config.args.iter().cloned()).collect()
}
