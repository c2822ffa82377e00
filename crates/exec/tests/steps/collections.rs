//! Collections: what nobody needs is freed, and nothing else.

use crate::suite::{explore, inputs, main_of, summary, whole};
use bowline_exec::{Executor, Outcome, State};
use bowline_lab::{End, Explored, Lab, predicts};

/// Makes many expressions that are needed for a moment only, then returns one of three values.
fn busy() -> String {
    main_of(
        "jump head with %i = 0, %k = %c
        head:
        %done = compare eq i8 %i, 60
        branch %done then end else body
        body:
        %x = mul i8 %k, %d
        %y = xor i8 %x, %i
        %next = add i8 %i, 1
        %kept = add i8 %k, 1
        jump head with %i = %next, %k = %kept
        end:
        %low = compare ult i8 %k, 9
        branch %low then a else b
        a:
        %r = zero_extend i8 %k to i32
        return %r
        b:
        return 100",
    )
}

/// Runs a program, a few instructions at a time, with a collection of `state` and all that is open in between.
fn run_in_pieces(text: &str, mut between: impl FnMut(&mut Executor, &[State], &[End])) -> Explored {
    let Lab { executor, start, .. } = Lab::new(&whole(text));
    let mut explored = Explored { executor, ends: Vec::new() };
    let mut open = vec![start];
    while let Some(mut state) = open.pop() {
        match explored.executor.run(&mut state, 3) {
            Outcome::Running { split } => {
                open.extend(split.running);
                open.push(state);
            }
            Outcome::Ended { ending, split } => {
                open.extend(split.running);
                explored.ends.push(End { ending, state });
            }
            Outcome::Held { .. } => unreachable!("no strategy is plugged in"),
        }
        between(&mut explored.executor, &open, &explored.ends);
    }
    explored
}

#[test]
fn what_nobody_needs_is_freed() {
    let explored = explore(&busy());
    let before = explored.executor.pool().len();
    let mut executor = explored.executor;
    let after = executor.collect_garbage(explored.ends.iter().map(|end| &end.state));
    assert!(after + 50 < before, "{before} before, {after} behind");
}

#[test]
fn nothing_that_is_needed_is_freed_whenever_it_happens() {
    let text = busy();
    let explored = run_in_pieces(&text, |executor, open, ends| {
        executor.collect_garbage(open.iter().chain(ends.iter().map(|end| &end.state)));
    });
    assert_eq!(summary(&explored), "2 paths");
    predicts(&whole(&text), "nondet_uchar", &inputs(2), &explored);
}

#[test]
fn what_main_returned_is_kept() {
    // A destructor takes the place of the frame that has the value as well.
    let text = format!(
        "destructors [@behind]
        function @behind() {{
            return
        }}
        {}",
        main_of(
            "%sum = add i8 %c, %d\n %twice = mul i8 %sum, 3\n %r = zero_extend i8 %twice to i32\n return %r"
        )
    );
    let mut explored = explore(&text);
    explored.executor.collect_garbage(explored.ends.iter().map(|end| &end.state));
    // Whatever was freed is taken by others now.
    let unknown = explored.executor.auxiliary_value("other", 32);
    for number in 0..1000 {
        let pool = explored.executor.pool_mut();
        let number = pool.constant(number, 32);
        pool.add(unknown, number);
    }
    predicts(&whole(&text), "nondet_uchar", &inputs(2), &explored);
}

#[test]
fn pieces_make_no_difference() {
    let text = busy();
    let explored = run_in_pieces(&text, |_, _, _| {});
    let instructions = |explored: &Explored| {
        let mut all: Vec<u64> = explored.ends.iter().map(|end| end.state.instructions).collect();
        all.sort_unstable();
        all
    };
    assert_eq!(instructions(&explored), instructions(&explore(&text)));
}

#[test]
fn instructions_of_all_paths_are_counted_once() {
    let explored = explore(&busy());
    let longest = explored.ends.iter().map(|end| end.state.instructions).max().unwrap_or(0);
    let counted = explored.executor.books().stats.instructions;
    assert!(
        counted > longest && counted < longest + 10,
        "{counted} against {longest}: what two paths share is run once"
    );
}
