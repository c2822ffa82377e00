//! Forks: which sides exist, and the model that every path carries.

use crate::suite::{Nobody, check, explore, lab, main_of, whole};
use bowline_exec::{Ending, ExecConfig};
use bowline_expr::Evaluator;
use bowline_lab::{Explored, Lab, agrees_with_brute_force};

const THREE_WAYS: &str = "
    %low = compare ult i8 %c, 10
    branch %low then small else rest
small:
    return 1
rest:
    %high = compare ugt i8 %c, 9
    branch %high then large else never
large:
    %even = and i8 %d, 1
    %odd = compare ne i8 %even, 0
    branch %odd then one else other
never:
    trap unreachable
one:
    return 2
other:
    return 3";

#[test]
fn a_side_that_the_path_excludes_is_not_taken() {
    check(&main_of(THREE_WAYS), 2, "3 paths");
}

#[test]
fn a_path_against_all_inputs() {
    let text = whole(&main_of(THREE_WAYS));
    agrees_with_brute_force(&text, "nondet_uchar", 2, &Lab::new(&text).explore());
}

/// Every path's model satisfies its constraints.
fn models_hold(explored: &Explored) -> usize {
    let mut constraints = 0;
    for end in &explored.ends {
        let mut evaluator = Evaluator::new();
        for constraint in end.state.path.constraints() {
            assert!(evaluator.holds(explored.executor.pool(), end.state.path.model(), constraint));
            constraints += 1;
        }
    }
    constraints
}

#[test]
fn a_path_carries_a_model_of_itself() {
    assert!(models_hold(&explore(&main_of(THREE_WAYS))) >= 5);
    assert!(models_hold(&lab(&main_of(THREE_WAYS)).plug(Nobody).explore()) >= 5);
}

#[test]
fn cases_of_a_switch() {
    let text = main_of(
        "switch i8 %c
            case 1: one
            case 7: two
            case 200: one
            default: others
        one:
            return 10
        two:
            return 20
        others:
            return 30",
    );
    check(&text, 2, "4 paths");
}

#[test]
fn cases_that_the_path_excludes() {
    let text = main_of(
        "%m = and i8 %c, 3
        switch i8 %m
            case 1: one
            case 7: two
            default: others
        one:
            return 10
        two:
            trap unreachable
        others:
            return 30",
    );
    check(&text, 2, "2 paths");
}

#[test]
fn an_assumption_confines_a_path() {
    let text = main_of(
        "%low = compare ult i8 %c, 10
        %w = zero_extend i1 %low to i64
        call @klee_assume(%w)
        %high = compare ugt i8 %c, 20
        branch %high then never else end
        never:
        trap unreachable
        end:
        %r = zero_extend i8 %c to i32
        return %r",
    );
    check(&text, 2, "1 path");
}

#[test]
fn an_assumption_that_cannot_hold_ends_the_path() {
    let text = main_of(
        "%low = compare ult i8 %c, 10
        branch %low then small else large
        small:
        %high = compare ugt i8 %c, 20
        %w = zero_extend i1 %high to i64
        call @klee_assume(%w)
        trap unreachable
        large:
        return 1",
    );
    check(&text, 2, "2 paths, infeasible");
}

#[test]
fn an_assertion_that_may_fail() {
    let text = main_of(
        "%low = compare ult i8 %c, 250\n %w = zero_extend i1 %low to i32\n call @bowline_assert(%w)\n return 1",
    );
    check(&text, 2, "2 paths, assertion");
}

#[test]
fn a_condition_that_somebody_wants_known() {
    let text = main_of(
        "%low = compare ult i8 %c, 250\n %w = zero_extend i1 %low to i32\n %k = call @__bowline_decide(%w)\n return %k",
    );
    let explored = explore(&text);
    assert_eq!((explored.ends.len(), explored.statuses()), (2, vec![0, 1]));
    check(&text, 2, "2 paths");
}

#[test]
fn a_silent_end_is_no_exit() {
    let text = main_of(
        "%low = compare ult i8 %c, 10\n branch %low then quiet else end\nquiet:\n call @klee_silent_exit(0)\n return 1\nend:\n return 2",
    );
    let explored = explore(&text);
    assert_eq!(explored.statuses(), [2]);
    assert_eq!(explored.ends.iter().filter(|end| end.ending == Ending::Silent).count(), 1);
}

#[test]
fn traps() {
    for (kind, bug) in [("trap", "abort"), ("debug", "abort"), ("unreachable", "unreachable")] {
        let text = main_of(&format!(
            "%low = compare ult i8 %c, 10\n branch %low then bad else end\nbad:\n trap {kind}\nend:\n return 2"
        ));
        check(&text, 2, &format!("2 paths, {bug}"));
    }
}

#[test]
fn a_loop_of_unknown_length() {
    let text = main_of(
        "%n = and i8 %c, 3
        jump head with %i = 0, %sum = 0
        head:
        %more = compare ult i8 %i, %n
        branch %more then body else end
        body:
        %next = add i8 %i, 1
        %added = add i8 %sum, %d
        jump head with %i = %next, %sum = %added
        end:
        %r = zero_extend i8 %sum to i32
        return %r",
    );
    check(&text, 2, "4 paths");
}

#[test]
fn moves_of_an_edge_are_done_in_order() {
    let text = main_of(
        "jump head with %a = %c, %b = %d, %i = 0
        head:
        %done = compare eq i8 %i, 3
        branch %done then end else body
        body:
        %next = add i8 %i, 1
        jump head with %t = %a, %a = %b, %b = %t, %i = %next
        end:
        %r = zero_extend i8 %a to i32
        return %r",
    );
    check(&text, 2, "1 path");
}

#[test]
fn what_a_block_is_jumped_to_by_its_number() {
    let text = main_of(
        "%low = compare ult i8 %c, 10
        %a = copy i64 @main:first
        %b = copy i64 @main:second
        %to = select i64 %low ? %a : %b
        indirect_jump %to
            case 1: first
            case 2: second
        first:
        return 1
        second:
        return 2",
    );
    check(&text, 2, "2 paths");
}

#[test]
fn depth_counts_forks() {
    let explored = explore(&main_of(THREE_WAYS));
    let mut depths: Vec<u64> = explored.ends.iter().map(|end| end.state.depth).collect();
    depths.sort_unstable();
    assert_eq!(depths, [1, 2, 2]);
    assert_eq!(explored.executor.books().stats.forks, 2);
}

#[test]
fn at_the_depth_limit_a_path_goes_one_way_and_says_so() {
    let text = whole(&main_of(THREE_WAYS));
    let explored = Lab::configured(&text, ExecConfig { max_depth: 1, ..ExecConfig::default() }).explore();
    assert_eq!(explored.ends.len(), 2);
    assert_eq!(explored.lost(), ["limit: a branch at the depth limit"]);
}
