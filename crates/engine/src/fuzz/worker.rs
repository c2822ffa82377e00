//! The thread that builds the fuzzer, lets it run beside the exploration and starts it again when an input has ended it.
//!
//! The fuzzer has as much of the processor as the exploration has had, and no more: it pauses when it is ahead. So both get their part where
//! there is only one core, and a limit of time is shared evenly.

use super::told::{Crash, Shared};
use crate::native::BuildSpec;
use crate::native::fuzzer::{FuzzProgram, FuzzRun};
use crate::process;
use bowline_confine::{Inside, Method};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Between two looks at processor times and at what the fuzzer says.
const LOOK: Duration = Duration::from_millis(100);
/// It pauses when it is ahead by so much: less is not worth a signal.
const AHEAD: Duration = Duration::from_millis(300);
/// So many ends without a single new input in between: it goes in circles.
const MOST_ENDS: u32 = 12;
/// Of what it tells at its end.
const TAIL: usize = 4096;

pub(super) struct Worker {
    pub spec: BuildSpec,
    pub method: Option<Method>,
    pub seed: u64,
    pub longest: u64,
    /// Before it begins.
    pub delay: Duration,
    /// A directory of its own, with the corpus.
    pub place: PathBuf,
    pub corpus: PathBuf,
    pub shared: Arc<Shared>,
}

impl Worker {
    pub fn work(self) {
        let begin = Instant::now() + self.delay;
        while Instant::now() < begin {
            if self.shared.is_over() {
                return;
            }
            thread::sleep(LOOK.min(begin.saturating_duration_since(Instant::now())));
        }
        if let Err(why) = self.fuzz()
            && !self.shared.is_over()
        {
            self.shared.change(|told| told.note = Some(why));
        }
        self.shared.change(|told| (told.runs, told.is_done) = (false, true));
    }

    /// Why it came to an end of its own.
    fn fuzz(&self) -> Result<(), String> {
        let method = self.method.unwrap_or_else(Method::best);
        if method == Method::Nothing && self.method.is_none() {
            return Err(
                "nothing is fuzzed: there is no sandbox on this machine, and --no-sandbox was not given"
                    .into(),
            );
        }
        let cannot = |error: std::io::Error| format!("the fuzzer cannot be run: {error}");
        let (building, build) = (Instant::now(), self.place.join("build"));
        fs::create_dir(&build).map_err(cannot)?;
        let program =
            FuzzProgram::build(&self.spec, &build).map_err(|why| format!("nothing is fuzzed: {why}"))?;
        self.shared.change(|told| (told.build, told.runs) = (building.elapsed(), true));
        let mut governor = Governor::new(&self.shared);
        let (mut ends, mut inputs) = (0, 0);
        for number in 0u32.. {
            if self.shared.is_over() {
                break;
            }
            let place = self.place.join(format!("run-{number}"));
            let (artifacts, printed) = (place.join("artifacts"), place.join("printed"));
            fs::create_dir_all(&artifacts).map_err(cannot)?;
            governor.begin(&printed);
            let seed = (self.seed as u32).wrapping_mul(1_000).wrapping_add(number + 1);
            let run = FuzzRun {
                corpus: &self.corpus,
                artifacts: &artifacts,
                printed: &printed,
                seed,
                longest: self.longest,
            };
            let ended = program.run(run, method, &place, |inside| governor.look(inside));
            governor.end();
            if self.shared.is_over() {
                break;
            }
            let finding = ended.map_err(cannot)?.into_iter().find(|finding| finding.is_fatal);
            if let Some(input) = self.input_that_ended_it(&artifacts) {
                self.forget(&input);
                self.shared.change(|told| told.crashed(finding.map(|finding| Crash { finding, input })));
            }
            let now = files_in(&self.corpus);
            ends = if now == inputs { ends + 1 } else { 0 };
            inputs = now;
            if ends >= MOST_ENDS {
                let last = last_words(&printed);
                return Err(format!(
                    "the fuzzer was given up: {ends} inputs ended it one after the other ({last})"
                ));
            }
            let _ = fs::remove_dir_all(&place);
        }
        Ok(())
    }

    /// Not what was only slow or took much memory: nobody was asked about that.
    fn input_that_ended_it(&self, artifacts: &Path) -> Option<Vec<u8>> {
        let files = fs::read_dir(artifacts).ok()?.flatten();
        let is_crash = |path: &PathBuf| {
            let is_file = path.symlink_metadata().is_ok_and(|data| data.is_file());
            is_file && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("crash-"))
        };
        fs::read(files.map(|entry| entry.path()).find(is_crash)?).ok()
    }

    /// What ended it would do so again at the next start.
    fn forget(&self, input: &[u8]) {
        for entry in fs::read_dir(&self.corpus).into_iter().flatten().flatten() {
            let is_long = entry.metadata().is_ok_and(|data| data.len() == input.len() as u64);
            if is_long && fs::read(entry.path()).is_ok_and(|bytes| bytes == input) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

fn files_in(directory: &Path) -> usize {
    fs::read_dir(directory).map_or(0, Iterator::count)
}

fn last_words(printed: &Path) -> String {
    let said = fs::read(printed).unwrap_or_default();
    let said = String::from_utf8_lossy(&said[said.len().saturating_sub(TAIL)..]).into_owned();
    let is_word = |line: &&str| line.contains("ERROR:") || line.contains("SUMMARY:");
    said.lines().rev().find(is_word).unwrap_or("it does not say why").trim().to_string()
}

/// Shares the processor.
struct Governor<'a> {
    shared: &'a Shared,

    /// Of earlier processes.
    before: Duration,
    /// Of this one.
    now: Duration,
    /// Inputs that earlier processes ran.
    executed_before: u64,
    executed: u64,
    printed: PathBuf,
    next_look: Instant,
    is_paused: bool,
}

impl<'a> Governor<'a> {
    fn new(shared: &'a Shared) -> Self {
        Self {
            shared,

            before: Duration::ZERO,
            now: Duration::ZERO,
            executed_before: 0,
            executed: 0,
            printed: PathBuf::new(),
            next_look: Instant::now(),
            is_paused: false,
        }
    }

    fn begin(&mut self, printed: &Path) {
        self.printed = printed.to_path_buf();
        self.is_paused = false;
    }

    /// Is it to be ended?
    fn look(&mut self, inside: &Inside) -> bool {
        if self.shared.is_over() {
            return true;
        }
        if Instant::now() >= self.next_look {
            self.next_look = Instant::now() + LOOK;
            self.now = inside.processor_time();
            self.executed = executed(&self.printed).unwrap_or(self.executed);
            self.tell();
            let others = process::cpu_time().unwrap_or_default();
            let own = self.before + self.now;
            if !self.is_paused && own > others + AHEAD {
                inside.pause();
                self.is_paused = true;
            } else if self.is_paused && own <= others {
                inside.go_on();
                self.is_paused = false;
            }
        }
        false
    }

    fn end(&mut self) {
        self.executed = executed(&self.printed).unwrap_or(self.executed);
        self.before += std::mem::take(&mut self.now);
        self.executed_before += std::mem::take(&mut self.executed);
        self.tell();
    }

    fn tell(&self) {
        self.shared.change(|told| {
            told.processor = self.before + self.now;
            told.executions = self.executed_before + self.executed;
        });
    }
}

/// Its last line that begins with how many inputs it has run: `#4711 NEW cov: 12 ...`
fn executed(printed: &Path) -> Option<u64> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = fs::File::open(printed).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL as u64))).ok()?;
    let mut text = Vec::new();
    file.read_to_end(&mut text).ok()?;
    let text = String::from_utf8_lossy(&text);
    text.lines().rev().find_map(|line| line.strip_prefix('#')?.split_whitespace().next()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_inputs_were_run_is_in_the_last_such_line() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        assert_eq!(executed(file.path()), None);
        fs::write(file.path(), "INFO: Seed: 1\n#2\tINITED cov: 3\n#817\tNEW    cov: 4\nNEW_FUNC[1/1]: 0x5\n")
            .expect("written");
        assert_eq!(executed(file.path()), Some(817));
    }
}
