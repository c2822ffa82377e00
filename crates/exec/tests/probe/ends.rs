//! How paths leave a region.

use crate::suite::{Subject, check, ends, lab, main_of, name_of, starts};
use bowline_exec::probe::{Budget, LeafEnd};
use bowline_exec::{BugKind, Ending};
use bowline_lab::AtLoop;

/// An iteration that calls a function which does something special where `%i` is 9. (A block of `main` that does not come back would be none of the
/// loop's.)
fn special(globals: &str, what: &str) -> Subject {
    Subject::iteration(&format!(
        "{globals}
        function @special(i8 %i, i8 %c) -> i8 {{
            %is = compare eq i8 %i, 9
            branch %is then special else next
            special:
            {what}
            next:
            return %i
        }}
        {}",
        main_of(
            "jump head with %i = 0
            head:
            %done = compare eq i8 %i, 20
            branch %done then end else body
            body:
            %k = call @special(%i, %c)
            %n = add i8 %k, 1
            jump head with %i = %n
            end:
            return 0"
        )
    ))
}

#[test]
fn a_trap() {
    check(special("", "trap trap"), "abort back exit");
}

#[test]
fn code_that_is_said_to_be_unreachable() {
    check(special("", "trap unreachable"), "back exit unreachable");
}

#[test]
fn a_division_by_what_is_carried() {
    let text = main_of(
        "jump head with %i = 3
        head:
        %q = udiv i8 100, %i
        %done = compare eq i8 %q, %c
        branch %done then end else body
        body:
        %n = add i8 %i, 1
        jump head with %i = %n
        end:
        return 0",
    );
    check(Subject::iteration(&text), "back division-by-zero exit");
}

#[test]
fn an_access_beside_an_object() {
    let globals = "variable @few, 4 bytes";
    let what = "%w = zero_extend i8 %c to i64\n %at = offset @few + %w * 1\n store i8 1 at %at\n jump next";
    check(special(globals, what), "back back exit out-of-bounds-write");
}

#[test]
fn a_bug_says_what_and_where() {
    let mut subject = special("", "trap trap ! a.c:7");
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    let bug = probed.leaves.iter().find_map(|leaf| match &leaf.end {
        LeafEnd::Ended(Ending::Bug(bug)) => Some(bug),
        _ => None,
    });
    let bug = bug.expect("a bug");
    assert_eq!((bug.kind, bug.stack[0].loc.line), (BugKind::Abort, 7));
}

#[test]
fn the_end_of_the_program() {
    check(special("", "call @_exit(3)\n trap unreachable"), "back exit exited");
}

#[test]
fn a_return_of_a_call_is_no_return_of_the_region() {
    check(special("", "return 4"), "back back exit");
}

#[test]
fn a_block_that_does_not_come_back_is_outside() {
    let text = main_of(
        "jump head with %i = 0
        head:
        %done = compare eq i8 %i, 20
        branch %done then wrong else body
        body:
        %n = add i8 %i, 1
        jump head with %i = %n
        wrong:
        trap trap",
    );
    check(Subject::iteration(&text), "back exit");
}

#[test]
fn an_assumption_leaves_what_it_excludes_without_a_leaf() {
    let text = main_of(
        "jump head with %i = 0
        head:
        %low = compare ult i8 %i, 100
        %w = zero_extend i1 %low to i64
        call @klee_assume(%w)
        %done = compare eq i8 %i, %c
        branch %done then end else body
        body:
        %n = add i8 %i, 1
        jump head with %i = %n
        end:
        return 0",
    );
    let mut subject = Subject::iteration(&text);
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert_eq!(ends(&probed), "back exit");
    let mut starts = starts(&probed, 1);
    starts.retain(|start| start.unknowns[0] < 100);
    subject.agrees(&probed, &starts);
}

#[test]
fn an_assumption_that_never_holds_is_an_end() {
    let mut subject = special("", "call @klee_assume(0)\n jump next");
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert_eq!(ends(&probed), "back exit infeasible");
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}

#[test]
fn a_function_without_a_body_is_not_called() {
    let mut subject = special("", "%v = call @somewhere_else(%i)\n jump next");
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert_eq!(ends(&probed), "back exit lost");
    assert!(!probed.is_complete());
    assert_eq!(
        probed.lost.iter().map(|(entry, _)| entry.what.clone()).collect::<Vec<_>>(),
        ["call of somewhere_else"]
    );
    assert!(subject.executor.books().lost.is_empty());
}

#[test]
fn an_instruction_that_is_not_supported() {
    let mut subject = special("", "unsupported \"magic\"");
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert_eq!((ends(&probed).as_str(), probed.is_complete()), ("back exit lost", false));
}

#[test]
fn a_jump_to_a_frame_further_out_escapes() {
    let text = "
        variable @place, 200 bytes
        function @scan(i8 %n) -> i8 {
            jump head with %i = 0
        head:
            %done = compare eq i8 %i, %n
            branch %done then end else body
        body:
            %j = call @away(%i)
            %k = add i8 %j, 1
            jump head with %i = %k
        end:
            return %i
        }
        function @away(i8 %n) -> i8 {
            %is = compare eq i8 %n, 9
            branch %is then jump else stay
        jump:
            call @longjmp(@place, 1)
            trap unreachable
        stay:
            return %n
        }
        function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            %v = call @setjmp(@place)
            %came = compare ne i32 %v, 0
            branch %came then behind else go
        go:
            %s = call @scan(%c)
            %r = zero_extend i8 %s to i32
            return %r
        behind:
            return 99
        }";
    let mut subject = Subject::of(lab(text).at_loop("scan", 0), AtLoop::iteration);
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert_eq!(ends(&probed), "back escaped exit");
    assert!(!probed.is_complete());
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}

/// A loop behind a `setjmp` of the same function, with a jump there from a call inside.
const JUMPS_BACK: &str = "
    variable @place, 200 bytes
    function @away(i8 %n) -> i8 {
        %is = compare eq i8 %n, 9
        branch %is then jump else stay
    jump:
        call @longjmp(@place, 1)
        trap unreachable
    stay:
        return %n
    }
    function @main() -> i32 {
        %c = call @__VERIFIER_nondet_uchar()
        %v = call @setjmp(@place)
        %came = compare ne i32 %v, 0
        branch %came then behind else go
    behind:
        return 99
    go:
        jump head with %i = 0
    head:
        %done = compare eq i8 %i, %c
        branch %done then end else body
    body:
        %k = call @away(%i)
        %n = add i8 %k, 1
        jump head with %i = %n
    end:
        return 1
    }";

#[test]
fn a_jump_to_a_place_of_the_same_function_outside_escapes_as_well() {
    let mut subject = Subject::iteration(JUMPS_BACK);
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert_eq!(ends(&probed), "back escaped exit");
    for leaf in &probed.leaves {
        let LeafEnd::Exit(edge) = leaf.end else { continue };
        let function = &subject.executor.program().module.functions[subject.region.function];
        assert!(subject.region.contains(function.edges[edge].from), "an exit is an edge out of the region");
    }
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}

#[test]
fn a_jump_within_the_region_stays_inside() {
    let text = "
        variable @place, 200 bytes
        function @away(i8 %n) -> i8 {
            %is = compare eq i8 %n, 9
            branch %is then stay else jump
        jump:
            call @longjmp(@place, 1)
            trap unreachable
        stay:
            return %n
        }
        function @main() -> i32 {
            %c = call @__VERIFIER_nondet_uchar()
            jump head with %i = 0
        head:
            %done = compare eq i8 %i, %c
            branch %done then end else body
        body:
            %v = call @setjmp(@place)
            %came = compare ne i32 %v, 0
            branch %came then next else go
        go:
            %k = call @away(%i)
            jump next
        next:
            %n = add i8 %i, 1
            jump head with %i = %n
        end:
            return 1
        }";
    check(Subject::iteration(text), "back back exit");
}

#[test]
fn a_region_that_only_ends() {
    let text = main_of(
        "jump head with %i = 0
        head:
        %n = add i8 %i, 1
        %p = zero_extend i8 %i to i64
        %v = load i8 at %p
        jump head with %i = %n",
    );
    let (_, probed) = check(Subject::iteration(&text), "null-dereference");
    assert_eq!(name_of(&probed.leaves[0].end), "null-dereference");
}

#[test]
fn an_endless_iteration_is_stopped() {
    let mut subject = special("", "jump special");
    let general = subject.natural();
    let budget = Budget { instructions: 500, ..Budget::default() };
    let probed = subject.probe(&general, budget);
    assert_eq!(probed.stopped, Some(bowline_exec::probe::Stopped::Instructions));
    let all = starts(&probed, 1);
    let ran = subject.run(&probed, all.iter().find(|start| start.unknowns[0] == 9).expect("every byte"));
    assert_eq!(ran.end, None, "the concrete runner does not leave it either");
}
