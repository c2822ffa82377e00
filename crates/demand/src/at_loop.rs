//! A walk at the header of a loop: how many rounds there were is unknown, counted ([`crate::counted`]), or measured ([`crate::segment`]).

use crate::query::Reason;
use crate::segment::Segments;
use crate::state::State;
use crate::term::word;
use crate::walk::Walk;
use bowline_base::FxHashSet;
use bowline_ir::LoopId;

impl Walk<'_, '_> {
    /// The states at the header of a loop after any number of iterations; after the last one if the path `leaves` it there. Where the number
    /// was measured, one state in which the measurement holds, and one beyond what was measured.
    pub(crate) fn generalised(&mut self, state: State, id: LoopId, leaves: bool) -> Vec<State> {
        let function = state.function;
        let known = self.invariants.of(self.context, function, id);
        let why = Reason::Loop(
            self.context.module.describe(self.context.module.functions[function].loops.loops[id].line),
        );
        let mut unknown = state.clone();
        let count = unknown.unknown(&mut self.context.pool, 64, why.clone());
        let mut unknown = unknown.generalise(self.context, id, &known, count, &[]);
        let mut counting = None;
        if let Some(counted) = &known.counted {
            let mut any = state.clone();
            let symbol = any.fresh(&mut self.context.pool, "rounds", 64);
            let rounds = word(&mut self.context.pool, symbol, 64);
            let mut any = any.generalise(self.context, id, &known, rounds, &[]);
            let (held, exact) = any.after_count(self.context, &known, counted, rounds);
            any.assume(held);
            any.assume(exact);
            if counted.may_stay {
                any.doubts.push(why.clone());
            }
            counting = Some(any).filter(|any| self.may_be(any));
            let (held, exact) = unknown.after_count(self.context, &known, counted, count);
            let inexact = self.context.pool.not(exact);
            unknown.assume(held);
            unknown.assume(inexact);
        }
        if unknown.is_contradiction() || !self.may_be(&unknown) {
            return counting.into_iter().collect();
        }
        let Some(rounds) = Segments::rounds(self.context, function, id, &known) else {
            return counting.into_iter().chain([unknown]).collect();
        };
        // Made anew, not from the other: what the loop reads only is apart from what it writes only where the measurement holds.
        let mut measured = state;
        let symbol = measured.fresh(&mut self.context.pool, "rounds", 64);
        let count = word(&mut self.context.pool, symbol, 64);
        let mut measured = measured.generalise(self.context, id, &known, count, &rounds.cut.apart());
        let (most, inside) = measured.rounds(self.context, &rounds);
        let goes_on = !leaves && self.must_go_on(&measured, id);
        let pool = &mut self.context.pool;
        let limited = match (leaves, goes_on) {
            (true, _) => pool.eq(count, most),
            (_, true) => pool.ult(count, most),
            _ => pool.ule(count, most),
        };
        measured.assume(limited);
        measured.assume(inside);
        let (_, inside) = unknown.rounds(self.context, &rounds);
        let beyond = self.context.pool.not(inside);
        unknown.assume(beyond);
        self.context.segments.uses(&rounds.text);
        let both = [measured, unknown].into_iter().chain(counting);
        both.filter(|state| self.may_be(state)).collect()
    }

    /// From where the path was in a loop, is there no way but to its header?
    fn must_go_on(&self, state: &State, id: LoopId) -> bool {
        let function = &self.context.module.functions[state.function];
        let one = &function.loops.loops[id];
        let Some((_, from)) = state.begun.iter().find(|(frame, _)| *frame == state.frame) else {
            return false;
        };
        if *from == one.header || !one.contains(*from) {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut work = vec![*from];
        while let Some(block) = work.pop().filter(|block| one.contains(*block)) {
            if block == one.header || !seen.insert(block) {
                continue;
            }
            let next = function.successors(block);
            if next.is_empty() || next.iter().any(|edge| !one.contains(function.edges[*edge].to)) {
                return false;
            }
            work.extend(next.iter().map(|edge| function.edges[*edge].to));
        }
        true
    }
}
