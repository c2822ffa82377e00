//! What a merged state has in registers and memory.

use crate::suite::{ANY, check, merged};

/// A loop over an input below 4 that gives `%v`, of some width, another value in each iteration.
fn register(width: &str, start: &str, step: &str, result: &str) -> String {
    format!(
        "variable @table, 16 bytes
        variable @words, bytes 0102030405060708090a0b0c0d0e0f10
        function @main() -> i32 {{
            %c = call @__VERIFIER_nondet_uchar()
            %n = and i8 %c, 3
            %v = copy {width} {start}
            jump head with %i = 0
        head:
            %more = compare ult i8 %i, %n
            branch %more then body else end
        body:
            %next = add i8 %i, 1
            {step}
            jump head with %i = %next
        end:
            {result}
        }}"
    )
}

#[test]
fn a_bit() {
    let text =
        register("i1", "0", "%v = xor i1 %v, 1", "%result = zero_extend i1 %v to i32\n return %result");
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn a_byte() {
    let text =
        register("i8", "7", "%v = mul i8 %v, 3", "%result = zero_extend i8 %v to i32\n return %result");
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn an_odd_width() {
    let text =
        register("i17", "7", "%v = mul i17 %v, 99", "%result = zero_extend i17 %v to i32\n return %result");
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn a_word() {
    let text = register(
        "i64",
        "7",
        "%v = mul i64 %v, 0x100000001",
        "%high = lshr i64 %v, 31\n %result = truncate i64 %high to i32\n return %result",
    );
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn two_words() {
    let text = register(
        "i128",
        "7",
        "%v = mul i128 %v, 0x10000000000000001",
        "%high = lshr i128 %v, 63\n %result = truncate i128 %high to i32\n return %result",
    );
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn a_value_that_depends_on_the_input_itself() {
    let text =
        register("i8", "0", "%v = add i8 %v, %c", "%result = zero_extend i8 %v to i32\n return %result");
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn bytes_of_memory() {
    let text = register(
        "i64",
        "0",
        "%at = offset @table + %v * 1\n store i8 %next at %at\n %v = add i64 %v, 1",
        "%word = load i32 at @table\n return %word",
    );
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn words_of_memory_at_odd_places() {
    let text = register(
        "i32",
        "1",
        "%at = offset @table + 3 * 1\n %v = mul i32 %v, 77777\n store i32 %v at %at",
        "%there = offset @table + 3 * 1\n %word = load i32 at %there\n return %word",
    );
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn pointers_into_one_object() {
    let text = register(
        "i64",
        "@words",
        "%v = offset %v + 3 * 1",
        "%byte = load i8 at %v\n %result = zero_extend i8 %byte to i32\n return %result",
    );
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn pointers_to_different_objects() {
    let text = register(
        "i64",
        "@words",
        "%v = copy i64 @table",
        "%byte = load i8 at %v\n %result = zero_extend i8 %byte to i32\n return %result",
    );
    check(&text, 1, "2 paths; main 0: 4 -> 1");
}

#[test]
fn a_store_through_a_merged_pointer() {
    let text = register(
        "i64",
        "@words",
        "%v = offset %v + 1 * 1",
        "store i8 99 at %v\n %word = load i32 at @words\n return %word",
    );
    check(&text, 1, "1 path; main 0: 4 -> 1");
}

#[test]
fn what_is_dead_behind_the_loop_is_not_merged() {
    let text = register("i8", "7", "%v = mul i8 %v, 3", "return 3");
    let merged = merged(&text, ANY);
    assert_eq!(merged.predicts(&text, 1).summary(), "1 path; main 0: 4 -> 1");
    let stats = merged.of("main", 0);
    assert_eq!((stats.values.shared, stats.values_before.shared), (0, 0));
}

#[test]
fn what_is_live_behind_the_loop_is_measured() {
    let text =
        register("i8", "7", "%v = mul i8 %v, 3", "%result = zero_extend i8 %v to i32\n return %result");
    let stats = merged(&text, ANY).of("main", 0);
    assert_eq!(stats.values_before.shared, 4, "four numbers");
    assert!(stats.values.shared > 4, "and choices between them");
    assert_eq!(stats.constraints.shared, 1, "all leave by one exit: nothing is added to the path");
    assert!(stats.constraints_before.shared > 4);
}
