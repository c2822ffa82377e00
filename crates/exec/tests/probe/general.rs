//! What stands in for registers and cells, and what is recorded of it.

use crate::suite::{Start, Subject, check, ends, main_of, starts, word};
use bowline_exec::probe::{Budget, General, LeafEnd, Place};
use bowline_expr::Model;
use bowline_memory::Value;

/// Scans a text for a zero.
const SCAN: &str = "
    store i8 %c at @text+2
    jump head with %p = @text
head:
    %v = load i8 at %p
    %done = compare eq i8 %v, 0
    branch %done then end else body
body:
    %next = offset %p + 1 * 1
    jump head with %p = %next
end:
    return 0";

fn scan() -> Subject {
    Subject::iteration(&format!("variable @text, bytes 61626300\n{}", main_of(SCAN)))
}

/// Registers of many widths that are carried.
fn carries(width: &str, step: &str) -> Subject {
    Subject::iteration(&main_of(&format!(
        "%start = copy {width} 5
        jump head with %x = %start
        head:
        %done = compare eq {width} %x, 7
        branch %done then end else body
        body:
        %next = {step}
        jump head with %x = %next
        end:
        return 0"
    )))
}

#[test]
fn a_bit() {
    let text = main_of(
        "%one = copy i1 1\n jump head with %x = %one\n head:\n branch %x then end else body\n body:\n %next = xor i1 %x, 1\n jump head with %x = %next\n end:\n return 0",
    );
    check(Subject::iteration(&text), "back exit");
}

#[test]
fn a_byte() {
    check(carries("i8", "mul i8 %x, 3"), "back exit");
}

#[test]
fn an_odd_width() {
    check(carries("i13", "mul i13 %x, 3"), "back exit");
}

#[test]
fn words() {
    check(carries("i16", "add i16 %x, 300"), "back exit");
    check(carries("i32", "mul i32 %x, 77777"), "back exit");
    check(carries("i64", "xor i64 %x, 0x100000001"), "back exit");
}

#[test]
fn two_words() {
    let mut subject = carries("i128", "add i128 %x, 1");
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert_eq!((ends(&probed).as_str(), probed.is_complete()), ("back exit", true));
    assert_eq!(subject.executor.pool().width(probed.unknowns[0].unknown), 128);
}

#[test]
fn a_number_is_anything() {
    let mut subject = carries("i64", "add i64 %x, 1");
    assert_eq!(subject.natural()[0].1, General::Anything);
    let (_, probed) = check(subject, "back exit");
    let unknown = probed.unknowns[0];
    assert_eq!((unknown.before, unknown.value), (Value::Int(5), Value::Expr(unknown.unknown)));
}

#[test]
fn a_pointer_moves() {
    let mut subject = scan();
    assert_eq!(subject.natural()[0].1, General::Moved);
    let (subject, probed) = check(subject, "back exit out-of-bounds-read");
    let unknown = probed.unknowns[0];
    let Value::Int(base) = unknown.before else { panic!("where the text is") };
    let mut model = Model::new();
    model.set_byte(unknown.symbol, 0, 3);
    assert_eq!(word(&subject.executor, &model, unknown.value), u128::from(base) + 3);
}

#[test]
fn a_pointer_that_is_anything_may_point_anywhere() {
    let mut subject = scan();
    let place = subject.carried[0];
    let probed = subject.probe(&[(place, General::Anything)], Budget::default());
    let names = ends(&probed);
    assert!(names.contains("null-dereference"), "{names}");
    assert!(
        names.matches("out-of-bounds-read").count() > 1,
        "beside the text and beside other objects: {names}"
    );
    // Of addresses in the text it says what the concrete runner does.
    let Value::Int(base) = probed.unknowns[0].before else { panic!("where the text is") };
    let near: Vec<Start> = (0..6u64).map(|at| Start { unknowns: vec![base + at], inputs: vec![9] }).collect();
    subject.agrees(&probed, &near);
}

#[test]
fn a_number_of_the_width_of_a_pointer_is_no_pointer() {
    let mut subject = carries("i64", "add i64 %x, 1");
    let place = subject.carried[0];
    assert_eq!(subject.executor.natural_general(&subject.from, place), General::Anything);
}

#[test]
fn a_pointer_that_is_an_expression_moves_as_well() {
    let text = format!(
        "variable @text, bytes 61626300
        {}",
        main_of(&SCAN.replace("jump head with %p = @text", "%m = and i8 %c, 3\n %w = zero_extend i8 %m to i64\n %q = offset @text+1 + %w * 1\n jump head with %p = %q"))
    );
    let mut subject = Subject::iteration(&text);
    assert_eq!(subject.natural()[0].1, General::Moved);
    check(subject, "back exit out-of-bounds-read");
}

#[test]
fn a_choice_of_pointers_is_anything() {
    let text = format!(
        "variable @text, bytes 61626300
        variable @other, bytes 61626300
        {}",
        main_of(&SCAN.replace(
            "jump head with %p = @text",
            "%low = compare ult i8 %c, 9\n %a = copy i64 @text\n %b = copy i64 @other\n
            %q = select i64 %low ? %a : %b\n jump head with %p = %q"
        ))
    );
    let mut subject = Subject::iteration(&text);
    assert_eq!(subject.natural()[0].1, General::Anything, "which object it is in is not visible");
}

#[test]
fn a_number_may_be_moved_too() {
    let mut subject = carries("i8", "mul i8 %x, 3");
    let place = subject.carried[0];
    let probed = subject.probe(&[(place, General::Moved)], Budget::default());
    assert_eq!(ends(&probed), "back exit");
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}

#[test]
fn cells_of_memory() {
    let text = format!(
        "variable @note, bytes 05000000
        {}",
        main_of(
            "jump head with %i = 0
            head:
            %v = load i8 at @note+1
            %done = compare eq i8 %v, 9
            branch %done then end else body
            body:
            %more = add i8 %v, 1
            store i8 %more at @note+1
            %next = add i8 %i, 1
            jump head with %i = %next
            end:
            return 0"
        )
    );
    let mut subject = Subject::iteration(&text);
    let cell = subject.cell("note", 1, 1);
    let probed = subject.probe(&[(cell, General::Anything)], Budget::default());
    assert_eq!(ends(&probed), "back exit");
    assert_eq!(probed.unknowns[0].before, Value::Int(0));
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}

#[test]
fn cells_of_several_bytes_and_registers_together() {
    let text = format!(
        "variable @note, bytes 0500000000000000
        {}",
        main_of(
            "jump head with %i = 0
            head:
            %v = load i32 at @note+2
            %w = zero_extend i8 %i to i32
            %done = compare ult i32 %v, %w
            branch %done then end else body
            body:
            %less = sub i32 %v, 3
            store i32 %less at @note+2
            %next = add i8 %i, 1
            jump head with %i = %next
            end:
            return 0"
        )
    );
    let mut subject = Subject::iteration(&text);
    let mut general = subject.natural();
    general.push((subject.cell("note", 2, 4), General::Anything));
    let probed = subject.probe(&general, Budget::default());
    assert_eq!(ends(&probed), "back exit");
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}

#[test]
fn unknowns_come_in_the_order_in_which_they_were_asked_for() {
    let mut subject = Subject::iteration(&main_of(
        "jump head with %i = 1, %k = 2
        head:
        %done = compare eq i8 %i, %k
        branch %done then end else body
        body:
        %n = add i8 %i, 1
        %m = add i8 %k, 2
        jump head with %i = %n, %k = %m
        end:
        return 0",
    ));
    let mut places: Vec<(Place, General)> = subject.natural();
    places.reverse();
    let probed = subject.probe(&places, Budget::default());
    let told: Vec<Place> = probed.unknowns.iter().map(|unknown| unknown.place).collect();
    assert_eq!(told, places.iter().map(|(place, _)| *place).collect::<Vec<_>>());
    assert_eq!(
        probed.unknowns.iter().map(|unknown| unknown.before).collect::<Vec<_>>(),
        [Value::Int(2), Value::Int(1)]
    );
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}

#[test]
fn the_start_has_the_unknowns_and_the_state_itself_does_not() {
    let mut subject = carries("i8", "mul i8 %x, 3");
    let place = subject.carried[0];
    let Place::Register(reg, _) = place else { panic!("a register") };
    let probed = subject.probe(&[(place, General::Anything)], Budget::default());
    assert_eq!(probed.start.register(reg), probed.unknowns[0].value);
    assert_eq!(subject.from.register(reg), Value::Int(5));
}

#[test]
fn values_are_put_and_read_back_in_every_place() {
    let mut subject = scan();
    let cell = subject.cell("text", 1, 2);
    let register = subject.carried[0];
    let mut state = subject.from.clone();
    subject.executor.put_at(&mut state, cell, Value::Int(0x1234));
    subject.executor.put_at(&mut state, register, Value::Int(99));
    assert_eq!(subject.executor.value_at(&state, cell), Value::Int(0x1234));
    assert_eq!(subject.executor.value_at(&state, register), Value::Int(99));
    let before = subject.from.clone();
    assert!(
        matches!(subject.executor.value_at(&before, cell), Value::Expr(_)),
        "the third byte is the input"
    );
    assert_ne!(subject.executor.value_at(&before, register), Value::Int(99));
    assert_eq!((cell.width(), register.width()), (16, 64));
}

#[test]
fn what_the_path_knows_of_the_input_holds_in_the_region() {
    let text = main_of(
        "%low = compare ult i8 %c, 10
        %w = zero_extend i1 %low to i64
        call @klee_assume(%w)
        jump head with %i = 0
        head:
        %sum = add i8 %i, %c
        %never = compare ugt i8 %c, 10
        branch %never then end else body
        body:
        %done = compare eq i8 %i, %c
        branch %done then end else next
        next:
        %n = add i8 %i, 1
        jump head with %i = %n
        end:
        return 0",
    );
    let (_, probed) = check(Subject::iteration(&text), "back exit");
    assert!(probed.leaves.iter().all(|leaf| matches!(leaf.end, LeafEnd::Back(_) | LeafEnd::Exit(_))));
}
