//! Copies and fills, of known and unknown length, at known and unknown places.

use crate::suite::{Nobody, check, inputs, lab, main_of, whole};
use bowline_lab::predicts;

/// `%n` is an unknown number up to `most`, of 64 bits; two buffers of eight bytes, of which the second has known contents.
fn program(mask: u8, instructions: &str) -> String {
    format!(
        "variable @to, 8 bytes
        variable @from, bytes 0102030405060708
        {}",
        main_of(&format!(
            "%m = and i8 %c, {mask}
             %n = zero_extend i8 %m to i64
             store i8 %d at @from+1
             {instructions}
             %r = load i32 at @to
             return %r"
        ))
    )
}

#[test]
fn a_copy_of_known_length() {
    check(&program(0, "mem_copy to @to, from @from, length 3"), 2, "1 path");
}

#[test]
fn a_copy_of_unknown_length_is_a_path_per_length() {
    check(&program(3, "mem_copy to @to, from @from, length %n"), 2, "4 paths");
}

#[test]
fn a_copy_of_unknown_length_is_one_path_where_states_may_be_joined() {
    let text = program(3, "mem_copy to @to, from @from, length %n");
    let explored = lab(&text).plug(Nobody).explore();
    assert_eq!(explored.ends.len(), 1);
    predicts(&whole(&text), "nondet_uchar", &inputs(2), &explored);
}

#[test]
fn a_move_within_one_buffer() {
    check(
        &program(
            0,
            "mem_move to @from+1, from @from, length 4\n %x = load i32 at @from\n store i32 %x at @to",
        ),
        2,
        "1 path",
    );
    check(
        &program(
            0,
            "mem_move to @from, from @from+1, length 4\n %x = load i32 at @from\n store i32 %x at @to",
        ),
        2,
        "1 path",
    );
}

#[test]
fn a_move_of_unknown_length_within_one_buffer() {
    check(
        &program(
            3,
            "mem_move to @from+1, from @from, length %n\n %x = load i32 at @from\n store i32 %x at @to",
        ),
        2,
        "4 paths",
    );
    check(
        &program(
            3,
            "mem_move to @from, from @from+1, length %n\n %x = load i32 at @from\n store i32 %x at @to",
        ),
        2,
        "4 paths",
    );
}

#[test]
fn a_fill_of_known_and_unknown_length() {
    check(&program(0, "mem_set to @to+1, byte %d, length 2"), 2, "1 path");
    check(&program(3, "mem_set to @to+1, byte %d, length %n"), 2, "4 paths");
}

#[test]
fn a_copy_that_reads_too_much() {
    check(&program(15, "mem_copy to @to, from @from+6, length %n"), 2, "4 paths, out-of-bounds-read");
}

#[test]
fn a_copy_that_writes_too_much() {
    check(&program(7, "mem_copy to @to+6, from @from, length %n"), 2, "4 paths, out-of-bounds-write");
}

#[test]
fn a_fill_that_writes_too_much() {
    check(&program(15, "mem_set to @to+6, byte 1, length %n"), 2, "4 paths, out-of-bounds-write");
}

#[test]
fn nothing_is_copied_from_and_to_nowhere() {
    check(&program(0, "mem_copy to 0, from 8, length 0\n mem_set to 0, byte 1, length 0"), 2, "1 path");
    check(&program(1, "mem_copy to @to, from 8, length %n"), 2, "2 paths, null-dereference");
    check(&program(1, "mem_set to 8, byte 1, length %n"), 2, "2 paths, null-dereference");
}

#[test]
fn a_copy_at_an_unknown_place() {
    check(&program(3, "%at = offset @from + %n * 1\n mem_copy to @to, from %at, length 3"), 2, "1 path");
    check(&program(3, "%at = offset @to + %n * 1\n mem_copy to %at, from @from, length 3"), 2, "1 path");
    check(&program(3, "%at = offset @to + %n * 1\n mem_set to %at, byte %d, length 2"), 2, "1 path");
}

#[test]
fn a_block_of_unknown_length_at_an_unknown_place() {
    let at = "%half = lshr i8 %c, 2\n %k = and i8 %half, 3\n %w = zero_extend i8 %k to i64\n %at = offset @to + %w * 1";
    check(&program(3, &format!("{at}\n mem_copy to %at, from @from, length %n")), 2, "4 paths");
    check(&program(3, &format!("{at}\n mem_set to %at, byte %d, length %n")), 2, "4 paths");
    for operation in ["mem_copy to %at, from @from, length %n", "mem_set to %at, byte %d, length %n"] {
        let text = program(3, &format!("{at}\n {operation}"));
        let explored = lab(&text).plug(Nobody).explore();
        assert_eq!(explored.ends.len(), 1, "where states may be joined");
        predicts(&whole(&text), "nondet_uchar", &inputs(2), &explored);
    }
}

#[test]
fn a_copy_at_an_unknown_place_may_go_beyond_the_end() {
    check(
        &program(7, "%at = offset @to + %n * 1\n mem_copy to %at, from @from, length 3"),
        2,
        "2 paths, out-of-bounds-write",
    );
}

#[test]
fn the_functions_of_c_copy_and_say_where() {
    check(&program(3, "%q = call @memcpy(@to, @from, %n)\n store i8 9 at %q"), 2, "4 paths");
    check(&program(3, "%q = call @mempcpy(@to, @from, %n)\n store i8 9 at %q"), 2, "4 paths");
    check(&program(3, "%q = call @memset(@to, 300, %n)\n store i8 9 at %q"), 2, "4 paths");
}

/// As [`program`], with buffers of 40 bytes: what only a formula is worth.
fn long_program(mask: u8, instructions: &str) -> String {
    format!(
        "variable @to, 40 bytes
        variable @from, bytes {}
        {}",
        (1..=40).map(|byte| format!("{byte:02x}")).collect::<String>(),
        main_of(&format!(
            "%m = and i8 %c, {mask}
             %n = zero_extend i8 %m to i64
             store i8 %d at @from+9
             {instructions}
             %r = load i32 at @to+8
             return %r"
        ))
    )
}

/// Where states may be joined.
fn one_path(text: &str) {
    let explored = lab(text).plug(Nobody).explore();
    assert_eq!(explored.ends.len(), 1, "{text}");
    predicts(&whole(text), "nondet_uchar", &inputs(2), &explored);
}

/// Lengths are too many to be gone through, also where states are never joined.
#[test]
fn a_copy_of_any_of_many_lengths_is_one_path() {
    let text = format!(
        "variable @to, 300 bytes\nvariable @from, 300 bytes\n{}",
        main_of(
            "%n = zero_extend i8 %c to i64
             store i8 %d at @from+100
             mem_copy to @to, from @from, length %n
             %r = load i32 at @to+99
             return %r"
        )
    );
    check(&text, 2, "1 path");
}

#[test]
fn long_blocks_of_unknown_length_are_one_path() {
    for operation in [
        "mem_copy to @to, from @from, length %n",
        "mem_copy to @to+3, from @from+1, length %n",
        "mem_set to @to+7, byte %d, length %n",
        "mem_set to @to, byte 5, length %n\n mem_copy to @to+2, from @from+4, length %n",
        "mem_copy to @to, from @from, length %n\n mem_move to @to+1, from @to, length %n",
        "mem_copy to @to+1, from @from, length %n\n mem_move to @to, from @to+1, length %n",
        "mem_copy to @to, from @from, length %n\n %at = offset @to + %n * 1\n store i8 0 at %at",
    ] {
        one_path(&long_program(31, operation));
    }
}

#[test]
fn long_blocks_at_unknown_places_are_one_path() {
    let at = "%half = lshr i8 %c, 4\n %w = zero_extend i8 %half to i64\n %there = offset @to + %w * 1\n %here = offset @from + %w * 1";
    for operation in [
        "mem_copy to %there, from @from, length %n",
        "mem_copy to @to, from %here, length %n",
        "mem_copy to %there, from %here, length %n",
        "mem_set to %there, byte %d, length %n",
        "mem_copy to %there, from %here, length 24",
        "mem_copy to @to, from @from, length 40\n mem_move to %there, from @to+2, length %n",
    ] {
        one_path(&long_program(15, &format!("{at}\n {operation}")));
    }
}

#[test]
fn a_large_copy_at_an_unknown_place_is_one_path() {
    let text = format!(
        "variable @large, 9000 bytes\nvariable @other, 9000 bytes\n{}",
        main_of(
            "%i = zero_extend i8 %c to i64
             %at = offset @large + %i * 1
             store i8 %d at @other+2000
             mem_copy to %at, from @other, length 5000
             %r = load i32 at @large+2100
             return %r"
        )
    );
    check(&text, 2, "1 path");
}
