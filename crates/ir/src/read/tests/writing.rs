//! What people may leave out, and what the reader makes of it.

use super::{check_round_trip, module};
use crate::constant::Constant;
use crate::function::Function;
use crate::inst::{Inst, PassedArgument};
use crate::module::{Initializer, Module};
use crate::{FuncId, GlobalId};

fn function<'m>(module: &'m Module, name: &str) -> &'m Function {
    &module.functions[module.function_named(name).unwrap_or_else(|| panic!("no function {name}"))]
}

/// The example that `docs/ir.md` shows.
const LENGTH: &str = r#"constant @greeting, text "hello\0"

function @length(i64 %s pointer) -> i64 {
    jump head with %n = 0           // i64, since that is what `more` is
head:
    %p = offset %s + %n * 1
    %c = load i8 at %p
    %done = compare eq i8 %c, 0
    branch %done then end else next
next:
    %more = add i64 %n, 1
    jump head with %n = %more
end:
    return %n                       ! length.c:5
}

function @main() -> i32 {
    %n = call @length(@greeting)
    %small = truncate i64 %n to i32
    return %small
}
"#;

#[test]
fn the_documentation_shows_what_people_write() {
    let docs = include_str!("../../../../../docs/ir.md").replace("\r\n", "\n");
    assert!(docs.contains(LENGTH), "docs/ir.md should contain:\n{LENGTH}");
    check_round_trip(&module(LENGTH));
}

#[test]
fn names_become_numbers_in_order_and_loops_are_found() {
    let module = module(LENGTH);
    let expected = r#"function f0 @length(i64 %0 pointer) -> i64, 6 registers {
  loop0 = header b1, blocks [b1 b2], depth 1, entries [e0], latches [e3], exits [e1]
b0:
     0: jump e0 -> b1 with %1 = i64 0 enters loop0
b1: in loop0
     1: %2 = offset %0 + %1 * 1
     2: %3 = load i8 at %2
     3: %4 = compare eq i8 %3, 0
     4: branch %4
            then e1 -> b3 leaves loop0
            else e2 -> b2
b2: in loop0
     5: %5 = add i64 %1, 1
     6: jump e3 -> b1 with %1 = %5 repeats loop0
b3:
     7: return %1                                                ! length.c:5
}
"#;
    assert_eq!(module.text_of(FuncId(0)).to_string(), expected);
    let length = function(&module, "length");
    assert!(length.edges.iter().last().unwrap().crossing.repeated().is_some());
}

#[test]
fn a_call_takes_widths_from_its_function() {
    let module = module(LENGTH);
    let main = function(&module, "main");
    let site = main.calls.iter().next().unwrap();
    assert_eq!(site.args.iter().map(|(_, width)| *width).collect::<Vec<_>>(), [64]);
    assert_eq!(site.results.iter().map(|(_, width)| *width).collect::<Vec<_>>(), [64]);
    assert_eq!(site.passed, PassedArgument::one_by_one(&site.args));
    assert_eq!(
        module.constants[site.args[0].0.as_const().unwrap()],
        Constant::Global { global: GlobalId(0), offset: 0 }
    );
}

#[test]
fn variadic_arguments_say_their_widths() {
    let module = module("declare @g(i32, ...)\nfunction @f() {\n  call @g(1, i64 2, i8 -3)\n  return\n}\n");
    let site = function(&module, "f").calls.iter().next().unwrap();
    assert_eq!(site.args.iter().map(|(_, width)| *width).collect::<Vec<_>>(), [32, 64, 8]);
}

#[test]
fn globals_have_usual_sizes_alignments_and_contents() {
    let module = module(
        "variable @a, 24 bytes\nconstant @b, text \"x\\u{e9}\\0\", align 1\nvariable @c, bytes 0102, at 0: i16 7\n",
    );
    let [a, b, c] = [0, 1, 2].map(|at| &module.globals[GlobalId(at)]);
    assert_eq!((a.size, a.align, a.read_only, &a.initializer), (24, 8, false, &Initializer::Zero));
    let bytes = Initializer::Bytes { bytes: vec![b'x', 0xc3, 0xa9, 0], relocations: vec![] };
    assert_eq!((b.size, b.align, b.read_only, &b.initializer), (4, 1, true, &bytes));
    assert_eq!(c.size, 2);
    check_round_trip(&module);
}

#[test]
fn several_functions_may_use_one_another_before_they_are_written() {
    let module = module(
        "function @even(i32 %n) -> i1 {
            %z = compare eq i32 %n, 0
            branch %z then yes else more
        yes:
            return 1
        more:
            %m = sub i32 %n, 1
            %r = call @odd(%m)
            return %r
        }
        function @odd(i32 %n) -> i1 {
            %r = call @even(%n)
            %p = select i64 %r ? @even : @odd
            %q = compare ne i64 %p, @table+8
            return %q
        }
        variable @table, 16 bytes",
    );
    assert_eq!(module.functions.len(), 2);
    check_round_trip(&module);
}

#[test]
fn constants_that_are_equal_are_one() {
    let module = module(
        "c0 = i32 7\nfunction @f(i32 %a) -> i32 {\n %b = add i32 %a, 7\n %c = add i32 %b, 8\n return 7\n}",
    );
    let seven = Constant::Int { width: 32, value: 7 };
    let eight = Constant::Int { width: 32, value: 8 };
    assert_eq!(module.constants.as_slice(), [seven, eight]);
}

#[test]
fn cases_may_come_in_any_order_and_be_negative() {
    let module = module(
        "function @f(i8 %x) {
            switch i8 %x
                case -1: end
                case 3: end
                default: end
        end:
            return
        }",
    );
    let table = function(&module, "f").switches.iter().next().unwrap();
    assert_eq!(table.cases.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [3, 255]);
}

#[test]
fn a_branch_may_take_one_line_or_three_and_carry_moves() {
    let one = "branch %c then end with %x = 1, %y = %c else end with %x = 0, %y = %c";
    let three = "branch %c\n then end with %x = 1, %y = %c // so\n\n else end with %x = 0, %y = %c";
    let [one, three] = [one, three].map(|branch| {
        let rest = "end:\n %z = and i1 %x, %y\n %w = copy i1 %x\n return %z\n}";
        module(&format!("function @f(i1 %c) -> i1 {{\n {branch}\n{rest}")).to_string()
    });
    assert_eq!(one, three);
}

#[test]
fn moved_numbers_take_the_width_of_what_else_is_moved_there() {
    let module = module(
        "function @f(i1 %c, i16 %p) -> i16 {
            branch %c then join with %x = 3 else join with %y = %p, %x = %y
        join:
            return %x
        }",
    );
    let edges = &function(&module, "f").edges;
    let three = edges.iter().next().unwrap().moves[0].1.as_const().unwrap();
    assert_eq!(module.constants[three], Constant::Int { width: 16, value: 3 });
}

#[test]
fn moved_numbers_take_the_width_at_which_they_are_read() {
    let module = module(
        "function @f(i1 %c) -> i16 {
            branch %c then join with %x = 3 else join with %x = -1
        join:
            jump end with %y = %x
        end:
            return %y
        }",
    );
    let widths = module.constants.iter().map(Constant::width);
    assert_eq!(widths.collect::<Vec<_>>(), [16, 16]);
}

#[test]
fn labels_may_look_like_other_words() {
    let module = module("function @f() {\nloop0:\njump variable\nvariable:\njump e0\ne0:\nreturn\n}");
    assert_eq!(function(&module, "f").blocks.len(), 3);
}

#[test]
fn an_empty_text_is_an_empty_module() {
    assert_eq!(module("").to_string(), "");
    assert_eq!(module("\n // nothing\n").to_string(), "");
}

#[test]
fn files_and_texts_are_listed_once() {
    let module = module(
        "function @f() { ! a.c:1
            jump next ! \"b c.c\":2:3
        next:
            unsupported \"this\" ! a.c:2
        }
        function @g() {
            unsupported \"this\"
        }",
    );
    assert_eq!(module.files.as_slice(), ["a.c", "b c.c"]);
    assert_eq!(module.texts.as_slice(), ["this"]);
    let f = function(&module, "f");
    assert_eq!(module.describe(f.locs[1]), "a.c:2");
    assert!(matches!(f.insts[1], Inst::Unsupported { .. }));
}
