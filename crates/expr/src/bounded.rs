//! Bounded terms: something about a condition for all numbers below a count.
//!
//! `ForAll(count, body)` is one bit: does the body hold for every `j` with `0 <= j < count`? `HowMany(count, body)` is the number of such
//! `j` for which it holds. Counts and `j` have 64 bits and are unsigned. Both are ordinary expressions: interned, simplified ([rules](crate::rules)),
//! substituted, evaluated exactly under a model, written and read.
//!
//! In a body `j` is [`Node::Bound`] with the *level* of its term. A term gets the lowest level that does not occur in its body,
//! free or bound, so terms that differ only in the name of their variable are the same expression, and what is nested never
//! shares a variable. Two things could break that, and both are refused with `None` rather than done wrong: a nesting deeper than
//! [`MAX_LEVELS`], and putting a term with a free variable into one that binds it ([`Substitution`]).
//!
//! The variable has only as many *bits* as the count of the term had when it was made: so a body knows how large `j` gets, and a sum
//! that cannot wrap around is known not to. It stands for the low bits of `j`, whatever becomes of the count later.
//!
//! Whoever makes a bounded term has its body over an unknown of eight bytes in place of `j`, an auxiliary one: what one iteration of a loop
//! does, say, from any iteration number.

use crate::substitute::Substitution;
use crate::{BoundedOp, ExprId, INDEX_WIDTH, Node, Pool, SymId, Width, bounds, rules};
use bowline_base::FxHashSet;

/// Levels of variables: how deep terms may nest.
pub const MAX_LEVELS: u8 = 8;

/// Nodes that an instance of a body may have.
const MAX_INSTANCE: usize = 100_000;

/// The variable of a bounded term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    pub level: u8,
    pub bits: u8,
}

impl Variable {
    /// With as many bits as the numbers below a count have.
    pub(crate) fn below(pool: &Pool, level: u8, count: ExprId) -> Self {
        let largest = bounds::interval(pool, count).1.saturating_sub(1);
        Self { level, bits: (128 - largest.leading_zeros()).max(1) as u8 }
    }

    /// The variable itself.
    pub(crate) fn narrow(self, pool: &mut Pool) -> ExprId {
        pool.intern(Node::Bound(self.level), self.bits.into())
    }

    /// The number that it stands for, as far as its bits tell.
    pub(crate) fn number(self, pool: &mut Pool) -> ExprId {
        let narrow = self.narrow(pool);
        pool.zero_extend(narrow, INDEX_WIDTH)
    }

    /// Do the bits tell numbers below a count apart?
    pub(crate) fn suffices(self, pool: &Pool, count: ExprId) -> bool {
        bounds::interval(pool, count).1 <= 1 << self.bits
    }
}

/// Which bound variables occur in an expression, a bit for each level; and whether memory that nobody wrote does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Levels {
    /// Without a term around them, inside the expression, that binds them.
    free: u8,
    /// In any way.
    any: u8,
    /// An array of bytes that nobody wrote occurs.
    is_fresh: bool,
}

impl Levels {
    /// Of an expression that is about to be made.
    #[inline]
    pub(crate) fn of_new(pool: &Pool, node: Node) -> Self {
        let mut all = Self::default();
        node.for_each_child(|child| {
            let of_child = pool.levels[child.0 as usize];
            all.free |= of_child.free;
            all.any |= of_child.any;
            all.is_fresh |= of_child.is_fresh;
        });
        match node {
            Node::Bound(level) => Self { free: 1 << level, any: 1 << level, is_fresh: false },
            Node::Bounded { level, .. } | Node::Formula { level, .. } => {
                Self { free: all.free & !(1 << level), any: all.any | 1 << level, ..all }
            }
            Node::Input(symbol) => Self { is_fresh: pool.symbol_info(symbol).is_fresh(), ..all },
            _ => all,
        }
    }

    /// No variable occurs that is not bound: the expression has a value under a model alone.
    #[inline]
    pub const fn is_closed(self) -> bool {
        self.free == 0
    }

    /// Does the expression depend on the variable of this level?
    #[inline]
    pub const fn is_free(self, level: u8) -> bool {
        self.free >> level & 1 == 1
    }

    /// Is there no bounded term in it, no formula, and no variable?
    #[inline]
    pub const fn is_plain(self) -> bool {
        self.any == 0
    }

    /// Of several expressions together.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            free: self.free | other.free,
            any: self.any | other.any,
            is_fresh: self.is_fresh | other.is_fresh,
        }
    }

    /// The lowest level that does not occur.
    pub(crate) fn unused(self) -> Option<u8> {
        let level = self.any.trailing_ones() as u8;
        (level < MAX_LEVELS).then_some(level)
    }
}

impl Pool {
    /// Which bound variables occur in an expression.
    #[inline]
    pub fn levels_of(&self, id: ExprId) -> Levels {
        self.levels[id.0 as usize]
    }

    /// Does an array of bytes that nobody wrote occur in an expression?
    #[inline]
    pub fn has_fresh(&self, id: ExprId) -> bool {
        self.levels[id.0 as usize].is_fresh
    }

    /// Does `body` hold for all `j` below `count`? `variable`, an unknown of eight bytes that is read at known places only, stands for `j` in the
    /// body; the count does not depend on it. Nothing if terms nest too deep.
    pub fn for_all(&mut self, count: ExprId, variable: SymId, body: ExprId) -> Option<ExprId> {
        self.bind(BoundedOp::ForAll, count, variable, body)
    }

    /// For how many `j` below `count` does `body` hold? As [`for_all`](Self::for_all).
    pub fn how_many(&mut self, count: ExprId, variable: SymId, body: ExprId) -> Option<ExprId> {
        self.bind(BoundedOp::HowMany, count, variable, body)
    }

    fn bind(&mut self, op: BoundedOp, count: ExprId, symbol: SymId, body: ExprId) -> Option<ExprId> {
        let variable = Variable::below(self, self.levels_of(body).unused()?, count);
        let number = variable.number(self);
        let mut abstraction = Substitution::new();
        abstraction.replace_word(self, symbol, number);
        let body = abstraction.apply(self, body, MAX_INSTANCE)?;
        Some(self.bounded(op, variable, count, body))
    }

    /// A bounded term whose body is already over its variable.
    pub(crate) fn bounded(
        &mut self,
        op: BoundedOp,
        variable: Variable,
        count: ExprId,
        body: ExprId,
    ) -> ExprId {
        let Variable { level, bits } = variable;
        debug_assert_eq!((self.width(count), self.width(body)), (INDEX_WIDTH, 1));
        debug_assert!(!self.levels_of(count).is_free(level), "a count depends on what it bounds");
        match rules::bounded(self, op, variable, count, body) {
            Some(simpler) => simpler,
            None => self.intern(Node::Bounded { op, level, bits, count, body }, width_of(op)),
        }
    }

    /// The body of a bounded term for a number below its count: beyond, it may be anything. Nothing where a free variable of `at` would be bound
    /// in it, or where it is too large.
    pub fn instance(&mut self, term: ExprId, at: ExprId) -> Option<ExprId> {
        let Node::Bounded { level, bits, count, body, .. } = self.node(term) else { return None };
        self.body_at(Variable { level, bits }, count, body, at, MAX_INSTANCE)
    }

    /// A body for a number below a count; nothing if that takes more than `most` new parts.
    pub(crate) fn body_at(
        &mut self,
        variable: Variable,
        count: ExprId,
        body: ExprId,
        at: ExprId,
        most: usize,
    ) -> Option<ExprId> {
        if !self.levels_of(body).is_free(variable.level) {
            return Some(body);
        }
        let whole = match variable.suffices(self, count) {
            true => at,
            false => {
                let low = self.truncate(at, variable.bits.into());
                self.zero_extend(low, INDEX_WIDTH)
            }
        };
        self.body_over(variable, body, whole, most)
    }

    /// A body with `number` in place of its own, of which the variable is the low bits.
    pub(crate) fn body_over(
        &mut self,
        variable: Variable,
        body: ExprId,
        number: ExprId,
        most: usize,
    ) -> Option<ExprId> {
        let (narrow, own) = (variable.narrow(self), variable.number(self));
        let low = self.truncate(number, variable.bits.into());
        let mut put_in = Substitution::of_variable(variable.level);
        put_in.replace(narrow, low);
        put_in.replace(own, number);
        put_in.apply(self, body, most)
    }

    /// An expression without bounded terms and formulas that equals `root` wherever counts are at most `most`; nothing where it gets too large.
    pub fn expanded(&mut self, mut root: ExprId, most: u64) -> Option<ExprId> {
        // Outermost terms first, so that bodies are closed when they are instantiated.
        loop {
            root = self.resolved(root, MAX_INSTANCE)?;
            if self.levels_of(root).is_plain() {
                break;
            }
            let mut unrolled = Substitution::new();
            for term in self.outermost(root) {
                let written_out = self.written_out(term, most)?;
                unrolled.replace(term, written_out);
            }
            root = unrolled.apply(self, root, MAX_INSTANCE)?;
        }
        Some(root)
    }

    /// The bounded terms of an expression that are in no other, and in no formula.
    pub fn outermost(&self, root: ExprId) -> Vec<ExprId> {
        let mut seen = FxHashSet::default();
        let (mut found, mut stack) = (Vec::new(), vec![root]);
        while let Some(id) = stack.pop() {
            if self.levels_of(id).is_plain() || !seen.insert(id) {
                continue;
            }
            match self.node(id) {
                Node::Bounded { .. } => found.push(id),
                Node::Formula { .. } => {}
                node => node.for_each_child(|child| stack.push(child)),
            }
        }
        found
    }

    /// One bounded term as a finite conjunction or sum.
    fn written_out(&mut self, term: ExprId, most: u64) -> Option<ExprId> {
        let Node::Bounded { op, count, .. } = self.node(term) else { return None };
        let mut whole = match op {
            BoundedOp::ForAll => Pool::TRUE,
            BoundedOp::HowMany => self.constant(0, INDEX_WIDTH),
        };
        for number in 0..most {
            let at = self.constant(number.into(), INDEX_WIDTH);
            let instance = self.instance(term, at)?;
            let counts = self.ult(at, count);
            whole = match op {
                BoundedOp::ForAll => {
                    let beyond = self.not(counts);
                    let fine = self.or(beyond, instance);
                    self.and(whole, fine)
                }
                BoundedOp::HowMany => {
                    let one = self.and(counts, instance);
                    let one = self.zero_extend(one, INDEX_WIDTH);
                    self.add(whole, one)
                }
            };
        }
        Some(whole)
    }
}

/// The width of a bounded term.
pub(crate) const fn width_of(op: BoundedOp) -> Width {
    match op {
        BoundedOp::ForAll => 1,
        BoundedOp::HowMany => INDEX_WIDTH,
    }
}
