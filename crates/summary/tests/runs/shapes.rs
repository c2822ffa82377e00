//! Loops of the shapes that have a closed form.

use crate::suite::{check, understood};

/// A loop over the characters up to the zero: `step` may set `%v` (at first 0), and ends with `jump next` or a jump out.
fn over_text(step: &str) -> String {
    format!(
        "    jump head with %i = 0, %v = 0
head:
    %at = offset %text + %i * 1
    %c = load i8 at %at
    %end = compare eq i8 %c, 0
    branch %end then out else body
body:
    {step}
out:
    %low = truncate i64 %i to i32
    %high = shl i32 %v, 4
    %both = add i32 %low, %high
    return %both"
    )
}

const GO_ON: &str = "jump next with %w = %v
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";

#[test]
fn a_scan() {
    understood(&over_text(GO_ON), 1);
}

#[test]
fn a_scan_that_stops_at_a_character() {
    understood(
        &over_text(&format!("%a = compare eq i8 %c, 97\n branch %a then out else on\non:\n {GO_ON}")),
        1,
    );
}

#[test]
fn counting_characters() {
    let step = "%a = compare eq i8 %c, 97
    branch %a then one else other
one:
    %more = add i32 %v, 1
    jump next with %w = %more
other:
    jump next with %w = %v
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    understood(&over_text(step), 1);
}

#[test]
fn counting_with_different_steps() {
    let step = "%a = compare eq i8 %c, 97
    branch %a then one else other
one:
    %more = add i32 %v, 3
    jump next with %w = %more
other:
    %b = compare ult i8 %c, 97
    branch %b then less else next with %w = %v
less:
    %fewer = sub i32 %v, 1
    jump next with %w = %fewer
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    understood(&over_text(step), 1);
}

#[test]
fn the_last_place_of_a_character() {
    let step = "%a = compare eq i8 %c, 97
    %here = truncate i64 %i to i32
    branch %a then one else next with %w = %v
one:
    jump next with %w = %here
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    understood(&over_text(step), 1);
}

#[test]
fn a_flag() {
    let step = "%a = compare eq i8 %c, 97
    branch %a then one else next with %w = %v
one:
    jump next with %w = 1
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    understood(&over_text(step), 1);
}

#[test]
fn the_character_before() {
    let step = "%wide = zero_extend i8 %c to i32
    %same = compare eq i32 %v, %wide
    branch %same then out else on
on:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %wide";
    understood(&over_text(step), 1);
}

#[test]
fn a_counter_with_a_limit() {
    let step = "%a = compare eq i8 %c, 97
    branch %a then one else next with %w = %v
one:
    %full = compare sge i32 %v, 2
    branch %full then out else room
room:
    %more = add i32 %v, 1
    jump next with %w = %more
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    understood(&over_text(step), 1);
}

#[test]
fn a_counter_that_stays_at_its_limit() {
    let step = "%a = compare eq i8 %c, 97
    branch %a then one else next with %w = %v
one:
    %full = compare sge i32 %v, 2
    branch %full then next with %w = %v else room
room:
    %more = add i32 %v, 1
    jump next with %w = %more
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    // One until the limit, one behind it.
    understood(&over_text(step), 2);
}

#[test]
fn a_counter_that_must_not_meet_a_number() {
    let step = "%full = compare eq i32 %v, 2
    branch %full then out else room
room:
    %a = compare eq i8 %c, 97
    branch %a then one else next with %w = %v
one:
    %more = add i32 %v, 1
    jump next with %w = %more
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    understood(&over_text(step), 1);
}

#[test]
fn a_counter_that_goes_on_faster_behind_a_limit() {
    let step = "%a = compare eq i8 %c, 97
    %many = compare uge i32 %v, 2
    branch %many then fast else slow
fast:
    %five = add i32 %v, 5
    branch %a then next with %w = %five else next with %w = %v
slow:
    %more = add i32 %v, 1
    branch %a then next with %w = %more else next with %w = %v
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    understood(&over_text(step), 2);
}

#[test]
fn room_that_gets_less() {
    let step = "%used = sub i32 2, %v
    %full = compare slt i32 %used, 1
    branch %full then out else room
room:
    %a = compare eq i8 %c, 97
    branch %a then one else next with %w = %v
one:
    %more = add i32 %v, 1
    jump next with %w = %more
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    understood(&over_text(step), 1);
}

#[test]
fn a_counter_whose_limit_all_iterations_look_at() {
    let step = "%full = compare sge i32 %v, 2
    branch %full then out else room
room:
    %a = compare eq i8 %c, 97
    branch %a then one else next with %w = %v
one:
    %more = add i32 %v, 1
    jump next with %w = %more
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    understood(&over_text(step), 1);
}

#[test]
fn an_index_that_overflows_a_buffer() {
    let step = "%a = compare eq i8 %c, 97
    branch %a then one else next with %w = %v
one:
    %place = zero_extend i32 %v to i64
    %to = offset @out + %place * 1
    %old = load i8 at %to
    %more = add i32 %v, 1
    jump next with %w = %more
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    let (explored, loops) = check(&over_text(step));
    assert!(loops[0].runs > 0 && !explored.bugs().is_empty(), "{loops:?}");
}

#[test]
fn alternating_phases() {
    // Inside or outside of a word, which the characters begin and end.
    let step = "%space = compare eq i8 %c, 1
    %inside = compare eq i32 %v, 1
    branch %inside then within else between
within:
    branch %space then leave else next with %w = 1
leave:
    jump next with %w = 0
between:
    branch %space then stay else next with %w = 1
stay:
    jump next with %w = 0
next:
    %n = add i64 %i, 1
    jump head with %i = %n, %v = %w";
    let (_, loops) = check(&over_text(step));
    assert!(loops[0].runs > 0, "{loops:?}");
}

#[test]
fn going_down() {
    let rest = "    jump head with %i = 3
head:
    %done = compare eq i64 %i, 0
    branch %done then out else body
body:
    %n = sub i64 %i, 1
    %at = offset %text + %n * 1
    %c = load i8 at %at
    %a = compare eq i8 %c, 97
    branch %a then head with %i = %n else out
out:
    %low = truncate i64 %i to i32
    return %low";
    understood(rest, 1);
}

#[test]
fn a_pointer_that_moves() {
    let rest = "    jump head with %p = %text
head:
    %c = load i8 at %p
    %end = compare eq i8 %c, 0
    branch %end then out else body
body:
    %next = offset %p + 1 * 1
    jump head with %p = %next
out:
    %length = sub i64 %p, %text
    %low = truncate i64 %length to i32
    return %low";
    understood(rest, 1);
}

#[test]
fn two_characters_at_a_time() {
    let rest = "    jump head with %i = 0
head:
    %at = offset %text + %i * 1
    %c = load i8 at %at
    %end = compare eq i8 %c, 0
    branch %end then out else body
body:
    %behind = offset %at + 1 * 1
    %d = load i8 at %behind
    %a = compare eq i8 %d, 97
    branch %a then two else one
two:
    %n2 = add i64 %i, 2
    jump head with %i = %n2
one:
    %n1 = add i64 %i, 1
    jump head with %i = %n1
out:
    %low = truncate i64 %i to i32
    return %low";
    understood(rest, 2);
}

#[test]
fn a_variable_in_memory() {
    let rest = "    store i64 0 at @word
    jump head
head:
    %i = load i64 at @word
    %at = offset %text + %i * 1
    %c = load i8 at %at
    %end = compare eq i8 %c, 0
    branch %end then out else body
body:
    %n = add i64 %i, 1
    store i64 %n at @word
    jump head
out:
    %low = truncate i64 %i to i32
    return %low";
    understood(rest, 1);
}

#[test]
fn two_loops_over_one_text() {
    let rest = "    jump head with %i = 0
head:
    %at = offset %text + %i * 1
    %c = load i8 at %at
    %end = compare eq i8 %c, 0
    branch %end then second with %j = 0 else body
body:
    %n = add i64 %i, 1
    jump head with %i = %n
second:
    %there = offset %text + %j * 1
    %d = load i8 at %there
    %a = compare eq i8 %d, 97
    branch %a then again else out
again:
    %m = add i64 %j, 1
    jump second with %j = %m
out:
    %more = compare ult i64 %i, %j
    branch %more then wrong else right
wrong:
    return 99
right:
    %sum = shl i64 %j, 4
    %both = add i64 %sum, %i
    %low = truncate i64 %both to i32
    return %low";
    let (explored, loops) = check(rest);
    assert!(loops.iter().all(|one| one.runs > 0 && one.is_whole), "{loops:?}");
    assert!(!explored.statuses().contains(&99));
}
