//! What is given up is listed, with its place and how often.

use crate::suite::{explore, lab, main_of};
use bowline_exec::{Ending, LostKind};

#[test]
fn nothing_is_listed_where_nothing_is_given_up() {
    let explored = explore(&main_of(
        "%low = compare ult i8 %c, 10\n branch %low then a else b\na:\n return 1\nb:\n return 2",
    ));
    assert!(explored.executor.books().lost.is_empty());
}

#[test]
fn an_instruction_that_is_not_supported() {
    let explored = explore(&main_of(
        "%low = compare ult i8 %c, 10\n branch %low then a else b\na:\n unsupported \"magic\" ! a.c:7\nb:\n return 2",
    ));
    let lost: Vec<_> = explored.executor.books().lost.iter().collect();
    let [(entry, 1)] = lost[..] else { panic!("{lost:?}") };
    assert_eq!((entry.kind, entry.what.as_str(), entry.loc.line), (LostKind::Unsupported, "magic", 7));
    assert_eq!(explored.statuses(), [2]);
    assert!(explored.ends.iter().any(|end| end.ending == Ending::Lost));
}

#[test]
fn equal_losses_are_counted() {
    let explored = explore(&main_of(
        "%n = and i8 %c, 3
        jump head with %i = 0
        head:
        %more = compare ult i8 %i, %n
        branch %more then body else end
        body:
        %next = add i8 %i, 1
        jump head with %i = %next
        end:
        %v = call @somewhere_else(3) ! a.c:9
        return %v",
    ));
    let lost: Vec<_> =
        explored.executor.books().lost.iter().map(|(entry, count)| (entry.loc.line, count)).collect();
    assert_eq!(lost, [(9, 4)]);
    assert_eq!(explored.ends.len(), 4);
}

#[test]
fn a_value_that_is_settled() {
    let explored = explore(&main_of(
        "%w = zero_extend i8 %c to i64\n %k = call @__bowline_concretise(%w)\n %s = truncate i64 %k to i32\n return %s",
    ));
    let lost = explored.lost();
    assert!(lost.len() == 1 && lost[0].starts_with("concretised"), "{lost:?}");
    let status = explored.statuses()[0];
    assert_eq!(explored.inputs(&explored.ends[0])[0], [status as u8]);
    assert!(!explored.ends[0].state.path.is_empty(), "the path is confined to it");
}

#[test]
fn a_value_that_is_the_only_one_is_no_loss() {
    let explored = explore(&main_of(
        "%is = compare eq i8 %c, 7
        %a = zero_extend i1 %is to i64
        call @klee_assume(%a)
        %w = zero_extend i8 %c to i64
        %k = call @__bowline_concretise(%w)
        %s = truncate i64 %k to i32
        return %s",
    ));
    assert_eq!((explored.lost(), explored.statuses()), (vec![], vec![7]));
}

#[test]
fn branches_while_forking_is_off() {
    let text = main_of(
        "call @klee_set_forking(0)
        %low = compare ult i8 %c, 10
        branch %low then a else b
        a:
        jump on with %v = 1
        b:
        jump on with %v = 2
        on:
        call @klee_set_forking(1)
        %high = compare ult i8 %d, 10
        branch %high then e else f
        e:
        return %v
        f:
        %w = add i32 %v, 10
        return %w",
    );
    let explored = lab(&text).explore();
    assert_eq!(explored.ends.len(), 2);
    assert_eq!(explored.lost(), ["limit: a branch while forking was off"]);
    for end in &explored.ends {
        let Ending::Exited { status } = end.ending else { panic!("{:?}", end.ending) };
        assert_eq!(
            status % 10 == 1,
            explored.inputs(end)[0][0] < 10,
            "the path is confined to the side it took"
        );
    }
}
