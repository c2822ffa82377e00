//! The report's numbers belong together.

use crate::suite::{ANY, Merged, merged};
use bowline_merge::{Form, MergeConfig};

/// The length of a span of two characters among three, in an object.
const SPAN: &str = "
variable @text, 4 bytes
function @main() -> i32 {
    %a = call @__VERIFIER_nondet_uchar()
    store i8 %a at @text
    %b = call @__VERIFIER_nondet_uchar()
    store i8 %b at @text+1
    %c = call @__VERIFIER_nondet_uchar()
    store i8 %c at @text+2
    jump head with %i = 0
head:
    %at = offset @text + %i * 1
    %byte = load i8 at %at
    %next = add i64 %i, 1
    %is_a = compare eq i8 %byte, 97
    branch %is_a then head with %i = %next else other
other:
    %is_b = compare eq i8 %byte, 98
    branch %is_b then head with %i = %next else end
end:
    %result = truncate i64 %i to i32
    return %result
}";

fn merged_away(merged: &Merged) -> u64 {
    merged.report.loops.values().map(|stats| stats.states_in - stats.states_out + stats.joined_inside).sum()
}

#[test]
fn one_state_per_length_waits_at_the_exit() {
    assert_eq!(merged(SPAN, ANY).predicts(SPAN, 3).summary(), "1 path; main 0: 4 -> 1, 3 joined inside");
}

#[test]
fn without_waiting_one_per_text_does() {
    let apart = merged(SPAN, MergeConfig { incremental: false, ..ANY });
    assert_eq!(apart.predicts(SPAN, 3).summary(), "1 path; main 0: 15 -> 1");
}

#[test]
fn all_states_that_disappear_are_counted_once() {
    for (form, incremental) in
        [Form::Tree, Form::Naive].into_iter().flat_map(|form| [(form, true), (form, false)])
    {
        let merged = merged(SPAN, MergeConfig { form, incremental, ..ANY });
        assert_eq!(merged.report.merged_away, merged_away(&merged));
        let forks = merged.explored.executor.books().stats.forks;
        assert_eq!(forks, merged.report.merged_away, "one path ends: every fork was undone");
    }
}

#[test]
fn conditions_from_the_tree_are_smaller_than_whole_paths() {
    let tree = merged(SPAN, MergeConfig { incremental: false, ..ANY }).of("main", 0);
    let naive = merged(SPAN, MergeConfig { incremental: false, form: Form::Naive, ..ANY }).of("main", 0);
    assert_eq!(tree.constraints_before, naive.constraints_before, "the same paths");
    assert_eq!(tree.values_before, naive.values_before, "with the same values");
    assert_eq!(tree.constraints.shared, 1, "everybody left by one exit");
    assert!(naive.constraints.written_out > 10.0 * tree.constraints.written_out);
    assert!(naive.values.written_out > tree.values.written_out);
}

#[test]
fn time_is_spent_where_something_is_merged() {
    assert!(merged(SPAN, ANY).of("main", 0).time > std::time::Duration::ZERO);
}
