//! Loops in loops: those inside a region are executed.

use crate::suite::{Subject, check, lab, main_of};
use bowline_lab::AtLoop;

/// `for i < c: for j < k & 3: total += j`
const NESTED: &str = "
    jump outer with %i = 0, %k = 0, %total = 0
outer:
    %again = compare ult i8 %i, %c
    branch %again then start else end
start:
    %few = and i8 %k, 3
    jump inner with %j = 0, %sum = %total
inner:
    %more = compare ult i8 %j, %few
    branch %more then body else behind
body:
    %added = add i8 %sum, %j
    %next = add i8 %j, 1
    jump inner with %j = %next, %sum = %added
behind:
    %further = add i8 %i, 1
    %other = add i8 %k, 3
    jump outer with %i = %further, %k = %other, %total = %sum
end:
    %r = zero_extend i8 %total to i32
    return %r";

fn at(number: u32) -> AtLoop {
    lab(&main_of(NESTED)).at_loop("main", number)
}

#[test]
fn an_iteration_of_the_outer_loop_runs_the_inner() {
    let mut subject = Subject::of(at(0), AtLoop::iteration);
    assert_eq!(subject.natural().len(), 3);
    check(subject, "back back back back exit");
}

#[test]
fn an_iteration_of_the_inner_loop() {
    let mut subject = Subject::of(at(1), AtLoop::iteration);
    assert_eq!(subject.natural().len(), 2);
    // What the outer loop carries is what it is in the first turn: no turn of the inner one.
    check(subject, "exit");
}

#[test]
fn the_inner_loop_with_a_general_limit() {
    let mut subject = Subject::of(at(1), AtLoop::iteration);
    let function = &subject.executor.program().module.functions[subject.region.function];
    let header = &function.blocks[subject.region.entry];
    let bowline_ir::Inst::Compare { b, .. } = function.insts[header.insts.start as usize] else {
        panic!("the header compares")
    };
    let few = b.as_reg().expect("the limit is in a register");
    subject.carried.push(bowline_exec::probe::Place::Register(few, 8));
    check(subject, "back exit");
}

#[test]
fn a_whole_inner_loop() {
    let mut subject = Subject::of(at(1), AtLoop::whole_loop);
    subject.carried.clear();
    check(subject, "exit");
}

#[test]
fn an_inner_loop_that_leaves_both() {
    let text = main_of(&NESTED.replace(
        "%added = add i8 %sum, %j",
        "%odd = compare eq i8 %sum, 7
        branch %odd then end else on
    on:
        %added = add i8 %sum, %j",
    ));
    let subject = Subject::of(lab(&text).at_loop("main", 0), AtLoop::iteration);
    // Out by the outer header, and where the sum is 7 at the first or, by then, at the third turn: at the second it is what it was.
    check(subject, "back back back back exit exit exit");
}
