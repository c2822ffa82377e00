//! For which of many numbers does the body of a bounded term hold? In stretches, without going through all of them.
//!
//! A solver may choose any count, and a text is longer than what a model says of it: beyond, its bytes are zero. So a long range of numbers is looked at
//! as a whole first, with an interval for each part of the body; where that does not decide, each half is, and single numbers are evaluated.
//! Exact, whatever the intervals miss. Where the body only [looks at a few bytes](crate::looks), it is evaluated once for each of the values that they have.

use crate::looks::Looks;
use crate::{BinaryOp, Evaluator, ExprId, Model, Node, Pool, Range, bounds, fold};
use bowline_base::FxHashMap;

/// Numbers that are looked at one by one, and where that is no more than looking at bytes.
const FEW: u64 = 16;
const FEW_BYTES: u64 = 256;
/// How deep a line is looked for.
const DEPTH: u32 = 8;

/// Numbers for all of which a body holds, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stretch {
    pub from: u64,
    /// Behind the last.
    pub to: u64,
    pub holds: bool,
}

/// Walks through the numbers below a count.
pub(crate) struct Stretches<'e> {
    pub pool: &'e Pool,
    pub model: &'e Model,
    /// Evaluates what does not depend on the number, and the body for single numbers. Nothing must have begun in it.
    pub evaluator: &'e mut Evaluator,
    pub level: u8,
    pub body: ExprId,
}

impl Stretches<'_> {
    /// Calls `visit` with stretches in rising order until it answers false. False where more than `most` stretches and numbers
    /// would have to be looked at.
    pub fn walk(mut self, count: u64, most: Option<u64>, mut visit: impl FnMut(Stretch) -> bool) -> bool {
        self.evaluator.begin(self.pool);
        let mut left = most.unwrap_or(u64::MAX);
        let mut looks = Looks::of(&mut self);
        let few = if looks.is_some() { FEW_BYTES } else { FEW };
        let mut pending = vec![(0, count)];
        while let Some((from, to)) = pending.pop() {
            if from == to {
                continue;
            }
            match left.checked_sub(FEW.min(to - from)) {
                Some(rest) => left = rest,
                None => return false,
            }
            if to - from <= few {
                for number in from..to {
                    let holds = match &mut looks {
                        Some(looks) => looks.truth(&mut self, number),
                        None => self.holds(number),
                    };
                    if !visit(Stretch { from: number, to: number + 1, holds }) {
                        return true;
                    }
                }
                continue;
            }
            match self.truth(from, to - 1) {
                Some(holds) => {
                    if !visit(Stretch { from, to, holds }) {
                        return true;
                    }
                }
                None => {
                    let middle = from + (to - from) / 2;
                    pending.push((middle, to));
                    pending.push((from, middle));
                }
            }
        }
        true
    }

    /// The truth of the body for one number.
    pub(crate) fn holds(&mut self, number: u64) -> bool {
        self.evaluator.begin_number(self.level, number, 0);
        self.evaluator.eval_more(self.pool, self.model, self.body) == 1
    }

    /// The truth of the body for all numbers from one to another, if it is the same and intervals tell.
    fn truth(&mut self, first: u64, last: u64) -> Option<bool> {
        let mut known = FxHashMap::default();
        let (least, most) = self.interval(self.body, (first, last), &mut known);
        (least == most).then_some(least == 1)
    }

    /// Within what a part of the body lies. Bodies are small, so this recurses.
    fn interval(
        &mut self,
        id: ExprId,
        numbers: (u64, u64),
        known: &mut FxHashMap<ExprId, (u128, u128)>,
    ) -> (u128, u128) {
        let width = self.pool.width(id);
        if self.pool.levels_of(id).is_closed() {
            let value = self.evaluator.eval_more(self.pool, self.model, id);
            return (value, value);
        }
        if let Some(&known) = known.get(&id) {
            return known;
        }
        let mask = fold::mask(width);
        let interval = match self.pool.node(id) {
            Node::Bound(_) if u128::from(numbers.1) <= mask => (numbers.0.into(), numbers.1.into()),
            Node::Select(array, index) => {
                let (least, most) = self.interval(index, numbers, known);
                self.bytes(array, least as u64, most as u64)
            }
            Node::Binary(op, a, b) if op.is_comparison() => {
                let (a, b) = (self.range(a, numbers, known), self.range(b, numbers, known));
                match Range::truth(op, a, b) {
                    Some(truth) => (truth.into(), truth.into()),
                    None => (0, 1),
                }
            }
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b) if width == 1 => {
                let (a, b) = (self.interval(a, numbers, known), self.interval(b, numbers, known));
                match op {
                    BinaryOp::And => (a.0 & b.0, a.1 & b.1),
                    BinaryOp::Or => (a.0 | b.0, a.1 | b.1),
                    _ if a.0 == a.1 && b.0 == b.1 => (a.0 ^ b.0, a.0 ^ b.0),
                    _ => (0, 1),
                }
            }
            Node::Ite(condition, then, otherwise) => {
                let (least, most) = self.interval(condition, numbers, known);
                let then = (most == 1).then(|| self.interval(then, numbers, known));
                let otherwise = (least == 0).then(|| self.interval(otherwise, numbers, known));
                match (then, otherwise) {
                    (Some(x), Some(y)) => (x.0.min(y.0), x.1.max(y.1)),
                    (Some(only), None) | (None, Some(only)) => only,
                    (None, None) => (0, mask),
                }
            }
            Node::Bounded { .. } => (0, mask),
            node => {
                if let Some(interval) = self.along_line(id, numbers) {
                    known.insert(id, interval);
                    return interval;
                }
                let mut parts = Vec::new();
                node.for_each_child(|part| parts.push(part));
                let parts: Vec<_> =
                    parts.into_iter().map(|part| (part, self.operand(part, numbers, known))).collect();
                let of = |id| parts.iter().find(|(part, _)| *part == id).map_or((0, mask), |(_, of)| *of);
                bounds::of_node(self.pool, node, width, of)
            }
        };
        known.insert(id, interval);
        interval
    }

    /// The interval of something that moves by the same for each number, where it does not wrap around in between: `end - j`, say, which
    /// intervals of its parts tell nothing about.
    fn along_line(&mut self, id: ExprId, (first, last): (u64, u64)) -> Option<(u128, u128)> {
        let (start, step) = self.line(id, DEPTH)?;
        let width = self.pool.width(id);
        let (mask, step) = (fold::mask(width), fold::signed(step, width));
        let at = |number: u64| step.checked_mul(number.into())?.checked_add(start as i128);
        let (one, other) = (at(first)?, at(last)?);
        let (least, most) = (one.min(other), one.max(other));
        // Both ends in the same turn.
        let turn = mask as i128 + 1;
        (least.div_euclid(turn) == most.div_euclid(turn))
            .then(|| (least.rem_euclid(turn) as u128, most.rem_euclid(turn) as u128))
    }

    /// The line that an index is on.
    pub(crate) fn line_of(&mut self, index: ExprId) -> Option<(u128, u128)> {
        self.line(index, DEPTH)
    }

    /// Where a line starts and by what it moves, in machine arithmetic of up to 64 bits.
    fn line(&mut self, id: ExprId, depth: u32) -> Option<(u128, u128)> {
        let width = self.pool.width(id);
        if width == 0 || width > 64 {
            return None;
        }
        if self.pool.levels_of(id).is_closed() {
            return Some((self.evaluator.eval_more(self.pool, self.model, id), 0));
        }
        let (mask, depth) = (fold::mask(width), depth.checked_sub(1)?);
        let (start, step) = match self.pool.node(id) {
            Node::Bound(_) => (0, 1),
            // The variable has all bits that its numbers have.
            Node::ZeroExtend(inner) if matches!(self.pool.node(inner), Node::Bound(_)) => (0, 1),
            Node::Extract { of, low: 0 } => self.line(of, depth)?,
            Node::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b) => {
                let ((start_a, step_a), (start_b, step_b)) = (self.line(a, depth)?, self.line(b, depth)?);
                match op {
                    BinaryOp::Add => (start_a.wrapping_add(start_b), step_a.wrapping_add(step_b)),
                    BinaryOp::Sub => (start_a.wrapping_sub(start_b), step_a.wrapping_sub(step_b)),
                    _ if step_a == 0 => (start_a.wrapping_mul(start_b), start_a.wrapping_mul(step_b)),
                    _ if step_b == 0 => (start_a.wrapping_mul(start_b), step_a.wrapping_mul(start_b)),
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some((start & mask, step & mask))
    }

    /// The interval of an operand; arrays have none.
    fn operand(
        &mut self,
        id: ExprId,
        numbers: (u64, u64),
        known: &mut FxHashMap<ExprId, (u128, u128)>,
    ) -> (u128, u128) {
        match self.pool.width(id) {
            0 => (0, 0),
            _ => self.interval(id, numbers, known),
        }
    }

    fn range(
        &mut self,
        id: ExprId,
        numbers: (u64, u64),
        known: &mut FxHashMap<ExprId, (u128, u128)>,
    ) -> Range {
        let interval = self.interval(id, numbers, known);
        Range::within(self.pool.width(id), interval)
    }

    /// Within what the bytes of an array lie from one index to another.
    fn bytes(&mut self, array: ExprId, first: u64, last: u64) -> (u128, u128) {
        match self.pool.node(array) {
            Node::Input(symbol) => {
                let size = self.pool.symbol_info(symbol).size;
                match self.model.is_zero_within(symbol, first, last.min(size.saturating_sub(1))) {
                    true => (0, 0),
                    false => (0, 255),
                }
            }
            Node::Table(table) if first >= self.pool.table_bytes(table).len() as u64 => (0, 0),
            Node::Store(older, index, _) if self.pool.levels_of(index).is_closed() => {
                let at = self.evaluator.eval_more(self.pool, self.model, index) as u64;
                match (first..=last).contains(&at) {
                    true => (0, 255),
                    false => self.bytes(older, first, last),
                }
            }
            _ => (0, 255),
        }
    }
}
