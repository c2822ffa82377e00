//! `setjmp` and `longjmp`.

use crate::suite::{check, explore, main_of};

fn jumps(instructions: &str) -> String {
    format!("variable @places, 400 bytes\n{}", main_of(instructions))
}

/// A function that jumps from some depth, unless its argument is large.
const DEEP: &str = "
function @deep(i8 %n, i32 %value) -> i32 {
    %none = compare eq i8 %n, 0
    branch %none then jump else more
jump:
    call @longjmp(@places, %value)
    return 1
more:
    %less = sub i8 %n, 1
    %rest = call @deep(%less, %value)
    return %rest
}";

#[test]
fn a_jump_out_of_calls_brings_its_value() {
    let text = format!(
        "{DEEP}\n{}",
        jumps(
            "%v = call @setjmp(@places)
             %came = compare ne i32 %v, 0
             branch %came then behind else go
         go:
             %n = and i8 %c, 3
             %w = zero_extend i8 %d to i32
             %r = call @deep(%n, %w)
             return 999
         behind:
             return %v"
        )
    );
    // What is brought is unknown, so whether it came by a jump is, too; a value of 0 arrives as 1.
    check(&text, 2, "4 paths");
}

#[test]
fn the_buffer_depends_on_the_input() {
    let text = jumps(
        "%second = offset @places + 200 * 1
         %v = call @setjmp(@places)
         %came = compare ne i32 %v, 0
         branch %came then first else next
     first:
         return 10
     next:
         %w = call @setjmp(%second)
         %came_too = compare ne i32 %w, 0
         branch %came_too then other else go
     other:
         return 20
     go:
         %bit = and i8 %c, 1
         %wide = zero_extend i8 %bit to i64
         %at = offset @places + %wide * 200
         call @longjmp(%at, 1)
         return 30",
    );
    check(&text, 2, "2 paths");
    assert_eq!(explore(&text).statuses(), [10, 20]);
}

#[test]
fn a_copied_buffer_works_too() {
    let text = jumps(
        "%second = offset @places + 200 * 1
         %v = call @setjmp(@places)
         %came = compare ne i32 %v, 0
         branch %came then behind else go
     go:
         mem_copy to %second, from @places, length 200
         mem_set to @places, byte 255, length 200
         %w = zero_extend i8 %c to i32
         %some = or i32 %w, 256
         call @longjmp(%second, %some)
         return 30
     behind:
         return %v",
    );
    check(&text, 2, "1 path");
}

#[test]
fn a_jump_to_a_function_that_has_returned_is_listed() {
    let text = format!(
        "function @mark() -> i32 {{
            %v = call @setjmp(@places)
            return %v
        }}
        {}",
        jumps(
            "%v = call @mark()\n %low = compare ult i8 %c, 9\n branch %low then away else here\naway:\n call @longjmp(@places, 1)\n return 1\nhere:\n return 2"
        )
    );
    let explored = explore(&text);
    assert_eq!(explored.statuses(), [2]);
    assert_eq!(explored.lost(), ["unsupported: longjmp to a call of setjmp that has returned, or to none"]);
}

#[test]
fn a_jump_through_a_buffer_with_unknown_contents_follows_what_it_can() {
    let text = jumps(
        "%v = call @setjmp(@places)
         %came = compare ne i32 %v, 0
         branch %came then behind else go
     go:
         store i8 %c at @places
         call @longjmp(@places, 5)
         return 30
     behind:
         return %v",
    );
    let explored = explore(&text);
    assert_eq!(explored.statuses(), [5]);
    assert_eq!(explored.lost().len(), 1, "{:?}", explored.lost());
}

#[test]
fn objects_of_frames_that_are_left_are_gone() {
    let text = format!(
        "variable @kept, 8 bytes
        function @leave() -> i32 {{
            %local = alloca 1 * 4 bytes
            store i64 %local at @kept
            call @longjmp(@places, 1)
            return 1
        }}
        {}",
        jumps(
            "%v = call @setjmp(@places)
             %came = compare ne i32 %v, 0
             branch %came then behind else go
         go:
             %r = call @leave()
             return 30
         behind:
             %p = load i64 at @kept
             store i8 %c at %p
             return 4"
        )
    );
    check(&text, 2, "1 path, use-after-free");
}
