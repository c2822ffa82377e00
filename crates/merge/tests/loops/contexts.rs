//! When a context opens, and how states leave it.

use crate::suite::{ANY, check, merged};
use bowline_merge::{MergeConfig, MergeOn};

/// Counts up to an input below 4.
const COUNT: &str = "
function @main() -> i32 {
    %c = call @__VERIFIER_nondet_uchar()
    %n = and i8 %c, 3
    jump head with %i = 0
head:
    %more = compare ult i8 %i, %n
    branch %more then body else end
body:
    %next = add i8 %i, 1
    jump head with %i = %next
end:
    %result = zero_extend i8 %i to i32
    return %result
}";

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
fn each_activation_of_a_loop_has_its_own() {
    check(
        "function @count(i8 %n) -> i8 {
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
            %d = call @__VERIFIER_nondet_uchar()
            %m = and i8 %d, 3
            %second = call @count(%m)
            %both = add i8 %first, %second
            %result = zero_extend i8 %both to i32
            return %result
        }",
        2,
        "1 path; count 0: 8 -> 2, 2 contexts",
    );
}

/// `for i < n: for j < m: total += 1`
const NESTED: &str = "
function @main() -> i32 {
    %c = call @__VERIFIER_nondet_uchar()
    %d = call @__VERIFIER_nondet_uchar()
    %n = and i8 %c, 1
    %m = and i8 %d, 1
    jump outer with %i = 0, %total = 0
outer:
    %again = compare ule i8 %i, %n
    branch %again then start else end
start:
    jump inner with %j = 0, %sum = %total
inner:
    %more = compare ule i8 %j, %m
    branch %more then body else behind
body:
    %added = add i32 %sum, 1
    %next = add i8 %j, 1
    jump inner with %j = %next, %sum = %added
behind:
    %further = add i8 %i, 1
    jump outer with %i = %further, %total = %sum
end:
    return %total
}";

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
fn states_that_leave_two_loops_at_once_wait_at_the_outer_exit() {
    let text = NESTED.replace(
        "%added = add i32 %sum, 1",
        "%enough = compare eq i8 %c, %d
         branch %enough then out else on
     out:
         %late = add i32 %sum, 100
         jump end with %total = %late
     on:
         %added = add i32 %sum, 1",
    );
    check(&text, 2, "2 paths; main 0: 2 -> 1; main 1: 5 -> 3, 2 contexts");
}

#[test]
fn a_state_may_leave_two_contexts_at_once() {
    check(
        "function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            %d = call @__VERIFIER_nondet_uchar()
            jump outer with %i = 0
        outer:
            %again = compare ult i8 %i, %c
            %small = compare ult i8 %i, 2
            %goes = and i1 %again, %small
            branch %goes then start else end
        start:
            jump inner with %j = 0
        inner:
            %more = compare ult i8 %j, %d
            branch %more then body else behind
        body:
            %next = add i8 %j, 1
            %stop = compare eq i8 %next, 2
            branch %stop then out else inner with %j = %next
        out:
            return 50
        behind:
            %further = add i8 %i, 1
            jump outer with %i = %further
        end:
            %result = zero_extend i8 %i to i32
            return %result
        }",
        2,
        "2 paths; main 0: 4 -> 2; main 1: 5 -> 3, 2 contexts",
    );
}

#[test]
fn every_goto_out_is_an_exit_of_its_own() {
    let text = COUNT.replace(
        "%next = add i8 %i, 1",
        "%odd = compare eq i8 %c, 2
         branch %odd then away else on
     away:
         %far = add i8 %i, 40
         %there = zero_extend i8 %far to i32
         return %there
     on:
         %next = add i8 %i, 1",
    );
    check(&text, 1, "2 paths; main 0: 5 -> 2");
}

#[test]
fn returns_of_one_value_are_one_place() {
    let text = COUNT.replace(
        "%next = add i8 %i, 1",
        "%odd = compare eq i8 %c, 2
         branch %odd then end else on
     on:
         %next = add i8 %i, 1",
    );
    check(&text, 1, "1 path; main 0: 5 -> 1");
}

#[test]
fn a_bug_inside_leaves_its_inputs_out() {
    let text = COUNT.replace(
        "%next = add i8 %i, 1",
        "%odd = compare eq i8 %c, 2
         branch %odd then wrong else on
     wrong:
         call @abort()
         jump head with %i = 0
     on:
         %next = add i8 %i, 1",
    );
    check(&text, 1, "2 paths; main 0: 4 -> 1");
}

#[test]
fn a_context_in_which_everybody_ends_has_no_result() {
    let text = COUNT.replace("jump head with %i = %next", "jump wrong\n wrong:\n trap trap").replace(
        "end:",
        "end:
         jump spin
     spin:
         %gone = compare eq i8 %c, 0
         branch %gone then wrong else last
     last:",
    );
    check(&text, 1, "3 paths");
}

#[test]
fn an_assumption_inside_leaves_the_rest_out() {
    let text = COUNT.replace(
        "%next = add i8 %i, 1",
        "%fine = compare ne i8 %c, 2
         %wide = zero_extend i1 %fine to i64
         call @klee_assume(%wide)
         %next = add i8 %i, 1",
    );
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn an_assumption_that_fails_inside_ends_a_path() {
    let text = COUNT.replace(
        "%next = add i8 %i, 1",
        "%fine = compare ne i8 %n, 3
         %wide = zero_extend i1 %fine to i64
         call @klee_assume(%wide)
         %next = add i8 %i, 1",
    );
    check(&text, 1, "1 path; main 0: 3 -> 1");
}

#[test]
fn a_switch_forks_once_per_target() {
    check(
        "function @main() -> i32 {
            jump head with %i = 0, %sum = 0
        head:
            %done = compare eq i8 %i, 2
            branch %done then end else body
        body:
            %next = add i8 %i, 1
            %c = call @__VERIFIER_nondet_uchar()
            switch i8 %c
                case 0: end
                case 1: two
                case 2: two
                case 97: bad
                default: head with %i = %next
        two:
            %more = add i32 %sum, 2
            jump head with %i = %next, %sum = %more
        bad:
            trap trap
        end:
            return %sum
        }",
        2,
        "4 paths; main 0: 9 -> 4, 4 joined inside",
    );
}

#[test]
fn a_fork_in_a_function_that_a_loop_calls_is_one_of_the_loop() {
    check(
        "function @step(i8 %c) -> i8 {
            %small = compare ult i8 %c, 100
            branch %small then one else two
        one:
            return 1
        two:
            return 2
        }
        function @main() -> i32 {
            jump head with %i = 0, %sum = 0
        head:
            %done = compare eq i8 %i, 2
            branch %done then end else body
        body:
            %c = call @__VERIFIER_nondet_uchar()
            %by = call @step(%c)
            %more = add i8 %sum, %by
            %next = add i8 %i, 1
            jump head with %i = %next, %sum = %more
        end:
            %result = zero_extend i8 %sum to i32
            return %result
        }",
        2,
        "1 path; main 0: 3 -> 1, 1 joined inside",
    );
}

#[test]
fn a_loop_in_a_function_that_a_loop_calls_is_an_inner_loop() {
    check(
        "function @count(i8 %n) -> i8 {
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
            %d = call @__VERIFIER_nondet_uchar()
            %n = and i8 %c, 3
            %m = and i8 %d, 1
            jump head with %i = 0, %sum = 0
        head:
            %more = compare ult i8 %i, %n
            branch %more then body else end
        body:
            %by = call @count(%m)
            %added = add i8 %sum, %by
            %next = add i8 %i, 1
            jump head with %i = %next, %sum = %added
        end:
            %result = zero_extend i8 %sum to i32
            return %result
        }",
        2,
        "1 path; count 0: 6 -> 3, 3 contexts; main 0: 4 -> 1",
    );
}

#[test]
fn each_call_of_a_function_that_calls_itself_has_loops_of_its_own() {
    check(
        "function @down(i8 %n, i8 %c) -> i8 {
            jump head with %i = 0
        head:
            %more = compare ult i8 %i, %n
            branch %more then body else end
        body:
            %next = add i8 %i, 1
            %half = lshr i8 %n, 1
            %below = call @down(%half, %c)
            %sum = add i8 %below, 1
            %stop = compare eq i8 %c, 77
            branch %stop then out else head with %i = %next
        out:
            return %sum
        end:
            return %i
        }
        function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            %n = and i8 %c, 3
            %d = call @down(%n, %c)
            %result = zero_extend i8 %d to i32
            return %result
        }",
        1,
        "2 paths; down 0: 7 -> 3, 2 contexts",
    );
}

#[test]
fn a_jump_out_of_the_frame_of_a_loop_leaves_the_context() {
    check(
        "variable @place, 8 bytes
        function @search(i8 %n, i8 %c) -> i8 {
            jump head with %i = 0
        head:
            %more = compare ult i8 %i, %n
            branch %more then body else end
        body:
            %found = compare eq i8 %c, 2
            branch %found then jump_away else on
        jump_away:
            call @longjmp(@place, i32 9)
            jump head with %i = 0
        on:
            %next = add i8 %i, 1
            jump head with %i = %next
        end:
            return %i
        }
        function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            %n = and i8 %c, 3
            %jumped = call @setjmp(@place)
            %first = compare eq i32 %jumped, 0
            branch %first then go else there
        go:
            %d = call @search(%n, %c)
            %result = zero_extend i8 %d to i32
            return %result
        there:
            return %jumped
        }",
        1,
        "2 paths; search 0: 4 -> 1",
    );
}

#[test]
fn a_jump_within_the_frame_of_a_loop_keeps_paths_right() {
    check(
        "variable @place, 8 bytes
        function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            %n = and i8 %c, 3
            %jumped = call @setjmp(@place)
            %first = compare eq i32 %jumped, 0
            branch %first then go else there
        go:
            jump head with %i = 0
        head:
            %more = compare ult i8 %i, %n
            branch %more then body else end
        body:
            %found = compare eq i8 %c, 2
            branch %found then jump_away else on
        jump_away:
            call @longjmp(@place, i32 9)
            jump head with %i = 0
        on:
            %next = add i8 %i, 1
            jump head with %i = %next
        there:
            jump later with %k = 0
        later:
            %also = compare ult i8 %k, %n
            branch %also then further else behind
        further:
            %up = add i8 %k, 1
            jump later with %k = %up
        behind:
            return 9
        end:
            %result = zero_extend i8 %i to i32
            return %result
        }",
        1,
        "2 paths; main 1: 5 -> 2",
    );
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
