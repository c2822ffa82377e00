//! The ground is enough: a loop strategy that replaces loops like that of `strlen` by their result, with public verbs and the probe only.
//!
//! A loop fits when one iteration, from any distance `d` of the pointer, goes on with `d + 1` and nothing else changed, leaves by one exit, or
//! shows a bug. The first distance at which it leaves, having gone on at all before, is then what is left to say. Whoever does not leave
//! within a few iterations, or meets a bug, goes through the loop as it is.

use bowline_exec::hooks::{Crossing, LoopStrategy};
use bowline_exec::probe::{Budget, General, LeafEnd, Place, Region};
use bowline_exec::{Decision, Ending, Executor, LiveRegisters, State};
use bowline_expr::{ExprId, Pool, SymId, substitute::Substitution};
use bowline_ir::{EdgeId, LoopCrossing, LoopId, Reg};
use bowline_lab::{Lab, agrees_with_brute_force, all_bytes, predicts};
use bowline_memory::Value;
use std::cell::Cell;
use std::rc::Rc;

// The strategy, to its end in some ninety lines of code.
/// Distances that are looked at.
const MOST: u64 = 16;

type Results = Vec<(Reg, ExprId)>;

#[derive(Default)]
struct Scans {
    live: LiveRegisters,
    replaced: Rc<Cell<u32>>,
}

/// What a scanning loop does, in terms of how far its pointer is.
struct Scan {
    distance: SymId,
    goes_on: ExprId,
    leaves: ExprId,
    exit: EdgeId,
    /// What is needed behind the exit.
    results: Results,
}

impl Scans {
    fn understand(&mut self, executor: &mut Executor, state: &State, of: LoopId) -> Option<Scan> {
        let program = Rc::clone(executor.program());
        let function = &program.module.functions[state.frame.function];
        let latches = &function.loops.loops[of].latches;
        let moves: Vec<_> = latches.iter().flat_map(|latch| &function.edges[*latch].moves).collect();
        let [(pointer, _)] = moves[..] else { return None };
        let region = Region::iteration(state.frame.function, function, of)?;
        let general = [(Place::Register(*pointer, 64), General::Moved)];
        let probed = executor.probe(state, &region, &general, Budget::default());
        let (moved, pool) = (probed.unknowns[0], executor.pool_mut());
        let (start, one) = (moved.value.to_expr(pool, 64), pool.constant(1, 64));
        let next = Value::Expr(pool.add(start, one));
        let (mut goes_on, mut exit) = (None, None);
        for leaf in probed.leaves {
            let is_pure = leaf.state.inputs == probed.start.inputs
                && leaf.state.memory.differing_objects(&probed.start.memory).is_empty();
            match leaf.end {
                LeafEnd::Back(_) if is_pure && goes_on.is_none() && leaf.state.register(*pointer) == next => {
                    goes_on = Some(leaf.condition);
                }
                LeafEnd::Exit(edge) if is_pure && exit.is_none() => exit = Some((leaf, edge)),
                LeafEnd::Ended(Ending::Bug(_)) => {}
                _ => return None,
            }
        }
        let (leaf, exit) = exit?;
        let live = self.live.at(executor, &leaf.state);
        let (registers, pool) = (&leaf.state.frame.registers, executor.pool_mut());
        let result = |&(at, width): &(usize, _)| (Reg(at as u32), registers[at].to_expr(pool, width));
        let results = live.iter().map(result).collect();
        Some(Scan { distance: moved.symbol, goes_on: goes_on?, leaves: leaf.condition, exit, results })
    }
}

/// Does it leave within [`MOST`] iterations, and what are the results then?
fn closed(pool: &mut Pool, scan: &Scan) -> Option<(ExprId, Results)> {
    let at = |pool: &mut Pool, distance, expr| {
        let mut there = Substitution::new();
        there.replace_word(pool, scan.distance, distance);
        there.apply(pool, expr, 1000)
    };
    let (mut found, mut first) = (Pool::FALSE, pool.constant(0, 64));
    for distance in (0..MOST).rev() {
        let distance = pool.constant(distance.into(), 64);
        let leaves = at(pool, distance, scan.leaves)?;
        let later = at(pool, distance, scan.goes_on)?;
        let later = pool.and(later, found);
        found = pool.or(leaves, later);
        first = pool.ite(leaves, distance, first);
    }
    let result = |&(reg, value): &(Reg, ExprId)| Some((reg, at(pool, first, value)?));
    Some((found, scan.results.iter().map(result).collect::<Option<_>>()?))
}

impl LoopStrategy for Scans {
    fn crossed(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        _: EdgeId,
        crossing: LoopCrossing,
    ) -> Crossing {
        let Some(scan) = crossing.entered().and_then(|of| self.understand(executor, state, of)) else {
            return Crossing::Pass;
        };
        let Some((found, results)) = closed(executor.pool_mut(), &scan) else { return Crossing::Pass };
        match executor.decide(state, found) {
            Decision::Yes => {}
            Decision::No => return Crossing::Pass,
            Decision::Both(other) => executor.let_run(*other),
        }
        for (reg, value) in results {
            state.set(reg, Value::from_expr(executor.pool(), value));
        }
        self.replaced.set(self.replaced.get() + 1);
        Crossing::Behind(scan.exit)
    }
}
// The end of the strategy.

/// A scan of two unknown bytes and a zero; the loop has these instructions, and what is behind it these.
fn program(body: &str, behind: &str) -> String {
    format!(
        "declare @__VERIFIER_nondet_uchar() -> i8
        variable @text, 5 bytes
        constant @table, bytes 00010100
        function @main() -> i32 {{
            %start = copy i64 @text
            %a = call @__VERIFIER_nondet_uchar()
            store i8 %a at %start
            %second = offset %start + 1 * 1
            %b = call @__VERIFIER_nondet_uchar()
            store i8 %b at %second
            jump head with %p = %start
        head:
            %c = load i8 at %p
            {body}
            branch %done then end else next
        next:
            %more = offset %p + 1 * 1
            jump head with %p = %more
        end:
            %length = sub i64 %p, %start
            %small = truncate i64 %length to i32
            {behind}
        }}"
    )
}

const UP_TO_ZERO: &str = "%done = compare eq i8 %c, 0";

/// How often the loop of a program was replaced, and on how many paths; what was found is what the program does.
fn replaced(text: &str) -> (u32, usize) {
    let count = Rc::new(Cell::new(0));
    let explored = Lab::new(text).plug(Scans { replaced: Rc::clone(&count), ..Scans::default() }).explore();
    let inputs = all_bytes(&[0, 1, 2, 3, 4, 200, 255], 2);
    predicts(text, "nondet_uchar", &inputs, &explored);
    (count.get(), explored.ends.len())
}

#[test]
fn a_scan_is_one_step_whatever_its_length() {
    let text = program(UP_TO_ZERO, "return %small");
    assert_eq!(replaced(&text), (1, 1), "one path instead of one per length");
    let forked = Lab::new(&text).explore();
    assert_eq!(forked.statuses(), [0, 1, 2]);
    agrees_with_brute_force(&text, "nondet_uchar", 2, &forked);
}

#[test]
fn what_the_loop_computed_is_there_behind_it() {
    let until_small = "%done = compare ult i8 %c, 3";
    let text = program(
        until_small,
        "%last = zero_extend i8 %c to i32
            %tens = mul i32 %small, 10
            %both = add i32 %tens, %last
            return %both",
    );
    assert_eq!(replaced(&text), (1, 1));
}

#[test]
fn a_bug_before_the_exit_is_not_jumped_over() {
    let by_table = "%index = zero_extend i8 %c to i64
            %entry = offset @table + %index * 1
            %class = load i8 at %entry
            %done = compare eq i8 %class, 0";
    let text = program(by_table, "return %small");
    let (count, paths) = replaced(&text);
    assert_eq!(count, 1);
    assert!(paths > 1, "the bytes that the table does not have");
}

#[test]
fn a_loop_that_writes_is_left_alone() {
    let counting = "store i8 1 at %p
            %done = compare eq i8 %c, 0";
    assert_eq!(replaced(&program(counting, "return %small")).0, 0);
}
