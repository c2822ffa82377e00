//! Random small loops: for random starts exactly one leaf's condition holds, and it says what the concrete runner does.

use crate::suite::{Start, Subject, lab, main_of};
use bowline_base::Rng;
use bowline_exec::probe::{Budget, General, Place, Probed};
use bowline_ir::BlockId;
use bowline_lab::AtLoop;
use bowline_memory::Value;
use std::rc::Rc;

const FUNCTIONS: &str = "
variable @note, bytes 0102030400000000
variable @text, bytes 6100626162000061
function @mix(i8 %x, i8 %y) -> i8 {
    %low = compare ult i8 %x, %y
    branch %low then first else second
first:
    %a = mul i8 %x, 3
    return %a
second:
    %b = sub i8 %x, %y
    return %b
}";

fn pick<'a>(rng: &mut Rng, from: &[&'a str]) -> &'a str {
    from[rng.below(from.len() as u64) as usize]
}

/// What a block does before it branches.
fn action(rng: &mut Rng, block: u64) -> String {
    let place = rng.below(6);
    match rng.below(10) {
        0 => format!("%k = add i8 %k, {}", 1 + rng.below(9)),
        1 => "%k = xor i8 %k, %c".to_string(),
        2 => format!("store i8 %k at @note+{place}"),
        3 => format!("store i16 {} at @note+{place}", rng.below(1000)),
        4 => format!("%o{block} = load i8 at @note+{place}\n %k = add i8 %k, %o{block}"),
        5 => "%k = call @mix(%k, %i)".to_string(),
        6 => format!("%p{block} = load i8 at %p\n %k = sub i8 %k, %p{block}"),
        7 => "store i8 %k at %p".to_string(),
        8 => format!(
            "%q{block} = and i8 %k, 7\n %w{block} = zero_extend i8 %q{block} to i64\n %t{block} = offset @note + %w{block} * 1\n %u{block} = load i8 at %t{block}\n %k = xor i8 %k, %u{block}"
        ),
        _ => format!("%k = udiv i8 %k, {}", pick(rng, &["%i", "3", "%c"])),
    }
}

/// Where a block of the body goes: to a later one, on with the next iteration, or out.
fn target(rng: &mut Rng, block: u64, blocks: u64) -> String {
    match rng.below(8) {
        0..=2 if block + 1 < blocks => format!("s{}", block + 1 + rng.below(blocks - block - 1)),
        3 => "end".to_string(),
        4 => "out".to_string(),
        5 if rng.below(3) == 0 => "wrong".to_string(),
        _ => "back".to_string(),
    }
}

fn block(rng: &mut Rng, block: u64, blocks: u64) -> String {
    let act = action(rng, block);
    let (yes, no) = (target(rng, block, blocks), target(rng, block, blocks));
    if rng.below(6) == 0 {
        return format!(
            "s{block}:
            %m{block} = and i8 %k, 3
            jump in{block} with %j{block} = 0
            in{block}:
            %y{block} = compare ult i8 %j{block}, %m{block}
            branch %y{block} then do{block} else {no}
            do{block}:
            {act}
            %z{block} = add i8 %j{block}, 1
            jump in{block} with %j{block} = %z{block}\n"
        );
    }
    let what = pick(rng, &["%c", "%k", "%k", "%i"]);
    let how = pick(rng, &["eq", "ne", "ult", "sgt"]);
    let with = pick(rng, &["0", "1", "2", "97", "-3", "%i"]);
    format!(
        "s{block}:
        {act}
        %x{block} = compare {how} i8 {what}, {with}
        branch %x{block} then {yes} else {no}\n"
    )
}

fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let blocks = 1 + rng.below(4);
    let body: String = (0..blocks).map(|at| block(&mut rng, at, blocks)).collect();
    let step = pick(&mut rng, &["1", "2", "-1"]);
    format!(
        "{FUNCTIONS}\n{}",
        main_of(&format!(
            "jump head with %i = 0, %k = 5, %p = @text
            head:
            %done = compare eq i8 %i, 100
            branch %done then end else s0
            {body}
            back:
            %next = add i8 %i, 1
            %np = offset %p + {step} * 1
            jump head with %i = %next, %p = %np, %k = %k
            wrong:
            trap trap
            out:
            return 1
            end:
            return 2"
        ))
    )
}

/// Random values for every unknown, near those that programs compare with.
fn random_start(rng: &mut Rng, probed: &Probed) -> Start {
    let byte = |rng: &mut Rng| match rng.below(3) {
        0 => rng.below(4),
        1 => [97, 98, 100, 253, 255][rng.below(5) as usize],
        _ => rng.below(256),
    };
    let unknowns = probed.unknowns.iter().map(|unknown| match unknown.place {
        Place::Register(_, 64) => rng.below(10).wrapping_sub(1),
        _ => byte(rng),
    });
    let unknowns = unknowns.collect();
    Start { unknowns, inputs: vec![byte(rng) as u8] }
}

/// At the loop around everything, if any block goes back.
fn at_outer_loop(text: &str) -> Option<AtLoop> {
    let lab = lab(text);
    let program = Rc::clone(lab.executor.program());
    let module = &program.module;
    let main = module.function_named("main").expect("a main");
    let mut loops = module.functions[main].loops.loops.iter_ids();
    // The header is the first block behind the entry.
    let (number, _) = loops.find(|(_, one)| one.header == BlockId(1))?;
    Some(lab.at_loop("main", number.0))
}

/// How many leaves there were, over many programs.
fn compare_all(cells: bool, subject_of: impl Fn(AtLoop) -> Subject) -> usize {
    let mut leaves = 0;
    for seed in 0..150 {
        let text = program(seed);
        let Some(at) = at_outer_loop(&text) else { continue };
        let mut subject = subject_of(at);
        let mut general = subject.natural();
        if cells {
            for at in 0..6 {
                general.push((subject.cell("note", at, 1), General::Anything));
            }
        }
        let budget = Budget { paths: 400, instructions: 1_000_000, queries: 10_000 };
        let probed = subject.probe(&general, budget);
        if probed.stopped.is_some() {
            continue;
        }
        assert!(probed.is_complete(), "seed {seed}: {:?}\n{text}", probed.lost);
        leaves += probed.leaves.len();
        let mut rng = Rng::new(seed + 1000);
        let starts: Vec<Start> = (0..30).map(|_| random_start(&mut rng, &probed)).collect();
        let result =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| subject.agrees(&probed, &starts)));
        assert!(result.is_ok(), "seed {seed}\n{text}");
    }
    leaves
}

#[test]
fn iterations() {
    let leaves = compare_all(false, |at| Subject::of(at, AtLoop::iteration));
    assert!(leaves > 600, "{leaves}: there is something to compare");
}

#[test]
fn iterations_with_memory_that_is_general() {
    let leaves = compare_all(true, |at| Subject::of(at, AtLoop::iteration));
    assert!(leaves > 600, "{leaves}: there is something to compare");
}

#[test]
fn whole_loops_from_where_they_are() {
    let leaves = compare_all(false, |at| {
        let mut subject = Subject::of(at, AtLoop::whole_loop);
        // From its last turns on; one more turn may follow where a path is not done then.
        let Place::Register(i, _) = subject.carried[0] else { panic!("a register") };
        subject.from.set(i, Value::Int(98));
        subject.carried.clear();
        subject
    });
    assert!(leaves > 150, "{leaves}: there is something to compare");
}
