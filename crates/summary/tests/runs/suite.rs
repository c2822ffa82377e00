//! How the programs of these tests are explored and what is demanded of every exploration.

use bowline_exec::probe::Budget;
use bowline_lab::{Explored, Lab, all_bytes, predicts};
use bowline_summary::{LoopUse, Summaries, SummaryConfig};

/// Bytes that the texts are made of.
const BYTES: [u8; 4] = [0, 1, b'a', b'b'];

/// Characters of the text.
const LENGTH: usize = 3;

/// A program that reads a text of three characters, terminated by zero, and continues with `rest`, where `%text` is its address.
pub fn program(rest: &str) -> String {
    let mut text = String::from(
        "declare @__VERIFIER_nondet_uchar() -> i8
variable @buffer, 4 bytes
variable @out, 2 bytes
variable @word, 8 bytes
variable @copy, 8 bytes
function @main() -> i32 {
    %text = copy i64 @buffer
",
    );
    for at in 0..LENGTH {
        text += &format!(
            "    %a{at} = offset %text + {at} * 1
    %c{at} = call @__VERIFIER_nondet_uchar()
    store i8 %c{at} at %a{at}
"
        );
    }
    text + rest + "\n}\n"
}

/// What became of the loops of a program that asks for more inputs than its text has.
pub fn explore(rest: &str) -> (Explored, Vec<LoopUse>) {
    let (summaries, report) = Summaries::new(SummaryConfig::default());
    let explored = Lab::new(&program(rest)).plug(summaries).explore();
    let loops = report.borrow().loops.values().cloned().collect();
    (explored, loops)
}

/// What became of the loops, with every input explored on exactly one path that ends as the program does.
pub fn check(rest: &str) -> (Explored, Vec<LoopUse>) {
    check_within(rest, SummaryConfig::default().budget)
}

/// The same, where learning an iteration costs no more than this.
pub fn check_within(rest: &str, budget: Budget) -> (Explored, Vec<LoopUse>) {
    let text = program(rest);
    // What scouts find is on two paths.
    let config = SummaryConfig { budget, scouts: false, ..SummaryConfig::default() };
    let (summaries, report) = Summaries::new(SummaryConfig { validate: true, ..config.clone() });
    let explored = Lab::new(&text).plug(summaries).explore();
    assert_eq!(report.borrow().proofs.violations, Vec::<String>::new());
    predicts(&text, "nondet_uchar", &all_bytes(&BYTES, LENGTH), &explored);
    let (again, _) = Summaries::new(config);
    let collected = Lab::new(&text).plug(again).collecting().explore();
    predicts(&text, "nondet_uchar", &all_bytes(&BYTES, LENGTH), &collected);
    let loops = report.borrow().loops.values().cloned().collect();
    (explored, loops)
}

/// The only loop of a program, which was understood as a whole, in so many phases.
pub fn understood(rest: &str, phases: usize) {
    let (_, loops) = check(rest);
    let [one] = &loops[..] else { panic!("{loops:?}") };
    assert!(one.runs > 0 && one.is_whole && one.declined.is_none(), "{one:?}");
    assert_eq!(one.phases, phases, "{one:?}");
}
