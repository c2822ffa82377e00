//! Proofs that a merge is right: run for every merge when validation is on.

use crate::combine::Combination;
use bowline_exec::Executor;
use bowline_expr::ExprId;
use bowline_solver::{Path, Verdict};

/// What is wrong with a merge; nothing when all is proved.
pub(crate) fn violations(
    executor: &mut Executor,
    root: &Path,
    combination: &Combination<'_>,
    constraint: ExprId,
) -> Vec<String> {
    let mut found = Vec::new();
    let pool = &mut executor.pool;
    // The merged condition holds for exactly the members' inputs.
    let either = pool.any(combination.suffixes.iter().copied());
    let differs = pool.xor(constraint, either);
    if let Some(problem) = refuted(executor, root, differs) {
        found.push(format!("the merged path condition is not the disjunction of its members ({problem})"));
    }
    // Under each member's path every merged value is the member's own.
    for (merged, own) in &combination.values {
        for (suffix, value) in combination.suffixes.iter().zip(own) {
            let pool = &mut executor.pool;
            let differs = pool.ne(*merged, *value);
            let wrong = pool.and(*suffix, differs);
            if let Some(problem) = refuted(executor, root, wrong) {
                found.push(format!("a merged value is not its member's ({problem})"));
            }
        }
    }
    found
}

/// Why a condition that must be impossible is not known to be.
fn refuted(executor: &mut Executor, root: &Path, condition: ExprId) -> Option<&'static str> {
    match executor.solver.check(&mut executor.pool, root, condition) {
        Verdict::Unsat => None,
        Verdict::Sat(_) => Some("there is a counterexample"),
        Verdict::Unknown(_) => Some("the solver gave up"),
    }
}
