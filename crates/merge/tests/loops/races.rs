//! Merging and not merging side by side.

use crate::suite::{ANY, Merged, Setup, proved, setup};
use bowline_exec::{Lane, State, Way};
use bowline_merge::MergeConfig;

const RACE: MergeConfig = MergeConfig { race: &[Way::Plain], ..ANY };

/// Counts up to an input below 4, then up to another.
const COUNTS: &str = "
function @main() -> i32 {
    %c = call @__VERIFIER_nondet_uchar()
    %n = and i8 %c, 3
    jump head with %i = 0
head:
    %more = compare ult i8 %i, %n
    branch %more then body else between
body:
    %next = add i8 %i, 1
    jump head with %i = %next
between:
    %d = call @__VERIFIER_nondet_uchar()
    %m = and i8 %d, 1
    jump second with %j = %i
second:
    %done = sub i8 %j, %i
    %also = compare ult i8 %done, %m
    branch %also then further else end
further:
    %up = add i8 %j, 1
    jump second with %j = %up
end:
    %result = zero_extend i8 %j to i32
    return %result
}";

/// One of the lanes goes first, wherever it has a state.
fn race(text: &str, alone_first: bool) -> Merged {
    let Setup { lab, report } = setup(text, RACE);
    let is_first = |state: &State| state.lane.is_some_and(|lane| (lane.way == Way::Plain) == alone_first);
    proved(lab.explore_by(|open, _| open.iter().position(is_first).unwrap_or(open.len() - 1)), &report)
}

fn lanes(merged: &Merged) -> Vec<Option<Lane>> {
    let mut lanes: Vec<Option<Lane>> = merged.explored.ends.iter().map(|end| end.state.lane).collect();
    lanes.dedup();
    lanes
}

#[test]
fn merging_may_win() {
    let merged = race(COUNTS, false);
    assert_eq!(merged.predicts(COUNTS, 2).summary(), "1 path; main 0: 4 -> 1; main 1: 2 -> 1");
    assert_eq!(lanes(&merged), [Some(Lane { race: 0, way: Way::Joined })]);
}

#[test]
fn not_merging_may_win() {
    let merged = race(COUNTS, true);
    assert_eq!(merged.predicts(COUNTS, 2).explored.ends.len(), 8);
    assert_eq!(lanes(&merged), [Some(Lane { race: 0, way: Way::Plain })]);
    assert_eq!(merged.of("main", 0).states_out, 0, "nobody waited for the end");
}

#[test]
fn a_state_in_a_lane_starts_no_further_race() {
    for alone_first in [false, true] {
        let merged = race(COUNTS, alone_first);
        assert!(merged.explored.ends.iter().all(|end| end.state.lane.is_some_and(|lane| lane.race == 0)));
    }
}

#[test]
fn without_a_fork_in_a_loop_there_is_no_race() {
    let text = "
    function @main() -> i32 {
        %c = call @__VERIFIER_nondet_uchar()
        %low = compare ult i8 %c, 9
        branch %low then yes else no
    yes:
        return 1
    no:
        return 2
    }";
    let merged = race(text, false);
    merged.predicts(text, 1);
    assert_eq!(lanes(&merged), [None]);
}

#[test]
fn races_of_different_paths_are_decided_one_by_one() {
    let text = COUNTS.replace(
        "jump head with %i = 0",
        "%low = compare ult i8 %c, 128
         branch %low then head with %i = 0 else head with %i = 1",
    );
    for alone_first in [false, true] {
        let merged = race(&text, alone_first);
        merged.predicts(&text, 2);
        let mut races: Vec<u32> =
            merged.explored.ends.iter().filter_map(|end| Some(end.state.lane?.race)).collect();
        races.sort_unstable();
        races.dedup();
        assert_eq!(races, [0, 1]);
    }
}

#[test]
fn a_bug_in_the_loop_is_found_whoever_wins() {
    let text = COUNTS.replace(
        "%next = add i8 %i, 1",
        "%odd = compare eq i8 %c, 2
         branch %odd then wrong else on
     wrong:
         call @abort()
         jump head with %i = 0
     on:
         %next = add i8 %i, 1",
    );
    for alone_first in [false, true] {
        assert_eq!(race(&text, alone_first).predicts(&text, 2).explored.bugs().len(), 1);
    }
}

#[test]
fn in_any_order_every_input_belongs_to_the_winner() {
    for seed in 0..20 {
        let merged = crate::suite::shuffled(COUNTS, RACE, seed);
        merged.predicts(COUNTS, 2);
        let complete = |alone: bool| {
            let of_lane = merged
                .explored
                .ends
                .iter()
                .filter(|end| end.state.lane.is_some_and(|lane| (lane.way == Way::Plain) == alone));
            of_lane.count()
        };
        assert!(complete(false) == 1 || complete(true) == 8, "seed {seed}");
    }
}

#[test]
fn states_that_became_one_inside_are_not_waited_for() {
    // The length of a span of two characters among two.
    let text = "
    function @main() -> i32 {
        jump head with %i = 0
    head:
        %done = compare eq i8 %i, 2
        branch %done then end else body
    body:
        %c = call @__VERIFIER_nondet_uchar()
        %next = add i8 %i, 1
        %a = compare eq i8 %c, 97
        branch %a then head with %i = %next else other
    other:
        %b = compare eq i8 %c, 98
        branch %b then head with %i = %next else end
    end:
        %result = zero_extend i8 %i to i32
        return %result
    }";
    let merged = race(text, false);
    assert_eq!(merged.predicts(text, 2).summary(), "2 paths; main 0: 3 -> 2, 2 joined inside");
    assert_eq!(lanes(&merged), [Some(Lane { race: 0, way: Way::Joined })]);
}

#[test]
fn a_lane_has_not_won_when_one_of_its_paths_ends() {
    let Setup { lab, report } = setup(COUNTS, RACE);
    let mut turns = 0;
    let explored = lab.explore_by(|open, _| {
        turns += 1;
        let alone = turns < 6;
        let is_next = |state: &State| state.lane.is_some_and(|lane| (lane.way == Way::Plain) == alone);
        open.iter().rposition(is_next).unwrap_or(open.len() - 1)
    });
    let merged = proved(explored, &report);
    let of_lane = |alone: bool| {
        let ends = merged.predicts(COUNTS, 2).explored.ends.iter();
        ends.filter(|end| end.state.lane.is_some_and(|lane| (lane.way == Way::Plain) == alone)).count()
    };
    assert!((1..8).contains(&of_lane(true)), "{}", of_lane(true));
    assert_eq!(of_lane(false), 1);
}
