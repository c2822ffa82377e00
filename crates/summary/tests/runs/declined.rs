//! Loops that are not understood, and why.

use crate::suite::{check, explore};
use bowline_summary::Declined;

fn reason(rest: &str) -> Option<Declined> {
    let (_, loops) = check(rest);
    loops.into_iter().find_map(|one| one.declined)
}

#[test]
fn inputs_that_are_asked_for() {
    // Each iteration asks for another one.
    let rest = "    jump head with %i = 0
head:
    %c = call @__VERIFIER_nondet_uchar()
    %end = compare eq i8 %c, 0
    %enough = compare eq i64 %i, 3
    %stop = or i1 %end, %enough
    branch %stop then out else body
body:
    %n = add i64 %i, 1
    jump head with %i = %n
out:
    %low = truncate i64 %i to i32
    return %low";
    let (explored, loops) = explore(rest);
    assert!(loops.iter().all(|one| one.runs == 0 && one.declined.is_some()), "{loops:?}");
    assert_eq!(explored.statuses(), [0, 1, 2, 3]);
}

#[test]
fn a_number_that_is_read() {
    let rest = "    jump head with %i = 0, %v = 0
head:
    %at = offset %text + %i * 1
    %c = load i8 at %at
    %end = compare eq i8 %c, 0
    branch %end then out else body
body:
    %ten = mul i32 %v, 10
    %wide = zero_extend i8 %c to i32
    %w = add i32 %ten, %wide
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w
out:
    return %v";
    assert_eq!(reason(rest), Some(Declined::NoClosedForm));
}
