//! What a probe may cost, and what it says when that is used up.

use crate::suite::{Subject, ends, main_of, starts};
use bowline_exec::probe::{Budget, Stopped};
use bowline_expr::Evaluator;

/// An iteration with eight paths: a way for each of three bits.
fn eight_paths() -> Subject {
    let bit = |at: u8, next: &str| {
        format!(
            "%b{at} = and i8 %i, {}
            %is{at} = compare ne i8 %b{at}, 0
            branch %is{at} then set{at} else {next}
            set{at}:
            store i8 {at} at @note+{at}
            jump {next}
            {next}:",
            1 << at
        )
    };
    Subject::iteration(&format!(
        "variable @note, 8 bytes\n{}",
        main_of(&format!(
            "jump head with %i = 0
            head:
            {}
            {}
            {}
            %n = add i8 %i, 1
            %more = compare ult i8 %n, %c
            branch %more then back else end
            back:
            jump head with %i = %n
            end:
            return 0",
            bit(0, "second"),
            bit(1, "third"),
            bit(2, "last")
        ))
    ))
}

fn probed(budget: Budget) -> (Subject, bowline_exec::probe::Probed) {
    let mut subject = eight_paths();
    let general = subject.natural();
    let probed = subject.probe(&general, budget);
    (subject, probed)
}

#[test]
fn enough_for_everything() {
    let (mut subject, probed) = probed(Budget::default());
    assert_eq!((probed.leaves.len(), probed.stopped), (16, None));
    assert!(probed.is_complete());
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}

#[test]
fn too_few_paths() {
    for paths in 0..16 {
        let (_, probed) = probed(Budget { paths, ..Budget::default() });
        assert_eq!(probed.stopped, Some(Stopped::Paths), "{paths}");
        assert!(!probed.is_complete());
    }
}

#[test]
fn just_enough_paths() {
    let (_, probed) = probed(Budget { paths: 16, ..Budget::default() });
    assert_eq!((probed.leaves.len(), probed.stopped), (16, None));
}

#[test]
fn too_few_instructions() {
    let (_, whole) = probed(Budget::default());
    let longest = whole.leaves.iter().map(|leaf| leaf.state.instructions).max().expect("leaves");
    let own = longest - whole.start.instructions;
    let (_, probed) = probed(Budget { instructions: own, ..Budget::default() });
    assert_eq!(probed.stopped, Some(Stopped::Instructions));
    assert!(probed.leaves.len() < 16);
}

#[test]
fn no_instructions_at_all() {
    let (_, probed) = probed(Budget { instructions: 0, ..Budget::default() });
    assert_eq!((probed.leaves.len(), probed.stopped), (0, Some(Stopped::Instructions)));
}

#[test]
fn too_few_queries() {
    let (_, probed) = probed(Budget { queries: 3, ..Budget::default() });
    assert_eq!(probed.stopped, Some(Stopped::Queries));
    assert!(probed.leaves.len() < 16);
}

#[test]
fn the_leaves_of_a_probe_that_was_stopped_are_right() {
    let (mut subject, probed) = probed(Budget { paths: 9, ..Budget::default() });
    assert!(!probed.leaves.is_empty());
    let mut covered = starts(&probed, 1);
    covered.retain(|start| {
        let (pool, model) = (subject.executor.pool(), start.model(&probed));
        probed.leaves.iter().any(|leaf| Evaluator::new().holds(pool, &model, leaf.condition))
    });
    subject.agrees(&probed, &covered);
}

#[test]
fn the_same_probe_gives_the_same_answer() {
    let (mut subject, first) = probed(Budget { paths: 9, ..Budget::default() });
    let general = subject.natural();
    let second = subject.probe(&general, Budget { paths: 9, ..Budget::default() });
    assert_eq!((ends(&first), first.stopped), (ends(&second), second.stopped));
    let lengths = |probed: &bowline_exec::probe::Probed| {
        probed.leaves.iter().map(|leaf| leaf.state.instructions).collect::<Vec<u64>>()
    };
    assert_eq!(lengths(&first), lengths(&second));
}

#[test]
fn a_loop_inside_counts_what_it_executes() {
    let text = main_of(
        "jump head with %i = 0
        head:
        jump inner with %j = 0
        inner:
        %few = compare ult i8 %j, 200
        branch %few then on else out
        on:
        %m = add i8 %j, 1
        jump inner with %j = %m
        out:
        %n = add i8 %i, 1
        %more = compare ult i8 %n, %c
        branch %more then back else end
        back:
        jump head with %i = %n
        end:
        return 0",
    );
    let mut subject = Subject::iteration(&text);
    let general = subject.natural();
    let short = subject.probe(&general, Budget { instructions: 300, ..Budget::default() });
    assert_eq!((short.stopped, short.leaves.len()), (Some(Stopped::Instructions), 0));
    let long = subject.probe(&general, Budget { instructions: 3000, ..Budget::default() });
    assert_eq!((ends(&long).as_str(), long.stopped), ("back exit", None));
}
