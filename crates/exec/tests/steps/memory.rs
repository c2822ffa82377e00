//! Single loads and stores, and what can be wrong with them.

use crate::suite::{check, check_with, main_of};
use bowline_exec::{ExecConfig, OptionalChecks};

fn with_buffer(instructions: &str) -> String {
    format!(
        "variable @buffer, 8 bytes
        constant @fixed, bytes 0a0b0c0d
        {}",
        main_of(instructions)
    )
}

/// `@buffer[%c] = %d`, or the like.
fn at_unknown_place(access: &str) -> String {
    with_buffer(&format!(
        "%i = zero_extend i8 %c to i64
         %at = offset @buffer + %i * 1
         {access}
         %sum = load i32 at @buffer
         return %sum"
    ))
}

#[test]
fn words_of_every_width_come_back() {
    for width in [1, 5, 8, 16, 17, 24, 32, 48, 64] {
        let text = with_buffer(&format!(
            "%w = zero_extend i8 %c to i80
             %m = mul i80 %w, 0x0123456789abcdef1357
             %v = truncate i80 %m to i{width}
             store i{width} %v at @buffer
             %back = load i{width} at @buffer
             %same = compare eq i{width} %v, %back
             %r = zero_extend i1 %same to i32
             return %r"
        ));
        check(&text, 2, "1 path");
    }
}

#[test]
fn a_word_is_its_bytes_lowest_first() {
    check(
        &with_buffer(
            "store i32 0x04030201 at @buffer\n store i8 %c at @buffer+1\n %r = load i32 at @buffer\n return %r",
        ),
        2,
        "1 path",
    );
    check(
        &with_buffer(
            "store i32 0x04030201 at @buffer\n store i8 %c at @buffer+3\n %h = load i16 at @buffer+2\n %r = zero_extend i16 %h to i32\n return %r",
        ),
        2,
        "1 path",
    );
}

#[test]
fn a_read_beyond_the_end() {
    check(
        &at_unknown_place("%v = load i8 at %at\n store i8 %v at @buffer"),
        2,
        "2 paths, out-of-bounds-read",
    );
}

#[test]
fn a_write_beyond_the_end() {
    check(&at_unknown_place("store i8 %d at %at"), 2, "2 paths, out-of-bounds-write");
}

#[test]
fn the_last_bytes_of_a_word_must_be_inside_as_well() {
    check(
        &at_unknown_place("%v = load i32 at %at\n store i32 %v at @buffer"),
        2,
        "2 paths, out-of-bounds-read",
    );
}

#[test]
fn a_read_before_the_start() {
    let text = with_buffer(
        "%i = sign_extend i8 %c to i64
         %back = or i64 %i, -16
         %at = offset @buffer + %back * 1
         %v = load i8 at %at
         return 0",
    );
    check(&text, 2, "1 path, out-of-bounds-read");
}

#[test]
fn an_index_that_is_checked_has_no_bug() {
    let text = with_buffer(
        "%i = and i8 %c, 7
         %w = zero_extend i8 %i to i64
         %at = offset @buffer + %w * 1
         store i8 %d at %at
         %r = load i32 at @buffer
         return %r",
    );
    check(&text, 2, "1 path");
}

#[test]
fn null() {
    check(&with_buffer("%v = load i8 at 8\n return 0"), 2, "1 path, null-dereference");
    check(
        &with_buffer("%at = zero_extend i8 %c to i64\n store i8 1 at %at\n return 0"),
        2,
        "1 path, null-dereference",
    );
}

#[test]
fn a_wild_address() {
    check(&with_buffer("%v = load i8 at 0x7fff00000000\n return 0"), 2, "1 path, out-of-bounds-read");
}

#[test]
fn constants_and_code_are_not_written() {
    check(&with_buffer("store i8 %c at @fixed\n return 0"), 2, "1 path, read-only-write");
    check(&with_buffer("store i8 %c at @main\n return 0"), 2, "1 path, read-only-write");
    check(
        &with_buffer("%v = load i16 at @fixed+1\n %r = zero_extend i16 %v to i32\n return %r"),
        2,
        "1 path",
    );
}

#[test]
fn what_is_freed_is_gone() {
    let freed = |then: &str| main_of(&format!("%p = call @malloc(4)\n call @free(%p)\n {then}\n return 0"));
    check(&freed("%v = load i8 at %p"), 2, "1 path, use-after-free");
    check(&freed("store i8 %c at %p"), 2, "1 path, use-after-free");
    check(&freed("call @free(%p)"), 2, "1 path, double-free");
}

#[test]
fn only_the_start_of_a_heap_object_is_freed() {
    check(&with_buffer("call @free(@buffer)\n return 0"), 2, "1 path, invalid-free");
    check(
        &main_of("%p = call @malloc(4)\n %q = offset %p + 1 * 1\n call @free(%q)\n return 0"),
        2,
        "1 path, invalid-free",
    );
    check(&main_of("call @free(0)\n return 3"), 2, "1 path");
}

#[test]
fn locals_die_with_their_function() {
    let text = format!(
        "function @local() -> i64 {{
            %p = alloca 1 * 4 bytes
            return %p
        }}
        {}",
        main_of("%p = call @local()\n %v = load i8 at %p\n return 0")
    );
    check(&text, 2, "1 path, use-after-free");
}

#[test]
fn restoring_the_stack_drops_what_is_younger() {
    let younger =
        "%old = alloca 1 * 4 bytes\n %mark = stack_save\n %new = alloca 1 * 4 bytes\n stack_restore %mark";
    check(&main_of(&format!("{younger}\n store i8 %c at %new\n return 0")), 2, "1 path, use-after-free");
    check(&main_of(&format!("{younger}\n store i8 %c at %old\n return 0")), 2, "1 path");
}

#[test]
fn reading_what_was_never_written_is_a_bug_where_it_is_looked_for() {
    let config = ExecConfig {
        checks: OptionalChecks { uninitialised_read: true, ..OptionalChecks::default() },
        fresh: bowline_exec::FreshMode::Zero,
        ..ExecConfig::default()
    };
    let text =
        main_of("%p = call @malloc(4)\n store i8 %c at %p\n %v = load i16 at %p\n call @free(%p)\n return 0");
    check_with(&config, &text, 2, "1 path, uninitialised-read");
    check(&text, 2, "1 path");
    let cleared = text.replace("call @malloc(4)", "call @calloc(2, 2)");
    check_with(&config, &cleared, 2, "1 path");
}

#[test]
fn a_leak_is_a_bug_where_it_is_looked_for() {
    let config = ExecConfig {
        checks: OptionalChecks { memory_leak: true, ..OptionalChecks::default() },
        ..ExecConfig::default()
    };
    let text = main_of(
        "%p = call @malloc(4)
         %keep = compare ult i8 %c, 100
         branch %keep then leaks else frees
         leaks:
         return 1
         frees:
         call @free(%p)
         return 2",
    );
    check_with(&config, &text, 2, "2 paths, memory-leak");
    check(&text, 2, "2 paths");
}
