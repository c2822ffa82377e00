//! When a context opens, and contexts inside others.

use crate::programs::{COUNT, NESTED};
use crate::suite::{ANY, check, merged};
use bowline_merge::{MergeConfig, MergeOn};

/// The same over an object whose size is the input.
const FILL: &str = "
function @main() -> i32 {
    %c = call @__VERIFIER_nondet_uchar()
    %low = and i8 %c, 3
    %n = zero_extend i8 %low to i64
    %p = call @malloc(%n)
    jump head with %i = 0
head:
    %more = compare ult i64 %i, %n
    branch %more then body else end
body:
    %at = offset %p + %i * 1
    store i8 7 at %at
    %next = add i64 %i, 1
    jump head with %i = %next
end:
    call @free(%p)
    %result = truncate i64 %i to i32
    return %result
}";

#[test]
fn a_fork_in_a_loop_opens_a_context() {
    check(COUNT, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn a_fork_on_no_size_opens_none_where_sizes_count() {
    let on_size = merged(COUNT, MergeConfig { on: MergeOn::Size, ..ANY });
    assert_eq!(on_size.predicts(COUNT, 1).summary(), "4 paths");
}

#[test]
fn a_fork_on_a_size_opens_one() {
    let on_size = merged(FILL, MergeConfig { on: MergeOn::Size, ..ANY });
    assert_eq!(on_size.predicts(FILL, 1).summary(), "1 path; main 0: 4 -> 1");
}

#[test]
fn a_fork_on_another_byte_than_that_of_the_size_opens_none() {
    let text = FILL.replace(
        "jump head with %i = 0",
        "%d = call @__VERIFIER_nondet_uchar()
         %other = and i8 %d, 1
         %wide = zero_extend i8 %other to i64
         jump head with %i = 0",
    );
    let text = text.replace("compare ult i64 %i, %n", "compare ult i64 %i, %wide");
    let on_size = merged(&text, MergeConfig { on: MergeOn::Size, ..ANY });
    assert_eq!(on_size.of("main", 0).contexts, 1, "only where a store asks for the size");
    let text = text.replace("store i8 7 at %at", "");
    let on_size = merged(&text, MergeConfig { on: MergeOn::Size, ..ANY });
    assert_eq!(on_size.predicts(&text, 2).summary(), "2 paths");
}

#[test]
fn a_fork_for_good_opens_none() {
    let text = COUNT.replace(
        "branch %more",
        "%wide = zero_extend i1 %more to i32
         %known = call @__bowline_decide(%wide)
         %goes = compare ne i32 %known, 0
         branch %goes",
    );
    check(&text, 1, "4 paths");
}

#[test]
fn a_fork_outside_of_loops_opens_none() {
    check(
        "function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            %small = compare ult i8 %c, 9
            branch %small then yes else no
        yes:
            return 1
        no:
            return 2
        }",
        1,
        "2 paths",
    );
}

#[test]
fn a_fork_before_the_loop_keeps_its_contexts_apart() {
    let text = COUNT.replace(
        "jump head with %i = 0",
        "%low = compare ult i8 %c, 128
         branch %low then near else far
     near:
         jump head with %i = 0
     far:
         jump head with %i = 1",
    );
    check(&text, 1, "2 paths; main 0: 7 -> 2, 2 contexts");
}

#[test]
fn results_of_an_inner_loop_are_leaves_of_the_outer() {
    // In the first iteration of the outer loop nothing has forked there: its inner loop has a context of its own.
    check(NESTED, 2, "1 path; main 0: 2 -> 1; main 1: 4 -> 2, 2 contexts");
}

#[test]
fn a_loop_three_deep_merges_from_the_inside_out() {
    let text = NESTED.replace(
        "%added = add i32 %sum, 1",
        "jump deep with %k = 0, %more_sum = %sum
     deep:
         %dig = compare ult i8 %k, %m
         branch %dig then dug else up
     dug:
         %one = add i32 %more_sum, 1
         %deeper = add i8 %k, 1
         jump deep with %k = %deeper, %more_sum = %one
     up:
         %added = add i32 %more_sum, 1",
    );
    check(&text, 2, "1 path; main 0: 2 -> 1; main 1: 4 -> 2, 2 contexts; main 2: 4 -> 2, 2 contexts");
}

#[test]
fn a_loop_with_two_entries_is_left_alone() {
    check(
        "function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            %n = and i8 %c, 3
            %low = compare ult i8 %c, 128
            branch %low then one with %i = 0 else two with %i = 1
        one:
            %next = add i8 %i, 1
            jump two with %i = %next
        two:
            %more = compare ult i8 %i, %n
            branch %more then one else end
        end:
            %result = zero_extend i8 %i to i32
            return %result
        }",
        1,
        "6 paths",
    );
}
