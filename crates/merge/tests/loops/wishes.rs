//! What members of a merged state had that is neither path nor store: wishes about inputs, and seeds.

use crate::suite::{ANY, Merged, Setup, merged, proved, setup};
use bowline_expr::{Evaluator, Model};
use bowline_merge::{Form, MergeConfig};

/// Counts up to an input below 4; states a wish in the iterations that `{wish}` is put into.
fn wishing(before: &str, first: &str, other: &str) -> String {
    format!(
        "variable @wished, 1 bytes
        function @main() -> i32 {{
            %c = call @__VERIFIER_nondet_uchar()
            %n = and i8 %c, 3
            {before}
            jump head with %i = 0
        head:
            %more = compare ult i8 %i, %n
            branch %more then body else end
        body:
            %next = add i8 %i, 1
            %zero = compare eq i8 %i, 0
            branch %zero then first else other
        first:
            {first}
            jump head with %i = %next
        other:
            {other}
            jump head with %i = %next
        end:
            %result = zero_extend i8 %i to i32
            return %result
        }}"
    )
}

fn wish(name: &str, value: u8) -> String {
    format!(
        "%{name} = compare eq i8 %c, {value}
         %{name}_wide = zero_extend i1 %{name} to i64
         call @klee_prefer_cex(@wished, %{name}_wide)"
    )
}

/// How many wishes of the only path an input leaves open.
fn open_wishes(merged: &Merged, input: u8) -> usize {
    let [end] = &merged.explored.ends[..] else { panic!("{}", merged.summary()) };
    let mut model = Model::new();
    for made in end.state.inputs.iter() {
        model.set_byte(made.symbol, 0, input);
    }
    let pool = merged.explored.executor.pool();
    end.state.preferences.iter().filter(|wish| !Evaluator::new().holds(pool, &model, wish.0)).count()
}

/// Demands what is left open of the wishes for some inputs, whatever the shape of merged states.
fn check_wishes(text: &str, expected: &[(u8, usize)]) {
    for (form, incremental) in
        [Form::Tree, Form::Naive].into_iter().flat_map(|form| [(form, true), (form, false)])
    {
        let merged = merged(text, MergeConfig { form, incremental, ..ANY });
        merged.predicts(text, 1);
        for &(input, open) in expected {
            assert_eq!(open_wishes(&merged, input), open, "for {input}");
        }
    }
}

#[test]
fn a_wish_of_all_members_is_one_of_their_state() {
    let text = wishing(&wish("seven", 7), "", "");
    check_wishes(&text, &[(7, 0), (0, 1), (1, 1), (255, 1)]);
    let merged = merged(&text, ANY);
    assert_eq!(merged.explored.ends[0].state.preferences.len(), 1);
}

#[test]
fn a_wish_of_some_members_is_one_where_the_path_is_theirs() {
    // Whoever goes through the first iteration wishes for 7.
    check_wishes(&wishing("", &wish("seven", 7), ""), &[(7, 0), (0, 0), (4, 0), (1, 1), (3, 1)]);
}

#[test]
fn wishes_of_later_members_survive() {
    // The first to leave has none, the next has one, the others have two.
    let text = wishing("", &wish("seven", 7), &wish("eleven", 11));
    check_wishes(&text, &[(0, 0), (4, 0), (1, 1), (5, 1), (2, 2), (7, 1), (11, 1), (3, 2)]);
}

#[test]
fn different_wishes_do_not_keep_states_with_the_same_store_apart() {
    let text = format!(
        "variable @wished, 1 bytes
        function @main() -> i32 {{
            %c = call @__VERIFIER_nondet_uchar()
            jump head with %i = 0
        head:
            %done = compare eq i8 %i, 1
            branch %done then end else body
        body:
            %low = compare ult i8 %c, 128
            branch %low then small else large
        small:
            {}
            jump head with %i = 1
        large:
            {}
            jump head with %i = 1
        end:
            return 3
        }}",
        wish("seven", 7),
        wish("last", 255)
    );
    check_wishes(&text, &[(7, 0), (8, 1), (255, 0), (254, 1)]);
    assert_eq!(merged(&text, ANY).of("main", 0).joined_inside, 1);
}

fn followed(seeds: &[u8]) -> (Merged, Vec<usize>, Vec<String>) {
    let text = wishing("", "", "");
    let Setup { mut lab, report } = setup(&text, ANY);
    let planted = seeds.iter().map(|byte| vec![("nondet_uchar".to_string(), vec![*byte])]).collect();
    lab.executor.plant(&mut lab.start, planted);
    let merged = proved(lab.explore(), &report);
    merged.predicts(&text, 1);
    let log = &merged.explored.executor.books().seeds;
    let mut used: Vec<usize> = log.used().collect();
    used.sort_unstable();
    let dropped = log.dropped().map(|(_, why)| why.to_string()).collect();
    (merged, used, dropped)
}

#[test]
fn a_merged_state_follows_the_seeds_of_all_members() {
    let (merged, used, dropped) = followed(&[0, 2, 3, 7]);
    assert_eq!(merged.summary(), "1 path; main 0: 4 -> 1");
    assert_eq!((used, dropped), (vec![0, 1, 2, 3], vec![]));
}

#[test]
fn the_model_of_a_merged_state_is_a_seed() {
    let (merged, used, _) = followed(&[254]);
    assert_eq!((merged.summary().as_str(), used), ("1 path; main 0: 4 -> 1", vec![0]));
    let [end] = &merged.explored.ends[..] else { unreachable!("one path") };
    assert_eq!(merged.explored.inputs(end), [[254]]);
}
