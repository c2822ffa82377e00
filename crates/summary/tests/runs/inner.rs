//! Loops with loops in them, where an iteration that follows these to their end is too large.

use crate::suite::check_within;
use bowline_exec::probe::Budget;

/// Few enough paths that inner loops over the text are cut off.
const SMALL: Budget = Budget { paths: 8, instructions: 50_000, queries: 600 };

/// Words and blanks, by an inner loop for each; `behind` is done behind each word.
fn words(behind: &str) -> String {
    format!(
        "    jump head with %i = 0, %v = 0
head:
    %at = offset %text + %i * 1
    %c = load i8 at %at
    %end = compare eq i8 %c, 0
    branch %end then out else blanks with %b = %i
blanks:
    %at1 = offset %text + %b * 1
    %c1 = load i8 at %at1
    %blank = compare eq i8 %c1, 1
    %b1 = add i64 %b, 1
    branch %blank then blanks with %b = %b1 else letters with %l = %b
letters:
    %at2 = offset %text + %l * 1
    %c2 = load i8 at %at2
    %letter = compare ugt i8 %c2, 1
    %l1 = add i64 %l, 1
    branch %letter then letters with %l = %l1 else counted
counted:
    {behind}
out:
    %low = truncate i64 %i to i32
    %high = shl i32 %v, 4
    %both = add i32 %low, %high
    return %both"
    )
}

#[test]
fn words_are_counted() {
    let (_, loops) = check_within(
        &words(
            "%more = add i32 %v, 1
    jump head with %i = %l, %v = %more",
        ),
        SMALL,
    );
    let outer = loops.iter().find(|one| one.learned > 0 && !one.is_whole);
    assert!(outer.is_some_and(|one| one.runs > 0), "{loops:?}");
}

#[test]
fn an_iteration_with_more_paths_than_usual() {
    // Each character is one of nine, told apart by as many branches: twice as many paths as the budget has.
    let mut rest = String::from(
        "    jump head with %i = 0, %v = 0
head:
    %at = offset %text + %i * 1
    %c = load i8 at %at
    %n = add i64 %i, 1
    %end = compare eq i8 %c, 0
    branch %end then out else is1
",
    );
    for class in 1..=9 {
        rest += &format!(
            "is{class}:
    %q{class} = compare eq i8 %c, {class}
    %v{class} = add i32 %v, {class}
    branch %q{class} then head with %i = %n, %v = %v{class} else is{}
",
            class + 1
        );
    }
    rest += "is10:
    jump head with %i = %n, %v = %v
out:
    return %v";
    let (_, loops) = check_within(&rest, Budget { paths: 5, ..SMALL });
    let [one] = &loops[..] else { panic!("{loops:?}") };
    assert!(one.runs > 0 && one.declined.is_none(), "{one:?}");
}
