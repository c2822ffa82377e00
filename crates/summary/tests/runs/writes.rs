//! Loops that write at places that move.

use crate::suite::{check, understood};

/// A loop over the text: `step` writes, and goes on with `%i = %n`, `%o = %p`; the status tells what was written to `@copy`, where the first
/// loop stopped and `%o`.
fn writing(step: &str) -> String {
    format!(
        "    jump head with %i = 0, %o = 0
head:
    %at = offset %text + %i * 1
    %c = load i8 at %at
    %end = compare eq i8 %c, 0
    branch %end then out else body
body:
    {step}
out:
    %low = truncate i64 %i to i32
    %w0 = load i32 at @copy
    %second = offset @copy + 4 * 1
    %w1 = load i32 at %second
    %m = mul i32 %w1, 7
    %s = add i32 %w0, %m
    %places = truncate i64 %o to i32
    %p5 = shl i32 %places, 28
    %all = add i32 %s, %low
    %both = xor i32 %all, %p5
    return %both"
    )
}

const ON: &str = "%n = add i64 %i, 1
    jump head with %i = %n, %o = %o";

#[test]
fn a_copy() {
    understood(&writing(&format!("%to = offset @copy + %i * 1\n store i8 %c at %to\n {ON}")), 1);
}

#[test]
fn a_copy_that_fails() {
    let (explored, loops) =
        check(&writing(&format!("%to = offset @out + %i * 1\n store i8 %c at %to\n {ON}")));
    assert!(loops[0].runs > 0 && loops[0].is_whole && !explored.bugs().is_empty(), "{loops:?}");
}

#[test]
fn every_second_byte() {
    understood(&writing(&format!("%to = offset @copy + %i * 2\n store i8 %c at %to\n {ON}")), 1);
}

#[test]
fn numbers_of_two_bytes() {
    let step = format!(
        "%to = offset @copy + %i * 2\n %wide = zero_extend i8 %c to i16\n %x = mul i16 %wide, 3\n store i16 %x at %to\n {ON}"
    );
    understood(&writing(&step), 1);
}

#[test]
fn backwards() {
    let step = format!("%back = sub i64 5, %i\n %to = offset @copy + %back * 1\n store i8 %c at %to\n {ON}");
    understood(&writing(&step), 1);
}

#[test]
fn with_a_terminator_behind() {
    let step = format!(
        "%to = offset @copy + %i * 1\n store i8 %c at %to\n %behind = offset %to + 1 * 1\n store i8 9 at %behind\n {ON}"
    );
    understood(&writing(&step), 1);
}

#[test]
fn with_a_mark_in_front_that_is_written_over() {
    let step = format!(
        "%to = offset @copy + %i * 1\n %behind = offset %to + 1 * 1\n store i8 %c at %behind\n store i8 9 at %to\n {ON}"
    );
    understood(&writing(&step), 1);
}

#[test]
fn only_some_characters() {
    let step = "%a = compare eq i8 %c, 97
    %n = add i64 %i, 1
    branch %a then one else head with %i = %n, %o = %o
one:
    %to = offset @copy + %i * 1
    store i8 %c at %to
    jump head with %i = %n, %o = %o";
    understood(&writing(step), 1);
}

#[test]
fn one_of_two_values() {
    let step = "%a = compare eq i8 %c, 97
    %n = add i64 %i, 1
    %to = offset @copy + %i * 1
    branch %a then one else other
one:
    store i8 65 at %to
    jump head with %i = %n, %o = %o
other:
    store i8 %c at %to
    jump head with %i = %n, %o = %o";
    understood(&writing(step), 1);
}

#[test]
fn in_place() {
    let step = format!("%up = sub i8 %c, 32\n store i8 %up at %at\n {ON}").replace("%c", "%c");
    understood(
        &writing(&step)
            .replace("@copy", "@buffer")
            .replace("%second = offset @buffer + 4 * 1", "%second = copy i64 @buffer"),
        1,
    );
}

#[test]
fn moved_down_in_place() {
    let step = format!("%behind = offset %at + 1 * 1\n %d = load i8 at %behind\n store i8 %d at %at\n {ON}");
    understood(
        &writing(&step)
            .replace("@copy", "@buffer")
            .replace("%second = offset @buffer + 4 * 1", "%second = copy i64 @buffer"),
        1,
    );
}

#[test]
fn what_was_written_before_is_not_taken_for_what_was_there() {
    // Each character is the one before and one.
    let step =
        format!("%behind = offset %at + 1 * 1\n %less = sub i8 %c, 1\n store i8 %less at %behind\n {ON}");
    let rest = writing(&step)
        .replace("@copy", "@buffer")
        .replace("%second = offset @buffer + 4 * 1", "%second = copy i64 @buffer");
    check(&rest.replace(
        "%end = compare eq i8 %c, 0",
        "%large = compare uge i64 %i, 3\n %zero = compare eq i8 %c, 0\n %end = or i1 %large, %zero",
    ));
}

#[test]
fn kept_characters() {
    let step = "%a = compare eq i8 %c, 97
    %n = add i64 %i, 1
    branch %a then head with %i = %n, %o = %o else one
one:
    %to = offset @copy + %o * 1
    store i8 %c at %to
    %p = add i64 %o, 1
    jump head with %i = %n, %o = %p";
    let (_, loops) = check(&writing(step));
    assert!(loops[0].runs > 0 && loops[0].is_whole, "{loops:?}");
}

#[test]
fn kept_characters_that_do_not_fit() {
    let step = "%a = compare eq i8 %c, 97
    %n = add i64 %i, 1
    branch %a then head with %i = %n, %o = %o else one
one:
    %to = offset @out + %o * 1
    store i8 %c at %to
    %p = add i64 %o, 1
    jump head with %i = %n, %o = %p";
    let (explored, loops) = check(&writing(step));
    assert!(loops[0].runs > 0 && !explored.bugs().is_empty(), "{loops:?}");
}

#[test]
fn a_sum_of_what_is_written_over() {
    // What is added is written by the third iteration.
    let step = "%to = offset @copy + %i * 1
    %third = offset @copy + 2 * 1
    %first = load i8 at %third
    store i8 %c at %to
    %wide = zero_extend i8 %first to i64
    %p = add i64 %o, %wide
    %n = add i64 %i, 1
    jump head with %i = %n, %o = %p";
    check(&writing(step));
}
