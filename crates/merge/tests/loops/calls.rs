//! Loops that call functions, and loops in functions that are called.

use crate::suite::check;

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
