//! Runs a program with the inputs of one test, instruction by instruction, and notes what it does.

use super::{Decision, Step, Traced, fold, show};
use crate::config::{CompileConfig, NativeConfig, RunConfig, UnknownsMode};
use crate::error::Error;
use crate::exchange::StoredTest;
use crate::report::RunReport;
use crate::run::{Ready, prepare, program_arguments};
use crate::threads::on_large_stack;
use bowline_exec::{Ending, ExecConfig, Executor, KnownInputs, Outcome, State};
use bowline_ir::{ComparePredicate, Function, Inst, Operand, Width};
use bowline_memory::Value;

/// A program that goes on for longer is not followed to its end.
const MOST_INSTRUCTIONS: u64 = 200_000_000;
const MOST_STEPS: usize = 1_000_000;

/// Follows a test of a run, as that run was configured. The working directory must be that of the run.
pub fn trace(stored: &StoredTest) -> Result<Traced, Error> {
    let path = stored.path.clone();
    let Some(run) = &stored.run else {
        let why = "is in no output directory of a run: there is no run.json beside tests/".to_string();
        return Err(Error::BadTest { path, why });
    };
    if stored.test.heap.is_some() {
        let why = "is a call of a function on its own, which --trace does not follow: step through its driver in a debugger \
                   (`bowline tests convert --to c`)"
            .to_string();
        return Err(Error::BadTest { path, why });
    }
    let config = configuration(&run.report);
    let objects: Vec<(String, Vec<u8>)> =
        stored.test.objects.iter().map(|object| (object.name.clone(), object.bytes.to_vec())).collect();
    let traced = on_large_stack(move || {
        let Ready { executor, start, .. } = prepare(&config, &program_arguments(&config))?;
        let executor = executor.with_known_inputs(KnownInputs::new(objects));
        let mut follower = Follower { executor, steps: Vec::new(), activations: Vec::new() };
        let ending = follower.follow(start);
        if let Some(why) = follower.executor.known_inputs().and_then(KnownInputs::misfit) {
            return Err(Error::BadTest { path, why: format!("does not fit the program: {why}") });
        }
        let (ending, is_bug) = follower.describe(ending);
        let items = fold::fold(follower.steps);
        let lines = show::lines(&follower.executor.program().module, &items);
        Ok(Traced { lines, ending, is_bug })
    })?;
    traced.wait()?
}

/// What matters of it when nothing is unknown.
fn configuration(report: &RunReport) -> RunConfig {
    let RunReport { program, config, .. } = report;
    RunConfig {
        files: program.files.clone(),
        entry: program.entry.clone(),
        entry_setup: program.setup.clone(),
        args: program.args.clone(),
        world: program.world.clone(),
        compile: CompileConfig { cflags: config.cflags.clone(), optimize: config.optimize },
        unknowns: UnknownsMode::named(&config.unknowns).unwrap_or_default(),
        allow_read: config.allow_read.clone(),
        native: NativeConfig { libraries: config.native_libs.clone(), ..NativeConfig::default() },
        exec: ExecConfig {
            checks: config.optional_checks(),
            malloc_may_fail: config.malloc_may_fail,
            ..ExecConfig::default()
        },
        ..RunConfig::default()
    }
}

/// A call that is active, as far as the trace is concerned.
struct Activation {
    serial: u32,
    depth: usize,
    /// Where it was last.
    line: u32,
    position: u32,
}

struct Follower {
    executor: Executor,
    steps: Vec<Step>,
    /// Innermost last; those of our C library are not among them.
    activations: Vec<Activation>,
}

impl Follower {
    /// None when the program goes on for too long.
    fn follow(&mut self, mut state: State) -> Option<Ending> {
        // Without an instruction: only enters the program.
        if let Outcome::Ended { ending, .. } = self.executor.run(&mut state, 0) {
            return Some(ending);
        }
        while state.instructions < MOST_INSTRUCTIONS && self.steps.len() < MOST_STEPS {
            self.note(&state);
            if let Outcome::Ended { ending, .. } = self.executor.run(&mut state, 1) {
                return Some(ending);
            }
            if self.executor.known_inputs().is_some_and(|known| known.misfit().is_some()) {
                return None;
            }
        }
        None
    }

    /// Notes what the next instruction is.
    fn note(&mut self, state: &State) {
        let program = self.executor.program().clone();
        let id = state.frame.function;
        let function = &program.module.functions[id];
        let position = state.frame.position;
        let Some(loc) = function.locs.get(position as usize).filter(|loc| loc.line > 0) else { return };
        if program.module.runtime_functions.contains(&id) {
            return;
        }
        let serial = state.frame.serial;
        let is_known = self.activations.last().is_some_and(|active| active.serial == serial);
        if !is_known {
            self.activations.retain(|active| state.frames().any(|frame| frame.serial == active.serial));
        }
        if self.activations.last().is_none_or(|active| active.serial != serial) {
            let depth = self.activations.len();
            self.activations.push(Activation { serial, depth, line: 0, position: 0 });
        }
        let Some(active) = self.activations.last_mut() else { return };
        let went_back = active.line == loc.line && position < active.position;
        let is_another_line = active.line != loc.line;
        (active.line, active.position) = (loc.line, position);
        let step = Step {
            depth: active.depth,
            function: function.name.clone(),
            file: loc.file.0,
            line: loc.line,
            decisions: Vec::new(),
        };
        let decision = self.decision(state, function, position);
        let continues =
            |last: &Step| (last.depth, last.line, last.file) == (step.depth, step.line, step.file);
        // After a call, the rest of the line is worth showing again only for a decision.
        let is_elsewhere = decision.is_some() && !self.steps.last().is_some_and(continues);
        // Going back on a line is a new step of a loop, once something was decided there.
        let is_next_round = went_back && self.steps.last().is_some_and(|last| !last.decisions.is_empty());
        if is_another_line || is_next_round || is_elsewhere {
            self.steps.push(step);
        }
        if let (Some(decision), Some(last)) = (decision, self.steps.last_mut()) {
            last.decisions.push(decision);
        }
    }

    fn decision(&self, state: &State, function: &Function, position: u32) -> Option<Decision> {
        match function.insts[position as usize] {
            Inst::Branch { cond, .. } => {
                let taken = self.word(state, cond)? & 1 == 1;
                Some(Decision {
                    taken,
                    values: self.compared(state, function, position, cond).unwrap_or_default(),
                })
            }
            Inst::Switch { value, width, .. } => {
                let value = number(self.word(state, value)?, width, true);
                Some(Decision { taken: true, values: format!("switch: {value}") })
            }
            _ => None,
        }
    }

    fn word(&self, state: &State, operand: Operand) -> Option<u64> {
        match self.executor.operand_of(state, operand) {
            Value::Int(word) => Some(word),
            Value::Expr(_) => None,
        }
    }

    /// The two sides of the comparison that made a condition, where it is in the same block.
    fn compared(
        &self,
        state: &State,
        function: &Function,
        position: u32,
        condition: Operand,
    ) -> Option<String> {
        let wanted = condition.as_reg()?;
        let start = function.blocks[function.block_of(position)].insts.start;
        let before = function.insts[start as usize..position as usize].iter().rev();
        let (predicate, width, a, b) = before.into_iter().find_map(|inst| match *inst {
            Inst::Compare { predicate, width, dst, a, b } if dst == wanted => Some((predicate, width, a, b)),
            _ => None,
        })?;
        use ComparePredicate::*;
        let (sign, is_signed) = match predicate {
            Eq => ("==", true),
            Ne => ("!=", true),
            Slt => ("<", true),
            Sle => ("<=", true),
            Sgt => (">", true),
            Sge => (">=", true),
            Ult => ("<", false),
            Ule => ("<=", false),
            Ugt => (">", false),
            Uge => (">=", false),
        };
        let (a, b) = (self.word(state, a)?, self.word(state, b)?);
        Some(format!("{} {sign} {}", number(a, width, is_signed), number(b, width, is_signed)))
    }

    fn describe(&self, ending: Option<Ending>) -> (String, bool) {
        let module = &self.executor.program().module;
        match ending {
            None => ("the trace is cut here: the program goes on for too long".to_string(), false),
            Some(Ending::Exited { status }) => (format!("exit with status {}", status & 0xff), false),
            Some(Ending::Silent) => ("the program asks to be dropped here".to_string(), false),
            Some(Ending::Infeasible | Ending::Untaken) => ("an assumption does not hold".to_string(), false),
            Some(Ending::Bug(bug)) => {
                let place = self.executor.program().user_entry(&bug.stack).loc;
                let file =
                    module.files.get(place.file).filter(|_| place.line > 0).map_or("?", String::as_str);
                (format!("{}: {}\n  at {file}:{}", bug.kind, bug.message, place.line), true)
            }
            Some(Ending::Lost) => {
                let what: Vec<String> =
                    self.executor.books().lost.iter().map(|(entry, _)| entry.what.clone()).collect();
                (format!("given up: {}", what.join("; ")), false)
            }
        }
    }
}

/// Addresses are large and read better in hexadecimal.
fn number(value: u64, width: Width, is_signed: bool) -> String {
    const ADDRESSES: u64 = 1 << 28;
    let signed = match width {
        64 => value as i64,
        _ if is_signed && width > 1 && value >> (width - 1) & 1 == 1 => value as i64 - (1i64 << width),
        _ => value as i64,
    };
    match (width, is_signed) {
        (64, true) if signed >= ADDRESSES as i64 => format!("{value:#x}"),
        (64, false) if value >= ADDRESSES => format!("{value:#x}"),
        (_, true) => signed.to_string(),
        (_, false) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_those_of_their_type() {
        assert_eq!(number(0xff, 8, true), "-1");
        assert_eq!(number(0xff, 8, false), "255");
        assert_eq!(number(1, 1, true), "1");
        assert_eq!(number(u64::MAX, 64, true), "-1");
        assert_eq!(number(u64::MAX, 64, false), "0xffffffffffffffff");
        assert_eq!(number(0x1234_5678_9abc, 64, true), "0x123456789abc");
        assert_eq!(number(0xffff_fffe, 32, true), "-2");
    }
}
