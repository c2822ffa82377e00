//! Operations on words: unknown ones mean what concrete ones do, and their checks split paths where they may fail.

use crate::suite::{check, check_with, explore, main_of};
use bowline_exec::{ExecConfig, OptionalChecks};

/// A program that returns the result of one operation on two unknown bytes.
fn operation(name: &str, result: &str) -> String {
    let widen = if result == "i32" {
        "return %r".to_string()
    } else {
        format!("%w = zero_extend {result} %r to i32\n return %w")
    };
    main_of(&format!("%r = {name}\n {widen}"))
}

fn binary(names: &[&str], result: &str, expected: &str) {
    for name in names {
        check(&operation(&format!("{name} i8 %c, %d"), result), 2, expected);
    }
}

#[test]
fn sums_wrap() {
    binary(&["add", "sub", "mul"], "i8", "1 path");
}

#[test]
fn bits() {
    binary(&["and", "or", "xor"], "i8", "1 path");
}

#[test]
fn extremes() {
    binary(&["umin", "umax", "smin", "smax"], "i8", "1 path");
}

#[test]
fn saturating_sums() {
    binary(&["uadd_sat", "sadd_sat", "usub_sat", "ssub_sat"], "i8", "1 path");
}

#[test]
fn overflow_is_told() {
    let names = [
        "uadd_overflows",
        "sadd_overflows",
        "usub_overflows",
        "ssub_overflows",
        "umul_overflows",
        "smul_overflows",
    ];
    binary(&names, "i1", "1 path");
}

#[test]
fn a_division_by_zero_is_a_path_of_its_own() {
    binary(&["udiv", "urem"], "i8", "2 paths, division-by-zero");
}

#[test]
fn a_signed_quotient_that_does_not_fit_is_one_of_two_bugs() {
    binary(&["sdiv", "srem"], "i8", "3 paths, division-by-zero, signed-overflow");
}

#[test]
fn shifts_by_the_width_or_more() {
    binary(&["shl", "lshr", "ashr"], "i8", "2 paths, shift-out-of-range");
}

#[test]
fn shifts_that_are_not_checked_are_one_path() {
    let config = ExecConfig { check_shifts: false, ..ExecConfig::default() };
    for name in ["shl", "lshr", "ashr"] {
        check_with(&config, &operation(&format!("{name} i8 %c, %d"), "i8"), 2, "1 path");
    }
}

#[test]
fn a_shift_by_a_byte_that_is_small_enough_has_no_bug() {
    let text = main_of("%n = and i8 %d, 7\n %r = shl i8 %c, %n\n %w = zero_extend i8 %r to i32\n return %w");
    check(&text, 2, "1 path");
}

#[test]
fn signed_overflow_is_a_bug_where_it_is_looked_for() {
    let config = ExecConfig {
        checks: OptionalChecks { signed_overflow: true, ..OptionalChecks::default() },
        ..ExecConfig::default()
    };
    for name in ["add", "sub", "mul"] {
        let text = operation(&format!("{name} nsw i8 %c, %d"), "i8");
        check_with(&config, &text, 2, "2 paths, signed-overflow");
        check(&text, 2, "1 path");
        check_with(&config, &operation(&format!("{name} i8 %c, %d"), "i8"), 2, "1 path");
    }
}

#[test]
fn counts_and_orders_of_bits() {
    for name in ["pop_count", "leading_zeros", "trailing_zeros", "bit_reverse", "abs"] {
        check(&operation(&format!("{name} i8 %c"), "i8"), 2, "1 path");
    }
    let swap = "%h = zero_extend i8 %c to i32\n %m = mul i32 %h, 66000\n %r = byte_swap i32 %m\n return %r";
    check(&main_of(swap), 2, "1 path");
}

#[test]
fn funnels() {
    for name in ["funnel_left", "funnel_right"] {
        check(&operation(&format!("{name} i8 %c, %d, 3"), "i8"), 2, "1 path");
        check(&operation(&format!("{name} i8 %c, 90, %d"), "i8"), 2, "1 path");
    }
}

#[test]
fn comparisons() {
    for name in ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"] {
        check(&operation(&format!("compare {name} i8 %c, %d"), "i1"), 2, "1 path");
    }
}

#[test]
fn widths() {
    check(&operation("sign_extend i8 %c to i32", "i32"), 2, "1 path");
    check(&main_of("%n = truncate i8 %c to i3\n %r = sign_extend i3 %n to i32\n return %r"), 2, "1 path");
    let wide = "%w = zero_extend i8 %c to i128\n %m = mul i128 %w, 0x123456789abcdef0123456789\n
        %h = lshr i128 %m, 70\n %r = truncate i128 %h to i32\n return %r";
    check(&main_of(wide), 2, "1 path");
}

#[test]
fn a_choice_is_no_fork() {
    check(
        &main_of(
            "%is = compare ult i8 %c, %d\n %r = select i8 %is ? %c : 7\n %w = zero_extend i8 %r to i32\n return %w",
        ),
        2,
        "1 path",
    );
}

#[test]
fn an_operation_on_unknown_floats_goes_on_with_one_value_and_says_so() {
    let explored = explore(&main_of(
        "%f = unsigned_to_float(double) i8 %c to i64\n %g = float_add double %f, %f\n
         %r = float_to_signed(double) i64 %g to i32\n return %r",
    ));
    assert_eq!(explored.ends.len(), 1);
    let lost = explored.lost();
    assert!(lost.iter().any(|what| what.starts_with("concretised")), "{lost:?}");
}

#[test]
fn known_floats_are_computed() {
    let text = main_of(
        "%f = signed_to_float(double) i8 -3 to i64\n %g = float_mul double %f, %f\n
         %r = float_to_signed(double) i64 %g to i32\n return %r",
    );
    let explored = explore(&text);
    assert_eq!((explored.statuses(), explored.lost()), (vec![9], vec![]));
}
