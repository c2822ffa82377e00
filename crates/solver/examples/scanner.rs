//! Every path of a scanner that skips two characters over unknown bytes: what one branch on a byte costs.
//!
//! `cargo run --release --example scanner [BYTES]`

use bowline_expr::{ExprId, Pool};
use bowline_solver::{Branch, Checks, Path, Solver, SolverConfig};
use std::time::Instant;

struct Scan {
    pool: Pool,
    solver: Solver,
    bytes: Vec<ExprId>,
    paths: u64,
    branches: u64,
}

impl Scan {
    /// Both sides of a condition on this path, as far as they are possible.
    fn fork(&mut self, path: &Path, condition: ExprId) -> (Option<Path>, Option<Path>) {
        self.branches += 1;
        match self.solver.branch(&mut self.pool, path, condition) {
            Branch::Always => (Some(path.clone()), None),
            Branch::Never => (None, Some(path.clone())),
            Branch::Both { then_model, else_model } => {
                let (mut then, mut otherwise) = (path.clone(), path.clone());
                then.assume(&mut self.pool, condition, then_model);
                let negated = self.pool.not(condition);
                otherwise.assume(&mut self.pool, negated, else_model);
                (Some(then), Some(otherwise))
            }
            Branch::Undecided { unknown, .. } => panic!("{unknown}"),
        }
    }

    fn is(&mut self, at: usize, character: u8) -> ExprId {
        let constant = self.pool.constant(character.into(), 8);
        self.pool.eq(self.bytes[at], constant)
    }

    /// Continues the scan at `at` along every feasible way.
    fn scan(&mut self, path: Path, at: usize) {
        if at == self.bytes.len() {
            self.paths += 1;
            return;
        }
        let mut rest = Some(path);
        for character in [b'a', b'b'] {
            let Some(path) = rest.take() else { break };
            let condition = self.is(at, character);
            let (accepted, other) = self.fork(&path, condition);
            if let Some(accepted) = accepted {
                self.scan(accepted, at + 1);
            }
            rest = other;
        }
        self.paths += u64::from(rest.is_some());
    }
}

fn main() {
    let size = std::env::args().nth(1).and_then(|size| size.parse().ok()).unwrap_or(16);
    let mut pool = Pool::new();
    let input = pool.symbol("input", 0, size);
    let bytes = (0..size).map(|at| pool.input_byte(input, at)).collect();
    let config = SolverConfig { checks: Checks::Off, ..SolverConfig::default() };
    let solver = Solver::new(config).expect("no second solver is needed");
    let mut scan = Scan { pool, solver, bytes, paths: 0, branches: 0 };
    let start = Instant::now();
    scan.scan(Path::new(), 0);
    let spent = start.elapsed();
    println!(
        "{} paths, {} branches in {spent:.2?}: {:.0} ns per branch, {:.0} paths/s",
        scan.paths,
        scan.branches,
        spent.as_nanos() as f64 / scan.branches as f64,
        scan.paths as f64 / spent.as_secs_f64()
    );
    println!("{:#?}", scan.solver.stats());
}
