//! Evaluation of expressions under a model, without recursion.

use crate::bounded::MAX_LEVELS;
use crate::stretches::Stretches;
use crate::{BoundedOp, ExprId, Model, Node, Pool, SymId, fold};

/// Evaluates expressions. Keep one and use it again: its memory is reused. Results are kept only where one asks for
/// [more](Self::eval_more).
#[derive(Default)]
pub struct Evaluator {
    /// Per expression: the round in which it was last evaluated, and the place of its value. As long as the pool, so it is
    /// kept small.
    memo: Vec<(u32, u32)>,
    /// The values of this round.
    values: Vec<u128>,
    /// The values of what depends on bound variables, each with the round of the numbers they had.
    open_values: Vec<u128>,
    /// The last round that was begun, for a model or for a number of a bounded term.
    rounds: u32,
    /// The round of what depends on the model alone.
    call: u32,
    /// The round of what depends on the bound variables as they are.
    open_call: u32,
    /// Bounded terms that are being gone through and formulas that are being read, the innermost last.
    passes: Vec<Pass>,
    /// For terms of which more is asked than a few numbers.
    inner: Option<Box<Evaluator>>,
    /// What the bound variables are.
    numbers: [u64; MAX_LEVELS as usize],
    stack: Vec<ExprId>,
    /// How much may be looked at for one term with many numbers; no limit where there is none.
    work: Option<u64>,
    /// Something was more than that: values since are not to be used.
    exceeded: bool,
    /// Reads that wait for the index of a store, and that store: where to go on, or a long chain would be walked from its start
    /// for each of its indices.
    paused: Vec<(ExprId, ExprId)>,
}

/// A bounded term on the way through its numbers, or a read of a formula.
struct Pass {
    term: ExprId,
    count: u64,
    next: u64,
    holds: u64,
    /// What the body's variable is meanwhile.
    level: u8,
    /// What was there before: the round of the term itself, how many values of such rounds, and what the variable was.
    before: u32,
    values: usize,
    number: u64,
}

/// Numbers that are gone through one by one.
const MANY: u64 = 256;

/// Rounds that may begin before all that is remembered is dropped.
const MAX_ROUNDS: u32 = 1 << 30;

impl Evaluator {
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how many numbers and stretches of them may be looked at for one bounded term from now on. Where that does not suffice,
    /// values are wrong, and the evaluator [says so](Self::take_exceeded).
    pub fn limit(&mut self, work: Option<u64>) {
        self.work = work;
        self.exceeded = false;
    }

    /// Was the limit exceeded since this was last asked?
    pub fn take_exceeded(&mut self) -> bool {
        std::mem::take(&mut self.exceeded)
    }

    /// The value of a bit-vector expression under a model.
    pub fn eval(&mut self, pool: &Pool, model: &Model, root: ExprId) -> u128 {
        if let Some(value) = pool.as_const(root) {
            return value;
        }
        self.begin(pool);
        self.eval_more(pool, model, root)
    }

    /// The value of one more expression, with what is known since [`begin`](Self::begin). The model must be the same.
    pub fn eval_more(&mut self, pool: &Pool, model: &Model, root: ExprId) -> u128 {
        if let Some(value) = pool.as_const(root) {
            return value;
        }
        self.stack.push(root);
        while let Some(&id) = self.stack.last() {
            if self.known(id).is_some() {
                self.stack.pop();
                continue;
            }
            let before = self.stack.len();
            if let Some(value) = self.step(pool, model, id) {
                self.remember(pool, id, value);
                self.stack.pop();
            } else {
                debug_assert!(self.stack.len() > before, "evaluation of {id} waits for nothing");
            }
        }
        self.known(root).unwrap_or_else(|| unreachable!("{root} was evaluated"))
    }

    /// Does a one-bit expression hold?
    pub fn holds(&mut self, pool: &Pool, model: &Model, condition: ExprId) -> bool {
        self.eval(pool, model, condition) == 1
    }

    /// Forgets all values. To be called when expressions were made or the model has changed.
    pub fn begin(&mut self, pool: &Pool) {
        debug_assert!(self.paused.is_empty() && self.passes.is_empty());
        self.values.clear();
        self.open_values.clear();
        if self.rounds >= MAX_ROUNDS {
            self.memo.clear();
            self.rounds = 0;
        }
        // Two, so that the round of a value tells of which kind it is.
        self.rounds += 2;
        self.call = self.rounds - 1;
        self.open_call = self.rounds;
        if self.memo.len() < pool.id_bound() {
            self.memo.resize(pool.id_bound() * 3 / 2, (0, 0));
        }
    }

    #[inline]
    fn known(&self, id: ExprId) -> Option<u128> {
        let (call, place) = self.memo[id.0 as usize];
        if call == self.call {
            return Some(self.values[place as usize]);
        }
        (call == self.open_call).then(|| self.open_values[place as usize])
    }

    /// Values are fewer than 2^32, as expressions are.
    #[inline]
    fn remember(&mut self, pool: &Pool, id: ExprId, value: u128) {
        let (call, values) = match pool.levels_of(id).is_closed() {
            true => (self.call, &mut self.values),
            false => (self.open_call, &mut self.open_values),
        };
        self.memo[id.0 as usize] = (call, values.len() as u32);
        values.push(value);
    }

    /// The value of `id`, or nothing after pushing what must be evaluated first.
    fn step(&mut self, pool: &Pool, model: &Model, id: ExprId) -> Option<u128> {
        let width = pool.width(id);
        match pool.node(id) {
            Node::Const(value) => Some(u128::from(value)),
            Node::WideConst(_) => pool.as_const(id),
            Node::Binary(op, a, b) => {
                let (x, y) = self.both(pool, model, a, b)?;
                Some(fold::binary(op, pool.width(a), x, y))
            }
            Node::Ite(condition, then, otherwise) => {
                let taken = if self.need(pool, model, condition)? == 1 { then } else { otherwise };
                self.need(pool, model, taken)
            }
            Node::Extract { of, low } => Some(fold::extract(self.need(pool, model, of)?, low, width)),
            Node::Concat(high, low) => {
                if let Some(word) = input_word(pool, model, id) {
                    return Some(word);
                }
                let (x, y) = self.both(pool, model, high, low)?;
                Some(x << pool.width(low) | y)
            }
            Node::ZeroExtend(a) => self.need(pool, model, a),
            Node::SignExtend(a) => Some(fold::sign_extend(self.need(pool, model, a)?, pool.width(a), width)),
            Node::Select(array, index) => {
                if self.passes.last().is_some_and(|pass| pass.term == id) {
                    return self.end_of_formula(pool, model, array);
                }
                let at = self.need(pool, model, index)? as u64;
                self.read(pool, model, id, array, at)
            }
            Node::Bound(level) => Some(u128::from(self.numbers[usize::from(level)]) & fold::mask(width)),
            Node::Bounded { op, level, count, body, .. } => {
                let count = self.need(pool, model, count)? as u64;
                if count > MANY && pool.levels_of(id).is_closed() {
                    return Some(self.by_stretches(pool, model, op, level, count, body));
                }
                self.pass(pool, model, id, count)
            }
            Node::Input(_) | Node::Table(_) | Node::Store(..) | Node::Formula { .. } => {
                unreachable!("arrays are only reached through Select")
            }
        }
    }

    /// Goes on with a bounded term: its body for one number after the other, each in a round of its own.
    fn pass(&mut self, pool: &Pool, model: &Model, term: ExprId, count: u64) -> Option<u128> {
        let Node::Bounded { op, level, body, .. } = pool.node(term) else {
            unreachable!("{term} is bounded")
        };
        let mut held = match self.passes.last() {
            Some(pass) if pass.term == term => Some(self.known(body)?),
            _ => {
                self.begin_pass(term, level, count);
                None
            }
        };
        loop {
            let pass = self.passes.last_mut()?;
            if let Some(held) = held.take() {
                pass.holds += held as u64;
                pass.next += 1;
                // One number decides.
                if held == 0 && op == BoundedOp::ForAll {
                    pass.count = pass.next;
                }
            }
            if pass.next == pass.count {
                break;
            }
            let (number, values) = (pass.next, pass.values);
            self.begin_number(level, number, values);
            held = Some(self.need(pool, model, body)?);
        }
        let pass = self.end_pass()?;
        Some(match op {
            BoundedOp::ForAll => u128::from(pass.holds == pass.count),
            BoundedOp::HowMany => u128::from(pass.holds),
        })
    }

    fn begin_pass(&mut self, term: ExprId, level: u8, count: u64) {
        let (before, values) = (self.open_call, self.open_values.len());
        let number = self.numbers[usize::from(level)];
        self.passes.push(Pass { term, count, next: 0, holds: 0, level, before, values, number });
    }

    /// All is again as it was before the last pass began.
    fn end_pass(&mut self) -> Option<Pass> {
        let pass = self.passes.pop()?;
        self.open_values.truncate(pass.values);
        self.open_call = pass.before;
        self.numbers[usize::from(pass.level)] = pass.number;
        Some(pass)
    }

    /// Begins to evaluate the body of a formula for one place.
    fn enter_formula(
        &mut self,
        pool: &Pool,
        model: &Model,
        select: ExprId,
        (level, body): (u8, ExprId),
        at: u64,
    ) -> Option<u128> {
        if !pool.levels_of(body).is_free(level) {
            return self.need(pool, model, body);
        }
        self.begin_pass(select, level, 1);
        let values = self.open_values.len();
        self.begin_number(level, at, values);
        self.stack.push(body);
        None
    }

    /// The value of the body of the formula below an array, for the place that it was entered with.
    fn end_of_formula(&mut self, pool: &Pool, model: &Model, mut array: ExprId) -> Option<u128> {
        while let Node::Store(older, ..) = pool.node(array) {
            array = older;
        }
        let Node::Formula { body, .. } = pool.node(array) else { unreachable!("only formulas are entered") };
        let value = self.need(pool, model, body)?;
        self.end_pass();
        Some(value)
    }

    /// A variable is another number from now on; values of this kind up to some are still needed.
    pub(crate) fn begin_number(&mut self, level: u8, number: u64, needed: usize) {
        self.numbers[usize::from(level)] = number;
        self.open_values.truncate(needed);
        self.rounds += 1;
        self.open_call = self.rounds;
    }

    /// Numbers below the count of a bounded term for which its body holds under a model, or does not; the least come first, and at
    /// most so many.
    pub fn numbers_where(
        &mut self,
        pool: &Pool,
        model: &Model,
        term: ExprId,
        holds: bool,
        most: usize,
    ) -> Vec<u64> {
        let Node::Bounded { level, count, body, .. } = pool.node(term) else { return Vec::new() };
        let count = self.eval(pool, model, count) as u64;
        let mut found = Vec::new();
        let work = self.work;
        // What was found until the limit is reached is found all the same.
        Stretches { pool, model, evaluator: self, level, body }.walk(count, work, |stretch| {
            if stretch.holds == holds {
                let room = (most - found.len()) as u64;
                found.extend(stretch.from..stretch.to.min(stretch.from.saturating_add(room)));
            }
            found.len() < most
        });
        found
    }

    /// The value of a closed bounded term with a large count.
    fn by_stretches(
        &mut self,
        pool: &Pool,
        model: &Model,
        op: BoundedOp,
        level: u8,
        count: u64,
        body: ExprId,
    ) -> u128 {
        let mut inner = self.inner.take().unwrap_or_default();
        inner.limit(self.work);
        let (mut satisfied, mut all) = (0, true);
        let stretches = Stretches { pool, model, evaluator: &mut inner, level, body };
        let whole = stretches.walk(count, self.work, |stretch| {
            satisfied += if stretch.holds { stretch.to - stretch.from } else { 0 };
            all &= stretch.holds;
            all || op == BoundedOp::HowMany
        });
        self.exceeded |= !whole | inner.exceeded;
        self.inner = Some(inner);
        match op {
            BoundedOp::ForAll => all.into(),
            BoundedOp::HowMany => satisfied.into(),
        }
    }

    /// Walks a chain of stores to the newest one at this index, or to what is below them.
    fn read(
        &mut self,
        pool: &Pool,
        model: &Model,
        select: ExprId,
        mut array: ExprId,
        at: u64,
    ) -> Option<u128> {
        if let Some((_, place)) = self.paused.pop_if(|(reader, _)| *reader == select) {
            array = place;
        }
        loop {
            match pool.node(array) {
                Node::Store(older, index, byte) => {
                    let Some(stored_at) = self.need(pool, model, index) else {
                        self.paused.push((select, array));
                        return None;
                    };
                    if stored_at as u64 == at {
                        let value = self.need(pool, model, byte);
                        if value.is_none() {
                            self.paused.push((select, array));
                        }
                        return value;
                    }
                    array = older;
                }
                Node::Input(symbol) => return Some(input_byte(pool, model, symbol, at)),
                Node::Formula { level, body } => {
                    return self.enter_formula(pool, model, select, (level, body), at);
                }
                Node::Table(table) => {
                    let byte = usize::try_from(at)
                        .ok()
                        .and_then(|at| pool.table_bytes(table).get(at))
                        .copied()
                        .unwrap_or(0);
                    return Some(u128::from(byte));
                }
                other => unreachable!("{other:?} is not an array"),
            }
        }
    }

    fn need(&mut self, pool: &Pool, model: &Model, id: ExprId) -> Option<u128> {
        let known = self.known(id).or_else(|| leaf(pool, model, id));
        if known.is_none() {
            self.stack.push(id);
        }
        known
    }

    fn both(&mut self, pool: &Pool, model: &Model, a: ExprId, b: ExprId) -> Option<(u128, u128)> {
        let (x, y) = (self.need(pool, model, a), self.need(pool, model, b));
        Some((x?, y?))
    }
}

/// The value of a constant or of an input byte at a known place: most of what is asked for, and not worth to be remembered.
#[inline]
fn leaf(pool: &Pool, model: &Model, id: ExprId) -> Option<u128> {
    match pool.node(id) {
        Node::Const(value) => Some(value.into()),
        Node::Select(array, index) => match (pool.node(array), pool.node(index)) {
            (Node::Input(symbol), Node::Const(at)) => Some(input_byte(pool, model, symbol, at)),
            _ => None,
        },
        _ => None,
    }
}

/// The value of a word of input bytes, in one go. Its bytes are those of one input, so that is looked up once.
fn input_word(pool: &Pool, model: &Model, mut id: ExprId) -> Option<u128> {
    let mut last = None;
    let mut byte = |id| {
        let Node::Select(array, index) = pool.node(id) else { return leaf(pool, model, id) };
        let (Node::Input(symbol), Node::Const(at)) = (pool.node(array), pool.node(index)) else {
            return None;
        };
        let (size, bytes) = match last {
            Some((known, size, bytes)) if known == symbol => (size, bytes),
            _ => {
                let (size, bytes) = (pool.symbol_info(symbol).size, model.of(symbol));
                last = Some((symbol, size, bytes));
                (size, bytes)
            }
        };
        let within = bytes.filter(|_| at < size);
        Some(within.map_or(0, |bytes| bytes.get(at).into()))
    };
    let mut value = 0;
    while let Node::Concat(high, low) = pool.node(id) {
        value = value << pool.width(high) | byte(high)?;
        id = low;
    }
    Some(value << pool.width(id) | byte(id)?)
}

fn input_byte(pool: &Pool, model: &Model, symbol: SymId, at: u64) -> u128 {
    let within = at < pool.symbol_info(symbol).size;
    if within { model.byte(symbol, at).into() } else { 0 }
}
