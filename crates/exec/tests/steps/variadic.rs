//! Variadic arguments, as the x86-64 ABI passes them: what compiled code of `va_arg` reads.

use crate::suite::{check, main_of};

/// `@pick(count, ...)` gives the last of `count` integers: of the first six registers one is taken by `count`, so the sixth comes from memory.
const PICK: &str = "
function @pick(i32 %count, ...) -> i32 {
    %list = alloca 1 * 24 bytes
    va_start %list
    jump head with %i = 0, %last = 0
head:
    %more = compare ult i32 %i, %count
    branch %more then next else end
next:
    %used = load i32 at %list
    %saved = compare ult i32 %used, 48
    branch %saved then register else memory
register:
    %area_place = offset %list + 16 * 1
    %area = load i64 at %area_place
    %wide = zero_extend i32 %used to i64
    %at_saved = offset %area + %wide * 1
    %after = add i32 %used, 8
    store i32 %after at %list
    jump take with %at = %at_saved
memory:
    %over_place = offset %list + 8 * 1
    %over = load i64 at %over_place
    %beyond = offset %over + 8 * 1
    store i64 %beyond at %over_place
    jump take with %at = %over
take:
    %value = load i32 at %at
    %j = add i32 %i, 1
    jump head with %i = %j, %last = %value
end:
    return %last
}";

fn picks(count: &str, arguments: &str) -> String {
    format!(
        "{PICK}\n{}",
        main_of(&format!(
            "%w = zero_extend i8 %c to i32\n %k = and i8 %d, 7\n %n = zero_extend i8 %k to i32\n %r = call @pick({count}{arguments})\n return %r"
        ))
    )
}

#[test]
fn from_registers() {
    check(&picks("i32 2", ", i32 5, i32 %w"), 2, "1 path");
}

#[test]
fn from_memory() {
    check(&picks("i32 7", ", i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 %w"), 2, "1 path");
}

#[test]
fn an_unknown_number_of_them() {
    check(&picks("i32 %n", ", i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 %w"), 2, "8 paths");
}

#[test]
fn one_that_was_not_passed() {
    check(&picks("i32 %n", ", i32 1, i32 2, i32 3, i32 4, i32 5, i32 6"), 2, "8 paths, out-of-bounds-read");
}

#[test]
fn a_copy_of_the_list_goes_its_own_way() {
    let text = format!(
        "function @twice(i32 %count, ...) -> i32 {{
            %list = alloca 1 * 24 bytes
            %copy = alloca 1 * 24 bytes
            va_start %list
            va_copy to %copy, from %list
            %area_place = offset %list + 16 * 1
            %area = load i64 at %area_place
            %used = load i32 at %list
            %wide = zero_extend i32 %used to i64
            %at = offset %area + %wide * 1
            %first = load i32 at %at
            store i32 40 at %list
            %again = load i32 at %copy
            %wide_again = zero_extend i32 %again to i64
            %at_again = offset %area + %wide_again * 1
            %second = load i32 at %at_again
            %r = add i32 %first, %second
            return %r
        }}
        {}",
        main_of("%w = zero_extend i8 %c to i32\n %r = call @twice(i32 1, i32 %w)\n return %r")
    );
    check(&text, 2, "1 path");
}
