//! States that wait for each other inside an iteration, and after different numbers of iterations.

use crate::suite::{ANY, check, merged};
use bowline_merge::{Form, MergeConfig};

const PATTERN: MergeConfig = MergeConfig { form: Form::Pattern, ..ANY };

/// Two decisions in each of two iterations, of which nothing remains.
const TWICE: &str = "
function @main() -> i32 {
    jump head with %i = 0
head:
    %done = compare eq i8 %i, 2
    branch %done then end else body
body:
    %c = call @__VERIFIER_nondet_uchar()
    %a = compare ult i8 %c, 2
    branch %a then low else high
low:
    jump on
high:
    jump on
on:
    %d = call @__VERIFIER_nondet_uchar()
    %b = compare ult i8 %d, 2
    branch %b then less else more
less:
    jump back
more:
    jump back
back:
    %next = add i8 %i, 1
    jump head with %i = %next
end:
    %result = zero_extend i8 %i to i32
    return %result
}";

#[test]
fn equal_stores_meet_inside_an_iteration() {
    // Twice two, where it would be once four for each iteration.
    check(TWICE, 4, "1 path; main 0: 1 -> 1, 4 joined inside");
}

#[test]
fn where_nobody_waits_nobody_meets() {
    let apart = merged(TWICE, MergeConfig { incremental: false, ..ANY });
    assert_eq!(apart.predicts(TWICE, 4).summary(), "1 path; main 0: 16 -> 1");
}

/// How far a text of `size` bytes consists of two characters, of which the second takes two iterations.
fn slow_and_fast(size: u32, read: &str) -> String {
    format!(
        "variable @text, 16 bytes
function @main() -> i32 {{
    {read}
    jump head with %i = 0, %late = 0
head:
    %done = compare eq i64 %i, {size}
    branch %done then end else body
body:
    %is_late = compare ne i8 %late, 0
    branch %is_late then forward else look
look:
    %at = offset @text + %i * 1
    %byte = load i8 at %at
    %is_a = compare eq i8 %byte, 97
    branch %is_a then forward else other
other:
    %is_b = compare eq i8 %byte, 98
    branch %is_b then head with %late = i8 1 else end
forward:
    %next = add i64 %i, 1
    jump head with %i = %next, %late = i8 0
end:
    %result = truncate i64 %i to i32
    return %result
}}"
    )
}

/// Fills the text with so many inputs.
fn reading(count: u32) -> String {
    let read =
        |at| format!("%c{at} = call @__VERIFIER_nondet_uchar()\n    store i8 %c{at} at @text+{at}\n    ");
    (0..count).map(read).collect()
}

#[test]
fn equal_stores_meet_after_different_numbers_of_iterations() {
    // One state for each length, where it would be one for each length and number of iterations.
    check(&slow_and_fast(3, &reading(3)), 3, "1 path; main 0: 4 -> 1, 3 joined inside");
}

/// Fills the text with one input.
const WHOLE: &str = "call @klee_make_symbolic(@text, i64 16, @name)";
const NAME: &str = "constant @name, text \"text\\0\"\n";

/// The states at the exits of a loop over sixteen unknown bytes, with what is joined inside and what is in patterns.
fn followed(text: &str) -> (u64, u64, u64, u64) {
    let stats = merged(&format!("{NAME}{text}"), PATTERN).of("main", 0);
    (stats.states_in, stats.joined_inside, stats.patterns, stats.pattern_members)
}

#[test]
fn the_finished_tree_of_those_follows_a_pattern() {
    assert_eq!(followed(&slow_and_fast(16, WHOLE)), (17, 16, 1, 17));
}

/// How far a text consists of two characters, looked at in a chain of branches of which each is undone.
const SET: &str = "
variable @text, 16 bytes
function @main() -> i32 {
    call @klee_make_symbolic(@text, i64 16, @name)
    jump head with %i = 0
head:
    %done = compare eq i64 %i, 16
    branch %done then end else body
body:
    %at = offset @text + %i * 1
    %byte = load i8 at %at
    %odd = and i8 %byte, 1
    %is_odd = compare eq i8 %odd, 1
    branch %is_odd then one else two
one:
    jump look
two:
    jump look
look:
    %is_a = compare eq i8 %byte, 97
    branch %is_a then forward else other
other:
    %is_b = compare eq i8 %byte, 98
    branch %is_b then forward else end
forward:
    %next = add i64 %i, 1
    jump head with %i = %next
end:
    %result = truncate i64 %i to i32
    return %result
}";

#[test]
fn the_finished_tree_of_a_set_is_that_of_one_character() {
    // For each byte one is joined behind the first branch, another behind the second.
    assert_eq!(followed(SET), (17, 32, 1, 17));
}
