//! Gives an expression a value by changing input bytes of a model: the way down through operations that can be inverted.
//!
//! Where several ways lead down (which side of a comparison to move, which of two conditions to break, which arm of a choice to
//! take), the expressions' intervals rule some out, and dice choose among the others. Whoever asks must evaluate what came of
//! it: bytes that occur twice were changed twice, and everything else that depends on them has changed, too.

use crate::layer::Tools;
use bowline_base::FxHashSet;
use bowline_expr::{BinaryOp, BoundedOp, ExprId, INDEX_WIDTH, Model, Node, SymId, TableId, bounds, fold};

/// Steps down from one goal.
const MAX_STEPS: usize = 200_000;
/// Numbers of a bounded term that are changed at once.
const MAX_NUMBERS: usize = 1_024;
/// Steps between two looks at the interrupt.
const LOOK_EVERY: usize = 16;

/// Choices that are the same in every run.
pub struct Dice(u64);

impl Dice {
    pub fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// True once in `times`.
    fn one_in(&mut self, times: u64) -> bool {
        self.next().is_multiple_of(times)
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        match of.len() {
            0 => None,
            length => Some(of[(self.next() % length as u64) as usize]),
        }
    }
}

/// Changes the input bytes below `target` so that it has `value`; false where no way down was found. The model may be
/// changed in part then.
pub fn assign(
    tools: &mut Tools<'_>,
    model: &mut Model,
    dice: &mut Dice,
    target: ExprId,
    value: u128,
) -> bool {
    Descent { tools, model, dice, pending: vec![(target, value)], stale: true }.run()
}

struct Descent<'d, 'c> {
    tools: &'d mut Tools<'c>,
    model: &'d mut Model,
    dice: &'d mut Dice,
    /// Expressions and the values they are to have; the last comes first.
    pending: Vec<(ExprId, u128)>,
    /// The model has changed since values were last computed.
    stale: bool,
}

impl Descent<'_, '_> {
    fn run(mut self) -> bool {
        for step in 0..MAX_STEPS {
            let Some((id, value)) = self.pending.pop() else { return true };
            // What is below a goal may be large, and a step may evaluate all of it.
            if step % LOOK_EVERY == 0 && self.tools.is_interrupted() {
                return false;
            }
            let fits = self.now(id) == value;
            if self.tools.evaluator.take_exceeded() || (!fits && self.step(id, value).is_none()) {
                return false;
            }
        }
        false
    }

    /// The value of an expression under the model as it is.
    fn now(&mut self, id: ExprId) -> u128 {
        if std::mem::take(&mut self.stale) {
            self.tools.evaluator.begin(self.tools.pool);
        }
        self.tools.evaluator.eval_more(self.tools.pool, self.model, id)
    }

    fn constant(&self, id: ExprId) -> Option<u128> {
        self.tools.pool.as_const(id)
    }

    fn width(&self, id: ExprId) -> u16 {
        self.tools.pool.width(id)
    }

    /// May an expression have a value, as far as its interval tells?
    fn may_be(&self, id: ExprId, value: u128) -> bool {
        let (least, most) = bounds::interval(self.tools.pool, id);
        (least..=most).contains(&value)
    }

    fn want(&mut self, id: ExprId, value: u128) -> Option<()> {
        let possible = self.may_be(id, value);
        possible.then(|| self.pending.push((id, value)))
    }

    /// One of several goals, among those that are possible.
    fn want_one(&mut self, goals: &[(ExprId, u128)]) -> Option<()> {
        let possible = |&(id, value): &(ExprId, u128)| self.constant(id).is_none() && self.may_be(id, value);
        let possible: Vec<(ExprId, u128)> = goals.iter().copied().filter(possible).collect();
        let goal = self.dice.pick(&possible)?;
        self.pending.push(goal);
        Some(())
    }

    /// Replaces a goal that is not met by goals for the operands.
    fn step(&mut self, id: ExprId, value: u128) -> Option<()> {
        let width = self.width(id);
        match self.tools.pool.node(id) {
            Node::Const(_) | Node::WideConst(_) => None,
            Node::Input(_) | Node::Table(_) | Node::Store(..) | Node::Formula { .. } => None,
            // Bodies are gone down into for one number at a time.
            Node::Bound(_) => None,
            Node::Bounded { op: BoundedOp::ForAll, .. } if value == 0 => self.break_one(id),
            Node::Bounded { op: BoundedOp::ForAll, count, .. } => self.mend_all(id, count),
            Node::Bounded { op: BoundedOp::HowMany, count, .. } => self.change_some(id, count, value as u64),
            Node::Concat(high, low) => {
                let split = self.width(low);
                self.want(high, value >> split)?;
                self.want(low, value & fold::mask(split))
            }
            Node::ZeroExtend(inner) => self.want(inner, value),
            Node::SignExtend(inner) => {
                let narrow = self.width(inner);
                let part = value & fold::mask(narrow);
                (fold::sign_extend(part, narrow, width) == value).then_some(())?;
                self.want(inner, part)
            }
            Node::Extract { of, low } => {
                // Bits of a table are found where the rest of the byte may differ.
                if let Node::Select(array, index) = self.tools.pool.node(of)
                    && let Node::Table(table) = self.tools.pool.node(array)
                {
                    let fits = |byte: u8| fold::extract(byte.into(), low, width) == value;
                    return self.look_elsewhere(table, index, fits);
                }
                let hole = !(fold::mask(width) << low);
                let whole = self.now(of) & hole | value << low;
                self.want(of, whole)
            }
            Node::Binary(op, a, b) if op.is_comparison() => self.compare(op, a, b, value == 1),
            Node::Binary(op, a, b) if width == 1 => self.connect(op, a, b, value),
            Node::Binary(op, a, b) => self.compute(op, a, b, value, width),
            Node::Ite(condition, then, otherwise) => self.choose(condition, then, otherwise, value),
            Node::Select(array, index) => self.read(array, index, value as u8),
        }
    }

    /// A condition for all numbers that is to hold: for each that it does not hold for, or for fewer numbers.
    fn mend_all(&mut self, term: ExprId, count: ExprId) -> Option<()> {
        let broken = self.numbers(term, false, MAX_NUMBERS + 1);
        let first = *broken.first()?;
        let shortens = broken.len() > MAX_NUMBERS || self.dice.one_in(3);
        if shortens && self.constant(count).is_none() && self.may_be(count, first.into()) {
            return self.want(count, first.into());
        }
        broken.iter().take(MAX_NUMBERS).try_for_each(|&number| self.want_instance(term, number, 1))
    }

    /// A condition for all numbers that is to be broken for one.
    fn break_one(&mut self, term: ExprId) -> Option<()> {
        let numbers = self.numbers(term, true, MAX_NUMBERS);
        match self.dice.pick(&numbers) {
            Some(number) => self.want_instance(term, number, 0),
            None => {
                let Node::Bounded { count, .. } = self.tools.pool.node(term) else { return None };
                self.want_instance(term, 0, 0)?;
                self.want(count, 1)
            }
        }
    }

    /// So many numbers are to satisfy a condition: some more than now, or some fewer. Where there are not enough of them, there are to be more.
    fn change_some(&mut self, term: ExprId, count: ExprId, wanted: u64) -> Option<()> {
        self.stale = true;
        let now = self.now(term) as u64;
        let holds = now > wanted;
        let difference = usize::try_from(now.abs_diff(wanted)).ok().filter(|&some| some <= MAX_NUMBERS)?;
        let numbers = self.numbers(term, holds, difference);
        let missing = (difference - numbers.len()) as u64;
        if missing > 0 {
            let all = self.now(count) as u64;
            for number in all..all.checked_add(missing)? {
                self.want_instance(term, number, 1)?;
            }
            self.want(count, u128::from(all) + u128::from(missing))?;
        }
        numbers.iter().try_for_each(|&number| self.want_instance(term, number, u128::from(!holds)))
    }

    fn numbers(&mut self, term: ExprId, holds: bool, most: usize) -> Vec<u64> {
        // The evaluator forgets all values on the way.
        self.stale = true;
        self.tools.evaluator.numbers_where(self.tools.pool, self.model, term, holds, most)
    }

    fn want_instance(&mut self, term: ExprId, number: u64, value: u128) -> Option<()> {
        let at = self.tools.pool.constant(number.into(), INDEX_WIDTH);
        let instance = self.tools.pool.instance(term, at)?;
        self.stale = true;
        self.want(instance, value)
    }

    /// A connective of conditions.
    fn connect(&mut self, op: BinaryOp, a: ExprId, b: ExprId, value: u128) -> Option<()> {
        match (op, value) {
            (BinaryOp::And, 1) | (BinaryOp::Or, 0) => {
                self.want(b, value)?;
                self.want(a, value)
            }
            (BinaryOp::And | BinaryOp::Or, _) => self.want_one(&[(a, value), (b, value)]),
            (BinaryOp::Xor, _) => {
                let (x, y) = (self.now(a), self.now(b));
                self.want_one(&[(a, x ^ 1), (b, y ^ 1)])
            }
            _ => None,
        }
    }

    /// A comparison that is to turn out the other way than it does.
    fn compare(&mut self, op: BinaryOp, a: ExprId, b: ExprId, holds: bool) -> Option<()> {
        let width = self.width(a);
        let (x, y) = (self.now(a), self.now(b));
        let (up, down) = (
            |value: u128| value.wrapping_add(1) & fold::mask(width),
            |value: u128| value.wrapping_sub(1) & fold::mask(width),
        );
        let mut goals = match (op, holds) {
            (BinaryOp::Eq, true)
            | (BinaryOp::Ule | BinaryOp::Sle, true)
            | (BinaryOp::Ult | BinaryOp::Slt, false) => {
                vec![(a, y), (b, x)]
            }
            (BinaryOp::Eq, false) => {
                let other = u128::from(self.dice.next()) & fold::mask(width);
                vec![(a, up(y)), (a, down(y)), (a, other), (b, up(x)), (b, down(x)), (b, other)]
            }
            (BinaryOp::Ult | BinaryOp::Slt, _) => vec![(a, down(y)), (b, up(x))],
            _ => vec![(a, up(y)), (b, down(x))],
        };
        // Steps that wrapped around lead nowhere.
        let pool = &self.tools.pool;
        goals.retain(|&(side, value)| {
            let (x, y) = if side == a { (value, y) } else { (x, value) };
            pool.as_const(side).is_none() && (fold::binary(op, width, x, y) == 1) == holds
        });
        self.want_one(&goals)
    }

    fn compute(&mut self, op: BinaryOp, a: ExprId, b: ExprId, value: u128, width: u16) -> Option<()> {
        let mask = fold::mask(width);
        let (x, y) = (self.now(a), self.now(b));
        let goals: Vec<(ExprId, u128)> = match op {
            BinaryOp::Add => vec![(a, value.wrapping_sub(y)), (b, value.wrapping_sub(x))],
            BinaryOp::Sub => vec![(a, value.wrapping_add(y)), (b, x.wrapping_sub(value))],
            BinaryOp::Xor => vec![(a, value ^ y), (b, value ^ x)],
            BinaryOp::And => vec![(a, x & !y | value), (b, y & !x | value)],
            BinaryOp::Or => vec![(a, x & y | value & !y), (b, x & y | value & !x)],
            BinaryOp::Mul => vec![(a, value.checked_div(y)?), (b, value.checked_div(x)?)],
            BinaryOp::UDiv => vec![(a, value.checked_mul(y)?)],
            BinaryOp::URem => vec![(a, value), (a, x.wrapping_sub(x.checked_rem(y)?).wrapping_add(value))],
            BinaryOp::Shl if y < u128::from(width) => vec![(a, value >> y)],
            BinaryOp::LShr if y < u128::from(width) => vec![(a, value << y)],
            _ => return None,
        };
        let goals: Vec<(ExprId, u128)> = goals
            .into_iter()
            .map(|(side, value)| (side, value & mask))
            .filter(|&(side, new)| {
                let (x, y) = if side == a { (new, y) } else { (x, new) };
                fold::binary(op, width, x, y) == value
            })
            .collect();
        self.want_one(&goals)
    }

    /// Through the arm that is taken, or through the other one.
    fn choose(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId, value: u128) -> Option<()> {
        let holds = self.now(condition) == 1;
        let (taken, other) = if holds { (then, otherwise) } else { (otherwise, then) };
        let stays = self.may_be(taken, value) && !(self.may_be(other, value) && self.dice.one_in(3));
        if stays {
            return self.want(taken, value);
        }
        self.want(other, value)?;
        self.want(condition, u128::from(!holds))
    }

    fn read(&mut self, array: ExprId, index: ExprId, value: u8) -> Option<()> {
        let at = self.now(index) as u64;
        match self.source(array, at) {
            Source::Stored(byte) => self.want(byte, value.into()),
            Source::Input(symbol) => {
                self.model.set_byte(symbol, at, value);
                self.stale = true;
                Some(())
            }
            Source::Constant => match self.hidden_store(array) {
                Some((hidden, byte)) => {
                    self.want(byte, value.into())?;
                    self.want(hidden, at.into())
                }
                None => match self.tools.pool.node(array) {
                    Node::Table(table) => self.look_elsewhere(table, index, |byte| byte == value),
                    _ => None,
                },
            },
        }
    }

    /// Another place of a table, one whose byte fits.
    fn look_elsewhere(&mut self, table: TableId, index: ExprId, fits: impl Fn(u8) -> bool) -> Option<()> {
        let (least, most) = bounds::interval(self.tools.pool, index);
        let bytes = self.tools.pool.table_bytes(table);
        let places = (0u128..).zip(bytes.iter()).skip(least.min(bytes.len() as u128) as usize);
        let places = places.take_while(|(at, _)| *at <= most).filter(|(_, byte)| fits(**byte));
        let places: Vec<(ExprId, u128)> = places.map(|(at, _)| (index, at)).collect();
        self.want_one(&places)
    }

    fn source(&mut self, mut array: ExprId, at: u64) -> Source {
        loop {
            match self.tools.pool.node(array) {
                Node::Store(older, index, byte) => {
                    if self.now(index) as u64 == at {
                        return Source::Stored(byte);
                    }
                    array = older;
                }
                Node::Input(symbol) if at < self.tools.pool.symbol_info(symbol).size => {
                    return Source::Input(symbol);
                }
                // What the formula is at this place, as long as the place stays.
                Node::Formula { .. } => {
                    let pool = &mut *self.tools.pool;
                    let place = pool.constant(at.into(), INDEX_WIDTH);
                    let byte = pool.select(array, place);
                    self.stale = true;
                    let pool = &self.tools.pool;
                    return match pool.node(byte) {
                        Node::Select(same, _) if same == array => Source::Constant,
                        _ => Source::Stored(byte),
                    };
                }
                _ => return Source::Constant,
            }
        }
    }

    /// A store at an unknown place that a newer one overwrites under this model, so that nothing is lost when it goes
    /// elsewhere.
    fn hidden_store(&mut self, mut array: ExprId) -> Option<(ExprId, ExprId)> {
        let mut overwritten: FxHashSet<u64> = FxHashSet::default();
        while let Node::Store(older, index, byte) = self.tools.pool.node(array) {
            let at = self.now(index) as u64;
            if !overwritten.insert(at) && self.constant(index).is_none() {
                return Some((index, byte));
            }
            array = older;
        }
        None
    }
}

/// Where the byte of an array comes from under a model.
enum Source {
    Stored(ExprId),
    Input(SymId),
    Constant,
}
