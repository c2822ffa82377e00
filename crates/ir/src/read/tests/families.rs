//! Each family of instructions reads as it prints.

use super::{check_round_trip, module};

/// The lines of a body, in the form in which they are printed but for positions; the last one returns.
#[track_caller]
fn same(lines: &[&str]) {
    let declared = "text0 = \"landingpad\"\ndeclare @g(i32, i64, ...) -> i32\nvariable @v, 16 bytes\n";
    let signature = "function @f(i64 %0, i32 %1, i1 %2, i8 %3, i128 %4) -> void";
    let module = module(&format!("{declared}{signature} {{\n{}\n}}", lines.join("\n")));
    check_round_trip(&module);
    let id = module.function_named("f").expect("f is there");
    let text = module.text_of(id).to_string();
    let body = text.lines().skip(1).filter(|line| *line != "}").map(|line| {
        let line = line.trim();
        line.split_once(": ").filter(|(at, _)| at.parse::<u32>().is_ok()).map_or(line, |(_, rest)| rest)
    });
    assert_eq!(body.collect::<Vec<_>>(), lines, "{text}");
}

#[test]
fn arithmetic() {
    same(&[
        "b0:",
        "%5 = add i32 %1, 1",
        "%6 = mul nsw nuw i32 %5, -1",
        "%7 = sub nuw i8 -56, %3",
        "%8 = sadd_overflows i8 %3, 127",
        "%9 = copy i1 %8",
        "%10 = pop_count i128 %4",
        "%11 = byte_swap i32 %1",
        "%12 = funnel_left i32 %1, %5, 31",
        "%13 = compare sle i128 %4, 0x80000000000000000000000000000001",
        "%14 = select i64 %13 ? %0 : -9",
        "return",
    ]);
}

#[test]
fn casts() {
    same(&[
        "b0:",
        "%5 = truncate i32 %1 to i8",
        "%6 = zero_extend i1 %2 to i32",
        "%7 = sign_extend i8 %3 to i64",
        "%8 = float_to_signed(double) i64 %0 to i32",
        "%9 = unsigned_to_float(single) i64 %0 to i32",
        "%10 = float_to_unsigned_saturating(x87) i80 0x3fff8000000000000000 to i16",
        "%11 = float_to_float(single, double) i32 %9 to i64",
        "return",
    ]);
}

#[test]
fn floats() {
    same(&[
        "b0:",
        "%5 = float_add double %0, 0x3ff0000000000000",
        "%6 = float_min_num single %1, %1",
        "%7 = float_round_even double %5",
        "%8 = float_fma double %5, %7, 0",
        "%9 = float_compare une double %5, %8",
        "%10 = float_class single %6, mask 0x3ff",
        "return",
    ]);
}

#[test]
fn memory() {
    same(&[
        "b0:",
        "%5 = alloca 1 * 16 bytes, align 16",
        "%6 = alloca %0 * 4 bytes, align 1",
        "%7 = offset %5 + %0 * -8",
        "%8 = offset @v+8 + 1 * 4",
        "%9 = load i32 at %8",
        "%10 = load i8 at @v-1",
        "store i8 %10 at %7",
        "store i128 -1 at @f",
        "mem_copy to %5, from %6, length 16",
        "mem_move to %5, from %6, length %0",
        "mem_set to %5, byte -1, length %0",
        "%11 = stack_save",
        "stack_restore %11",
        "scope_start %5",
        "scope_end %5",
        "%12 = object_size i64 of %5, zero if unknown",
        "%13 = object_size i32 of %5, all ones if unknown",
        "va_start %5",
        "va_copy to %5, from %6",
        "return",
    ]);
}

#[test]
fn calls() {
    same(&[
        "b0:",
        "%5:i32 = call0 @g(i32 %1, i64 @v, i8 5)",
        "passing 0 + 1: 4 bytes align 4, integer; 1 by value: 16 bytes align 8; 2 + 1: 1 bytes align 1, signed_integer",
        "call1 @g(i32 0, i64 0) no_return",
        "%6:i64, %7:i8 = call2 through %0()",
        "%8:i32, %9:i32 = call3 empty_asm ties [0 none](i32 %1)",
        "return",
    ]);
}

#[test]
fn control() {
    same(&[
        "b0:",
        "branch %2",
        "then e0 -> b1",
        "else e1 -> b2 with %5 = i32 0, %6 = %1",
        "b1:",
        "switch i8 %3 by switch1",
        "case 1: e2 -> b3",
        "case 7: e2 -> b3",
        "case 255: e3 -> b4",
        "default: e2 -> b3",
        "b2:",
        "%7 = add i32 %5, %6",
        "indirect_jump %0 by switch0",
        "case 3: e4 -> b3",
        "case 4: e5 -> b4",
        "b3:",
        "jump e6 -> b5",
        "b4:",
        "trap unreachable",
        "b5:",
        r#"unsupported text0 "landingpad""#,
    ]);
}

#[test]
fn loops() {
    same(&[
        "loop0 = header b1, blocks [b1 b2], depth 1, around [loop1], entries [e0], latches [e1], exits [e3]",
        "loop1 = header b2, blocks [b2], depth 2, inside loop0, entries [e2], latches [e4], exits [e1]",
        "b0:",
        "jump e0 -> b1 enters loop0",
        "b1: in loop0",
        "branch %2",
        "then e2 -> b2 enters loop1",
        "else e3 -> b3 leaves loop0",
        "b2: in loop1",
        "branch %2",
        "then e4 -> b2 repeats loop1",
        "else e1 -> b1 leaves loop1 repeats loop0",
        "b3:",
        "return",
    ]);
}

#[test]
fn variables() {
    same(&[
        r#"variable "count" in %1, i32 unsigned"#,
        // Source positions start in a certain column.
        r#"variable "buffer" at %5, i64 other                             ! dir/a.c:3:9"#,
        "b0:",
        "%5 = alloca 1 * 4 bytes, align 4",
        "return",
    ]);
}

/// Everything but functions; also functions that differ from the usual.
#[test]
fn items_of_a_module() {
    let text = r#"file0 = "a b.c"
file1 = "c.c"
text0 = "so\n"
c0 = i32 -5
c1 = @table+8
c2 = sub i64 c1, c3
c3 = @"odd name"
c4 = compare ult i64 c1, c2
c5 = select i64 c4 ? c1 : c2
c6 = float_to_float(half, quad) i16 c7 to i128
c7 = truncate i64 c2 to i16
c8 = @main:b1
c9 = @twice#f3
c10 = @main
c11 = i8 1
g0 = constant @table, 16 bytes, align 8, bytes 00112233445566778899aabbccddeeff, at 0: i64 c2, at 8: i64 @main ! "a b.c":3
g1 = variable @"odd name", 4 bytes, align 1, zero
g2 = variable @stdin, 8 bytes, align 8, external
g3 = variable @empty, 0 bytes, align 1, bytes 
constructors [@main @twice#f3]
destructors [@main]
name @alias = @twice#f2

function f0 runtime @main() -> i8, i64 returned [1 signed_integer, 1 vector], 7 registers { ! c.c:5:1
b0:
     0: jump e0 -> b1
b1:
     1: return 1, c2
}

declare f1 @printf(i64 pointer "format", ...) -> i32

declare f2 runtime unlisted @twice() -> void

declare f3 @twice() -> i64 returned []
"#;
    let module = module(text);
    assert_eq!(module.to_string(), text);
    check_round_trip(&module);
}
