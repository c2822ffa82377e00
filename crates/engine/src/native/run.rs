//! Runs a native program with one input.

use super::build::{NativeProgram, Sanitizer};
use crate::ktest::Ktest;
use std::fs::{self, File};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

const TIME_LIMIT: Duration = Duration::from_secs(10);
const MEMORY_LIMIT_MB: u32 = 2048;
/// What sanitizers end a program with; few programs use it themselves.
pub const SANITIZER_EXIT: i32 = 86;
/// What the replay library ends a program with when it has left the path of its input.
pub const REPLAY_EXITS: [i32; 2] = [77, 78];
/// Kept of what the program printed.
const OUTPUT_TAIL: usize = 64 << 10;

/// How a native run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NativeExit {
    Code(i32),
    Signal(i32),
    TimedOut,
}

#[derive(Clone, Debug)]
pub struct NativeRun {
    pub exit: NativeExit,
    /// The end of what it printed on both streams.
    pub output: String,
    pub sanitizer: Sanitizer,
}

impl NativeRun {
    /// The replay library ended the program, because it asked for what the input does not have.
    pub fn left_its_path(&self) -> bool {
        matches!(self.exit, NativeExit::Code(code) if REPLAY_EXITS.contains(&code))
            && self.output.lines().last().is_some_and(|line| line.starts_with("replay: "))
    }
}

impl NativeProgram {
    /// Runs with an input, in a fresh directory below `scratch`. Leaks are looked for only on request: few programs
    /// free everything at exit.
    pub fn run(&self, input: &Ktest, leaks: bool, scratch: &Path) -> io::Result<NativeRun> {
        let place = tempfile::tempdir_in(scratch)?;
        let log = place.path().join("log");
        let printed = File::create(&log)?;
        let mut command = self.limited_command();
        command.env_clear();
        self.set_options(&mut command, leaks);
        self.set_scene(&mut command, input, place.path())?;
        command.stdout(printed.try_clone()?).stderr(printed);
        let exit = match wait(command.spawn()?)? {
            None => NativeExit::TimedOut,
            Some(status) => match (status.code(), status.signal()) {
                (Some(code), _) => NativeExit::Code(code),
                (None, signal) => NativeExit::Signal(signal.unwrap_or_default()),
            },
        };
        let output = tail(&fs::read(&log)?);
        Ok(NativeRun { exit, output, sanitizer: self.sanitizer })
    }

    /// The shell sets limits and becomes the program. Address space stays unlimited: sanitizers reserve terabytes.
    fn limited_command(&self) -> Command {
        let mut command = Command::new("/bin/sh");
        let seconds = TIME_LIMIT.as_secs() + 1;
        command.arg("-c").arg(format!(
            "ulimit -c 0; ulimit -t {seconds}; ulimit -f 131072; ulimit -s 8192; exec \"$0\" \"$@\""
        ));
        command.arg(&self.executable);
        command
    }

    fn set_options(&self, command: &mut Command, leaks: bool) {
        let common = format!(
            "exitcode={SANITIZER_EXIT}:hard_rss_limit_mb={MEMORY_LIMIT_MB}:allocator_may_return_null=1:color=never:\
             symbolize=1:print_stacktrace=0:handle_abort=0"
        );
        let address = format!(
            "{common}:detect_leaks={}:detect_stack_use_after_return=1:max_redzone=2048:handle_sigfpe=1:\
             malloc_fill_byte=0:max_malloc_fill_size=16777216",
            u8::from(leaks)
        );
        command.env("ASAN_OPTIONS", address).env("UBSAN_OPTIONS", &common).env("MSAN_OPTIONS", &common);
        if let Some(symbolizer) = symbolizer() {
            for tool in ["ASAN", "MSAN", "UBSAN"] {
                command.env(format!("{tool}_SYMBOLIZER_PATH"), &symbolizer);
            }
        }
    }
}

fn symbolizer() -> Option<PathBuf> {
    ["/usr/bin/llvm-symbolizer-19", "/usr/lib/llvm-19/bin/llvm-symbolizer"]
        .iter()
        .map(PathBuf::from)
        .find(|path| path.exists())
}

/// None when it had to be ended.
fn wait(mut child: Child) -> io::Result<Option<ExitStatus>> {
    let end = Instant::now() + TIME_LIMIT;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn tail(bytes: &[u8]) -> String {
    let start = bytes.len().saturating_sub(OUTPUT_TAIL);
    String::from_utf8_lossy(&bytes[start..]).into_owned()
}
