//! What holds at the header of a loop whatever the number of iterations.
//!
//! Candidates compare what a register is with what it was when the loop was entered, and with limits that the loop compares something with. They are
//! conditional ("if it was at most the limit at first, it still is"), so they hold at the start by themselves; which of them an iteration preserves, all
//! together, is found by taking away those that a counterexample breaks until none is left to be found (Houdini). The paths of an iteration come from the
//! same walk that answers queries. What is left is proved.
//!
//! A register that every path changes by the same constant is its first value plus so many times the number of iterations, which all such registers share.

use crate::counted::{Counted, stays};
use crate::facts::FunctionFacts;
use crate::state::{Context, State};
use crate::term::word;
use crate::walk::{Budget, Manner, Walk};
use bowline_base::{FxHashMap, FxHashSet};
use bowline_expr::{ExprId, Pool};
use bowline_ir::def_use::Definition;
use bowline_ir::{Constant, FuncId, Function, Inst, Loop, LoopId, Module, Operand, Reg, Width};
use bowline_solver::{Path, Verdict};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Candidates of one loop, and paths through it.
const MOST_CANDIDATES: usize = 64;
const MOST_PATHS: usize = 24;

const BUDGET: Budget = Budget { steps: 6000, questions: 150, outward: 0 };

/// Something that may hold of a register at a header.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Candidate {
    /// It is not below what it was, or not above.
    Sided { phi: usize, signed: bool, above: bool },
    /// If it was at most this limit plus a number, it still is.
    AtMost { phi: usize, limit: Operand, plus: i64, signed: bool },
    /// If it was at least this limit plus a number, it still is.
    AtLeast { phi: usize, limit: Operand, plus: i64, signed: bool },
    /// It moved by multiples of a power of two.
    Multiple { phi: usize, bits: u32 },
    /// If it was below the limit by a multiple of a power of two, it still is, or is there, and has not gone back.
    Towards { phi: usize, limit: Operand, bits: u32 },
}

/// What is known of a loop.
#[derive(Clone, Debug, Default)]
pub struct Known {
    pub phis: Vec<(Reg, Width)>,
    /// By phi: what each iteration adds.
    pub steps: Vec<Option<u128>>,
    pub proved: Vec<Candidate>,
    /// By phi: it is only moved within its object.
    pub moved: Vec<bool>,
    /// What counts its rounds.
    pub counted: Option<Counted>,
}

type Proved = FxHashMap<(FuncId, LoopId), Arc<Known>>;

/// Of all loops that were asked about.
#[derive(Default)]
pub struct Invariants {
    /// Of all who answer questions about this module.
    shared: Arc<Mutex<Proved>>,
    /// Of loops in functions that call themselves: what is known of these depends on which was asked about first.
    own: Proved,
    in_progress: FxHashSet<(FuncId, LoopId)>,
    /// Something that is in progress was asked for since.
    is_partial: bool,
}

/// Shares what is proved.
impl Clone for Invariants {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), ..Self::default() }
    }
}

impl Invariants {
    fn proved(&self) -> MutexGuard<'_, Proved> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn of(&mut self, context: &mut Context<'_>, function: FuncId, id: LoopId) -> Arc<Known> {
        let key = (function, id);
        if let Some(known) = self.own.get(&key) {
            return Arc::clone(known);
        }
        if let Some(known) = self.proved().get(&key) {
            return Arc::clone(known);
        }
        if !self.in_progress.insert(key) {
            self.is_partial = true;
            return Arc::default();
        }
        let known = Arc::new(self.find_apart(context, function, id));
        self.in_progress.remove(&key);
        match self.is_partial || context.clock.is_over() {
            true => self.own.insert(key, Arc::clone(&known)),
            false => self.proved().insert(key, Arc::clone(&known)),
        };
        self.is_partial &= !self.in_progress.is_empty();
        known
    }

    /// In surroundings of its own: what is found must not depend on who asks first, nor rest on what was measured for the answer that asks.
    fn find_apart(&mut self, context: &Context<'_>, function: FuncId, id: LoopId) -> Known {
        match context.apart() {
            Ok(mut own) => self.find(&mut own, function, id),
            Err(_) => Known::default(),
        }
    }

    fn find(&mut self, context: &mut Context<'_>, id: FuncId, loop_id: LoopId) -> Known {
        let function = &context.module.functions[id];
        let one = &function.loops.loops[loop_id];
        let phis = phis(context.module, function, one);
        let moved = phis.iter().map(|(reg, width)| *width == 64 && is_moved(function, one, *reg)).collect();
        let none = Known {
            steps: vec![None; phis.len()],
            phis: phis.clone(),
            proved: Vec::new(),
            moved,
            counted: None,
        };
        let Some(transitions) = self.transitions(context, id, one, &phis) else { return none };
        let steps = steps(context, &phis, &transitions);
        let counted = Counted::of(context.module, context.facts, (id, loop_id), &phis, &steps);
        let candidates = candidates(context.module, function, one, &phis, &steps);
        let proved = houdini(context, id, one, &phis, candidates, &transitions);
        Known { steps, proved, counted, ..none }
    }

    /// What one iteration may do: a condition, and what each phi is afterwards, over what it was before.
    fn transitions(
        &mut self,
        context: &mut Context<'_>,
        id: FuncId,
        one: &Loop,
        phis: &[(Reg, Width)],
    ) -> Option<Vec<State>> {
        let mut starts = Vec::new();
        let first = context.module.functions[id].blocks[one.header].insts.start;
        for latch in &one.latches {
            let mut state = State::new(id, one.header, first);
            for (reg, width) in phis {
                let value = state.register(context, *reg, *width);
                state.carried.push(value);
            }
            state.cross(context, *latch);
            if let Some(condition) = state.taken(context, *latch) {
                state.assume(condition);
            }
            starts.push(state);
        }
        let into_calls =
            Walk::new(context, self, Manner::Exact, BUDGET).within(starts.clone(), id, one.header);
        let found = match into_calls {
            Some(found) if found.len() <= MOST_PATHS => found,
            // Callees have too many paths: what they give is any value.
            _ => {
                starts.iter_mut().for_each(|state| state.passes_calls = true);
                Walk::new(context, self, Manner::Exact, BUDGET).within(starts, id, one.header)?
            }
        };
        (found.len() <= MOST_PATHS).then_some(found)
    }
}

/// The registers that iterations hand over, with their widths.
fn phis(module: &Module, function: &Function, one: &Loop) -> Vec<(Reg, Width)> {
    let widths = bowline_ir::widths::of(function, module);
    FunctionFacts::phis(function, one)
        .into_iter()
        .filter_map(|reg| widths[reg.0 as usize].map(|width| (reg, width)))
        .collect()
}

/// Do all iterations only move this pointer: offsets of itself?
fn is_moved(function: &Function, one: &Loop, phi: Reg) -> bool {
    let def_use = bowline_ir::def_use::DefUse::of(function);
    let mut work: Vec<Operand> = Vec::new();
    for latch in &one.latches {
        let moves = &function.edges[*latch].moves;
        // Not moved by this edge: it stays.
        work.extend(moves.iter().filter(|(reg, _)| *reg == phi).map(|(_, source)| *source));
    }
    let mut seen = FxHashSet::default();
    while let Some(operand) = work.pop() {
        let Some(reg) = operand.as_reg() else { return false };
        if reg == phi || !seen.insert(reg) {
            continue;
        }
        for definition in def_use.definitions(reg) {
            match *definition {
                Definition::Parameter => return false,
                Definition::Move(edge, index) => {
                    let edge = &function.edges[edge];
                    if !one.contains(edge.from) {
                        return false;
                    }
                    work.push(edge.moves[index as usize].1);
                }
                Definition::Inst(at) => match function.insts[at as usize] {
                    Inst::Copy { a, .. } | Inst::Offset { base: a, .. }
                        if one.contains(function.block_of(at)) =>
                    {
                        work.push(a);
                    }
                    Inst::Select { a, b, .. } if one.contains(function.block_of(at)) => work.extend([a, b]),
                    _ => return false,
                },
            }
        }
    }
    true
}

fn steps(context: &mut Context<'_>, phis: &[(Reg, Width)], transitions: &[State]) -> Vec<Option<u128>> {
    (0..phis.len())
        .map(|at| {
            let mut all = transitions.iter().map(|one| {
                let (reg, width) = phis[at];
                let before = one.clone().register(context, reg, width);
                let change = context.pool.sub(one.carried[at], before);
                context.pool.as_const(change)
            });
            let first = all.next().flatten()?;
            all.all(|other| other == Some(first)).then_some(first)
        })
        .collect()
}

fn candidates(
    module: &Module,
    function: &Function,
    one: &Loop,
    phis: &[(Reg, Width)],
    steps: &[Option<u128>],
) -> Vec<Candidate> {
    let limits = limits(module, function, one);
    let mut all = Vec::new();
    for (phi, (_, width)) in phis.iter().enumerate() {
        for signed in [true, false] {
            for above in [true, false] {
                all.push(Candidate::Sided { phi, signed, above });
            }
        }
        if let Some(step) = steps[phi].filter(|step| *step != 0) {
            let bits = step.trailing_zeros().min(u32::from(*width) - 1);
            if bits > 0 {
                all.push(Candidate::Multiple { phi, bits });
            }
        }
        for (limit, limit_width) in &limits {
            if limit_width != width {
                continue;
            }
            if let Some(step) = steps[phi].filter(|step| *step != 0) {
                let bits = step.trailing_zeros().min(u32::from(*width) - 1);
                all.push(Candidate::Towards { phi, limit: *limit, bits });
            }
            for signed in [true, false] {
                for plus in [0, -1, 1] {
                    all.push(Candidate::AtMost { phi, limit: *limit, plus, signed });
                }
                all.push(Candidate::AtLeast { phi, limit: *limit, plus: 0, signed });
            }
        }
    }
    all.truncate(MOST_CANDIDATES);
    all
}

/// What the loop compares things with, as far as it stays the same; also at other widths where it is a constant.
fn limits(module: &Module, function: &Function, one: &Loop) -> Vec<(Operand, Width)> {
    let def_use = bowline_ir::def_use::DefUse::of(function);
    let mut found: Vec<(Operand, Width)> = Vec::new();
    for block in &one.blocks {
        for inst in function.block_insts(*block) {
            let Inst::Compare { width, a, b, .. } = *inst else { continue };
            for operand in [a, b].into_iter().filter(|operand| stays(function, &def_use, one, *operand)) {
                let mut widths = vec![width];
                if let Some(Constant::Int { value, .. }) = operand.as_const().map(|id| &module.constants[id])
                    && *value < 1 << 31
                {
                    widths = vec![32, 64];
                }
                for width in widths {
                    if !found.contains(&(operand, width)) {
                        found.push((operand, width));
                    }
                }
            }
        }
    }
    found.truncate(4);
    found
}

/// Takes candidates away that an iteration breaks, until none is broken.
fn houdini(
    context: &mut Context<'_>,
    id: FuncId,
    one: &Loop,
    phis: &[(Reg, Width)],
    mut left: Vec<Candidate>,
    transitions: &[State],
) -> Vec<Candidate> {
    let first = context.module.functions[id].blocks[one.header].insts.start;
    let mut before = State::new(id, one.header, first);
    let now: Vec<ExprId> = phis.iter().map(|(reg, width)| before.register(context, *reg, *width)).collect();
    let entry: Vec<ExprId> = phis
        .iter()
        .map(|(_, width)| {
            let symbol = before.fresh(&mut context.pool, "entry", *width);
            word(&mut context.pool, symbol, *width)
        })
        .collect();
    let mut questions = 400;
    'again: loop {
        let assumed: Vec<ExprId> =
            left.iter().map(|one| one.term(context, &mut before, &now, &entry)).collect();
        for transition in transitions {
            let after: Vec<ExprId> =
                left.iter().map(|one| one.term(context, &mut before, &transition.carried, &entry)).collect();
            let all = context.pool.all(after.iter().copied());
            let broken = context.pool.not(all);
            let question = context.pool.all(
                assumed.iter().chain(&transition.conditions).copied().chain([broken]).collect::<Vec<_>>(),
            );
            questions -= 1;
            match context.solver.check(&mut context.pool, &Path::new(), question) {
                Verdict::Unsat => {}
                Verdict::Sat(model) if questions > 0 => {
                    let mut holds = after
                        .iter()
                        .map(|term| context.solver.eval_in(&context.pool, &model, *term) == 1)
                        .collect::<Vec<_>>()
                        .into_iter();
                    left.retain(|_| holds.next() == Some(true));
                    continue 'again;
                }
                _ => return Vec::new(),
            }
        }
        return left;
    }
}

impl Candidate {
    pub const fn phi(&self) -> usize {
        match *self {
            Candidate::Sided { phi, .. }
            | Candidate::AtMost { phi, .. }
            | Candidate::AtLeast { phi, .. }
            | Candidate::Multiple { phi, .. }
            | Candidate::Towards { phi, .. } => phi,
        }
    }

    /// What it says of registers that are `now`, and were `entry`. Limits are those of the state, in its frame.
    pub(crate) fn term(
        &self,
        context: &mut Context<'_>,
        state: &mut State,
        now: &[ExprId],
        entry: &[ExprId],
    ) -> ExprId {
        let (x, e) = (now[self.phi()], entry[self.phi()]);
        let width = context.pool.width(x);
        let at_most =
            |pool: &mut Pool, signed: bool, a, b| if signed { pool.sle(a, b) } else { pool.ule(a, b) };
        match *self {
            Candidate::Sided { signed, above: true, .. } => at_most(&mut context.pool, signed, e, x),
            Candidate::Sided { signed, above: false, .. } => at_most(&mut context.pool, signed, x, e),
            Candidate::Multiple { bits, .. } => {
                let pool = &mut context.pool;
                let moved = pool.sub(x, e);
                let low = pool.truncate(moved, bits as Width);
                let zero = pool.constant(0, bits as Width);
                pool.eq(low, zero)
            }
            Candidate::Towards { limit, bits, .. } => {
                let limit = limit_term(context, state, limit, 0, width);
                let pool = &mut context.pool;
                let mut on_the_way = |value: ExprId| {
                    let below = pool.ule(value, limit);
                    if bits == 0 {
                        return below;
                    }
                    let left = pool.sub(limit, value);
                    let low = pool.truncate(left, bits as Width);
                    let zero = pool.constant(0, bits as Width);
                    let whole = pool.eq(low, zero);
                    pool.and(below, whole)
                };
                let (first, now) = (on_the_way(e), on_the_way(x));
                let was_not = pool.not(first);
                let forward = pool.ule(e, x);
                let now = pool.and(now, forward);
                pool.or(was_not, now)
            }
            Candidate::AtMost { limit, plus, signed, .. } => {
                let limit = limit_term(context, state, limit, plus, width);
                let pool = &mut context.pool;
                let (first, now) = (at_most(pool, signed, e, limit), at_most(pool, signed, x, limit));
                let was_not = pool.not(first);
                pool.or(was_not, now)
            }
            Candidate::AtLeast { limit, plus, signed, .. } => {
                let limit = limit_term(context, state, limit, plus, width);
                let pool = &mut context.pool;
                let (first, now) = (at_most(pool, signed, limit, e), at_most(pool, signed, limit, x));
                let was_not = pool.not(first);
                pool.or(was_not, now)
            }
        }
    }
}

fn limit_term(
    context: &mut Context<'_>,
    state: &mut State,
    limit: Operand,
    plus: i64,
    width: Width,
) -> ExprId {
    let value = match limit.as_const().map(|id| &context.module.constants[id]) {
        Some(Constant::Int { value, .. }) => context.pool.constant(*value, width),
        _ => state.operand(context, limit, width),
    };
    let mask = bowline_expr::fold::mask(width);
    let plus = context.pool.constant(i128::from(plus) as u128 & mask, width);
    context.pool.add(value, plus)
}
