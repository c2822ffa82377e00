//! Runs a native program with one input.

use super::build::NativeProgram;
use super::findings::{Finding, Foreign, read_findings};
use crate::ktest::Ktest;
use bowline_confine::{End, Method, Plan};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What sanitizers end a program with; few programs use it themselves.
pub const SANITIZER_EXIT: i32 = 86;
/// What the replay library ends a program with when it has left the path of its input.
pub const REPLAY_EXITS: [i32; 2] = [77, 78];
pub(super) const MEMORY_LIMIT_MB: u32 = 2048;
/// Kept of what the program printed.
const OUTPUT_TAIL: usize = 64 << 10;

pub use bowline_confine::End as NativeExit;

#[derive(Clone, Debug)]
pub struct NativeRun {
    pub exit: NativeExit,
    /// The end of what it printed on both streams. Only to be shown: a program may print anything.
    pub printed: String,
    /// What the sanitizers wrote down, each for itself.
    pub findings: Vec<Finding>,
    /// The same, as they wrote it.
    pub report: String,
    /// What the sandbox kept it from, in words.
    pub refused: Vec<String>,
}

impl NativeRun {
    /// Everything there is to show.
    pub fn output(&self) -> String {
        format!("{}{}", self.printed, self.report)
    }

    /// The finding that ended it.
    pub fn fatal(&self) -> Option<&Finding> {
        let was_ended = matches!(self.exit, End::Code(SANITIZER_EXIT) | End::Signal(_));
        self.findings.iter().find(|finding| finding.is_fatal).filter(|_| was_ended)
    }

    /// The replay library ended the program, because it asked for what the input does not have.
    pub fn left_its_path(&self) -> bool {
        matches!(self.exit, End::Code(code) if REPLAY_EXITS.contains(&code))
            && self.printed.lines().last().is_some_and(|line| line.starts_with("replay: "))
    }

    /// It did not end by itself.
    pub fn failed(&self) -> bool {
        !matches!(self.exit, End::Code(_)) || self.fatal().is_some()
    }
}

impl NativeProgram {
    /// Runs with an input, in a fresh directory below `scratch`. Leaks are looked for only on request: few programs
    /// free everything at exit.
    /// `driver` is the call to make of those that were built.
    pub fn run(
        &self,
        input: &Ktest,
        driver: Option<usize>,
        leaks: bool,
        method: Method,
        scratch: &Path,
    ) -> io::Result<NativeRun> {
        let place = tempfile::tempdir_in(scratch)?;
        let [printed, work, reports] = ["printed", "work", "reports"].map(|name| place.path().join(name));
        for directory in [&work, &reports] {
            fs::create_dir(directory)?;
        }
        let mut plan = Plan::default();
        (plan.program, plan.work) = (self.executable.clone(), work);
        plan.variables = sanitizer_options(self.large_allocation_mb, leaks, &reports.join("report"));
        plan.reports = reports;
        plan.visible = [self.executable.clone(), self.support.clone(), self.directory.clone()].into();
        plan.visible.extend_from_slice(&self.visible);
        plan.writable = self.lines.iter().cloned().collect();
        self.set_scene(&mut plan, input, place.path())?;
        if let Some(driver) = driver {
            plan.variables.push((b"BOWLINE_DRIVER".to_vec(), driver.to_string().into_bytes()));
        }
        let ended =
            bowline_confine::run(method, plan, place.path(), &printed, || self.patience.end().is_some())?;
        Ok(NativeRun {
            exit: ended.end,
            printed: tail(&fs::read(&printed)?),
            findings: read_findings(
                &ended.reports,
                &Foreign { support: &self.support, directory: &self.directory },
            ),
            report: ended.reports,
            refused: ended.refused,
        })
    }
}

/// Variables of the environment. `log` is where sanitizers write to: files of that name and the number of a process.
pub(super) fn sanitizer_options(
    large_allocation_mb: Option<u64>,
    leaks: bool,
    log: &Path,
) -> Vec<(Vec<u8>, Vec<u8>)> {
    let allocator = match large_allocation_mb {
        Some(most) => format!("max_allocation_size_mb={most}"),
        None => "allocator_may_return_null=1".to_string(),
    };
    let common = format!(
        "exitcode={SANITIZER_EXIT}:hard_rss_limit_mb={MEMORY_LIMIT_MB}:{allocator}:color=never:\
         symbolize=1:print_stacktrace=0:handle_abort=1:handle_sigill=1:log_path='{}'",
        log.display()
    );
    let address = format!(
        "{common}:detect_leaks={}:detect_stack_use_after_return=1:max_redzone=2048:handle_sigfpe=1:\
         malloc_fill_byte=0:max_malloc_fill_size=16777216",
        u8::from(leaks)
    );
    // A local variable of a function that calls `exit` keeps nothing from being lost, as under the executor.
    let leak = "use_stacks=0:use_registers=0".to_string();
    let mut variables = vec![
        ("ASAN_OPTIONS".to_string(), address),
        ("UBSAN_OPTIONS".to_string(), common.clone()),
        ("MSAN_OPTIONS".to_string(), common),
        ("LSAN_OPTIONS".to_string(), leak),
    ];
    if let Some(symbolizer) = symbolizer() {
        for tool in ["ASAN", "MSAN", "UBSAN"] {
            variables.push((format!("{tool}_SYMBOLIZER_PATH"), symbolizer.display().to_string()));
        }
    }
    variables.into_iter().map(|(name, value)| (name.into_bytes(), value.into_bytes())).collect()
}

fn symbolizer() -> Option<PathBuf> {
    ["/usr/bin/llvm-symbolizer-19", "/usr/lib/llvm-19/bin/llvm-symbolizer"]
        .iter()
        .map(PathBuf::from)
        .find(|path| path.exists())
}

fn tail(bytes: &[u8]) -> String {
    let start = bytes.len().saturating_sub(OUTPUT_TAIL);
    String::from_utf8_lossy(&bytes[start..]).into_owned()
}
