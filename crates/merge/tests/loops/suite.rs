//! How the programs of these tests are explored and what is demanded of every exploration.

use bowline_base::Rng;
use bowline_exec::ExecConfig;
use bowline_lab::{Explored, Lab, all_bytes, predicts};
use bowline_merge::{Form, LoopMerger, LoopStats, MergeConfig, MergeLoops, MergeOn, MergeReport};
use std::cell::RefCell;
use std::rc::Rc;

/// Functions that the programs may call.
const DECLARATIONS: &str = "
declare @__VERIFIER_nondet_uchar() -> i8
declare @klee_assume(i64)
declare @klee_make_symbolic(i64, i64, i64)
declare @klee_prefer_cex(i64, i64)
declare @__bowline_decide(i32) -> i32
declare @malloc(i64) -> i64
declare @free(i64)
declare @abort()
declare @setjmp(i64) -> i32
declare @longjmp(i64, i32)
";

/// Merges at every fork, and proves each merge.
pub const ANY: MergeConfig = MergeConfig {
    form: Form::Tree,
    on: MergeOn::Any,
    loops: MergeLoops::All,
    race: false,
    incremental: true,
    by_registers: false,
    limits: bowline_merge::MergeLimits {
        states: 10_000,
        time: std::time::Duration::from_secs(600),
        expressions: 1_000_000,
    },
    validate: true,
};

/// An exploration with merging.
pub struct Merged {
    pub explored: Explored,
    pub report: MergeReport,
}

/// A program in front of its exploration.
pub struct Setup {
    pub lab: Lab,
    pub report: Rc<RefCell<MergeReport>>,
}

/// The text of a program with what it may call.
pub fn whole(text: &str) -> String {
    format!("{DECLARATIONS}{text}")
}

pub fn setup(text: &str, config: MergeConfig) -> Setup {
    setup_with(text, config, ExecConfig::default())
}

pub fn setup_with(text: &str, config: MergeConfig, exec: ExecConfig) -> Setup {
    let (merger, report) = LoopMerger::new(config);
    Setup { lab: Lab::configured(&whole(text), exec).plug(merger), report }
}

pub fn merged(text: &str, config: MergeConfig) -> Merged {
    let Setup { lab, report } = setup(text, config);
    proved(lab.explore(), &report)
}

/// An exploration all of whose merges were proved.
pub fn proved(explored: Explored, report: &RefCell<MergeReport>) -> Merged {
    let report = report.borrow().clone();
    assert_eq!(report.findings.violations, Vec::<String>::new());
    assert_eq!(report.findings.unproved, 0, "every proof is small");
    Merged { explored, report }
}

/// Inputs that tell the paths of these programs apart: every byte where there is one, few values where there are more.
pub fn inputs(count: usize) -> Vec<Vec<u8>> {
    match count {
        0 | 1 => all_bytes(&(0..=255).collect::<Vec<u8>>(), count),
        2 => all_bytes(&[0, 1, 2, 3, 4, 7, b'a', b'b', 254, 255], 2),
        _ => all_bytes(&[0, 1, 2, b'a', b'b'], count),
    }
}

impl Merged {
    pub fn predicts(&self, text: &str, count: usize) -> &Self {
        predicts(&whole(text), "nondet_uchar", &inputs(count), &self.explored);
        self
    }

    pub fn of(&self, function: &str, number: u32) -> LoopStats {
        let function = self.explored.executor.program().module.function_named(function);
        let key = (function.expect("a function of that name"), bowline_ir::LoopId(number));
        self.report.loops.get(&key).cloned().unwrap_or_default()
    }

    /// `2 paths; main 0: 4 -> 1`: how many paths ended, and for each loop (by the function and its number there, outer loops first)
    /// how many states waited at its exits and what became of them; further figures where they are not the usual ones.
    pub fn summary(&self) -> String {
        let module = &self.explored.executor.program().module;
        let mut loops: Vec<String> = Vec::new();
        for ((function, loop_id), stats) in &self.report.loops {
            let LoopStats { contexts, states_in, states_out, joined_inside, given_up, .. } = stats;
            let mut text =
                format!("{} {}: {states_in} -> {states_out}", module.functions[*function].name, loop_id.0);
            for (figure, usual, name) in
                [(contexts, 1, "contexts"), (joined_inside, 0, "joined inside"), (given_up, 0, "given up")]
            {
                if *figure != usual {
                    text += &format!(", {figure} {name}");
                }
            }
            loops.push(text);
        }
        loops.sort_unstable();
        let paths = self.explored.ends.len();
        [vec![format!("{paths} path{}", if paths == 1 { "" } else { "s" })], loops].concat().join("; ")
    }
}

/// Demands that merging makes of a program what is expected, in the words of [`Merged::summary`].
///
/// Whatever the shape of merged states, with and without waiting at the start of an iteration, in a race, in any order of execution and with
/// collections in between: every merge is proved, and each input belongs to one path, which ends as the program does. `count` is the number of
/// bytes that the program reads.
pub fn check(text: &str, count: usize, expected: &str) {
    let tree = merged(text, ANY);
    assert_eq!(tree.predicts(text, count).summary(), expected);
    let naive = merged(text, MergeConfig { form: Form::Naive, ..ANY });
    assert_eq!(naive.predicts(text, count).summary(), expected, "the shape makes no difference");
    for form in [Form::Tree, Form::Naive, Form::Pattern] {
        merged(text, MergeConfig { form, incremental: false, ..ANY }).predicts(text, count);
    }
    merged(text, MergeConfig { form: Form::Pattern, ..ANY }).predicts(text, count);
    merged(text, MergeConfig { race: true, ..ANY }).predicts(text, count);
    merged(text, MergeConfig { by_registers: true, ..ANY }).predicts(text, count);
    let Setup { lab, report } = setup(text, ANY);
    let collected = proved(lab.collecting().explore(), &report);
    assert_eq!(collected.predicts(text, count).summary(), expected, "collections make no difference");
    for seed in 0..3 {
        shuffled(text, ANY, seed).predicts(text, count);
    }
}

/// States run in an order of chance, whoever waits for them.
pub fn shuffled(text: &str, config: MergeConfig, seed: u64) -> Merged {
    let Setup { lab, report } = setup(text, config);
    let mut rng = Rng::new(seed);
    proved(lab.explore_by(|open, _| rng.below(open.len() as u64) as usize), &report)
}
