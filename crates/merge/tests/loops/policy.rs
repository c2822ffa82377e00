//! Which loops are merged, and what is said of the others.

use crate::suite::{ANY, Merged, merged};
use bowline_merge::{LeftAlone, MergeConfig, MergeLoops, NotSmall, SmallLoops};

const SMALL: SmallLoops = SmallLoops { blocks: 6, callee_blocks: 3, trial: 1_000_000_000, products: 100 };

fn explored(text: &str, small: SmallLoops) -> Merged {
    merged(text, MergeConfig { loops: MergeLoops::Small(small), ..ANY })
}

/// Counts up to an input below 4, and does something in each iteration.
fn counting(each: &str, functions: &str) -> String {
    format!(
        "variable @sink, 8 bytes
        {functions}
        function @main() -> i32 {{
            %c = call @__VERIFIER_nondet_uchar()
            %n = and i8 %c, 3
            jump head with %i = 0
        head:
            %more = compare ult i8 %i, %n
            branch %more then body else end
        body:
            {each}
            %next = add i8 %i, 1
            jump head with %i = %next
        end:
            %result = zero_extend i8 %i to i32
            return %result
        }}"
    )
}

/// Why the loop of `main` was left alone.
fn objection(each: &str, functions: &str) -> Option<NotSmall> {
    let text = counting(each, functions);
    match explored(&text, SMALL).predicts(&text, 1).of("main", 0).left_alone {
        Some(LeftAlone::NotSmall(why)) => Some(why),
        Some(other) => panic!("{other}"),
        None => None,
    }
}

const LEAF: &str = "function @leaf(i8 %x) -> i8 {
    %y = add i8 %x, 1
    jump there
there:
    return %y
}";

#[test]
fn a_small_loop_is_merged() {
    let plain = explored(&counting("", ""), SMALL);
    assert_eq!(plain.summary(), "1 path; main 0: 4 -> 1");
    assert_eq!(objection("%y = call @leaf(%i)", LEAF), None);
}

#[test]
fn one_that_makes_objects_is_not() {
    let made = "%made = call @malloc(i64 8)\n call @free(%made)";
    assert_eq!(objection(made, ""), Some(NotSmall::Allocates { by: "malloc".to_string() }));
    let inside = "function @make() {
        %made = call @malloc(i64 8)
        call @free(%made)
        return
    }";
    assert_eq!(objection("call @make()", inside), Some(NotSmall::Allocates { by: "malloc".to_string() }));
    let left = explored(&counting(made, ""), SMALL);
    assert_eq!(left.summary(), "4 paths; main 0: 0 -> 0, 0 contexts");
}

#[test]
fn one_that_calls_what_is_large_is_not() {
    let through = format!(
        "{LEAF}
        function @outer(i8 %x) -> i8 {{
            jump on
        on:
            %y = call @leaf(%x)
            return %y
        }}"
    );
    let expected = NotSmall::Calls { callee: "outer".to_string(), has: 4, most: 3 };
    assert_eq!(objection("%y = call @outer(%i)", &through), Some(expected));
    let twice = "%y = call @leaf(%i)\n %z = call @leaf(%i)\n %w = call @leaf(%i)";
    assert_eq!(objection(twice, LEAF), Some(NotSmall::Blocks { has: 8, most: 6 }));
}

#[test]
fn one_whose_calls_have_no_known_end_is_not() {
    let again = "function @again(i8 %x) -> i8 {
        %done = compare eq i8 %x, 3
        branch %done then out else in
    in:
        %next = add i8 %x, 1
        %y = call @again(%next)
        return %y
    out:
        return %x
    }";
    let low = "%low = and i8 %i, 3\n %y = call @again(%low)";
    assert_eq!(objection(low, again), Some(NotSmall::Deep { callee: "again".to_string() }));
    let pointed = "%p = select i64 %more ? @leaf : @leaf\n %y:i8 = call through %p(i8 %i)";
    assert_eq!(objection(pointed, LEAF), Some(NotSmall::CallsThroughPointer));
}

/// Counts twice; what is asked in between of the first count is hard.
const HARD: &str = "
function @count(i8 %n) -> i8 {
    jump head with %i = 0
head:
    %more = compare ult i8 %i, %n
    branch %more then body else end
body:
    %next = add i8 %i, 1
    jump head with %i = %next
end:
    return %i
}
function @main() -> i32 {
    %c = call @__VERIFIER_nondet_uchar()
    %n = and i8 %c, 3
    %first = call @count(%n)
    %d = call @__VERIFIER_nondet_uchar()
    %wide = zero_extend i8 %first to i32
    %other = zero_extend i8 %d to i32
    %third = zero_extend i8 %c to i32
    %product = mul i32 %wide, %other
    %square = mul i32 %product, %third
    %odd = compare eq i32 %square, 4444
    branch %odd then strange else on
strange:
    return 1
on:
    %second = call @count(%n)
    %result = zero_extend i8 %second to i32
    return %result
}";

#[test]
fn one_whose_merged_states_cost_more_than_they_save_is_left_alone_from_then_on() {
    let patient = explored(HARD, SmallLoops { trial: 1_000_000_000, ..SMALL });
    assert_eq!(patient.of("count", 0).contexts, 2);
    let counted = explored(HARD, SmallLoops { trial: 0, ..SMALL });
    let stats = counted.of("count", 0);
    assert_eq!(stats.contexts, 1, "{}", counted.summary());
    // Whoever was merged is gone; each input belongs to a path that was not.
    counted.predicts(HARD, 2);
    assert!(matches!(stats.left_alone, Some(LeftAlone::DoesNotPay(balance)) if balance.cost > balance.saved));
    // The same in each run: nothing is timed.
    let again = explored(HARD, SmallLoops { trial: 0, ..SMALL });
    assert_eq!(again.of("count", 0).left_alone, stats.left_alone);
}

/// A product of up to three factors.
const MULTIPLIED: &str = "
function @main() -> i32 {
    %c = call @__VERIFIER_nondet_uchar()
    %n = and i8 %c, 3
    %d = call @__VERIFIER_nondet_uchar()
    %wide = zero_extend i8 %d to i32
    jump head with %i = 0, %product = i32 1
head:
    %more = compare ult i8 %i, %n
    branch %more then body else end
body:
    %next = add i8 %i, 1
    %place = zero_extend i8 %i to i32
    %times = add i32 %wide, %place
    %larger = mul i32 %product, %times
    jump head with %i = %next, %product = %larger
end:
    return %product
}";

#[test]
fn one_whose_merged_values_are_products_of_many_factors_is_left_alone() {
    let few = explored(MULTIPLIED, SMALL);
    assert_eq!(few.summary(), "1 path; main 0: 4 -> 1");
    let many = explored(MULTIPLIED, SmallLoops { products: 1, ..SMALL });
    assert_eq!(many.summary(), "4 paths; main 0: 4 -> 4, 1 given up");
    assert_eq!(many.of("main", 0).left_alone, Some(LeftAlone::Multiplies { has: 2, most: 1 }));
}
