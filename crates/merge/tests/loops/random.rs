//! Random small loops over up to three input bytes: in every configuration each input belongs to one path, which ends as the program does.

use crate::suite::{ANY, Merged, merged, shuffled, whole};
use bowline_base::Rng;
use bowline_exec::Way;
use bowline_lab::{all_bytes, predicts};
use bowline_merge::{Form, MergeConfig};
use std::fmt::Write;

/// Bytes that programs compare with, and that they are run with.
const BYTES: [u8; 5] = [0, 1, 2, 97, 98];

struct Program {
    text: String,
    /// Bytes that it reads.
    count: usize,
}

fn pick<'a, T: ?Sized>(rng: &mut Rng, from: &[&'a T]) -> &'a T {
    from[rng.below(from.len() as u64) as usize]
}

/// Where a block of the loop's body goes: to a later block, on with the next iteration, or out of the loop.
fn target(rng: &mut Rng, block: u64, blocks: u64) -> String {
    match rng.below(8) {
        0..=2 if block + 1 < blocks => format!("s{}", block + 1 + rng.below(blocks - block - 1)),
        3 => "end".to_string(),
        4 => "out".to_string(),
        5 if rng.below(3) == 0 => "wrong".to_string(),
        _ => "head with %i = %next".to_string(),
    }
}

/// What a block does before it branches.
fn action(rng: &mut Rng, block: u64) -> String {
    let place = rng.below(3);
    match rng.below(6) {
        0 => format!("%k = add i8 %k, {}", 1 + rng.below(9)),
        1 => "%k = xor i8 %k, %c".to_string(),
        2 => format!("store i8 %k at @note+{place}"),
        3 => format!("store i16 {} at @note+{place}", rng.below(1000)),
        4 => format!("%o{block} = load i8 at @note+{place}\n    %k = add i8 %k, %o{block}"),
        _ => String::new(),
    }
}

fn block(rng: &mut Rng, block: u64, blocks: u64) -> String {
    let act = action(rng, block);
    let (yes, no) = (target(rng, block, blocks), target(rng, block, blocks));
    if rng.below(5) == 0 {
        return format!(
            "s{block}:
    %m{block} = and i8 %c, 3
    jump in{block} with %j{block} = 0
in{block}:
    %y{block} = compare ult i8 %j{block}, %m{block}
    branch %y{block} then do{block} else {no}
do{block}:
    {act}
    %u{block} = add i8 %j{block}, 1
    jump in{block} with %j{block} = %u{block}
"
        );
    }
    let what = pick(rng, &["%c", "%c", "%c", "%k", "%i"]);
    let how = pick(rng, &["eq", "ne", "ult", "sgt"]);
    let with = BYTES[rng.below(5) as usize];
    format!(
        "s{block}:
    {act}
    %x{block} = compare {how} i8 {what}, {with}
    branch %x{block} then {yes} else {no}
"
    )
}

fn program(seed: u64) -> Program {
    let mut rng = Rng::new(seed);
    let count = 1 + rng.below(3);
    let blocks = 1 + rng.below(3);
    let up_front = rng.below(2) == 0;
    let mut text =
        "variable @note, 8 bytes\nvariable @text, 8 bytes\nfunction @main() -> i32 {\n".to_string();
    if up_front {
        for at in 0..count {
            let _ = writeln!(
                text,
                "    %b{at} = call @__VERIFIER_nondet_uchar()\n    store i8 %b{at} at @text+{at}"
            );
        }
    }
    let read = match up_front {
        true => "%w = zero_extend i8 %i to i64\n    %at = offset @text + %w * 1\n    %c = load i8 at %at",
        false => "%c = call @__VERIFIER_nondet_uchar()",
    };
    let _ = write!(
        text,
        "    jump head with %i = 0, %k = 0
head:
    %done = compare eq i8 %i, {count}
    branch %done then end else body
body:
    {read}
    %next = add i8 %i, 1
    jump s0
"
    );
    (0..blocks).for_each(|at| text += &block(&mut rng, at, blocks));
    text += "wrong:
    trap trap
out:
    %far = xor i8 %k, 128
    %there = zero_extend i8 %far to i32
    return %there
end:
    %noted = load i32 at @note
    %wide = zero_extend i8 %k to i32
    %times = zero_extend i8 %i to i32
    %weighted = mul i32 %times, 1000
    %sum = add i32 %weighted, %wide
    %result = add i32 %sum, %noted
    return %result
}";
    Program { text, count: count as usize }
}

fn check_all(explore: impl Fn(&Program, u64) -> Merged) {
    let mut away = 0;
    for seed in 0..200 {
        let program = program(seed);
        let explored = explore(&program, seed);
        let inputs = all_bytes(&BYTES, program.count);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            predicts(&whole(&program.text), "nondet_uchar", &inputs, &explored.explored);
        }));
        assert!(result.is_ok(), "seed {seed}: {}\n{}", explored.summary(), program.text);
        away += explored.report.merged_away;
    }
    assert!(away > 400, "{away}: there is something to merge");
}

#[test]
fn from_the_tree() {
    check_all(|program, _| merged(&program.text, ANY));
}

#[test]
fn from_the_tree_without_waiting() {
    check_all(|program, _| merged(&program.text, MergeConfig { incremental: false, ..ANY }));
}

#[test]
fn from_whole_paths() {
    check_all(|program, _| merged(&program.text, MergeConfig { form: Form::Naive, ..ANY }));
}

#[test]
fn from_whole_paths_without_waiting() {
    check_all(|program, _| {
        merged(&program.text, MergeConfig { form: Form::Naive, incremental: false, ..ANY })
    });
}

#[test]
fn as_patterns() {
    check_all(|program, _| merged(&program.text, MergeConfig { form: Form::Pattern, ..ANY }));
}

#[test]
fn as_patterns_without_waiting() {
    let config = MergeConfig { form: Form::Pattern, incremental: false, ..ANY };
    check_all(|program, _| merged(&program.text, config));
}

#[test]
fn in_a_race() {
    check_all(|program, _| merged(&program.text, MergeConfig { race: &[Way::Plain], ..ANY }));
}

#[test]
fn apart_by_registers() {
    check_all(|program, _| merged(&program.text, MergeConfig { by_registers: true, ..ANY }));
}

#[test]
fn apart_by_registers_in_any_order() {
    let config = MergeConfig { by_registers: true, race: &[Way::Plain], ..ANY };
    check_all(|program, seed| shuffled(&program.text, config, seed));
}

#[test]
fn in_any_order() {
    check_all(|program, seed| shuffled(&program.text, ANY, seed));
}
