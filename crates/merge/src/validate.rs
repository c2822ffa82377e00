//! Proofs that a merge is right: run for every merge when validation is on.

use crate::pattern::Pattern;
use crate::stats::Findings;
use bowline_exec::Executor;
use bowline_exec::join::Joined;
use bowline_expr::ExprId;
use bowline_solver::{Path, Verdict};

/// What is wrong with a merge, or not known to be right; nothing when all is proved. `suffixes` are what the members' paths add
/// to `root`.
pub(crate) fn validate(
    executor: &mut Executor,
    root: &Path,
    suffixes: &[ExprId],
    joined: &Joined,
) -> Findings {
    let mut findings = Findings::default();
    // The merged condition holds for exactly the members' inputs.
    let pool = executor.pool_mut();
    let either = pool.any(suffixes.iter().copied());
    let differs = pool.xor(joined.condition, either);
    impossible(
        executor,
        root,
        differs,
        "the merged path condition is not the disjunction of its members",
        &mut findings,
    );
    // Under each member's path every merged value is the member's own.
    for (merged, own) in &joined.values {
        for (suffix, value) in suffixes.iter().zip(own) {
            let pool = executor.pool_mut();
            let differs = pool.ne(*merged, *value);
            let wrong = pool.and(*suffix, differs);
            impossible(executor, root, wrong, "a merged value is not its member's", &mut findings);
        }
    }
    findings
}

/// The same for a merge with a counter: where that is a member's number of repetitions, condition and values are that member's, and it is no
/// other number.
pub(crate) fn validate_pattern(
    executor: &mut Executor,
    root: &Path,
    suffixes: &[ExprId],
    joined: &Joined,
    pattern: &Pattern,
) -> Findings {
    let mut findings = Findings::default();
    let of_nobody = pattern.of_nobody(executor.pool_mut());
    let wrong = executor.pool_mut().and(joined.condition, of_nobody);
    impossible(executor, root, wrong, "a counter has a number that no member has", &mut findings);
    for (member, suffix) in suffixes.iter().enumerate() {
        let pool = executor.pool_mut();
        let Some(condition) = pattern.for_member(pool, joined.condition, member) else {
            findings.unproved += 1;
            continue;
        };
        let differs = pool.xor(condition, *suffix);
        impossible(
            executor,
            root,
            differs,
            "the condition with a counter is not its member's",
            &mut findings,
        );
        for (merged, own) in &joined.values {
            let pool = executor.pool_mut();
            let Some(merged) = pattern.for_member(pool, *merged, member) else {
                findings.unproved += 1;
                continue;
            };
            let differs = pool.ne(merged, own[member]);
            let wrong = pool.and(*suffix, differs);
            impossible(executor, root, wrong, "a value with a counter is not its member's", &mut findings);
        }
    }
    findings
}

/// Proves that a condition cannot hold, or notes what would be wrong if it could.
fn impossible(executor: &mut Executor, root: &Path, condition: ExprId, wrong: &str, findings: &mut Findings) {
    match executor.check(root, condition) {
        Verdict::Unsat => {}
        Verdict::Sat(_) => findings.violations.push(wrong.to_string()),
        Verdict::Unknown(_) => findings.unproved += 1,
    }
}
