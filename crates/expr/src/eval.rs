//! Evaluation of expressions under a model, without recursion.

use crate::{ExprId, Model, Node, Pool, fold};

/// Evaluates expressions. Keep one and use it again: its memory is reused. Results are kept only where one asks for
/// [more](Self::eval_more).
#[derive(Default)]
pub struct Evaluator {
    /// Per expression: the round in which it was last evaluated, and the place of its value. As long as the pool, so it is
    /// kept small.
    memo: Vec<(u32, u32)>,
    /// The values of this round.
    values: Vec<u128>,
    call: u32,
    stack: Vec<ExprId>,
    /// Reads that wait for the index of a store, and that store: where to go on, or a long chain would be walked from its start
    /// for each of its indices.
    paused: Vec<(ExprId, ExprId)>,
}

impl Evaluator {
    pub fn new() -> Self {
        Self::default()
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
                // Fewer than 2^32, as expressions are.
                self.memo[id.0 as usize] = (self.call, self.values.len() as u32);
                self.values.push(value);
                self.stack.pop();
            } else {
                debug_assert!(self.stack.len() > before, "evaluation of {id} waits for nothing");
            }
        }
        self.values[self.memo[root.0 as usize].1 as usize]
    }

    /// Does a one-bit expression hold?
    pub fn holds(&mut self, pool: &Pool, model: &Model, condition: ExprId) -> bool {
        self.eval(pool, model, condition) == 1
    }

    /// Forgets all values. To be called when expressions were made or the model has changed.
    pub fn begin(&mut self, pool: &Pool) {
        debug_assert!(self.paused.is_empty());
        self.values.clear();
        self.call = self.call.wrapping_add(1);
        if self.call == 0 {
            self.memo.clear();
            self.call = 1;
        }
        if self.memo.len() < pool.id_bound() {
            self.memo.resize(pool.id_bound() * 3 / 2, (0, 0));
        }
    }

    #[inline]
    fn known(&self, id: ExprId) -> Option<u128> {
        let (call, place) = self.memo[id.0 as usize];
        (call == self.call).then(|| self.values[place as usize])
    }

    /// The value of `id`, or nothing after pushing what must be evaluated first.
    fn step(&mut self, pool: &Pool, model: &Model, id: ExprId) -> Option<u128> {
        let width = pool.width(id);
        match pool.node(id) {
            Node::Const(value) => Some(u128::from(value)),
            Node::WideConst(_) => pool.as_const(id),
            Node::Binary(op, a, b) => {
                let (x, y) = self.both(a, b)?;
                Some(fold::binary(op, pool.width(a), x, y))
            }
            Node::Ite(condition, then, otherwise) => {
                let taken = if self.need(condition)? == 1 { then } else { otherwise };
                self.need(taken)
            }
            Node::Extract { of, low } => Some(fold::extract(self.need(of)?, low, width)),
            Node::Concat(high, low) => {
                let (x, y) = self.both(high, low)?;
                Some(x << pool.width(low) | y)
            }
            Node::ZeroExtend(a) => self.need(a),
            Node::SignExtend(a) => Some(fold::sign_extend(self.need(a)?, pool.width(a), width)),
            Node::Select(array, index) => {
                let at = self.need(index)? as u64;
                self.read(pool, model, id, array, at)
            }
            Node::Input(_) | Node::Table(_) | Node::Store(..) => {
                unreachable!("arrays are only reached through Select")
            }
        }
    }

    /// Walks a chain of stores to the newest one at this index.
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
                    let Some(stored_at) = self.need(index) else {
                        self.paused.push((select, array));
                        return None;
                    };
                    if stored_at as u64 == at {
                        let value = self.need(byte);
                        if value.is_none() {
                            self.paused.push((select, array));
                        }
                        return value;
                    }
                    array = older;
                }
                Node::Input(symbol) => {
                    let within = at < pool.symbol_info(symbol).size;
                    return Some(if within { u128::from(model.byte(symbol, at)) } else { 0 });
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

    fn need(&mut self, id: ExprId) -> Option<u128> {
        let known = self.known(id);
        if known.is_none() {
            self.stack.push(id);
        }
        known
    }

    fn both(&mut self, a: ExprId, b: ExprId) -> Option<(u128, u128)> {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => Some((x, y)),
            (x, y) => {
                if x.is_none() {
                    self.stack.push(a);
                }
                if y.is_none() {
                    self.stack.push(b);
                }
                None
            }
        }
    }
}
