//! Writes to and reads from a table at unknown places, one branch per read: what array reasoning costs.
//!
//! `cargo run --release --example writes [ROUNDS] [TABLE SIZE]`

use bowline_expr::{ExprId, INDEX_WIDTH, Pool};
use bowline_solver::{Branch, Checks, Path, Solver, SolverConfig};
use std::time::Instant;

struct Run {
    pool: Pool,
    solver: Solver,
    bytes: Vec<ExprId>,
    size: u64,
    paths: u64,
}

impl Run {
    /// `table[in[3k] % size] = in[3k + 1]; if (table[in[3k + 2] % size] < 100) ...`
    fn round(&mut self, path: Path, table: ExprId, at: usize) {
        let Some(&[to, value, from]) = self.bytes.get(at..at + 3).and_then(|bytes| bytes.first_chunk())
        else {
            self.paths += 1;
            return;
        };
        let size = self.pool.constant(self.size.into(), INDEX_WIDTH);
        let [to, from] = [to, from].map(|byte| {
            let wide = self.pool.zero_extend(byte, INDEX_WIDTH);
            self.pool.urem(wide, size)
        });
        let table = self.pool.store(table, to, value);
        let read = self.pool.select(table, from);
        let limit = self.pool.constant(100, 8);
        let small = self.pool.ult(read, limit);
        match self.solver.branch(&mut self.pool, &path, small) {
            Branch::Always | Branch::Never => self.round(path, table, at + 3),
            Branch::Both { then_model, else_model } => {
                let mut then = path.clone();
                then.assume(&mut self.pool, small, then_model);
                self.round(then, table, at + 3);
                let mut otherwise = path;
                let large = self.pool.not(small);
                otherwise.assume(&mut self.pool, large, else_model);
                self.round(otherwise, table, at + 3);
            }
            Branch::Undecided { unknown, .. } => panic!("{unknown}"),
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let (rounds, size) = (arguments.next().unwrap_or(6), arguments.next().unwrap_or(64));
    let mut pool = Pool::new();
    let input = pool.symbol("input", 0, rounds * 3);
    let bytes = (0..rounds * 3).map(|at| pool.input_byte(input, at)).collect();
    let contents: Vec<u8> = (0..size).map(|at| (at * 37 % 251) as u8).collect();
    let table = pool.table(&contents);
    let config = SolverConfig { checks: Checks::Off, ..SolverConfig::default() };
    let solver = Solver::new(config).expect("no second solver is needed");
    let mut run = Run { pool, solver, bytes, size, paths: 0 };
    let start = Instant::now();
    run.round(Path::new(), table, 0);
    println!("{} paths in {:.2?}", run.paths, start.elapsed());
    println!("{:#?}", run.solver.stats());
}
