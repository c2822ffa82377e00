//! Which states at the exits of a loop become one.

use crate::suite::{ANY, Setup, check, merged, proved, setup_with};
use bowline_exec::{BugKind, ExecConfig, OptionalChecks};

/// Counts up to an input below 4; the last iteration of three does something.
fn count(special: &str, behind: &str) -> String {
    format!(
        "variable @place, 8 bytes
        function @main() -> i32 {{
            %c = call @__VERIFIER_nondet_uchar()
            %n = and i8 %c, 3
            %p = call @malloc(i64 8)
            jump head with %i = 0, %made = i64 0
        head:
            %more = compare ult i8 %i, %n
            branch %more then body else end
        body:
            %next = add i8 %i, 1
            %third = compare eq i8 %i, 2
            branch %third then last else head with %i = %next
        last:
            {special}
            jump head with %i = %next
        end:
            {behind}
            %result = zero_extend i8 %i to i32
            return %result
        }}"
    )
}

#[test]
fn nothing_special_is_one_group() {
    check(&count("", ""), 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn an_object_that_others_never_made_is_no_obstacle() {
    let made = "%new = call @malloc(i64 4)\n store i32 5 at %new\n %made = copy i64 %new";
    let used = "%any = compare ne i64 %made, 0
        branch %any then some else nothing
    some:
        %five = load i32 at %made
        return %five
    nothing:";
    check(&count(made, used), 1, "2 paths; main 0: 4 -> 1");
}

#[test]
fn an_object_that_one_of_them_freed_is() {
    check(&count("call @free(%p)", ""), 1, "2 paths; main 0: 4 -> 2");
}

#[test]
fn an_object_that_came_and_went_is_no_obstacle() {
    check(&count("%new = call @malloc(i64 4)\n call @free(%new)", ""), 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn an_input_that_one_of_them_made_is() {
    check(&count("%d = call @__VERIFIER_nondet_uchar()", ""), 2, "2 paths; main 0: 4 -> 2");
}

#[test]
fn a_local_that_one_of_them_made_is() {
    check(&count("%local = alloca i64 4 * 1 bytes", ""), 1, "2 paths; main 0: 4 -> 2");
}

#[test]
fn a_place_to_jump_to_that_one_of_them_made_is() {
    check(&count("%zero = call @setjmp(@place)", ""), 1, "2 paths; main 0: 4 -> 2");
}

/// Two inputs decide which of two objects is made, if any.
fn two_objects(first: u32, second: u32) -> String {
    count(
        &format!(
            "%high = compare ult i8 %c, 128
            branch %high then large else small
        large:
            %big = call @malloc(i64 {first})
            store i8 1 at %big
            jump head with %i = %next, %made = %big
        small:
            %little = call @malloc(i64 {second})
            store i8 2 at %little
            jump last_of_all
        last_of_all:
            %made = copy i64 %little"
        ),
        "%any = compare ne i64 %made, 0
        branch %any then some else nothing
    some:
        %value = load i8 at %made
        %got = zero_extend i8 %value to i32
        return %got
    nothing:",
    )
}

#[test]
fn objects_of_one_size_are_one_object() {
    check(&two_objects(8, 8), 1, "2 paths; main 0: 5 -> 1");
}

#[test]
fn objects_of_different_sizes_are_not_also_where_the_first_made_none() {
    check(&two_objects(8, 16), 1, "3 paths; main 0: 5 -> 2");
}

fn with_checks(text: &str, checks: OptionalChecks) -> (String, Vec<BugKind>) {
    let exec = ExecConfig { checks, fresh: bowline_exec::FreshMode::Zero, ..ExecConfig::default() };
    let Setup { lab, report } = setup_with(text, ANY, exec);
    let merged = proved(lab.explore(), &report);
    let bugs = merged.explored.bugs().into_iter().map(|(kind, _)| kind).collect();
    (merged.summary(), bugs)
}

#[test]
fn bytes_that_only_some_have_written_are_an_obstacle_where_that_is_tracked() {
    let text = count("store i8 9 at %p", "%byte = load i8 at %p\n %same = compare eq i8 %byte, 9");
    assert_eq!(merged(&text, ANY).summary(), "1 path; main 0: 4 -> 1");
    let checks = OptionalChecks { uninitialised_read: true, ..OptionalChecks::default() };
    let (summary, bugs) = with_checks(&text, checks);
    assert_eq!(summary, "2 paths; main 0: 4 -> 2");
    assert_eq!(bugs, [BugKind::UninitialisedRead]);
}

#[test]
fn an_object_that_was_never_made_does_not_leak() {
    let made = "%new = call @malloc(i64 4)\n %made = copy i64 %new";
    let text = count(made, "call @free(%made)\n call @free(%p)");
    let checks = OptionalChecks { memory_leak: true, ..OptionalChecks::default() };
    let (_, bugs) = with_checks(&text, checks);
    assert_eq!(bugs, []);
}

#[test]
fn each_exit_is_a_group() {
    check(
        &count(
            "%odd = compare ult i8 %c, 128\n branch %odd then away else on\n away: \n return 70\n on:",
            "",
        ),
        1,
        "2 paths; main 0: 5 -> 2",
    );
}
