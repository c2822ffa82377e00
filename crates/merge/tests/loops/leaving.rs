//! Ways out of a loop, and paths that end inside.

use crate::programs::{COUNT, NESTED};
use crate::suite::check;

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
    check(
        "function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            jump head with %i = 0
        head:
            %more = compare ult i8 %i, %c
            branch %more then one else two
        one:
            call @abort()
            jump head with %i = 1
        two:
            %zero = compare eq i8 %c, 9
            branch %zero then end else wrong
        wrong:
            call @abort()
            jump head with %i = 2
        end:
            return 9
        }",
        1,
        "2 paths; main 0: 0 -> 0",
    );
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
fn what_ends_in_an_inner_loop_is_left_out_of_the_outer() {
    check(
        "function @main() -> i32 {
            jump outer with %i = 0
        outer:
            %done = compare eq i8 %i, 2
            branch %done then end else start
        start:
            %c = call @__VERIFIER_nondet_uchar()
            %next = add i8 %i, 1
            %low = compare ult i8 %c, 128
            branch %low then look else outer with %i = %next
        look:
            %n = and i8 %c, 3
            jump inner with %j = 0
        inner:
            %more = compare ult i8 %j, %n
            branch %more then body else outer with %i = %next
        body:
            %up = add i8 %j, 1
            %odd = compare eq i8 %c, 2
            branch %odd then wrong else inner with %j = %up
        wrong:
            call @abort()
            jump inner with %j = 0
        end:
            return 3
        }",
        2,
        "3 paths; main 0: 1 -> 1, 2 joined inside; main 1: 8 -> 2, 2 contexts",
    );
}
