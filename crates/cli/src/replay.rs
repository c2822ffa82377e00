//! `bowline replay`

use crate::args::ReplayOptions;
use crate::say::say;
use crate::{BUGS_FOUND, NOTHING_FOUND};
use bowline_engine::exchange::{Accept, gather};
use bowline_engine::native::summary;
use bowline_engine::visible::visible;
use bowline_engine::{Error, Method, measure, replay as engine, trace as engine_trace};
use std::env;
use std::io::Write;
use std::path::Path;

pub fn replay(options: &ReplayOptions) -> Result<u8, Error> {
    if options.coverage {
        return coverage(&options.test, options.sandbox.found_method());
    }
    if options.trace {
        return trace(&options.test);
    }
    let single = options.test.is_file();
    let (mut bugs, mut surprises, mut all) = (0, 0, 0);
    let mut misfit = None;
    engine(&options.test, options.sandbox.found_method(), |replayed| {
        let run = &replayed.run;
        if single {
            print!("{}", visible(&run.output()));
        }
        let name = replayed.test.file_name().unwrap_or_default().to_string_lossy();
        let agrees = if replayed.agrees { "as predicted" } else { "NOT as predicted" };
        say!("{name}: {} ({agrees}: {})", summary(run), replayed.predicted);
        all += 1;
        if !replayed.fits && misfit.is_none() {
            misfit = Some((replayed.test.clone(), summary(run)));
        }
        surprises += u32::from(!replayed.agrees);
        bugs += u32::from(replayed.predicts_bug && replayed.agrees || run.failed());
        for what in &run.refused {
            say!("{name}: the sandbox refused {what}");
        }
    })?;
    if !single {
        let expected = all - surprises;
        say!("{all} tests: {expected} as predicted, {surprises} not; {bugs} show a bug");
    }
    if let Some((path, why)) = misfit.filter(|_| !options.check) {
        return Err(Error::BadTest { path, why: format!("does not fit the program: {why}") });
    }
    let found = if options.check { surprises } else { bugs };
    Ok(if found > 0 { BUGS_FOUND } else { NOTHING_FOUND })
}

/// One test inside the engine, where its run was started.
fn trace(test: &Path) -> Result<u8, Error> {
    if test.is_dir() {
        let why = "--trace follows one test: name one, such as OUT/tests/000001.ktest".to_string();
        return Err(Error::BadTest { path: test.to_path_buf(), why });
    }
    let stored = gather(&[test.to_path_buf()], Accept::Tests)?;
    let Some(stored) = stored.first() else { return Ok(NOTHING_FOUND) };
    if let Some(run) = &stored.run {
        let directory = &run.report.program.directory;
        env::set_current_dir(directory).map_err(Error::file(directory, "be entered"))?;
    }
    let traced = engine_trace(stored)?;
    let mut out = std::io::stdout().lock();
    for line in traced.lines.iter().chain([&traced.ending]) {
        // Whoever closes the pipe has seen enough.
        if writeln!(out, "{}", visible(line)).is_err() {
            break;
        }
    }
    Ok(if traced.is_bug { BUGS_FOUND } else { NOTHING_FOUND })
}

/// What the tests execute natively, and where that is not what the run said.
fn coverage(out: &Path, sandbox: Method) -> Result<u8, Error> {
    let measured = measure(out, sandbox)?;
    say!("{} tests execute {} of {} lines natively", measured.tests, measured.hit, measured.lines);
    for (name, file) in &measured.files {
        say!("{}: {} of {} common lines executed by both", name.display(), file.both_hit, file.common);
        for (lines, who) in [(&file.engine_only, "only by the run"), (&file.native_only, "only natively")] {
            if !lines.is_empty() {
                let numbers: Vec<String> = lines.iter().map(u32::to_string).collect();
                say!("    {who}: {}", numbers.join(" "));
            }
        }
    }
    let verdict = match (measured.is_same(), measured.agrees()) {
        (true, _) => "both agree",
        (false, true) => {
            "both agree, except where paths have no test of their own (merged, dropped, or ended by an assumption), or go \
             on natively where the run gave them up"
        }
        (false, false) => "they disagree",
    };
    say!("{verdict}");
    Ok(if measured.agrees() { NOTHING_FOUND } else { BUGS_FOUND })
}
