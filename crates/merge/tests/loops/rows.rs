//! Words that iterations wrote side by side become one formula, whichever of their bytes differ.

use crate::suite::{ANY, merged};
use bowline_merge::{Form, MergeConfig};

/// The upper bytes of neighbouring numbers are alike, but numbers of one byte they are not.
#[test]
fn numbers_of_eight_bytes() {
    let text = "
constant @name, text \"n\\0\"
variable @n, 1 bytes
variable @out, 320 bytes
function @main() -> i32 {
    mem_set to @out, byte i8 255, length i64 320
    call @klee_make_symbolic(@n, i64 1, @name)
    %n = load i8 at @n
    jump head with %i = 0
head:
    %at40 = compare eq i64 %i, 40
    branch %at40 then end else look
look:
    %low = truncate i64 %i to i8
    %done = compare eq i8 %low, %n
    branch %done then end else body
body:
    %three = mul i64 %i, 3
    %value = add i64 %three, 7
    %at = offset @out + %i * 8
    store i64 %value at %at
    %next = add i64 %i, 1
    jump head with %i = %next
end:
    %result = truncate i64 %i to i32
    return %result
}";
    let config = MergeConfig { form: Form::Pattern, ..ANY };
    // All but the first, for which a line goes through both of its values, and the last.
    assert_eq!(merged(text, config).of("main", 0).formula_words, 38);
}
