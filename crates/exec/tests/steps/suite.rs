//! How the programs of these tests are explored and what is demanded of every exploration.

use bowline_base::Rng;
use bowline_exec::hooks::{Crossing, LoopStrategy};
use bowline_exec::{Ending, ExecConfig, Executor, State};
use bowline_ir::{EdgeId, LoopCrossing};
use bowline_lab::{Explored, Lab, all_bytes, predicts};

/// Functions that the programs may call.
const DECLARATIONS: &str = "
declare @__VERIFIER_nondet_uchar() -> i8
declare @klee_assume(i64)
declare @klee_set_forking(i32)
declare @klee_silent_exit(i32)
declare @bowline_assert(i32)
declare @__bowline_decide(i32) -> i32
declare @__bowline_concretise(i64) -> i64
declare @malloc(i64) -> i64
declare @calloc(i64, i64) -> i64
declare @realloc(i64, i64) -> i64
declare @posix_memalign(i64, i64, i64) -> i32
declare @aligned_alloc(i64, i64) -> i64
declare @free(i64)
declare @memcpy(i64, i64, i64) -> i64
declare @mempcpy(i64, i64, i64) -> i64
declare @memset(i64, i32, i64) -> i64
declare @abort()
declare @_exit(i32)
declare @setjmp(i64) -> i32
declare @longjmp(i64, i32)
declare @somewhere_else(i32) -> i32
";

/// The text of a program with what it may call.
pub fn whole(text: &str) -> String {
    format!("{DECLARATIONS}{text}")
}

/// A `main` of these instructions, behind the reading of two unknown bytes `%c` and `%d`.
pub fn main_of(instructions: &str) -> String {
    format!(
        "function @main() -> i32 {{
            %c = call @__VERIFIER_nondet_uchar()
            %d = call @__VERIFIER_nondet_uchar()
            {instructions}
        }}"
    )
}

/// Inputs that tell the paths of these programs apart: every byte where there is one, few values where there are more.
pub fn inputs(count: usize) -> Vec<Vec<u8>> {
    match count {
        0 | 1 => all_bytes(&(0..=255).collect::<Vec<u8>>(), count),
        2 => all_bytes(&[0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 63, 64, 97, 127, 128, 129, 200, 254, 255], 2),
        _ => all_bytes(&[0, 1, 2, 128, 255], count),
    }
}

/// A strategy that does nothing: its presence means that states may be joined.
pub struct Nobody;

impl LoopStrategy for Nobody {
    fn crossed(&mut self, _: &mut Executor, _: &mut State, _: EdgeId, _: LoopCrossing) -> Crossing {
        Crossing::Pass
    }
}

pub fn lab(text: &str) -> Lab {
    Lab::new(&whole(text))
}

pub fn explore(text: &str) -> Explored {
    lab(text).explore()
}

/// `3 paths, out-of-bounds-read:7, infeasible`: how many paths ended, the bugs with their lines (where those are known), and whether an assumption
/// could not hold.
pub fn summary(explored: &Explored) -> String {
    let count = explored.ends.len();
    let mut parts = vec![format!("{count} path{}", if count == 1 { "" } else { "s" })];
    parts.extend(explored.bugs().into_iter().map(|(kind, line)| match line {
        0 => kind.to_string(),
        line => format!("{kind}:{line}"),
    }));
    if explored.ends.iter().any(|end| end.ending == Ending::Infeasible) {
        parts.push("infeasible".to_string());
    }
    parts.join(", ")
}

/// Demands that a program has the paths and bugs that are expected, in the words of [`summary`], and that each input belongs to one path,
/// which ends as the program does with that input: in any order of execution, with collections in between, and where states may be joined
/// (which may mean fewer paths, and never other bugs). `count` is the number of bytes that the program reads.
#[track_caller]
pub fn check(text: &str, count: usize, expected: &str) {
    check_with(&ExecConfig::default(), text, count, expected);
}

#[track_caller]
pub fn check_with(config: &ExecConfig, text: &str, count: usize, expected: &str) {
    let text = whole(text);
    let lab = || Lab::configured(&text, config.clone());
    let told = |explored: &Explored| predicts(&text, "nondet_uchar", &inputs(count), explored);
    let plain = lab().explore();
    assert_eq!(summary(&plain), expected);
    told(&plain);
    let collected = lab().collecting().explore();
    assert_eq!(summary(&collected), expected, "collections make no difference");
    told(&collected);
    for seed in 0..2 {
        let mut rng = Rng::new(seed);
        let shuffled = lab().explore_by(|open, _| rng.below(open.len() as u64) as usize);
        assert_eq!(summary(&shuffled), expected, "the order makes no difference");
        told(&shuffled);
    }
    let joinable = lab().plug(Nobody).explore();
    assert_eq!(joinable.bugs(), plain.bugs());
    told(&joinable);
}
