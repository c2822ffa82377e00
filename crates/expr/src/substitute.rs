//! An expression with parts of it replaced, built anew through the constructors, so that it is simplified.

use crate::bounded::Variable;
use crate::{ExprId, Node, Pool, SymId};
use bowline_base::FxHashMap;

/// Replaces parts of expressions; remembers what it made of shared parts.
#[derive(Default)]
pub struct Substitution {
    /// What becomes of an expression: what was asked for, and what followed.
    becomes: FxHashMap<ExprId, ExprId>,
    stack: Vec<ExprId>,
    /// What is put in: no term may be around it that binds a variable that is free in it.
    put_in: Vec<ExprId>,
    /// The bound variable in place of which something is put: parts that do not depend on it stay as they are.
    variable: Option<u8>,
}

impl Substitution {
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces only what depends on the bound variable of a level.
    pub(crate) fn of_variable(level: u8) -> Self {
        Self { variable: Some(level), ..Self::default() }
    }

    /// From now on `from` becomes `to`, which has its width. To be said before the first [`apply`](Self::apply).
    pub fn replace(&mut self, from: ExprId, to: ExprId) {
        self.becomes.insert(from, to);
        self.put_in.push(to);
    }

    /// An unknown of eight bytes or fewer becomes `to`, which has as many bits: wherever bytes of it are read at known places.
    pub fn replace_word(&mut self, pool: &mut Pool, symbol: SymId, to: ExprId) {
        for at in 0..pool.width(to) / 8 {
            let byte = pool.input_byte(symbol, at.into());
            let part = pool.extract(to, 8 * at, 8);
            self.replace(byte, part);
        }
    }

    /// `root` with everything replaced; nothing if that takes more than `most` new parts, or if a bound variable that is put in would
    /// get into a term that binds another one of its level.
    pub fn apply(&mut self, pool: &mut Pool, root: ExprId, most: usize) -> Option<ExprId> {
        let limit = self.becomes.len() + most;
        self.stack.clear();
        self.stack.push(root);
        while let Some(&id) = self.stack.last() {
            if self.is_settled(pool, id) {
                self.stack.pop();
                continue;
            }
            let node = pool.node(id);
            let mut missing = [None; 3];
            let mut slots = missing.iter_mut();
            node.for_each_child(|child| {
                if !self.is_settled(pool, child)
                    && let Some(slot) = slots.next()
                {
                    *slot = Some(child);
                }
            });
            let before = self.stack.len();
            self.stack.extend(missing.into_iter().flatten());
            if self.stack.len() == before {
                if self.becomes.len() == limit || self.is_captured_by(pool, node) {
                    return None;
                }
                let made = self.rebuilt(pool, id);
                self.becomes.insert(id, made);
                self.stack.pop();
            }
        }
        Some(self.becomes.get(&root).copied().unwrap_or(root))
    }

    /// Is it known what becomes of a part?
    fn is_settled(&self, pool: &Pool, id: ExprId) -> bool {
        self.becomes.contains_key(&id)
            || self.variable.is_some_and(|level| !pool.levels_of(id).is_free(level))
    }

    /// Does a term bind a variable that is free in what is put in?
    fn is_captured_by(&self, pool: &Pool, node: Node) -> bool {
        let (Node::Bounded { level, .. } | Node::Formula { level, .. }) = node else { return false };
        self.put_in.iter().any(|&to| pool.levels_of(to).is_free(level))
    }

    fn rebuilt(&self, pool: &mut Pool, id: ExprId) -> ExprId {
        with_parts(pool, id, |part| self.becomes.get(&part).copied().unwrap_or(part))
    }
}

/// An expression with each of its parts, one level deep, replaced by what `of` says.
pub fn with_parts(pool: &mut Pool, id: ExprId, of: impl Fn(ExprId) -> ExprId) -> ExprId {
    let node = pool.node(id);
    let mut changed = false;
    node.for_each_child(|child| changed |= of(child) != child);
    if !changed {
        return id;
    }
    let width = pool.width(id);
    match node {
        Node::Const(_) | Node::WideConst(_) | Node::Input(_) | Node::Table(_) | Node::Bound(_) => id,
        Node::Binary(op, a, b) => pool.binary(op, of(a), of(b)),
        Node::Ite(condition, then, otherwise) => pool.ite(of(condition), of(then), of(otherwise)),
        Node::Extract { of: whole, low } => pool.extract(of(whole), low, width),
        Node::Concat(high, low) => pool.concat(of(high), of(low)),
        Node::ZeroExtend(a) => pool.zero_extend(of(a), width),
        Node::SignExtend(a) => pool.sign_extend(of(a), width),
        Node::Select(array, index) => pool.select(of(array), of(index)),
        Node::Store(array, index, byte) => pool.store(of(array), of(index), of(byte)),
        Node::Bounded { op, level, bits, count, body } => {
            pool.bounded(op, Variable { level, bits }, of(count), of(body))
        }
        Node::Formula { level, body } => pool.formula_of(level, of(body)),
    }
}
