//! Every kind of mistake, with its place.

use super::read;

/// `line:column: message` of the first mistake.
#[track_caller]
fn error(text: &str) -> String {
    match read(text) {
        Ok(module) => panic!("this should not be right:\n{module}"),
        Err(error) => format!("{}:{}: {}", error.line, error.column, error.message),
    }
}

/// A mistake in the second line, which is the first of the body of `@f(i32 %a, i64 %p, i1 %c) -> i32`.
#[track_caller]
fn check(lines: &str, expected: &str) {
    let text = format!("function @f(i32 %a, i64 %p, i1 %c) -> i32 {{\n{lines}\n}}");
    assert_eq!(error(&text), expected);
}

#[test]
fn an_error_shows_the_line() {
    let error = read("variable @a, 1 bytes\nvariable @bé, 8 bites").unwrap_err();
    let expected = "line 2, column 12: 'é' has no meaning here\n  variable @bé, 8 bites\n             ^";
    assert_eq!(error.to_string(), expected);
    assert_eq!(format!("{error:?}"), expected);
}

#[test]
fn characters_and_texts() {
    assert_eq!(error("file0 = \"a"), "1:11: this text has no closing quote");
    assert_eq!(error("file0 = \"a\\"), "1:12: this text has no closing quote");
    let escapes = r#"1:12: \x is no escape; there are \n \t \r \0 \\ \" \' and \u{..}"#;
    assert_eq!(error(r#"file0 = "a\x41""#), escapes);
    assert_eq!(error(r#"file0 = "\u{110000}""#), r"1:11: expected the number of a character, as in \u{1f}");
    assert_eq!(error("&"), "1:1: '&' has no meaning here");
    assert_eq!(error("name @"), "1:7: expected a name, or a text in quotes");
    check("%", "2:2: expected the name or number of a register");
    assert_eq!(error("c0 = @x+99999999999999999999"), "1:8: expected an offset of at most 64 bits");
}

#[test]
fn source_positions() {
    let expected = "expected a source position such as `! file.c:3` or `! file.c:3:5`";
    check("return 0 ! a.c", &format!("2:15: {expected}"));
    check("return 0 ! a.c:x", &format!("2:16: {expected}"));
    check("return 0 ! a.c:3 4", "2:18: a source position ends its line");
    let message = "a source position belongs to a function, global, variable, loop or instruction";
    check("start: ! a.c:3\nreturn 0", &format!("2:8: {message}"));
}

#[test]
fn items() {
    let items = "`function`, `declare`, `constant`, `variable`, `constructors`, `destructors` or `name`";
    assert_eq!(error("functoin @f()"), format!("1:1: expected {items}, found `functoin`"));
    assert_eq!(error("x0 = 3"), "1:1: `x0` is no id: those of a module are file0, text0, c0 and g0");
    assert_eq!(error("file1 = \"a\""), "1:1: ids count up: `file0` is next, not `file1`");
    assert_eq!(error("constructors [@f]"), "1:15: there is no function or global called @f");
    assert_eq!(error("variable @v, 1 bytes\nconstructors [@v]"), "2:15: @v is not a function here");
    let twice = "declare @f()\nname @f = @f";
    assert_eq!(error(twice), "2:6: there is a function of that name already");
    let twice = "declare @f()\ndeclare @f()";
    let message = "2:9: there is another function called @f: write `unlisted` before one of them";
    assert_eq!(error(twice), message);
    let several = "declare @f()\ndeclare unlisted @f()\nname @g = ";
    let message = "3:11: there are several called @f: say which, as in `@f#f0`";
    assert_eq!(error(&format!("{several}@f")), message);
    assert_eq!(error(&format!("{several}@f#g0")), "3:11: g0 is not called @f");
}

#[test]
fn globals() {
    let unknown = "1:1: how large is this global? Add its size, such as `, 8 bytes`";
    assert_eq!(error("variable @a"), unknown);
    assert_eq!(error("variable @a, 3 bytes, text \"ab\""), "1:1: it has 3 bytes, but 2 are given");
    assert_eq!(error("variable @a, 3 bytes, align 3"), "1:23: an alignment is a power of two");
    let twice = "1:20: the contents of this global are given twice";
    assert_eq!(error("variable @a, zero, external, 1 bytes"), twice);
    assert_eq!(error("variable @a, big"), "1:14: `big` says nothing about a global");
    let hex = "expected two hexadecimal digits for each byte, as in `bytes 00ff`, found `123`";
    assert_eq!(error("variable @a, bytes 123"), format!("1:20: {hex}"));
    let at = "1:1: values `at` an offset go with `bytes` or `text`";
    assert_eq!(error("variable @a, 8 bytes, at 0: i64 @a"), at);
    assert_eq!(
        error("variable @a+1, 8 bytes"),
        "1:10: expected the name of a global, such as `@table` and nothing behind it"
    );
}

#[test]
fn constants() {
    assert_eq!(error("c0 = i8 256"), "1:9: 256 does not fit in 8 bits");
    assert_eq!(error("c0 = i8 -129"), "1:9: -129 does not fit in 8 bits");
    assert_eq!(error("c0 = i0 1"), "1:6: expected a width from `i1` to `i128`, found `i0`");
    assert_eq!(error("c0 = add i8 c1, 1"), "1:13: there is no constant c1");
    assert_eq!(error("c0 = add i8 c0, 1"), "1:1: constant c0 depends on itself");
    assert_eq!(error("declare @f()\nc0 = @f+1"), "2:6: the address of a function takes no offset");
    assert_eq!(error("declare @f()\nc0 = @f:b0"), "2:6: @f has no block `b0`");
    assert_eq!(error("variable @v, 1 bytes\nc0 = @v:b0"), "2:6: a global has no blocks");
    let formats = "1:6: 2 formats are not what `float_to_signed` takes";
    assert_eq!(error("c0 = float_to_signed(double, single) i64 1 to i8"), formats);
    assert_eq!(error("c0 = add i8 %x, 1"), "1:13: expected a constant, not a register");
}

#[test]
fn signatures() {
    assert_eq!(error("function @f() {\nreturn"), "1:1: this function has no closing `}`");
    assert_eq!(error("function @f(i32 %a, i32 %a) {\nreturn\n}"), "1:25: there are two parameters %a");
    assert_eq!(error("function @f(i32 %1) {\nreturn\n}"), "1:17: this parameter is register %0");
    assert_eq!(error("function @f(32 %1) {"), "1:13: expected a width from `i1` to `i128`, found `32`");
    let few = "1:22: a function that uses 2 registers cannot have 1";
    assert_eq!(error("function @f(i1, i1), 1 registers {\nreturn\n}"), few);
    assert_eq!(error("function @f() {\n}"), "2:1: expected an instruction before this brace");
    let class = "a class (integer, signed_integer, vector, memory)";
    assert_eq!(error("declare @f() -> i8 returned [1 int]"), format!("1:32: expected {class}, found `int`"));
}

#[test]
fn blocks() {
    let end = "expected a jump, branch or return before";
    check("%b = add i32 %a, 1", &format!("3:1: {end} this brace: control must go somewhere"));
    check("%b = add i32 %a, 1\nx:\nreturn 0", &format!("3:1: {end} this label: control must go somewhere"));
    check("x:\ny:\nreturn 0", "3:1: expected an instruction before this label");
    let label = "expected a label, as the instruction before this ends its block, found `return`";
    check("return 0\nreturn 1", &format!("3:1: {label}"));
    check("return 0\nx:\nreturn 0\nx:\nreturn 0", "5:1: there are two blocks called `x`");
    check("return 0\nthen:\nreturn 0", "3:1: `then` cannot be the label of a block");
    check("jump x", "2:6: there is no block `x` in this function");
    check("x:\njump x", "3:6: nothing may lead back to the first block of a function");
    check("3: return 0", "2:1: this is position 0, not 3");
}

#[test]
fn instructions() {
    let no_result = "is no instruction without a result; those with one start as in `%x = add`";
    check("add i32 %a, 1", &format!("2:1: `add` {no_result}"));
    check("%b = stor i32 %a", "2:6: `stor` is no operation that has a result");
    check("%b = float_half double %a", "2:6: `float_half` is no operation");
    check("%b:i32 = add i32 %a, 1", "2:10: only calls have several results, or widths on the left");
    check("%b = add %a, 1", "2:10: expected a width from `i1` to `i128`, found `%a`");
    check("%b = add i32 %a", "2:16: expected `,`, found the end of the line");
    check("%b = add i32 %a, 1 2", "2:20: expected the end of the line, found `2`");
    check("%b = add i32 %a, b", "2:18: expected a register (`%x`), a number, or a name (`@x`), found `b`");
    check("%b = add i32 %a, 4294967296", "2:18: 4294967296 does not fit in 32 bits");
    check("%b = alloca 1 * 4 bytes, align 3", "2:32: an alignment is a power of two");
    check("%b = offset %p + 1 * 2147483648", "2:22: a scale has at most 32 bits");
    check("trap door", "2:6: expected the kind of trap (trap, debug, unreachable), found `door`");
    check("return 1, 2", "2:8: this function has 1 results, no more");
    check("return", "2:7: expected a register (`%x`), a number, or a name (`@x`), found the end of the line");
    check("unsupported text0", "2:13: there is no such text");
    check(
        "branch %c then x\nx:\nreturn 0",
        "2:17: expected `else`, here or on the next line, found the end of the line",
    );
    check("switch i32 %a\ncase 1: x\ncase 1: x\ndefault: x\nx:\nreturn 0", "2:14: there are two cases 1");
}

#[test]
fn ids_of_edges_calls_and_tables() {
    let mixed = "either all or none of these have ids in a function (e0, e1)";
    check("branch %c then e0 -> x else x\nx:\nreturn 0", &format!("2:29: {mixed}"));
    check("branch %c then e0 -> x else e2 -> x\nx:\nreturn 0", "1:1: ids count up: this function has no e1");
    let other = "branch %c then e0 -> x else e0 -> x with %b = i8 1\nx:\nreturn 0";
    check(other, "2:29: there is another e0");
    check("call1 @f(1, 2, 1)\nreturn 0", "1:1: ids count up: this function has no call0");
}

#[test]
fn calls() {
    check(
        "%b = call through %p()\nreturn 0",
        "2:1: how wide is this result? Write it, as in `%x:i32 = call`",
    );
    check("call @g()", "2:6: there is no function or global called @g");
    check(
        "call %p()",
        "2:6: expected the name of a function (`@f`), `through` an address, or `empty_asm`, found `%p`",
    );
    check("call through %p(%a)", "2:17: expected a width from `i1` to `i128`, found `%a`");
    check(
        "call @f(%a, %p)\npassing 0 + 1: 4 bytes align 4, integer\nreturn 0",
        "2:1: in `f`: the arguments cover 1 of 2 scalars",
    );
}

#[test]
fn registers_and_widths() {
    check("%b = add i32 %b, %1", "2:18: the registers of a function have either names or numbers, not both");
    check("%b = add i64 %a, 1\nreturn 0", "2:14: %a is 32 bits wide where 64 are expected");
    check(
        "%b = add i32 %a, 1\n%b = load i8 at %p\nreturn 0",
        "2:1: %b is written with 32 bits here, with 8 elsewhere",
    );
    check("%b = add i32 %a, i8 1\nreturn 0", "2:18: this constant is 8 bits wide where 32 are expected");
    check("%b = add i32 %x, 1\nreturn 0", "2:14: nothing writes %x");
    check("jump x with %b = %d\nx:\nreturn 0", "2:18: nothing writes %d");
    check("jump x with %a = %p\nx:\nreturn 0", "2:18: a value of 64 bits is moved to a register of 32");
    let unknown = "nothing tells how wide this number is: write its width, as in `i32 0`";
    check("jump x with %b = 0\nx:\nreturn 0", &format!("2:18: {unknown}"));
    let text = "function @f() -> i32, 1 registers {\n%0 = add i32 1, 1\n%1 = add i32 %0, 1\nreturn %0\n}";
    assert_eq!(error(text), "3:1: there are only 1 registers");
    let text = "function @f() {\n%4000000000 = add i32 1, 1\nreturn\n}";
    assert_eq!(error(text), "2:1: there are only 4194304 registers");
}

#[test]
fn what_is_said_of_loops() {
    let rest = "jump x\nx:\nbranch %c then x else y\ny:\nreturn 0";
    let ids = "jump e0 -> x\nx:\nbranch %c then e1 -> x else e2 -> y\ny:\nreturn 0";
    let listed = |exits| {
        format!("loop0 = header x, blocks [x], depth 1, entries [e0], latches [e1], exits [{exits}]\n{ids}")
    };
    check(&listed("e1"), "2:1: this is not a loop of the function as it stands here");
    check(&rest.replace("x:", "x: in loop1"), "3:7: the innermost loop of this block is loop0");
    check(&rest.replace("y:", "y: in loop0"), "5:7: the innermost loop of this block is no loop");
    check(&rest.replace("then x", "then x leaves loop0"), "4:18: this edge repeats loop0");
    check(&rest.replace("else y", "else y repeats loop0"), "4:25: this edge leaves loop0");
    check(&rest.replace("jump x", "jump x leaves loop0"), "2:8: this edge enters loop0");
    let two = "jump e0 -> x\nx:\nbranch %c then e1 -> x else e2 -> y\ny:\nbranch %c then e3 -> y else e4 -> z\nz:\nreturn 0";
    let one = "loop0 = header x, blocks [x], depth 1, entries [e0], latches [e1], exits [e2]";
    check(&format!("{one}\n{two}"), "2:1: the function has 2 loops; list all of them or none");
}

/// What the reader itself does not look at is told by the verifier, with the place of the instruction.
#[test]
fn what_the_verifier_finds() {
    let text = "branch %c then x else y\nx:\n%b = add i32 1, 1\njump y\ny:\nreturn %b";
    check(text, "7:1: in `f`: %3 may be read before it is written");
    check("%b = byte_swap i12 7\nreturn 0", "2:1: in `f`: swaps the bytes of 12 bits");
    check("%b = truncate i32 %a to i64\nreturn 0", "2:1: in `f`: truncates 32 bits to 64");
}
