//! Runs a loop alone: on given values, or on all contents of short texts.

use super::{Cut, Input};
use bowline_base::Rng;
use bowline_exec::probe::{Budget, LeafEnd, Place, Region};
use bowline_exec::{ExecConfig, Executor, Program, State};
use bowline_expr::{Pool, Width};
use bowline_infer::Outcome;
use bowline_ir::{Module, Reg};
use bowline_memory::{Allocation, Kind, Value};
use bowline_solver::{Solver, SolverConfig};
use std::rc::Rc;

/// Bytes of a buffer, and of the memory around a text.
const ROOM: u64 = 1 << 16;
/// Bytes behind a text that are anything.
const BEHIND: usize = 64;
/// After so many the loop is taken for endless.
const MOST_INSTRUCTIONS: u64 = 200_000;

/// The value that tells how many rounds were made: what it is, and what each round adds.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    pub reg: Reg,
    pub width: Width,
    pub step: i64,
}

/// What is in a text.
enum Contents<'r> {
    Random(&'r mut Rng),
    /// Any bytes but zeros.
    Unknown,
}

pub struct Bench {
    executor: Executor,
}

impl Bench {
    /// Nothing where the program cannot be laid out, or there is no solver.
    pub fn new(module: &Module) -> Option<Self> {
        let mut pool = Pool::new();
        let mut module = module.clone();
        // A buffer of a loop is large enough, also where it is a variable: whether it really is, is asked of each write.
        for global in module.globals.iter_mut().filter(|global| !global.read_only) {
            global.size = global.size.max(ROOM);
        }
        let program = Program::new(module, &mut pool).ok()?;
        let solver = Solver::new(SolverConfig::default()).ok()?;
        Some(Self { executor: Executor::new(Rc::new(program), pool, solver, ExecConfig::default()) })
    }

    /// How many rounds the loop makes on these inputs, with random contents of its texts.
    pub fn run(&mut self, cut: &Cut, reference: Reference, inputs: &[i64], rng: &mut Rng) -> Outcome {
        let Some((state, region)) = self.prepared(cut, inputs, Contents::Random(rng)) else {
            return Outcome::Failed;
        };
        let first = self.word(&state, reference);
        let ran = self.executor.run_region(&state, &region, &[], None, MOST_INSTRUCTIONS);
        match (ran.end, ran.lost.is_empty()) {
            (Some(LeafEnd::Exit(_)), true) => {
                let last = self.word(&ran.state, reference);
                rounds(reference, first, last).map_or(Outcome::Failed, Outcome::Value)
            }
            _ => Outcome::Failed,
        }
    }

    /// The numbers of rounds that are possible on these inputs, whatever the texts hold; nothing where the executor cannot tell.
    pub fn possible(&mut self, cut: &Cut, reference: Reference, inputs: &[i64]) -> Option<Vec<i64>> {
        let (state, region) = self.prepared(cut, inputs, Contents::Unknown)?;
        let first = self.word(&state, reference);
        let probed = self.executor.probe(&state, &region, &[], Budget::default());
        if !probed.is_complete() {
            return None;
        }
        let exits = probed.leaves.iter().map(|leaf| match leaf.end {
            LeafEnd::Exit(_) => {
                let last = self.word(&leaf.state, reference);
                rounds(reference, first, last)
            }
            _ => None,
        });
        let mut found: Vec<i64> = exits.collect::<Option<_>>()?;
        found.sort_unstable();
        found.dedup();
        self.executor.collect_garbage(std::iter::empty());
        Some(found)
    }

    /// A state at the loop's entry with these values.
    fn prepared(&mut self, cut: &Cut, inputs: &[i64], mut contents: Contents<'_>) -> Option<(State, Region)> {
        let program = Rc::clone(self.executor.program());
        let function = &program.module.functions[cut.function];
        let region = Region::whole_loop(cut.function, function, cut.loop_id)?;
        let mut state = self.executor.alone_at(&region).ok()?;
        let mut inputs = inputs.iter().copied();
        for input in &cut.inputs {
            let (width, value) = match *input {
                Input::Number { width, .. } => (width, inputs.next()? as u64 & mask(width)),
                Input::Fixed { width, value, .. } => (width, value as u64),
                Input::Text { .. } => {
                    let length = u64::try_from(inputs.next()?).ok()?;
                    (64, self.text(&mut state, cut, length, &mut contents)?)
                }
                Input::Buffer { .. } => (64, state.memory.alloc(Allocation::of_size(Kind::Heap, ROOM))?.1),
            };
            self.executor.put_at(&mut state, Place::Register(input.reg(), width), Value::Int(value));
        }
        Some((state, region))
    }

    /// The address of a text of so many bytes.
    fn text(
        &mut self,
        state: &mut State,
        cut: &Cut,
        length: u64,
        contents: &mut Contents<'_>,
    ) -> Option<u64> {
        let (object, address) = state.memory.alloc(Allocation::of_size(Kind::Heap, ROOM))?;
        match contents {
            Contents::Random(rng) => {
                let mut any = || cut.alphabet[rng.below(cut.alphabet.len() as u64) as usize];
                let mut bytes: Vec<u8> = (0..length).map(|_| any()).collect();
                bytes.push(0);
                bytes.extend((0..BEHIND).map(|_| any()));
                state.memory.write_bytes(object, 0, &bytes);
            }
            Contents::Unknown => {
                let symbol = self.executor.auxiliary("text", length);
                for at in 0..length {
                    let pool = self.executor.pool_mut();
                    let (byte, zero) = (pool.input_byte(symbol, at), pool.constant(0, 8));
                    let is_zero = pool.eq(byte, zero);
                    let is_not = pool.not(is_zero);
                    state.memory.write(pool, object, at, 1, Value::Expr(byte));
                    if !self.executor.assume(state, is_not) {
                        return None;
                    }
                }
            }
        }
        Some(address)
    }

    fn word(&mut self, state: &State, reference: Reference) -> Value {
        self.executor.value_at(state, Place::Register(reference.reg, reference.width))
    }
}

const fn mask(width: Width) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// How often a step was made between two values.
fn rounds(reference: Reference, first: Value, last: Value) -> Option<i64> {
    let (Value::Int(first), Value::Int(last)) = (first, last) else { return None };
    let unused = 64 - u32::from(reference.width);
    let moved = (last.wrapping_sub(first) << unused) as i64 >> unused;
    (moved % reference.step == 0 && moved / reference.step >= 0).then(|| moved / reference.step)
}
