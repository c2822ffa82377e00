//! Calls and returns, recursion, and functions that are not there.

use crate::suite::{check, check_with, explore, main_of};
use bowline_exec::{Ending, ExecConfig};

const POWER: &str = "
function @power(i32 %x, i8 %n) -> i32 {
    %none = compare eq i8 %n, 0
    branch %none then last else more
last:
    return 1
more:
    %less = sub i8 %n, 1
    %rest = call @power(%x, %less)
    %all = mul i32 %rest, %x
    return %all
}";

#[test]
fn arguments_and_results() {
    let text = format!(
        "function @both(i8 %a, i32 %b) -> i32 {{
            %w = zero_extend i8 %a to i32
            %r = sub i32 %b, %w
            return %r
        }}
        {}",
        main_of("%r = call @both(%c, 1000)\n return %r")
    );
    check(&text, 2, "1 path");
}

#[test]
fn several_results() {
    let text = format!(
        "function @halves(i8 %a) -> i8, i8 {{
            %low = and i8 %a, 15
            %high = lshr i8 %a, 4
            return %high, %low
        }}
        {}",
        main_of("%h, %l = call @halves(%c)\n %s = sub i8 %h, %l\n %r = sign_extend i8 %s to i32\n return %r")
    );
    check(&text, 2, "1 path");
}

#[test]
fn recursion_of_unknown_depth() {
    let text = format!(
        "{POWER}\n{}",
        main_of("%n = and i8 %c, 3\n %x = zero_extend i8 %d to i32\n %r = call @power(%x, %n)\n return %r")
    );
    check(&text, 2, "4 paths");
}

#[test]
fn recursion_without_end() {
    let text = format!(
        "function @forever(i8 %n) -> i8 {{
            %more = call @forever(%n)
            return %more
        }}
        {}",
        main_of(
            "%low = compare ult i8 %c, 9\n branch %low then deep else end\ndeep:\n %v = call @forever(%d)\n return 1\nend:\n return 2"
        )
    );
    let config = ExecConfig { max_stack: 1 << 12, ..ExecConfig::default() };
    check_with(&config, &text, 2, "2 paths, stack-overflow");
}

#[test]
fn a_local_that_does_not_fit_the_stack() {
    let config = ExecConfig { max_stack: 1 << 12, ..ExecConfig::default() };
    check_with(&config, &main_of("%p = alloca 5000 * 1 bytes\n return 0"), 2, "1 path, stack-overflow");
    check_with(&config, &main_of("%p = alloca 3000 * 1 bytes\n return 0"), 2, "1 path");
}

#[test]
fn locals_are_each_activations_own() {
    let text = format!(
        "function @sum(i8 %n) -> i32 {{
            %own = alloca 1 * 1 bytes
            store i8 %n at %own
            %none = compare eq i8 %n, 0
            branch %none then last else more
        last:
            return 0
        more:
            %less = sub i8 %n, 1
            %rest = call @sum(%less)
            %back = load i8 at %own
            %w = zero_extend i8 %back to i32
            %all = add i32 %rest, %w
            return %all
        }}
        {}",
        main_of("%n = and i8 %c, 3\n %r = call @sum(%n)\n return %r")
    );
    check(&text, 2, "4 paths");
    assert_eq!(explore(&text).statuses(), [0, 1, 3, 6]);
}

#[test]
fn a_null_function_and_one_that_is_none() {
    check(&main_of("%v:i32 = call through 0(i32 7)\n return %v"), 2, "1 path, null-dereference");
    let text =
        format!("variable @data, 8 bytes\n{}", main_of("%v:i32 = call through @data(i32 7)\n return %v"));
    check(&text, 2, "1 path, out-of-bounds-read");
}

#[test]
fn a_call_through_the_wrong_prototype_cuts_and_extends() {
    let text = format!(
        "function @narrow(i8 %a) -> i8 {{
            %r = add i8 %a, 1
            return %r
        }}
        {}",
        main_of(
            "%w = zero_extend i8 %c to i32\n %h = or i32 %w, 0x500\n %f = copy i64 @narrow\n %r:i32 = call through %f(i32 %h)\n return %r"
        )
    );
    check(&text, 2, "1 path");
}

#[test]
fn a_function_that_is_nowhere_ends_the_path_and_is_listed() {
    let explored = explore(&main_of(
        "%low = compare ult i8 %c, 9\n branch %low then away else here\naway:\n %v = call @somewhere_else(3)\n return %v\nhere:\n return 2",
    ));
    assert_eq!(explored.statuses(), [2]);
    assert_eq!(explored.lost(), ["unknown-function: call of somewhere_else"]);
    assert_eq!(explored.ends.iter().filter(|end| end.ending == Ending::Lost).count(), 1);
}

#[test]
fn leaving_in_a_hurry() {
    let text = format!(
        "function @quit(i8 %n) -> i32 {{
            %low = compare ult i8 %n, 9
            branch %low then away else here
        away:
            call @_exit(7)
            return 1
        here:
            return 2
        }}
        {}",
        main_of("%v = call @quit(%c)\n return %v")
    );
    let explored = explore(&text);
    assert_eq!((explored.statuses(), explored.ends.len()), (vec![2, 7], 2));
}

#[test]
fn abort_is_a_bug_or_of_no_interest() {
    let text = main_of(
        "%low = compare ult i8 %c, 9\n branch %low then away else here\naway:\n call @abort()\n return 1\nhere:\n return 2",
    );
    check(&text, 2, "2 paths, abort");
    let config = ExecConfig { abort_is_silent: true, ..ExecConfig::default() };
    let explored = bowline_lab::Lab::configured(&crate::suite::whole(&text), config).explore();
    assert_eq!((explored.bugs(), explored.statuses()), (vec![], vec![2]));
}

#[test]
fn constructors_come_before_main_and_destructors_behind_it() {
    let text = "
        variable @order, 4 bytes
        constructors [@before]
        destructors [@behind]
        function @before() {
            store i8 5 at @order
            return
        }
        function @behind() {
            %v = load i8 at @order
            %is = compare eq i8 %v, 6
            branch %is then right else wrong
        wrong:
            trap trap
        right:
            return
        }
        function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            %v = load i8 at @order
            %is = compare eq i8 %c, 200
            %one = zero_extend i1 %is to i8
            %next = add i8 %v, %one
            store i8 %next at @order
            %r = zero_extend i8 %v to i32
            return %r
        }";
    check(text, 1, "2 paths, abort");
}
