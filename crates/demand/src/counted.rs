//! Loops that one comparison counts: `for (i = first; i < limit; i += step)` with no other way out.
//!
//! Such a loop comes to its header after `k` rounds for every `k` for which the comparison held in the round before, as long as the counter does not wrap: it only
//! moves towards the limit, so it held in all earlier rounds, too. How many rounds there were is then no unknown but a choice, and what is said of it is exact.
//!
//! Where a round may not come to its end, because it calls what may not come back or has a loop in it, that is a doubt: a path through such rounds alone shows nothing.

use crate::facts::Facts;
use crate::invariant::Known;
use crate::state::{Context, State};
use bowline_exec::terms::{cast_expr, compare_expr};
use bowline_expr::{ExprId, Pool};
use bowline_ir::def_use::Definition;
use bowline_ir::{
    CastOp, ComparePredicate, Constant, FuncId, Function, Inst, Loop, LoopId, Module, Operand, Reg, Width,
};

/// What counts a loop: it goes on while the counter, converted, compares like this with the limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Counted {
    phi: usize,
    cast: Option<(CastOp, Width)>,
    predicate: ComparePredicate,
    limit: Operand,
    /// Each round adds this.
    step: i64,
    /// The counter cannot wrap before the comparison fails.
    never_wraps: bool,
    /// A round may not come to its end: it calls what may not come back, or has a loop in it.
    pub(crate) may_stay: bool,
}

/// The largest step that is looked at.
const MOST_STEP: u64 = 1 << 20;

impl Counted {
    /// What counts a loop, if something does.
    pub(crate) fn of(
        module: &Module,
        facts: &Facts,
        (id, loop_id): (FuncId, LoopId),
        phis: &[(Reg, Width)],
        steps: &[Option<u128>],
    ) -> Option<Self> {
        let function = &module.functions[id];
        let one = &function.loops.loops[loop_id];
        let [exit] = one.exits.as_slice() else { return None };
        if !one.reducible || function.edges[*exit].from != one.header {
            return None;
        }
        let Inst::Branch { cond, then_edge, .. } = *function.terminator(one.header) else { return None };
        let def_use = &facts.function(id).def_use;
        let sole = |operand: Operand| match def_use.sole_definition(operand.as_reg()?)? {
            Definition::Inst(at) => Some((at, function.insts[at as usize])),
            _ => None,
        };
        let (at, Inst::Compare { predicate, width, a, b, .. }) = sole(cond)? else { return None };
        if function.block_of(at) != one.header {
            return None;
        }
        let predicate = if then_edge == *exit { negated(predicate) } else { predicate };
        let may_stay = !one.children.is_empty() || may_not_come_back(module, facts, function, one);
        for (value, limit, predicate) in [(a, b, predicate), (b, a, mirrored(predicate))] {
            if !stays(function, def_use, one, limit) {
                continue;
            }
            let (counter, cast) = match sole(value) {
                Some((_, Inst::Cast { op: op @ (CastOp::ZeroExtend | CastOp::SignExtend), to, a, .. })) => {
                    (a, Some((op, to)))
                }
                _ => (value, None),
            };
            let Some(phi) = phis.iter().position(|(reg, _)| Some(*reg) == counter.as_reg()) else { continue };
            let bits = phis[phi].1;
            let unused = 128 - u32::from(bits);
            let Some(step) = steps[phi].map(|step| (step << unused) as i128 >> unused) else { continue };
            let step =
                i64::try_from(step).ok().filter(|step| (1..=MOST_STEP).contains(&step.unsigned_abs()))?;
            let mut counted = Self { phi, cast, predicate, limit, step, never_wraps: false, may_stay };
            counted.never_wraps = counted.is_bounded(module, width, bits);
            return counted.is_towards().then_some(counted);
        }
        None
    }

    /// Does each round bring the counter nearer to where the comparison fails?
    fn is_towards(&self) -> bool {
        use ComparePredicate::*;
        match self.predicate {
            Ult | Ule | Slt | Sle => self.step > 0,
            Ugt | Uge | Sgt | Sge => self.step < 0,
            Ne => self.step.abs() == 1 && self.cast.is_none(),
            Eq => false,
        }
    }

    /// The order in which the counter only grows, or only shrinks.
    fn is_signed(&self) -> bool {
        use ComparePredicate::*;
        match self.cast {
            Some((op, _)) => op == CastOp::SignExtend,
            None => matches!(self.predicate, Slt | Sle | Sgt | Sge),
        }
    }

    /// Is the first value for which the comparison fails always a value of the counter's width?
    fn is_bounded(&self, module: &Module, width: Width, bits: Width) -> bool {
        use ComparePredicate::*;
        let is_strict = matches!(self.predicate, Ult | Ugt | Slt | Sgt | Ne);
        if is_strict && self.step.abs() == 1 && self.cast.is_none() {
            return true;
        }
        let Some(Constant::Int { value, .. }) = self.limit.as_const().map(|id| &module.constants[id]) else {
            return false;
        };
        let is_signed = matches!(self.predicate, Slt | Sle | Sgt | Sge);
        let unused = 128 - u32::from(width);
        let limit = if is_signed { (*value << unused) as i128 >> unused } else { *value as i128 };
        let (low, high) = match self.is_signed() {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits.min(126)) - 1),
        };
        (low..=high).contains(&(limit + i128::from(self.step)))
    }
}

impl State {
    /// After so many rounds of a counted loop, with its registers standing for what they were at its entry: what holds because there were so many, and
    /// whether every such number of rounds is come to.
    pub(crate) fn after_count(
        &mut self,
        context: &mut Context<'_>,
        known: &Known,
        counted: &Counted,
        count: ExprId,
    ) -> (ExprId, ExprId) {
        let (reg, bits) = known.phis[counted.phi];
        let first = self.register(context, reg, bits);
        let width = counted.cast.map_or(bits, |(_, to)| to);
        let limit = self.operand(context, counted.limit, width);
        let pool = &mut context.pool;
        let (zero, one) = (pool.constant(0, 64), pool.constant(1, 64));
        let none = pool.eq(count, zero);
        if counted.predicate == ComparePredicate::Ne {
            let (from, to) = if counted.step > 0 { (first, limit) } else { (limit, first) };
            let distance = pool.sub(to, from);
            let distance = pool.zero_extend(distance, 64);
            let within = pool.ule(count, distance);
            return (within, Pool::TRUE);
        }
        let is_signed = counted.is_signed();
        let wide = if is_signed { pool.sign_extend(first, 64) } else { pool.zero_extend(first, 64) };
        let step = pool.constant(u128::from(counted.step as u64), 64);
        let earlier = pool.sub(count, one);
        let moved = pool.mul(earlier, step);
        let last = pool.add(wide, moved);
        let narrow = pool.truncate(last, bits);
        let value = match counted.cast {
            Some((op, to)) => cast_expr(pool, op, to, narrow).unwrap_or(narrow),
            None => narrow,
        };
        let held = compare_expr(pool, counted.predicate, value, limit);
        // It did not wrap on its way: in 64 bits, it is where its own width has it, and not behind where it began.
        let again = if is_signed { pool.sign_extend(narrow, 64) } else { pool.zero_extend(narrow, 64) };
        let (low, high) = if counted.step > 0 { (wide, last) } else { (last, wide) };
        let in_order = if is_signed { pool.sle(low, high) } else { pool.ule(low, high) };
        let most = pool.constant(1 << 40, 64);
        let few = pool.ule(count, most);
        let few = if counted.step.abs() == 1 || bits < 40 { Pool::TRUE } else { few };
        let fits = pool.eq(again, last);
        let is_straight = pool.and(in_order, fits);
        let straight = pool.or(none, is_straight);
        let held = pool.or(none, held);
        match counted.never_wraps && !is_mixed(counted) {
            true => (pool.and(held, straight), few),
            false => {
                let from_zero = match is_mixed(counted) {
                    true => pool.sle(zero, wide),
                    false => Pool::TRUE,
                };
                (held, pool.all([straight, from_zero, few]))
            }
        }
    }
}

/// Is the counter a signed number that is compared as an unsigned one?
fn is_mixed(counted: &Counted) -> bool {
    use ComparePredicate::*;
    counted.is_signed() && matches!(counted.predicate, Ult | Ule | Ugt | Uge)
}

fn may_not_come_back(module: &Module, facts: &Facts, function: &Function, one: &Loop) -> bool {
    one.blocks.iter().flat_map(|block| function.block_insts(*block)).any(|inst| match *inst {
        Inst::Call { call } => {
            let site = &function.calls[call];
            let targets = facts.calls.targets(module, site);
            site.no_return || targets.is_empty() || targets.iter().any(|target| facts.effects(*target).ends)
        }
        Inst::Trap { .. } | Inst::Unsupported { .. } => true,
        _ => false,
    })
}

/// Is an operand the same in all rounds?
pub(crate) fn stays(
    function: &Function,
    def_use: &bowline_ir::def_use::DefUse,
    one: &Loop,
    operand: Operand,
) -> bool {
    operand.as_reg().is_none_or(|reg| {
        def_use.definitions(reg).iter().all(|definition| match *definition {
            Definition::Parameter => true,
            Definition::Inst(at) => !one.contains(function.block_of(at)),
            Definition::Move(edge, _) => !one.contains(function.edges[edge].from),
        })
    })
}

const fn negated(predicate: ComparePredicate) -> ComparePredicate {
    use ComparePredicate::*;
    match predicate {
        Eq => Ne,
        Ne => Eq,
        Ult => Uge,
        Ule => Ugt,
        Ugt => Ule,
        Uge => Ult,
        Slt => Sge,
        Sle => Sgt,
        Sgt => Sle,
        Sge => Slt,
    }
}

/// The same with its sides exchanged.
const fn mirrored(predicate: ComparePredicate) -> ComparePredicate {
    use ComparePredicate::*;
    match predicate {
        Eq | Ne => predicate,
        Ult => Ugt,
        Ule => Uge,
        Ugt => Ult,
        Uge => Ule,
        Slt => Sgt,
        Sle => Sge,
        Sgt => Slt,
        Sge => Sle,
    }
}
