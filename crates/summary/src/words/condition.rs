//! The condition of a path in round `j`, sorted: which characters it reads, how it limits `j`, and what else it demands.

use super::class::Class;
use super::terms::{Terms, array_name, widened};
use bowline_base::FxHashMap;
use bowline_expr::substitute::Substitution;
use bowline_expr::{BinaryOp, Conjuncts, ExprId, Literal, Node, Pool, SymId};

/// New nodes of an index with a number put in.
const MOST_NODES: usize = 2_000;

/// See the module documentation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Condition {
    /// Bytes that are read, and the class that each is in.
    pub bytes: Vec<(ExprId, Class)>,
    /// The first round that it allows, and the first one that it does not allow any more.
    pub low: u128,
    pub high: Option<u128>,
    pub others: Vec<ExprId>,
}

impl Condition {
    /// Takes a condition apart; `number` is the round.
    pub fn of(pool: &mut Pool, condition: ExprId, number: ExprId) -> Self {
        let mut this = Self::default();
        let mut conjuncts = Conjuncts::of(Literal::new(condition, true));
        while let Some(literal) = conjuncts.next(pool) {
            if this.take_limit(pool, literal, number) {
                continue;
            }
            let conjunct = literal.expr(pool);
            match Class::of(pool, conjunct) {
                Some((byte, class)) => this.take_class(pool, byte, class),
                None => this.others.push(conjunct),
            }
        }
        this.others.sort_unstable();
        this.others.dedup();
        this
    }

    fn take_class(&mut self, pool: &Pool, byte: ExprId, class: Class) {
        match self.bytes.iter_mut().find(|(known, _)| is_same_byte(pool, *known, byte)) {
            Some((_, known)) => *known = known.and(class),
            None => self.bytes.push((byte, class)),
        }
    }

    /// A comparison of the round with a constant.
    fn take_limit(&mut self, pool: &Pool, literal: Literal, number: ExprId) -> bool {
        let Some((op, holds, a, b)) = literal.comparison(pool) else { return false };
        let (is_left, limit) = if widened(pool, a) == number {
            (true, pool.as_const(b))
        } else if widened(pool, b) == number {
            (false, pool.as_const(a))
        } else {
            return false;
        };
        let Some(limit) = limit else { return false };
        let is_strict = match op {
            BinaryOp::Ult | BinaryOp::Slt => true,
            BinaryOp::Ule | BinaryOp::Sle => false,
            _ => return false,
        };
        // `j < c`, `j <= c`, and their negations.
        match (is_left, holds) {
            (true, true) => self.end_at(limit + u128::from(!is_strict)),
            (true, false) => self.low = self.low.max(limit + u128::from(!is_strict)),
            (false, true) => self.low = self.low.max(limit + u128::from(is_strict)),
            (false, false) => self.end_at(limit + u128::from(is_strict)),
        }
        true
    }

    fn end_at(&mut self, end: u128) {
        self.high = Some(self.high.map_or(end, |high| high.min(end)));
    }

    /// What several paths have in common: of the bytes that all of them read the classes together, limits and other demands that all have.
    pub fn common(conditions: &[Self]) -> Self {
        let Some((first, rest)) = conditions.split_first() else { return Self::default() };
        let class_in = |one: &Self, byte: ExprId| {
            one.bytes.iter().find(|(known, _)| *known == byte).map(|(_, class)| *class)
        };
        let bytes = first.bytes.iter().filter_map(|&(byte, class)| {
            let all =
                rest.iter().map(|one| class_in(one, byte)).try_fold(class, |all, class| Some(all.or(class?)));
            Some((byte, all?))
        });
        let has = |one: &Self, other: &ExprId| one.others.contains(other);
        Self {
            bytes: bytes.collect(),
            low: if rest.iter().all(|one| one.low == first.low) { first.low } else { 0 },
            high: first.high.filter(|_| rest.iter().all(|one| one.high == first.high)),
            others: first
                .others
                .iter()
                .filter(|other| rest.iter().all(|one| has(one, other)))
                .copied()
                .collect(),
        }
    }

    /// The one byte that it is about, if it says nothing beyond what is common but its class.
    pub fn only_class(&self, common: &Self) -> Option<(ExprId, Class)> {
        let is_new = |(byte, class): &&(ExprId, Class)| class.words(common.known(*byte)).is_some();
        let mut new = self.bytes.iter().filter(is_new);
        let only = new.next().copied();
        let plain = self.low == common.low && self.high == common.high && self.others == common.others;
        if plain && new.next().is_none() { only } else { None }
    }

    /// What is known of a byte.
    pub fn known(&self, byte: ExprId) -> Class {
        self.bytes.iter().find(|(known, _)| *known == byte).map_or(Class::ALL, |(_, class)| *class)
    }

    /// All of it in words, without what is common: `text[j] is not 0 and j < 10`.
    pub fn words(&self, terms: &Terms<'_>, number: &str, common: &Self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (byte, class) in &self.bytes {
            if let Some(words) = class.words(common.known(*byte)) {
                parts.push(format!("{} is {words}", terms.text(*byte)));
            }
        }
        if self.low != common.low {
            parts.push(format!("{number} >= {}", self.low));
        }
        if let Some(high) = self.high.filter(|_| self.high != common.high) {
            parts.push(format!("{number} < {high}"));
        }
        let others = self.others.iter().filter(|other| !common.others.contains(other));
        // The bytes of a word are called by its name: of "each of them is 0" one is left.
        parts.extend(others.map(|other| terms.text(*other)));
        let mut seen: Vec<String> = Vec::new();
        parts.retain(|part| {
            !seen.contains(part) && {
                seen.push(part.clone());
                true
            }
        });
        parts.join(" and ")
    }
}

/// Do two reads look at the same place, perhaps one before and one behind a store elsewhere?
fn is_same_byte(pool: &Pool, one: ExprId, other: ExprId) -> bool {
    match (pool.node(one), pool.node(other)) {
        (Node::Select(a, i), Node::Select(b, j)) => i == j && array_name(pool, a) == array_name(pool, b),
        _ => one == other,
    }
}

/// The start of the row of bytes that rounds read one behind the other; nothing where they do not.
pub(super) fn row(pool: &mut Pool, index: ExprId, number: ExprId) -> Option<ExprId> {
    let index = widened(pool, index);
    let zero = pool.constant(0, pool.width(number));
    let mut put_in = Substitution::new();
    put_in.replace(number, zero);
    let start = put_in.apply(pool, index, MOST_NODES)?;
    let way = pool.sub(index, start);
    (widened(pool, way) == number).then_some(start)
}

/// Names for expressions, and for unknowns.
#[derive(Default)]
pub(super) struct Names {
    pub terms: FxHashMap<ExprId, String>,
    pub symbols: FxHashMap<SymId, String>,
}
