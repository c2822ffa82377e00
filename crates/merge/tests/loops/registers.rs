//! States that stay apart by what their registers hold, and become one whatever is in their arrays.

use crate::suite::{ANY, merged};
use bowline_merge::MergeConfig;

const BY_REGISTERS: MergeConfig = MergeConfig { by_registers: true, ..ANY };

/// Four bytes, each of which is kept in an array, but for those that are 97: these are counted.
const COUNTING: &str = "
        variable @kept, 16 bytes
        function @main() -> i32 {
            jump head with %i = 0, %seen = 0
        head:
            %done = compare uge i32 %i, 4
            branch %done then end else body
        body:
            %c = call @__VERIFIER_nondet_uchar()
            %at = zero_extend i32 %i to i64
            %place = add i64 @kept, %at
            %next = add i32 %i, 1
            %a = compare eq i8 %c, 97
            branch %a then first else other
        first:
            %more = add i32 %seen, 1
            jump head with %i = %next, %seen = %more
        other:
            store i8 %c at %place
            jump head with %i = %next
        end:
            %last = load i8 at @kept
            %wide = zero_extend i8 %last to i32
            %result = add i32 %wide, %seen
            return %result
        }";

#[test]
fn what_is_counted_is_known_on_each_path() {
    let merged = merged(COUNTING, BY_REGISTERS);
    assert_eq!(merged.predicts(COUNTING, 4).summary(), "5 paths; main 0: 5 -> 5, 6 joined inside");
}

#[test]
fn otherwise_what_is_counted_is_a_choice_behind_the_exit() {
    let merged = merged(COUNTING, ANY);
    assert_eq!(merged.predicts(COUNTING, 4).summary(), "1 path; main 0: 5 -> 1, 6 joined inside");
}
