//! Regions with calls inside.

use crate::suite::{Subject, check, main_of};

const CLASSIFY: &str = "
function @classify(i8 %x) -> i8 {
    %low = compare ult i8 %x, 32
    branch %low then control else rest
control:
    return 1
rest:
    %high = compare ugt i8 %x, 126
    branch %high then other else plain
other:
    return 2
plain:
    return 0
}";

fn counting(function: &str, body: &str) -> String {
    format!(
        "{function}
        {}",
        main_of(&format!(
            "jump head with %i = %c, %k = 0
            head:
            {body}
            %n = add i8 %i, 1
            %more = compare ult i8 %n, 200
            branch %more then back else end
            back:
            jump head with %i = %n, %k = %v
            end:
            return 0"
        ))
    )
}

#[test]
fn a_function_with_several_paths() {
    check(Subject::iteration(&counting(CLASSIFY, "%v = call @classify(%i)")), "back back back exit");
}

#[test]
fn a_function_that_is_called_twice() {
    let body = "%u = call @classify(%i)\n %t = call @classify(%k)\n %v = add i8 %u, %t";
    let (_, probed) = check(
        Subject::iteration(&counting(CLASSIFY, body)),
        &["back"; 9].iter().chain(&["exit"; 3]).copied().collect::<Vec<_>>().join(" "),
    );
    assert_eq!(probed.leaves.len(), 12);
}

#[test]
fn recursion_inside() {
    let function = "
        function @sum(i8 %n) -> i8 {
            %few = and i8 %n, 3
            %none = compare eq i8 %few, 0
            branch %none then last else more
        last:
            return 0
        more:
            %less = sub i8 %few, 1
            %rest = call @sum(%less)
            %all = add i8 %rest, %few
            return %all
        }";
    check(
        Subject::iteration(&counting(function, "%v = call @sum(%k)")),
        "back back back back exit exit exit exit",
    );
}

#[test]
fn a_bug_in_a_call() {
    let function = "
        constant @table, bytes 0102030405
        function @look(i8 %x) -> i8 {
            %w = zero_extend i8 %x to i64
            %at = offset @table + %w * 1
            %v = load i8 at %at
            return %v
        }";
    check(Subject::iteration(&counting(function, "%v = call @look(%k)")), "back exit out-of-bounds-read");
}

#[test]
fn a_call_that_writes_through_a_pointer() {
    let function = "
        variable @note, 4 bytes
        function @put(i64 %p, i8 %x) -> i8 {
            %old = load i8 at %p
            store i8 %x at %p
            return %old
        }";
    check(Subject::iteration(&counting(function, "%v = call @put(@note, %k)")), "back exit");
}

#[test]
fn a_call_through_a_pointer() {
    let function = format!(
        "{CLASSIFY}
        function @same(i8 %x) -> i8 {{
            return %x
        }}"
    );
    let body = "%odd = and i8 %k, 1\n %is = compare ne i8 %odd, 0\n %a = copy i64 @classify\n %b = copy i64 @same\n %f = select i64 %is ? %a : %b\n %v:i8 = call through %f(i8 %i)";
    check(Subject::iteration(&counting(&function, body)), "back back back back exit exit");
}

#[test]
fn a_call_that_reads_an_input() {
    // The input is one of the program's, in the leaf's state only.
    let mut subject = Subject::iteration(&counting("", "%v = call @__VERIFIER_nondet_uchar()"));
    let general = subject.natural();
    let probed = subject.probe(&general, bowline_exec::probe::Budget::default());
    assert_eq!(crate::suite::ends(&probed), "back exit");
    assert!(probed.leaves.iter().all(|leaf| leaf.state.inputs.len() == 2));
    assert_eq!(subject.from.inputs.len(), 1);
}

#[test]
fn locals_of_calls_are_gone_behind_them() {
    let function = "
        function @through(i8 %x) -> i8 {
            %p = alloca 1 * 1 bytes
            store i8 %x at %p
            %v = load i8 at %p
            return %v
        }";
    let (_, probed) = check(Subject::iteration(&counting(function, "%v = call @through(%k)")), "back exit");
    let objects = |state: &bowline_exec::State| state.memory.objects().count();
    assert!(probed.leaves.iter().all(|leaf| objects(&leaf.state) == objects(&probed.start)));
}
