//! Compilers and other tools, run beside us and to their end.
//!
//! They end when we do, however we end: a compiler that never comes to its end must not go on for hours after whoever asked for it was
//! killed. Who cannot wait for so long says so.
#![allow(unsafe_code)]

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// Between two looks at a tool that still runs.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// What a tool says, and how it ends.
pub fn output(command: &mut Command) -> io::Result<Output> {
    spawn(command)?.wait_with_output()
}

/// The same; nothing if `is_over` says that nobody waits for it any more. The tool is ended then, and what it started with it.
pub fn output_unless(command: &mut Command, is_over: impl Fn() -> bool) -> io::Result<Option<Output>> {
    // What it starts belongs to its group, which can be ended as one.
    let mut child = spawn(command.process_group(0))?;
    let readers = [child.stdout.take().map(reader), child.stderr.take().map(reader)];
    let mut pause = Duration::from_millis(1);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if is_over() {
            // SAFETY: no pointers; the group is that of a child that nobody has waited for.
            unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    };
    let [stdout, stderr] =
        readers.map(|reader| reader.and_then(|reader| reader.join().ok()).unwrap_or_default());
    Ok(Some(Output { status, stdout, stderr }))
}

fn spawn(command: &mut Command) -> io::Result<Child> {
    // SAFETY: one system call without pointers. The thread that starts a tool waits for it.
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        })
    };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

fn reader(mut from: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut all = Vec::new();
        // What was read until then is all there is to tell.
        let _ = from.read_to_end(&mut all);
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn both_streams_and_the_status_are_told() {
        let script = "echo out; echo err >&2; exit 3";
        let waited = output(&mut shell(script)).expect("a shell");
        let watched = output_unless(&mut shell(script), || false).expect("a shell").expect("its end");
        for told in [waited, watched] {
            assert_eq!(
                (told.status.code(), &told.stdout[..], &told.stderr[..]),
                (Some(3), &b"out\n"[..], &b"err\n"[..])
            );
        }
    }

    #[test]
    fn more_than_fits_a_pipe_is_told() {
        let told =
            output_unless(&mut shell("yes | head -c 300000"), || false).expect("a shell").expect("its end");
        assert_eq!(told.stdout.len(), 300_000);
    }

    #[test]
    fn what_nobody_waits_for_is_ended_with_all_that_it_started() {
        let begin = Instant::now();
        // The inner one keeps the pipes open for as long as it lives.
        let ended =
            output_unless(&mut shell("sleep 60 & sleep 60"), || begin.elapsed() > Duration::from_millis(100));
        assert!(ended.expect("a shell").is_none());
        assert!(begin.elapsed() < Duration::from_secs(20), "took {:?}", begin.elapsed());
    }
}
