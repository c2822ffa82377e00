//! States that wait for each other at the start of an iteration.

use crate::suite::{ANY, check, merged};
use bowline_merge::MergeConfig;

/// The length of a span of two characters among three; `{mark}` is done for one of them.
fn span(mark: &str, carried: &str) -> String {
    format!(
        "variable @note, 4 bytes
        function @main() -> i32 {{
            jump head with %i = 0, %seen = 0, %none = i32 0
        head:
            %done = compare eq i8 %i, 3
            branch %done then end else body
        body:
            %c = call @__VERIFIER_nondet_uchar()
            %next = add i8 %i, 1
            %a = compare eq i8 %c, 97
            branch %a then first else other
        first:
            {mark}
            jump head with %i = %next{carried}
        other:
            %b = compare eq i8 %c, 98
            branch %b then head with %i = %next else end
        end:
            %wide = zero_extend i8 %i to i32
            %noted = load i32 at @note
            %all = add i32 %wide, %seen
            %result = add i32 %all, %noted
            return %result
        }}"
    )
}

#[test]
fn states_with_the_same_store_become_one_in_each_iteration() {
    check(&span("", ""), 3, "3 paths; main 0: 4 -> 3, 3 joined inside");
}

#[test]
fn without_waiting_they_multiply() {
    let text = span("", "");
    let apart = merged(&text, MergeConfig { incremental: false, ..ANY });
    assert_eq!(apart.predicts(&text, 3).summary(), "3 paths; main 0: 15 -> 3");
}

#[test]
fn a_register_that_differs_keeps_them_apart() {
    check(
        &span("%plus = add i32 %seen, 10", ", %seen = %plus"),
        3,
        "3 paths; main 0: 10 -> 3, 3 joined inside",
    );
}

#[test]
fn memory_that_differs_keeps_them_apart() {
    check(
        &span("%was = load i32 at @note\n %now = add i32 %was, 10\n store i32 %now at @note", ""),
        3,
        "3 paths; main 0: 10 -> 3, 3 joined inside",
    );
}

#[test]
fn memory_that_was_written_with_what_it_had_does_not() {
    check(
        &span("%was = load i32 at @note\n store i32 %was at @note", ""),
        3,
        "3 paths; main 0: 4 -> 3, 3 joined inside",
    );
}

#[test]
fn a_register_that_nobody_reads_does_not() {
    check(&span("%none = zero_extend i8 %next to i32", ""), 3, "3 paths; main 0: 4 -> 3, 3 joined inside");
}

#[test]
fn an_object_that_one_of_them_made_keeps_them_apart() {
    check(
        &span("%made = call @malloc(i64 8)\n store i8 1 at %made", ""),
        3,
        "3 paths; main 0: 10 -> 3, 3 joined inside",
    );
}

#[test]
fn an_object_that_is_gone_again_does_not() {
    check(
        &span("%made = call @malloc(i64 8)\n call @free(%made)", ""),
        3,
        "3 paths; main 0: 4 -> 3, 3 joined inside",
    );
}

/// The number of outer iterations; an inner loop goes on with the next one on its own.
const CONTINUE: &str = "
function @main() -> i32 {
    jump outer with %i = 0
outer:
    %done = compare eq i8 %i, 3
    branch %done then end else start
start:
    %next = add i8 %i, 1
    %c = call @__VERIFIER_nondet_uchar()
    %zero = compare eq i8 %c, 0
    branch %zero then end else look
look:
    jump inner with %j = 0
inner:
    %here = compare eq i8 %c, %j
    branch %here then outer with %i = %next else on
on:
    %further = add i8 %j, 1
    %last = compare eq i8 %further, 3
    branch %last then behind else inner with %j = %further
behind:
    jump outer with %i = %next
end:
    %result = zero_extend i8 %i to i32
    return %result
}";

#[test]
fn results_of_an_inner_loop_that_go_on_with_the_outer_wait_there() {
    check(CONTINUE, 3, "3 paths; main 0: 4 -> 3, 3 joined inside; main 1: 9 -> 6, 3 contexts");
}

#[test]
fn where_nobody_waits_they_do_not_either() {
    let apart = merged(CONTINUE, MergeConfig { incremental: false, ..ANY });
    assert_eq!(
        apart.predicts(CONTINUE, 3).summary(),
        "3 paths; main 0: 15 -> 3; main 1: 21 -> 14, 7 contexts"
    );
}
