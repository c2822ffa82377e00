//! Z3 as a process beside ours: second opinions.
//!
//! Questions go over a pipe as SMT-LIB scripts, answers come back through a thread that only reads lines, so waiting can
//! be given up at any moment: at the limit or on an interrupt the process is killed and the next question starts another.
//! Its memory is bounded by its own option and released with it. Cores are not asked for: all conditions are one.

use super::{Backend, Limits, Outcome};
use crate::config::SolverConfig;
use crate::verdict::UnknownReason;
use bowline_expr::{ExprId, Model, Pool, Support, SymId, smtlib};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The interrupt flag is looked at this often while waiting.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// Beyond the limit that Z3 is told, before it is killed.
const GRACE: Duration = Duration::from_millis(100);
/// An input that is read at unknown places is read back whole, up to this size.
const MAX_WHOLE: u64 = 4096;
const END_OF_ANSWER: &str = "end-of-answer";

pub struct Z3Backend {
    program: String,
    interrupt: Arc<AtomicBool>,
    process: Option<Process>,
    starts: u64,
}

struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Process {
    fn start(program: &str) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(["-in", "-smt2"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the pipes to the solver are missing"));
        };
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, lines })
    }

    /// Sends commands and collects what they print.
    fn run(
        &mut self,
        commands: &str,
        deadline: Instant,
        interrupt: &AtomicBool,
    ) -> Result<Vec<String>, UnknownReason> {
        let text = format!("{commands}(echo \"{END_OF_ANSWER}\")\n");
        let sent = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        sent.map_err(|_| UnknownReason::Gaveup)?;
        let mut answer = Vec::new();
        loop {
            match self.lines.recv_timeout(LOOK_EVERY) {
                Ok(line) if line == END_OF_ANSWER => return Ok(answer),
                Ok(line) => answer.push(line),
                Err(RecvTimeoutError::Disconnected) => return Err(UnknownReason::Gaveup),
                Err(RecvTimeoutError::Timeout) if interrupt.load(Ordering::Relaxed) => {
                    return Err(UnknownReason::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    return Err(UnknownReason::TimeLimit);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Z3Backend {
    /// Starts the process, so that a missing program is noticed here and not in the middle of a run.
    pub fn new(config: &SolverConfig) -> io::Result<Self> {
        let program = config.second_solver.clone();
        let process = Some(Process::start(&program)?);
        Ok(Self { program, interrupt: config.interrupt.clone(), process, starts: 1 })
    }

    fn ask(
        &mut self,
        pool: &Pool,
        conditions: &[ExprId],
        support: &[Support],
        limits: Limits,
    ) -> Result<Outcome, UnknownReason> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(UnknownReason::Interrupted);
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None => {
                self.starts += 1;
                Process::start(&self.program).map_err(|_| UnknownReason::Gaveup)?
            }
        };
        let deadline = Instant::now() + limits.time + GRACE;
        let script = smtlib::script(pool, conditions, None);
        // Notes about inputs, in a form that Z3 takes for an error.
        let script: String =
            script.lines().filter(|line| !line.starts_with("(set-info")).collect::<Vec<_>>().join("\n");
        let script = format!(
            "(reset)\n(set-option :timeout {})\n(set-option :memory_max_size {})\n{script}\n",
            limits.time.as_millis(),
            limits.memory_mb,
        );
        // On an error the process is dropped, which kills it.
        let answer = process.run(&script, deadline, &self.interrupt)?;
        // Anything before the verdict is a complaint, after which the verdict means nothing.
        let outcome = match answer.first().map(String::as_str) {
            Some("sat") => Outcome::Sat(read_model(&mut process, pool, support, deadline, &self.interrupt)?),
            Some("unsat") => Outcome::Unsat(conditions.to_vec()),
            Some("unknown" | "timeout") => Outcome::Unknown(UnknownReason::TimeLimit),
            Some(text) if text.contains("memory") => return Err(UnknownReason::MemoryLimit),
            _ => return Err(UnknownReason::Gaveup),
        };
        self.process = Some(process);
        Ok(outcome)
    }
}

impl Backend for Z3Backend {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn check(&mut self, pool: &Pool, conditions: &[ExprId], support: &[Support], limits: Limits) -> Outcome {
        match self.ask(pool, conditions, support, limits) {
            Ok(outcome) => outcome,
            Err(reason) => Outcome::Unknown(reason),
        }
    }

    /// Nothing is remembered between questions.
    fn retain(&mut self, _keep: &dyn Fn(ExprId) -> bool) {}

    fn restarts(&self) -> u64 {
        self.starts - 1
    }
}

/// The bytes of the support, in one further exchange.
fn read_model(
    process: &mut Process,
    pool: &Pool,
    support: &[Support],
    deadline: Instant,
    interrupt: &AtomicBool,
) -> Result<Model, UnknownReason> {
    let mut places: Vec<(SymId, u64)> = Vec::new();
    for &part in support {
        match part {
            Support::Byte(symbol, index) => places.push((symbol, index.into())),
            Support::Whole(symbol) => {
                let size = pool.symbol_info(symbol).size;
                if size > MAX_WHOLE {
                    return Err(UnknownReason::Gaveup);
                }
                places.extend((0..size).map(|index| (symbol, index)));
            }
        }
    }
    places.retain(|(symbol, index)| *index < pool.symbol_info(*symbol).size);
    let commands: String = places
        .iter()
        .map(|(symbol, index)| format!("(get-value ((select input{} #x{index:016x})))\n", symbol.0))
        .collect();
    let answer = process.run(&commands, deadline, interrupt)?;
    // One reply per place, `(((select ...) #xNN))`, perhaps on several lines: the value is what closes it.
    let text = answer.concat();
    let mut values =
        text.split("))").filter_map(|reply| reply.rsplit("#x").next()).filter(|hex| hex.len() == 2);
    let mut model = Model::new();
    for (symbol, index) in places {
        let value = values.next().and_then(|hex| u8::from_str_radix(hex, 16).ok());
        model.set_byte(symbol, index, value.ok_or(UnknownReason::Gaveup)?);
    }
    Ok(model)
}
