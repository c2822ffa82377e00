//! Loops that are too much are given up, once.

use crate::suite::{ANY, check, merged, shuffled};
use bowline_merge::{MergeConfig, MergeLimits};
use std::time::Duration;

const LIMITS: MergeLimits = ANY.limits;

/// Counts up to an input below 4, twice.
const TWICE: &str = "
function @count(i8 %n) -> i8 {
    jump head with %i = 0
head:
    %more = compare ult i8 %i, %n
    branch %more then body else end
body:
    %next = add i8 %i, 1
    jump head with %i = %next
end:
    return %i
}
function @main() -> i32 {
    %c = call @__VERIFIER_nondet_uchar()
    %n = and i8 %c, 3
    %first = call @count(%n)
    %second = call @count(%n)
    %both = add i8 %first, %second
    %result = zero_extend i8 %both to i32
    return %result
}";

fn limited(text: &str, limits: MergeLimits, count: usize, expected: &str) {
    for incremental in [true, false] {
        let merged = merged(text, MergeConfig { limits, incremental, ..ANY });
        assert_eq!(merged.predicts(text, count).summary(), expected);
    }
}

#[test]
fn within_all_limits_nothing_is_given_up() {
    check(TWICE, 1, "1 path; count 0: 8 -> 2, 2 contexts");
}

#[test]
fn more_states_than_allowed_go_on_alone() {
    limited(TWICE, MergeLimits { states: 3, ..LIMITS }, 1, "4 paths; count 0: 0 -> 0, 1 given up");
}

#[test]
fn as_many_states_as_allowed_are_merged() {
    let merged = merged(TWICE, MergeConfig { limits: MergeLimits { states: 4, ..LIMITS }, ..ANY });
    assert_eq!(merged.of("count", 0).given_up, 0);
}

#[test]
fn expressions_that_are_too_large_are_not_used() {
    limited(TWICE, MergeLimits { expressions: 5, ..LIMITS }, 1, "4 paths; count 0: 4 -> 4, 1 given up");
}

#[test]
fn a_context_with_two_groups_that_are_too_large_is_given_up_once() {
    let text = "
    function @main() -> i32 {
        %c = call @__VERIFIER_nondet_uchar()
        %n = and i8 %c, 3
        jump head with %i = 0
    head:
        %more = compare ult i8 %i, %n
        branch %more then body else end
    body:
        %next = add i8 %i, 1
        %high = compare ult i8 %c, 128
        branch %high then head with %i = %next else low
    low:
        %zero = compare eq i8 %c, 254
        branch %zero then out with %k = 40 else lower
    lower:
        %one = compare eq i8 %c, 253
        branch %one then out with %k = 50 else head with %i = %next
    out:
        return %k
    end:
        %result = zero_extend i8 %i to i32
        return %result
    }";
    check(text, 1, "2 paths; main 0: 6 -> 2, 3 joined inside");
    let merged = merged(text, MergeConfig { limits: MergeLimits { expressions: 1, ..LIMITS }, ..ANY });
    assert_eq!(merged.predicts(text, 1).summary(), "6 paths; main 0: 6 -> 6, 3 joined inside, 1 given up");
}

#[test]
fn without_time_nothing_is_merged() {
    limited(TWICE, MergeLimits { time: Duration::ZERO, ..LIMITS }, 1, "4 paths; count 0: 0 -> 0, 1 given up");
}

#[test]
fn another_loop_is_not_given_up_for_that() {
    let text = format!(
        "{}\n{}",
        TWICE.replace(
            "%second = call @count(%n)",
            "%d = call @__VERIFIER_nondet_uchar()\n %bit = and i8 %d, 1\n %second = call @tally(%bit)"
        ),
        TWICE.split_once("function @main").expect("a main").0.replace("@count", "@tally")
    );
    limited(
        &text,
        MergeLimits { states: 3, ..LIMITS },
        2,
        "4 paths; count 0: 0 -> 0, 1 given up; tally 0: 8 -> 4, 4 contexts",
    );
}

#[test]
fn the_loops_around_are_given_up_as_well() {
    let text = TWICE.replace("%second = call @count(%n)", "%second = copy i8 0").replace(
        "%first = call @count(%n)",
        "jump outer with %k = 0, %sum = 0
     outer:
         %again = compare ule i8 %k, %n
         %few = compare ult i8 %k, 2
         %goes = and i1 %again, %few
         branch %goes then inside else behind
     inside:
         %by = call @count(%n)
         %more = add i8 %sum, %by
         %up = add i8 %k, 1
         jump outer with %k = %up, %sum = %more
     behind:
         %first = copy i8 %sum",
    );
    check(&text, 1, "1 path; count 0: 7 -> 2, 2 contexts; main 0: 2 -> 1");
    let merged = merged(&text, MergeConfig { limits: MergeLimits { states: 2, ..LIMITS }, ..ANY });
    assert_eq!(merged.predicts(&text, 1).summary(), "4 paths; count 0: 0 -> 0, 1 given up");
}

#[test]
fn in_any_order_nobody_waits_for_what_was_given_up() {
    let text = "
    function @main() -> i32 {
        jump outer with %i = 0, %sum = 0
    outer:
        %c = call @__VERIFIER_nondet_uchar()
        %n = and i8 %c, 3
        %done = compare eq i8 %n, 3
        branch %done then end else start
    start:
        %bit = and i8 %c, 128
        %high = compare eq i8 %bit, 0
        branch %high then near with %add = 10 else near with %add = 20
    near:
        %other = and i8 %c, 64
        %low = compare eq i8 %other, 0
        branch %low then deep else deep with %add = 30
    deep:
        jump inner with %j = %add
    inner:
        %left = sub i8 %j, %add
        %more = compare ult i8 %left, %n
        branch %more then body else behind
    body:
        %further = add i8 %j, 1
        %third = and i8 %c, 32
        %mid = compare eq i8 %third, 0
        branch %mid then inner with %j = %further else slow
    slow:
        jump inner with %j = %further
    behind:
        %next = add i8 %i, 1
        %more_sum = add i8 %sum, %j
        %last = compare eq i8 %next, 2
        branch %last then end else outer with %i = %next, %sum = %more_sum
    end:
        %result = zero_extend i8 %sum to i32
        return %result
    }";
    let mut given_up = 0;
    for states in 2..6 {
        let config = MergeConfig { limits: MergeLimits { states, ..LIMITS }, incremental: false, ..ANY };
        for seed in 0..10 {
            let merged = shuffled(text, config, seed);
            given_up += merged.predicts(text, 2).of("main", 0).given_up;
        }
    }
    assert!(given_up > 10, "{given_up}");
}
