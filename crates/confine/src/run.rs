//! The caller's side: starts a sandbox with a supervisor in it and waits.

use crate::{Ended, Inside, Method, Plan, SUPERVISOR_COMMAND, bubblewrap};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Beyond the program's own limit, which the supervisor sees to.
const GRACE: Duration = Duration::from_secs(10);

/// Runs a program. `place` is a directory for this run alone; what the program prints goes to `printed`, as far as the limit
/// for a file allows. It is ended, and all that it started, when `is_over` says that nobody waits for it any more; that is an error.
pub fn run(
    method: Method,
    plan: Plan,
    place: &Path,
    printed: &Path,
    is_over: impl Fn() -> bool,
) -> io::Result<Ended> {
    run_watched(method, plan, place, printed, |_| is_over())
}

/// [`run`], where whoever is asked whether nobody waits any more may also look at what runs, and let it pause. He is asked some fifty times
/// per second.
pub fn run_watched(
    method: Method,
    mut plan: Plan,
    place: &Path,
    printed: &Path,
    is_over: impl FnMut(&Inside) -> bool,
) -> io::Result<Ended> {
    plan.lock = method == Method::Namespaces;
    plan.confined = method != Method::Nothing;
    let this = std::env::current_exe()?;
    plan.visible.extend([place.to_path_buf(), this.clone()]);
    let (file, result) = (place.join("plan"), place.join("result"));
    fs::write(&file, serde_json::to_vec(&plan)?)?;
    let mut command = match method {
        Method::Bubblewrap => {
            let mut command = bubblewrap::command(&plan);
            command.arg(&this);
            command
        }
        // The file itself may have been replaced or removed since this process started.
        Method::Namespaces | Method::Nothing => Command::new("/proc/self/exe"),
    };
    command.arg(SUPERVISOR_COMMAND).arg(&file).env_clear();
    command.stdin(Stdio::null()).stdout(File::create(&result)?).stderr(File::create(printed)?);
    wait(command.spawn()?, Duration::from_secs(plan.limits.seconds) + GRACE, is_over)?;
    serde_json::from_slice(&fs::read(&result)?).map_err(|_| failure(printed))
}

fn wait(mut child: Child, limit: Duration, mut is_over: impl FnMut(&Inside) -> bool) -> io::Result<()> {
    let inside = Inside::of(child.id());
    let end = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    while child.try_wait()?.is_none() {
        let nobody_waits = is_over(&inside);
        if nobody_waits || Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return if nobody_waits { Err(io::Error::other("nobody waits for it")) } else { Ok(()) };
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
    Ok(())
}

/// There is no result, so the last words are the sandbox's.
fn failure(printed: &Path) -> io::Error {
    let said = fs::read(printed).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let last = said.lines().last().unwrap_or("it says nothing").trim();
    io::Error::other(format!("the sandbox failed: {last}"))
}
