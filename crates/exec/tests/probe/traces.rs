//! The run does not see a probe.

use crate::suite::{Subject, ends, lab, main_of, starts};
use bowline_exec::hooks::{Crossing, LoopStrategy};
use bowline_exec::probe::{Budget, General, Place, Region};
use bowline_exec::{Ending, Executor, KnownInputs, Outcome, State};
use bowline_expr::{Support, SupportCache};
use bowline_ir::{EdgeId, LoopCrossing};
use bowline_lab::{AtLoop, Explored};
use bowline_memory::Value;
use std::cell::Cell;
use std::rc::Rc;

/// An iteration with a loss, a warning, an input and forks in it.
const EVENTFUL: &str = "
    jump head with %i = 0
head:
    %done = compare uge i8 %i, 3
    branch %done then end else body
body:
    call @klee_warning(@words)
    %w = zero_extend i8 %i to i64
    %at = offset @few + %w * 1
    %v = load i8 at %at
    %bad = compare eq i8 %v, 9
    branch %bad then lose else next
lose:
    %l = call @somewhere_else(%v)
    jump next
next:
    %k = call @__VERIFIER_nondet_uchar()
    %odd = compare ugt i8 %k, 100
    branch %odd then more else less
more:
    %n = add i8 %i, 2
    jump head with %i = %n
less:
    %m = add i8 %i, 1
    jump head with %i = %m
end:
    return 0";

fn eventful() -> String {
    format!("constant @words, text \"careful\\0\"\nvariable @few, bytes 0102090405\n{}", main_of(EVENTFUL))
}

/// Everything that the books say.
fn books(executor: &Executor) -> String {
    let books = executor.books();
    let module = &executor.program().module;
    let functions: Vec<u64> =
        module.functions.iter_ids().map(|(id, _)| books.profile.of(id).instructions).collect();
    let lost: Vec<String> =
        books.lost.iter().map(|(entry, count)| format!("{} {count}", entry.what)).collect();
    let covered: Vec<bool> = module
        .functions
        .iter_ids()
        .flat_map(|(id, function)| (0..function.insts.len() as u32).map(move |at| (id, at)))
        .map(|(id, at)| books.coverage.is_covered(id, at))
        .collect();
    format!(
        "{lost:?} {covered:?} {:?} {functions:?} {} {:?} {} {:?}",
        books.stats,
        books.paths.nodes().len(),
        books.warnings,
        executor.solver().stats().queries,
        executor
            .solver()
            .stats()
            .layers
            .iter()
            .map(|layer| (layer.asked, layer.answered))
            .collect::<Vec<_>>(),
    )
}

#[test]
fn books_are_as_they_were() {
    let mut subject = Subject::iteration(&eventful());
    let before = books(&subject.executor);
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert!(probed.leaves.len() >= 4 && !probed.lost.is_empty(), "{}", ends(&probed));
    assert_eq!(books(&subject.executor), before);
}

#[test]
fn books_are_as_they_were_when_a_probe_was_stopped() {
    let mut subject = Subject::iteration(&eventful());
    let before = books(&subject.executor);
    let general = subject.natural();
    assert!(subject.probe(&general, Budget { paths: 2, ..Budget::default() }).stopped.is_some());
    assert_eq!(books(&subject.executor), before);
}

#[test]
fn the_concrete_runner_leaves_none_either() {
    let mut subject = Subject::iteration(&eventful());
    let before = books(&subject.executor);
    let place = subject.carried[0];
    let ran =
        subject.executor.run_region(&subject.from, &subject.region, &[(place, Value::Int(2))], None, 1000);
    assert!(ran.end.is_some() && !ran.lost.is_empty());
    assert_eq!(books(&subject.executor), before);
}

#[test]
fn what_was_executed_is_told_of_this_run_alone() {
    let mut subject = Subject::iteration(&eventful());
    let before = books(&subject.executor);
    let place = subject.carried[0];
    let mut trace = |value| {
        let (ran, trace) = subject.executor.trace_region(
            &subject.from,
            &subject.region,
            &[(place, Value::Int(value))],
            None,
            1000,
        );
        assert!(ran.end.is_some());
        (ran.state.instructions - subject.from.instructions, trace)
    };
    let (steps, leaves) = trace(3);
    assert_eq!(
        (leaves.instructions.len() as u64, leaves.edges.len()),
        (steps, 1),
        "the header, and the edge out"
    );
    let (steps, turn) = trace(0);
    assert_eq!(turn.instructions.len() as u64, steps, "no instruction comes twice in a turn");
    assert_eq!(trace(3).1, leaves, "what ran in between is forgotten");
    assert_eq!(books(&subject.executor), before);
}

/// Probes an iteration of whatever loop is entered, and does nothing else.
struct Curious {
    leaves: Rc<Cell<usize>>,
}

impl LoopStrategy for Curious {
    fn crossed(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        _: EdgeId,
        crossing: LoopCrossing,
    ) -> Crossing {
        let Some(entered) = crossing.entered() else { return Crossing::Pass };
        let program = Rc::clone(executor.program());
        let function = &program.module.functions[state.frame.function];
        let region = Region::iteration(state.frame.function, function, entered).expect("one entry");
        let widths = bowline_ir::widths::of(function, &program.module);
        let moves =
            function.loops.loops[entered].latches.iter().flat_map(|latch| &function.edges[*latch].moves);
        let mut general: Vec<(Place, General)> = moves
            .map(|(reg, _)| {
                (Place::Register(*reg, widths[reg.0 as usize].expect("a width")), General::Anything)
            })
            .collect();
        general.dedup();
        let probed = executor.probe(state, &region, &general, Budget::default());
        self.leaves.set(self.leaves.get() + probed.leaves.len());
        Crossing::Pass
    }
}

struct Passive;

impl LoopStrategy for Passive {
    fn crossed(&mut self, _: &mut Executor, _: &mut State, _: EdgeId, _: LoopCrossing) -> Crossing {
        Crossing::Pass
    }
}

/// What a run found, with the values of its tests.
fn found(explored: &Explored) -> String {
    let ends: Vec<String> =
        explored.ends.iter().map(|end| format!("{:?} {:?}", end.ending, explored.inputs(end))).collect();
    format!("{ends:?} {}", books(&explored.executor))
}

#[test]
fn a_run_with_probes_is_the_run_without() {
    let leaves = Rc::new(Cell::new(0));
    let probing = lab(&eventful()).plug(Curious { leaves: Rc::clone(&leaves) }).explore();
    let plain = lab(&eventful()).plug(Passive).explore();
    assert!(leaves.get() >= 4);
    assert_eq!(found(&probing), found(&plain));
}

#[test]
fn a_run_with_probes_and_collections_is_the_run_without() {
    let leaves = Rc::new(Cell::new(0));
    let probing = lab(&eventful()).plug(Curious { leaves }).collecting().explore();
    let plain = lab(&eventful()).plug(Passive).collecting().explore();
    assert_eq!(found(&probing), found(&plain));
}

#[test]
fn unknowns_of_a_probe_are_auxiliary() {
    let mut subject = Subject::iteration(&eventful());
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert!(subject.executor.pool().symbol_info(probed.unknowns[0].symbol).is_auxiliary);
    for leaf in &probed.leaves {
        assert!(
            leaf.state.inputs.iter().all(|input| !subject
                .executor
                .pool()
                .symbol_info(input.symbol)
                .is_auxiliary)
        );
    }
}

#[test]
fn unknowns_of_two_probes_are_different() {
    let mut subject = Subject::iteration(&eventful());
    let general = subject.natural();
    let first = subject.probe(&general, Budget::default());
    let second = subject.probe(&general, Budget::default());
    assert_ne!(first.unknowns[0].unknown, second.unknowns[0].unknown);
}

#[test]
fn tests_of_a_run_with_probes_have_inputs_only() {
    let leaves = Rc::new(Cell::new(0));
    let explored = lab(&eventful()).plug(Curious { leaves }).explore();
    let pool = explored.executor.pool();
    assert!(pool.symbols().any(|(_, symbol)| symbol.is_auxiliary), "there were unknowns");
    for end in &explored.ends {
        for input in end.state.inputs.iter() {
            assert!(!pool.symbol_info(input.symbol).is_auxiliary);
        }
        for constraint in end.state.path.constraints() {
            for part in SupportCache::new().of(pool, constraint).iter() {
                let (Support::Byte(symbol, _) | Support::Whole(symbol)) = *part;
                assert!(!pool.symbol_info(symbol).is_auxiliary, "a path is about inputs");
            }
        }
    }
}

#[test]
fn the_state_is_as_it_was() {
    let mut subject = Subject::iteration(&eventful());
    let (registers, instructions, depth, constraints, id) = {
        let from = &subject.from;
        (from.frame.registers.clone(), from.instructions, from.depth, from.path.len(), from.id)
    };
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    let from = &subject.from;
    assert_eq!(
        (&from.frame.registers, from.instructions, from.depth, from.path.len(), from.id),
        (&registers, instructions, depth, constraints, id)
    );
    assert!(probed.leaves.iter().all(|leaf| leaf.state.id != id && leaf.state.lane.is_none()));
}

#[test]
fn known_inputs_are_still_there_for_the_run() {
    let mut lab = lab(&eventful());
    let inputs = [3u8, 200, 50].map(|byte| ("nondet_uchar".to_string(), vec![byte]));
    lab.executor = lab.executor.with_known_inputs(KnownInputs::new(inputs));
    let mut subject = Subject::of(lab.at_loop("main", 0), AtLoop::iteration);
    let general = subject.natural();
    let probed = subject.probe(&general, Budget::default());
    assert_eq!(ends(&probed), "back exit lost", "in the region, too, an input is the one that is known");
    let outcome = subject.executor.run(&mut subject.from, 1000);
    assert!(
        matches!(outcome, Outcome::Ended { ending: Ending::Lost, .. }),
        "behind the first input it comes to what is not there"
    );
    assert_eq!(subject.executor.known_inputs().and_then(KnownInputs::misfit), None);
}

#[test]
fn an_answer_is_still_right_behind_a_collection_of_its_states() {
    let mut subject = Subject::iteration(&main_of(
        "jump head with %i = 0
        head:
        %x = mul i8 %i, 3
        %done = compare eq i8 %x, %c
        branch %done then end else body
        body:
        %n = add i8 %i, 1
        jump head with %i = %n
        end:
        return 0",
    ));
    let general = subject.natural();
    let mut probed = subject.probe(&general, Budget::default());
    let unknown = probed.unknowns[0].unknown;
    for number in 0..100 {
        let number = subject.executor.pool_mut().constant(number, 8);
        subject.executor.pool_mut().mul(unknown, number);
    }
    let before = subject.executor.pool().len();
    let states =
        [&subject.from, &probed.start].into_iter().chain(probed.leaves.iter().map(|leaf| &leaf.state));
    assert!(subject.executor.collect_garbage(states) < before, "something was freed");
    // Who keeps the states of leaves has their conditions again.
    let root = probed.start.path.len();
    for leaf in &mut probed.leaves {
        let added: Vec<_> = leaf.state.path.constraints().skip(root).collect();
        leaf.condition = subject.executor.pool_mut().all(added);
    }
    let starts = starts(&probed, 1);
    subject.agrees(&probed, &starts);
}
