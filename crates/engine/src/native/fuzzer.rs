//! A libFuzzer harness as clang's libFuzzer runs it: the same files, compiled once more, with its instrumentation and the sanitizer.
//!
//! Nothing of the replay library is in it: the fuzzer makes the inputs, and static variables live from one input to the next. So what it finds is run
//! again by itself ([`NativeProgram`](super::NativeProgram)) before it counts.

use super::build::{self, BuildSpec, CLANG, Instrumentation, OwnCode, Sanitizer, compiler, run_tool};
use super::findings::{Finding, Foreign, read_findings};
use super::run::{MEMORY_LIMIT_MB, sanitizer_options};
use super::support::Support;
use bowline_confine::{Inside, Method, Plan};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Calls the fuzzer by hand: the program may have a `main` of its own, and this one is linked before it.
const MAIN: &str = "int LLVMFuzzerTestOneInput(const unsigned char *, unsigned long);\n\
                    int LLVMFuzzerRunDriver(int *, char ***, int (*)(const unsigned char *, unsigned long));\n\
                    int main(int argc, char **argv) { return LLVMFuzzerRunDriver(&argc, &argv, LLVMFuzzerTestOneInput); }\n";

/// An input that takes longer, in seconds, is not fuzzed on.
const SECONDS_PER_INPUT: u32 = 10;
const FAST: &[u8] = b":detect_stack_use_after_return=0:max_malloc_fill_size=4096";
/// A month: whoever runs it ends it.
const ENDLESS: u64 = 30 * 24 * 3600;
/// Bytes at the end of what it prints that have a report.
const REPORT: usize = 64 << 10;
/// Of all files that it may leave in a place in memory.
const DISK_BYTES: u64 = 64 << 20;

/// An executable in a directory of its own.
#[derive(Debug)]
pub struct FuzzProgram {
    executable: PathBuf,
    support: PathBuf,
    directory: PathBuf,
    visible: Vec<PathBuf>,
    large_allocation_mb: Option<u64>,
}

/// What to fuzz with.
#[derive(Clone, Copy, Debug)]
pub struct FuzzRun<'a> {
    /// Read, and written to.
    pub corpus: &'a Path,
    /// Gets the input that ended it.
    pub artifacts: &'a Path,
    /// Gets what it tells of itself.
    pub printed: &'a Path,
    pub seed: u32,
    /// Bytes of an input.
    pub longest: u64,
}

impl FuzzProgram {
    /// Builds in `directory`, which exists and is empty. The error is one line, with the compiler's first complaint.
    pub fn build(spec: &BuildSpec, directory: &Path) -> Result<Self, String> {
        let support = Support::unpack(directory.join("support"))?;
        let how = instrumentation(spec);
        let main = support.path.join("fuzzer_main.c");
        fs::write(&main, MAIN).map_err(|error| format!("cannot write to {}: {error}", main.display()))?;
        let files: Vec<PathBuf> = spec.files.iter().map(|file| spec.directory.join(file)).collect();
        let own = OwnCode::build(spec, &files, None, &how, &support)?;
        let mut command = compiler(spec, &how, &support);
        // The first definition that the linker sees is the one that counts.
        command.args(["-fsanitize=fuzzer", "-Wl,-z,muldefs"]).args(support.compile(&[main], &how)?);
        command.args(own.inputs);
        build::add_libraries(&mut command, spec);
        let executable = directory.join("fuzzer");
        command.args(own.libraries).args(["-lm", "-lpthread", "-o"]).arg(&executable);
        run_tool(&mut command, CLANG, &how.patience)?;
        Ok(Self {
            executable,
            support: support.path,
            directory: spec.directory.clone(),
            visible: build::visible(spec),
            large_allocation_mb: spec.large_allocation_mb,
        })
    }

    /// Fuzzes until something ends it, an input or `is_over`. Returns what sanitizers seem to have said. `place` is a new directory.
    pub fn run(
        &self,
        run: FuzzRun<'_>,
        method: Method,
        place: &Path,
        is_over: impl FnMut(&Inside) -> bool,
    ) -> io::Result<Vec<Finding>> {
        let [work, reports, scene, stdin] =
            ["work", "reports", "scene", "stdin"].map(|name| place.join(name));
        for directory in [&work, &reports, &scene] {
            fs::create_dir_all(directory)?;
        }
        fs::write(&stdin, b"")?;
        let mut plan = Plan::default();
        plan.program = self.executable.clone();
        plan.args = arguments(run);
        plan.variables = sanitizer_options(self.large_allocation_mb, false, &reports.join("report"));
        // The last word counts. What only makes many runs slow is left to the run that confirms.
        let address = plan.variables.iter_mut().find(|(name, _)| name == b"ASAN_OPTIONS");
        address.into_iter().for_each(|(_, options)| options.extend_from_slice(FAST));
        (plan.stdin, plan.scene, plan.work, plan.reports) = (stdin, scene, work, reports);
        plan.writable = vec![run.corpus.to_path_buf(), run.artifacts.to_path_buf()];
        plan.visible = vec![self.executable.clone(), self.support.clone(), self.directory.clone()];
        plan.visible.extend(plan.writable.iter().cloned());
        plan.visible.extend_from_slice(&self.visible);
        plan.limits.seconds = ENDLESS;
        plan.limits.disk_bytes = DISK_BYTES;
        bowline_confine::run_watched(method, plan, place, run.printed, is_over)?;
        // The fuzzer takes sanitizers' reports to itself. The program may print such things, too: all of it is looked at again by whoever confirms.
        let printed = fs::read(run.printed)?;
        let last = &printed[printed.len().saturating_sub(REPORT)..];
        let foreign = Foreign { support: &self.support, directory: &self.directory };
        Ok(read_findings(&String::from_utf8_lossy(last), &foreign))
    }
}

/// Fast enough for many runs; what is optimised away shows in the engine, and what ends a run here is run again without.
fn instrumentation(spec: &BuildSpec) -> Instrumentation {
    let mut flags = vec![
        "-g",
        "-O1",
        "-w",
        "-fno-omit-frame-pointer",
        // Without what only reports and goes on.
        "-fsanitize=fuzzer-no-link,address,shift-exponent,integer-divide-by-zero,unreachable",
        "-fno-sanitize-recover=shift-exponent,integer-divide-by-zero,unreachable",
        "-ftrivial-auto-var-init=zero",
    ];
    if spec.signed_overflow {
        flags.extend(["-fsanitize=signed-integer-overflow", "-fno-sanitize-recover=signed-integer-overflow"]);
    }
    Instrumentation {
        sanitizer: Sanitizer::Address,
        flags,
        level: "-O1",
        lines: None,
        patience: spec.patience.clone(),
    }
}

fn arguments(run: FuzzRun<'_>) -> Vec<Vec<u8>> {
    let mut artifacts = b"-artifact_prefix=".to_vec();
    artifacts.extend_from_slice(run.artifacts.as_os_str().as_bytes());
    artifacts.push(b'/');
    let numbers = [
        format!("-seed={}", run.seed),
        format!("-max_len={}", run.longest),
        format!("-timeout={SECONDS_PER_INPUT}"),
        format!("-rss_limit_mb={MEMORY_LIMIT_MB}"),
        // What others put into the corpus is looked at every second; what the program prints is not kept.
        "-reload=1".to_string(),
        "-close_fd_mask=3".to_string(),
        "-detect_leaks=0".to_string(),
    ];
    let mut all = vec![artifacts];
    all.extend(numbers.map(String::into_bytes));
    all.push(run.corpus.as_os_str().as_bytes().to_vec());
    all
}
