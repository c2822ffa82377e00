//! The ground is enough: a loop strategy that replaces loops like that of `strlen` by their result, with public verbs and the probe only.
//!
//! A loop fits when one iteration, from any distance `d` of the pointer, either goes on with `d + 1` and nothing else changed, or leaves by
//! one exit. What is left to say is then the first distance at which it leaves.

use bowline_exec::hooks::{Crossing, LoopStrategy};
use bowline_exec::probe::{Budget, General, Leaf, LeafEnd, Place, Region};
use bowline_exec::{Decision, Ending, Executor, State};
use bowline_expr::ExprId;
use bowline_expr::substitute::Substitution;
use bowline_ir::{EdgeId, LoopCrossing, LoopId, Reg};
use bowline_lab::{Lab, agrees_with_brute_force};
use bowline_memory::Value;
use std::cell::Cell;
use std::rc::Rc;

/// Distances that are looked at.
const MOST: u64 = 16;

struct Scans {
    replaced: Rc<Cell<u32>>,
}

/// What a scanning loop does, in terms of how far its pointer is.
struct Scan {
    pointer: Reg,
    distance: ExprId,
    exit: Leaf,
}

fn understand(executor: &mut Executor, state: &State, of: LoopId) -> Option<Scan> {
    let program = Rc::clone(executor.program());
    let function = &program.module.functions[state.frame.function];
    let latches = &function.loops.loops[of].latches;
    let [(pointer, _)] =
        latches.iter().flat_map(|latch| &function.edges[*latch].moves).collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let place = Place::Register(*pointer, 64);
    let region = Region::iteration(state.frame.function, function, of)?;
    let probed = executor.probe(state, &region, &[(place, General::Moved)], Budget::default());
    let (mut exit, mut goes_on) = (None, false);
    let [moved] = probed.unknowns[..] else { return None };
    let pool = executor.pool_mut();
    let one = pool.constant(1, 64);
    let start = moved.value.to_expr(pool, 64);
    let next = pool.add(start, one);
    for leaf in probed.leaves {
        match leaf.end {
            LeafEnd::Back(_) if leaf.state.register(*pointer) == Value::Expr(next) && !goes_on => {
                goes_on = leaf.state.memory.differing_objects(&probed.start.memory).is_empty();
            }
            LeafEnd::Exit(_) if exit.is_none() => exit = Some(leaf),
            LeafEnd::Ended(Ending::Bug(_)) => {}
            _ => return None,
        }
    }
    goes_on.then_some(Scan { pointer: *pointer, distance: moved.unknown, exit: exit? })
}

impl LoopStrategy for Scans {
    fn crossed(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        _: EdgeId,
        crossing: LoopCrossing,
    ) -> Crossing {
        let Some(scan) = crossing.entered().and_then(|of| understand(executor, state, of)) else {
            return Crossing::Pass;
        };
        let LeafEnd::Exit(edge) = scan.exit.end else { return Crossing::Pass };
        let pool = executor.pool_mut();
        let mut found = bowline_expr::Pool::FALSE;
        let mut first = pool.constant(0, 64);
        for distance in (0..MOST).rev() {
            let distance = pool.constant(distance.into(), 64);
            let mut there = Substitution::new();
            there.replace(scan.distance, distance);
            let Some(leaves) = there.apply(pool, scan.exit.condition, 1000) else { return Crossing::Pass };
            first = pool.ite(leaves, distance, first);
            found = pool.or(found, leaves);
        }
        // Whoever finds no end within the distance goes through the loop as it is.
        match executor.decide(state, found) {
            Decision::Yes => {}
            Decision::No => return Crossing::Pass,
            Decision::Both(other) => executor.let_run(*other),
        }
        let before = state.register(scan.pointer).to_expr(executor.pool_mut(), 64);
        let end = executor.pool_mut().add(before, first);
        state.set(scan.pointer, Value::from_expr(executor.pool(), end));
        self.replaced.set(self.replaced.get() + 1);
        Crossing::Behind(edge)
    }
}

const LENGTH: &str = r#"
declare @__VERIFIER_nondet_uchar() -> i8
variable @text, 5 bytes

function @main() -> i32 {
    %start = copy i64 @text
    %a = call @__VERIFIER_nondet_uchar()
    store i8 %a at %start
    %second = offset %start + 1 * 1
    %b = call @__VERIFIER_nondet_uchar()
    store i8 %b at %second
    jump head with %p = %start
head:
    %c = load i8 at %p
    %done = compare eq i8 %c, 0
    branch %done then end else next
next:
    %more = offset %p + 1 * 1
    jump head with %p = %more
end:
    %length = sub i64 %p, %start
    %small = truncate i64 %length to i32
    return %small
}
"#;

#[test]
fn a_scan_is_one_step_whatever_its_length() {
    let replaced = Rc::new(Cell::new(0));
    let explored = Lab::new(LENGTH).plug(Scans { replaced: Rc::clone(&replaced) }).explore();
    assert_eq!(replaced.get(), 1);
    assert_eq!(explored.ends.len(), 1, "one path instead of one per length");
    let forked = Lab::new(LENGTH).explore();
    assert_eq!(forked.statuses(), [0, 1, 2]);
    agrees_with_brute_force(LENGTH, "nondet_uchar", 2, &forked);
}
