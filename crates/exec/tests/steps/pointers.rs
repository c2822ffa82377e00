//! Addresses that are not known: tables, several objects, and siblings that execute an instruction again.

use crate::suite::{check, check_with, explore, main_of, whole};
use bowline_exec::ExecConfig;
use bowline_lab::{Lab, agrees_with_brute_force};

/// `%p` is `@first` or `@second`, whatever `%c` says.
fn either(instructions: &str) -> String {
    format!(
        "variable @first, bytes 01020304
        variable @second, bytes 0a0b0c0d
        {}",
        main_of(&format!(
            "%low = compare ult i8 %c, 100
             %a = copy i64 @first
             %b = copy i64 @second
             %p = select i64 %low ? %a : %b
             {instructions}
             %x = load i16 at @first
             %y = load i16 at @second
             %wx = zero_extend i16 %x to i32
             %wy = zero_extend i16 %y to i32
             %hy = shl i32 %wy, 16
             %r = or i32 %hy, %wx
             return %r"
        ))
    )
}

#[test]
fn a_table_is_read_in_one_path() {
    let text = format!(
        "constant @table, bytes 0305070b0d111317
        {}",
        main_of(
            "%i = and i8 %c, 7\n %w = zero_extend i8 %i to i64\n %at = offset @table + %w * 1\n %v = load i8 at %at\n %r = zero_extend i8 %v to i32\n return %r"
        )
    );
    check(&text, 2, "1 path");
}

#[test]
fn a_load_is_executed_again_for_the_other_object() {
    check(&either("%v = load i8 at %p\n store i8 %v at @first+1"), 2, "2 paths");
}

#[test]
fn a_store_goes_into_one_object_only() {
    check(&either("store i8 %d at %p"), 2, "2 paths");
}

#[test]
fn an_instruction_that_is_executed_again_counts_once() {
    let explored = explore(&either("store i8 %d at %p"));
    let counts: Vec<u64> = explored.ends.iter().map(|end| end.state.instructions).collect();
    assert_eq!(counts.len(), 2);
    assert_eq!(counts[0], counts[1], "both executed the same instructions");
}

#[test]
fn an_unknown_place_in_either_object() {
    check(
        &either(
            "%i = and i8 %d, 3\n %w = zero_extend i8 %i to i64\n %at = offset %p + %w * 1\n store i8 99 at %at",
        ),
        2,
        "2 paths",
    );
}

#[test]
fn a_place_beside_either_object() {
    check(
        &either(
            "%i = and i8 %d, 7\n %w = zero_extend i8 %i to i64\n %at = offset %p + %w * 1\n store i8 99 at %at",
        ),
        2,
        "4 paths, out-of-bounds-write",
    );
}

#[test]
fn a_copy_between_unknown_objects_is_executed_for_each_pair() {
    let text = either(
        "%low2 = compare ult i8 %d, 100
         %q = select i64 %low2 ? %a : %b
         mem_move to %p, from %q, length 2",
    );
    check(&text, 2, "4 paths");
}

#[test]
fn null_or_an_object() {
    let text = format!(
        "variable @first, bytes 01020304
        {}",
        main_of(
            "%low = compare ult i8 %c, 100\n %a = copy i64 @first\n %p = select i64 %low ? %a : 0\n store i8 %d at %p\n %r = load i32 at @first\n return %r"
        )
    );
    check(&text, 2, "2 paths, null-dereference");
}

#[test]
fn a_freed_object_or_one_that_is_alive() {
    let text = main_of(
        "%a = call @malloc(4)
         %b = call @malloc(4)
         call @free(%b)
         %low = compare ult i8 %c, 100
         %p = select i64 %low ? %a : %b
         store i8 %d at %p
         call @free(%a)
         return 0",
    );
    check(&text, 2, "2 paths, use-after-free");
}

#[test]
fn freeing_one_of_two() {
    let text = main_of(
        "%a = call @malloc(4)
         %b = call @malloc(4)
         %low = compare ult i8 %c, 100
         %p = select i64 %low ? %a : %b
         call @free(%p)
         store i8 %d at %a
         return 0",
    );
    check(&text, 2, "2 paths, use-after-free");
}

#[test]
fn a_function_is_called_through_a_pointer_once() {
    let text = format!(
        "variable @calls, 4 bytes
        function @one(i32 %x) -> i32 {{
            %n = load i32 at @calls
            %m = add i32 %n, 1
            store i32 %m at @calls
            return 10
        }}
        function @two(i32 %x) -> i32 {{
            %n = load i32 at @calls
            %m = add i32 %n, 1
            store i32 %m at @calls
            return %x
        }}
        {}",
        main_of(
            "%low = compare ult i8 %c, 100
             %a = copy i64 @one
             %b = copy i64 @two
             %p = select i64 %low ? %a : %b
             %v:i32 = call through %p(i32 7)
             %n = load i32 at @calls
             %many = mul i32 %n, 1000
             %r = add i32 %many, %v
             return %r"
        )
    );
    check(&text, 2, "2 paths");
    assert_eq!(explore(&text).statuses(), [1007, 1010]);
}

#[test]
fn a_pointer_that_is_loaded_from_a_table() {
    let text = format!(
        "variable @first, bytes 01020304
        variable @second, bytes 0a0b0c0d
        constant @table, bytes 000000000000000000000000000000000000000000000000, at 0: i64 @first, at 8: i64 @second, at 16: i64 @first+2
        {}",
        main_of(
            "%i = urem i8 %c, 3
             %w = zero_extend i8 %i to i64
             %at = offset @table + %w * 8
             %p = load i64 at %at
             %v = load i8 at %p
             %r = zero_extend i8 %v to i32
             return %r"
        )
    );
    check(&text, 2, "2 paths");
}

#[test]
fn more_targets_than_the_limit_are_listed() {
    let text = whole(&either("store i8 %d at %p"));
    let config = ExecConfig { max_resolutions: 0, ..ExecConfig::default() };
    let explored = Lab::configured(&text, config).explore();
    assert_eq!(explored.lost(), ["resolutions: further targets of a symbolic pointer"]);
    assert_eq!(explored.statuses().len(), 1);
    let enough = ExecConfig { max_resolutions: 1, ..ExecConfig::default() };
    check_with(&enough, &either("store i8 %d at %p"), 2, "2 paths");
}

#[test]
fn both_objects_against_all_inputs() {
    let text = whole(
        "variable @first, bytes 01020304
        variable @second, bytes 0a0b0c0d
        function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            %low = compare ult i8 %c, 100
            %a = copy i64 @first
            %b = copy i64 @second
            %p = select i64 %low ? %a : %b
            store i8 7 at %p
            %x = load i32 at @first
            return %x
        }",
    );
    agrees_with_brute_force(&text, "nondet_uchar", 1, &Lab::new(&text).explore());
}
