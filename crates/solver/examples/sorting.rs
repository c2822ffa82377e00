//! Every path of a bubble sort of unknown 32-bit numbers: what comparisons of words cost.
//!
//! `cargo run --release --example sorting [NUMBERS] [LAYER TO LEAVE OUT]...`

use bowline_expr::{ExprId, Pool};
use bowline_solver::{Branch, Checks, Path, Solver, SolverConfig};
use std::time::Instant;

struct Sort {
    pool: Pool,
    solver: Solver,
    paths: u64,
    branches: u64,
}

/// A state in the middle of the two loops.
struct State {
    path: Path,
    numbers: Vec<ExprId>,
    outer: usize,
    inner: usize,
}

impl Sort {
    fn run(&mut self, start: State) {
        let mut pending = vec![start];
        while let Some(mut state) = pending.pop() {
            let len = state.numbers.len();
            if state.outer + 1 >= len {
                self.paths += 1;
                continue;
            }
            if state.inner + 1 >= len - state.outer {
                (state.outer, state.inner) = (state.outer + 1, 0);
                pending.push(state);
                continue;
            }
            let at = state.inner;
            state.inner += 1;
            let greater = self.pool.slt(state.numbers[at + 1], state.numbers[at]);
            self.branches += 1;
            match self.solver.branch(&mut self.pool, &state.path, greater) {
                Branch::Always => {
                    state.numbers.swap(at, at + 1);
                    pending.push(state);
                }
                Branch::Never => pending.push(state),
                Branch::Both { then_model, else_model } => {
                    let mut swapped =
                        State { path: state.path.clone(), numbers: state.numbers.clone(), ..state };
                    swapped.numbers.swap(at, at + 1);
                    swapped.path.assume(&mut self.pool, greater, then_model);
                    let negated = self.pool.not(greater);
                    state.path.assume(&mut self.pool, negated, else_model);
                    pending.push(swapped);
                    pending.push(state);
                }
                Branch::Undecided { unknown, .. } => panic!("{unknown}"),
            }
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(6);
    let mut config = SolverConfig { checks: Checks::Off, ..SolverConfig::default() };
    for layer in arguments {
        assert!(config.layers.set(&layer, false), "there is no layer {layer}");
    }
    let mut pool = Pool::new();
    let input = pool.symbol("numbers", 0, count * 4);
    let numbers = (0..count)
        .map(|at| {
            let mut number = pool.input_byte(input, at * 4);
            for byte in 1..4 {
                let byte = pool.input_byte(input, at * 4 + byte);
                number = pool.concat(byte, number);
            }
            number
        })
        .collect();
    let solver = Solver::new(config).expect("no second solver is needed");
    let mut sort = Sort { pool, solver, paths: 0, branches: 0 };
    let start = Instant::now();
    sort.run(State { path: Path::new(), numbers, outer: 0, inner: 0 });
    let spent = start.elapsed();
    println!("{} paths, {} branches in {spent:.2?}", sort.paths, sort.branches);
    println!("{:#?}", sort.solver.stats());
}
