//! Rewrite rules, tried by the constructors after constant folding.
//!
//! Each operator has a list of named rules, one file per family of operators. A rule sees operands that are already
//! simplified, and either answers with an equal expression or declines. The lists are tried in order; the first answer
//! counts.
//!
//! * **Cheap when nothing applies.** A rule declares the kinds of nodes its first two operands may have. The
//!   declarations are compiled into one bit set per operand kind, so finding the candidates is two loads and an `and`,
//!   and most constructions find none.
//! * **Bounded.** Rules build their answers through the constructors, which try rules again. One outermost construction
//!   may nest [`MAX_NESTING`] deep and try rules [`MAX_ATTEMPTS`] times; beyond that, nodes are made as they stand. So no
//!   construction costs more than a constant, however deep the expression, and two rules that undo each other could
//!   waste time but never hang.
//! * **No growth.** A rule's answer has at most a constant more nodes than its match.
//!
//! Rules are looked at as data by tests: [`all`] lists them, and [`Pool::trace_rules`] records which ones fire.
//!
//! Normal forms that rules may expect, but must not rely on for soundness: constants on the right of commutative operators;
//! no subtraction of a constant; no shift, multiplication or unsigned division by a suitable constant where slices do; no
//! concatenation whose high part is a concatenation, an extension or a zero; `<` rather than `<=` beside a constant.

pub(crate) use bitwise::negated;
pub(crate) use engine::Rewriting;
pub use engine::{Firing, MAX_ATTEMPTS, MAX_NESTING, RuleInfo};

use crate::bounded::{Variable, width_of};
use crate::{BinaryOp, BoundedOp, ExprId, Node, Pool, Width};
use engine::*;

mod arith;
mod array;
mod bitwise;
mod bounded;
mod choice;
mod compare;
mod concat;
mod engine;
mod equal;
mod extract;
mod ite;
mod masks;
mod one_bit;
mod ranges;
mod shift;
mod signed;
mod sums;
mod table;

fn infos<A: Operands>(rules: &'static Rules<A>) -> impl Iterator<Item = &'static RuleInfo> {
    rules.list.iter().map(|rule| &rule.info)
}

/// The rules of bounded terms.
pub fn of_bounded_terms() -> Vec<&'static RuleInfo> {
    infos(&bounded::RULES).chain(infos(&bounded::AND_RULES)).collect()
}

/// Every rule but those of bounded terms.
pub fn all() -> Vec<&'static RuleInfo> {
    let mut all: Vec<&RuleInfo> = BinaryOp::ALL.iter().flat_map(|&op| infos(rules_of(op))).collect();
    all.extend(infos(&one_bit::SAME).chain(infos(&one_bit::ONE_BIT)).chain(infos(&equal::OF_WRITTEN)));
    all.extend(infos(&ite::RULES));
    all.extend(infos(&extract::EXTRACT_RULES).chain(infos(&concat::RULES)));
    all.extend(infos(&extract::ZEXT_RULES).chain(infos(&extract::SEXT_RULES)));
    all.extend(infos(&array::SELECT_RULES).chain(infos(&array::STORE_RULES)));
    all
}

/// The operands of a binary operator.
struct Pair {
    op: BinaryOp,
    a: ExprId,
    b: ExprId,
    /// Of the operands.
    width: Width,
    left: Node,
    right: Node,
    /// The right operand, if it is a constant.
    value: Option<u128>,
}

impl Operands for Pair {
    fn plain(&self, _: &str) -> (Node, Width) {
        (Node::Binary(self.op, self.a, self.b), if self.op.is_comparison() { 1 } else { self.width })
    }
}

impl Pair {
    /// The right operand of a rule that only runs when it is a constant.
    #[inline]
    fn constant(&self) -> u128 {
        self.value.unwrap_or_else(|| unreachable!("a rule on constants got {:?}", self.right))
    }

    /// The first answer of `f(node of one operand, other operand)` over both orders of the operands.
    #[inline]
    fn either<R>(&self, mut f: impl FnMut(Node, ExprId) -> Option<R>) -> Option<R> {
        f(self.left, self.b).or_else(|| f(self.right, self.a))
    }
}

fn rules_of(op: BinaryOp) -> &'static Rules<Pair> {
    match op {
        BinaryOp::Add => &arith::ADD_RULES,
        BinaryOp::Sub => &arith::SUB_RULES,
        BinaryOp::Mul => &arith::MUL_RULES,
        BinaryOp::UDiv => &arith::UDIV_RULES,
        BinaryOp::SDiv => &arith::SDIV_RULES,
        BinaryOp::URem => &arith::UREM_RULES,
        BinaryOp::SRem => &arith::SREM_RULES,
        BinaryOp::Shl => &shift::SHL_RULES,
        BinaryOp::LShr => &shift::LSHR_RULES,
        BinaryOp::AShr => &shift::ASHR_RULES,
        BinaryOp::And => &bitwise::AND_RULES,
        BinaryOp::Or => &bitwise::OR_RULES,
        BinaryOp::Xor => &bitwise::XOR_RULES,
        BinaryOp::Eq => &equal::RULES,
        BinaryOp::Ult => &compare::ULT_RULES,
        BinaryOp::Ule => &compare::ULE_RULES,
        BinaryOp::Slt => &signed::SLT_RULES,
        BinaryOp::Sle => &signed::SLE_RULES,
    }
}

/// The order of operands of commutative operators: by kind, constants last, then by age.
#[inline]
pub(crate) fn ordered(pool: &Pool, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
    let key = |id: ExprId| (kind(pool.node(id)), id);
    if key(a) <= key(b) { (a, b) } else { (b, a) }
}

#[inline]
pub(crate) fn binary(pool: &mut Pool, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
    let (left, right) = (pool.node(a), pool.node(b));
    let width = pool.width(a);
    let connective = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
    let lists = [
        (a == b, &one_bit::SAME),
        (width == 1 && !connective, &one_bit::ONE_BIT),
        (true, rules_of(op)),
        (width == 1 && op == BinaryOp::And, &bounded::AND_RULES),
        // Bytes of inputs are compared far more often than bytes that were written.
        (op == BinaryOp::Eq && is_read_of_written(pool, left), &equal::OF_WRITTEN),
    ];
    for (applies, rules) in lists {
        let candidates = if applies { rules.candidates(left, right) } else { 0 };
        if candidates != 0 {
            let pair = Pair { op, a, b, width, left, right, value: pool.as_const(b) };
            if let Some(answer) = rules.attempt(pool, &pair, candidates) {
                return Some(answer);
            }
        }
    }
    None
}

/// Is it a read of an array that was written to?
#[inline]
fn is_read_of_written(pool: &Pool, node: Node) -> bool {
    matches!(node, Node::Select(array, _) if matches!(pool.node(array), Node::Store(..)))
}

/// The operands of `ite`.
struct Choice {
    condition: ExprId,
    then: ExprId,
    otherwise: ExprId,
    width: Width,
    condition_node: Node,
    then_node: Node,
    otherwise_node: Node,
}

impl Operands for Choice {
    fn plain(&self, _: &str) -> (Node, Width) {
        (Node::Ite(self.condition, self.then, self.otherwise), self.width)
    }
}

#[inline]
pub(crate) fn ite(pool: &mut Pool, condition: ExprId, then: ExprId, otherwise: ExprId) -> Option<ExprId> {
    if then == otherwise || condition == Pool::TRUE {
        return Some(then);
    }
    if condition == Pool::FALSE {
        return Some(otherwise);
    }
    let (then_node, otherwise_node) = (pool.node(then), pool.node(otherwise));
    let args = Choice {
        condition,
        then,
        otherwise,
        width: pool.width(then),
        condition_node: pool.node(condition),
        then_node,
        otherwise_node,
    };
    ite::RULES.attempt(pool, &args, ite::RULES.candidates(then_node, otherwise_node))
}

/// The operands of `extract`, and of the extensions with `low` 0.
struct PartOf {
    of: ExprId,
    low: u16,
    /// Of the result.
    width: Width,
    /// What `of` is.
    node: Node,
    /// The width of `of`.
    whole: Width,
}

impl Operands for PartOf {
    fn plain(&self, operator: &str) -> (Node, Width) {
        let node = match operator {
            "zext" => Node::ZeroExtend(self.of),
            "sext" => Node::SignExtend(self.of),
            _ => Node::Extract { of: self.of, low: self.low },
        };
        (node, self.width)
    }
}

#[inline]
fn part_of(
    pool: &mut Pool,
    rules: &'static Rules<PartOf>,
    of: ExprId,
    low: u16,
    width: Width,
) -> Option<ExprId> {
    let node = pool.node(of);
    match rules.candidates(node, node) {
        0 => None,
        candidates => {
            let args = PartOf { of, low, width, node, whole: pool.width(of) };
            rules.attempt(pool, &args, candidates)
        }
    }
}

#[inline]
pub(crate) fn extract(pool: &mut Pool, of: ExprId, low: u16, width: Width) -> Option<ExprId> {
    part_of(pool, &extract::EXTRACT_RULES, of, low, width)
}

#[inline]
pub(crate) fn zero_extend(pool: &mut Pool, a: ExprId, to: Width) -> Option<ExprId> {
    part_of(pool, &extract::ZEXT_RULES, a, 0, to)
}

#[inline]
pub(crate) fn sign_extend(pool: &mut Pool, a: ExprId, to: Width) -> Option<ExprId> {
    part_of(pool, &extract::SEXT_RULES, a, 0, to)
}

/// The operands of `concat`.
struct Joined {
    high: ExprId,
    low: ExprId,
    high_node: Node,
    low_node: Node,
    high_width: Width,
    low_width: Width,
}

impl Operands for Joined {
    fn plain(&self, _: &str) -> (Node, Width) {
        (Node::Concat(self.high, self.low), self.high_width + self.low_width)
    }
}

#[inline]
pub(crate) fn concat(pool: &mut Pool, high: ExprId, low: ExprId) -> Option<ExprId> {
    let (high_node, low_node) = (pool.node(high), pool.node(low));
    match concat::RULES.candidates(high_node, low_node) {
        0 => None,
        candidates => {
            let (high_width, low_width) = (pool.width(high), pool.width(low));
            let args = Joined { high, low, high_node, low_node, high_width, low_width };
            concat::RULES.attempt(pool, &args, candidates)
        }
    }
}

/// The operands of `select` and `store`.
struct Access {
    array: ExprId,
    index: ExprId,
    /// What is stored; the index again for `select`.
    byte: ExprId,
    array_node: Node,
    /// The index, if it is a constant.
    at: Option<u64>,
}

impl Operands for Access {
    fn plain(&self, operator: &str) -> (Node, Width) {
        match operator {
            "store" => (Node::Store(self.array, self.index, self.byte), 0),
            _ => (Node::Select(self.array, self.index), 8),
        }
    }
}

#[inline]
fn access(
    pool: &mut Pool,
    rules: &'static Rules<Access>,
    array: ExprId,
    index: ExprId,
    byte: ExprId,
) -> Option<ExprId> {
    let array_node = pool.node(array);
    match rules.candidates(array_node, pool.node(index)) {
        0 => None,
        candidates => {
            let at = pool.as_const(index).map(|at| at as u64);
            rules.attempt(pool, &Access { array, index, byte, array_node, at }, candidates)
        }
    }
}

#[inline]
pub(crate) fn select(pool: &mut Pool, array: ExprId, index: ExprId) -> Option<ExprId> {
    access(pool, &array::SELECT_RULES, array, index, index)
}

#[inline]
pub(crate) fn store(pool: &mut Pool, array: ExprId, index: ExprId, byte: ExprId) -> Option<ExprId> {
    access(pool, &array::STORE_RULES, array, index, byte)
}

/// The operands of a bounded term.
struct Quantified {
    op: BoundedOp,
    variable: Variable,
    count: ExprId,
    body: ExprId,
}

impl Operands for Quantified {
    fn plain(&self, _: &str) -> (Node, Width) {
        let Self { op, variable: Variable { level, bits }, count, body } = *self;
        (Node::Bounded { op, level, bits, count, body }, width_of(op))
    }
}

pub(crate) fn bounded(
    pool: &mut Pool,
    op: BoundedOp,
    variable: Variable,
    count: ExprId,
    body: ExprId,
) -> Option<ExprId> {
    let candidates = bounded::RULES.candidates(pool.node(count), pool.node(body));
    bounded::RULES.attempt(pool, &Quantified { op, variable, count, body }, candidates)
}
