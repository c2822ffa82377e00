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
//! concatenation whose high part is a concatenation, an extension or a zero.

pub(crate) use bitwise::negated;

use crate::{BinaryOp, ExprId, Node, Pool, Width};

mod arith;
mod array;
mod bitwise;
mod choice;
mod compare;
mod concat;
mod equal;
mod ite;
mod one_bit;
mod shift;
mod slice;

/// How deep constructions made by rules may nest.
pub const MAX_NESTING: u32 = 32;

/// How often one outermost construction may look for rules.
pub const MAX_ATTEMPTS: u32 = 400;

/// What is known of a rule from outside.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RuleInfo {
    /// The operator the rule simplifies.
    pub operator: &'static str,
    /// Unique within the operator.
    pub name: &'static str,
}

/// A set of kinds of nodes.
#[derive(Clone, Copy)]
struct Kinds(u32);

const KIND_COUNT: usize = 28;

/// The kind of a node: what rules are selected by. Constants come last, so that they sort to the right.
#[inline]
const fn kind(node: Node) -> usize {
    match node {
        Node::Select(..) => 0,
        Node::Extract { .. } => 1,
        Node::ZeroExtend(_) => 2,
        Node::SignExtend(_) => 3,
        Node::Concat(..) => 4,
        Node::Ite(..) => 5,
        Node::Binary(op, ..) => 6 + op as usize,
        Node::Input(_) => 24,
        Node::Table(_) => 25,
        Node::Store(..) => 26,
        Node::Const(_) | Node::WideConst(_) => 27,
    }
}

impl Kinds {
    const fn binary(op: BinaryOp) -> Self {
        Self(1 << (6 + op as u32))
    }

    const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

const ANY: Kinds = Kinds(u32::MAX);
/// All but reads of arrays and slices, of which nothing is known and which are the most frequent operands.
const COMPOSED: Kinds = Kinds(!3);
const EXTRACT: Kinds = Kinds(1 << 1);
const ZEXT: Kinds = Kinds(1 << 2);
const SEXT: Kinds = Kinds(1 << 3);
const CONCAT: Kinds = Kinds(1 << 4);
const ITE: Kinds = Kinds(1 << 5);
const INPUT: Kinds = Kinds(1 << 24);
const TABLE: Kinds = Kinds(1 << 25);
const STORE: Kinds = Kinds(1 << 26);
const CONST: Kinds = Kinds(1 << 27);
const ADD: Kinds = Kinds::binary(BinaryOp::Add);
const SUB: Kinds = Kinds::binary(BinaryOp::Sub);
const MUL: Kinds = Kinds::binary(BinaryOp::Mul);
const AND: Kinds = Kinds::binary(BinaryOp::And);
const OR: Kinds = Kinds::binary(BinaryOp::Or);
const XOR: Kinds = Kinds::binary(BinaryOp::Xor);
const EQ: Kinds = Kinds::binary(BinaryOp::Eq);
const ORDER: Kinds = Kinds::binary(BinaryOp::Ult)
    .or(Kinds::binary(BinaryOp::Ule))
    .or(Kinds::binary(BinaryOp::Slt))
    .or(Kinds::binary(BinaryOp::Sle));
const EXTENSION: Kinds = ZEXT.or(SEXT);
/// What can be one of two constants by a condition.
const CHOICE: Kinds = ITE.or(EXTENSION);

/// A rule on operands of type `A`.
struct Rule<A: 'static> {
    info: RuleInfo,
    /// The kinds that the first two operands may have.
    on: [Kinds; 2],
    apply: fn(&mut Pool, &A) -> Option<ExprId>,
}

/// The rules of one operator, indexed by operand kinds.
struct Rules<A: 'static> {
    list: &'static [Rule<A>],
    /// Per operand and kind: a bit for each rule that accepts it.
    index: [[u64; KIND_COUNT]; 2],
    /// May the operands be exchanged?
    commutative: bool,
}

impl<A> Rules<A> {
    const fn new(list: &'static [Rule<A>], commutative: bool) -> Self {
        assert!(list.len() <= 64, "the candidates of an operator are a 64-bit set");
        let mut index = [[0; KIND_COUNT]; 2];
        let mut rule = 0;
        while rule < list.len() {
            let mut operand = 0;
            while operand < 2 {
                let mut kind = 0;
                while kind < KIND_COUNT {
                    if list[rule].on[operand].0 >> kind & 1 == 1 {
                        index[operand][kind] |= 1 << rule;
                    }
                    kind += 1;
                }
                operand += 1;
            }
            rule += 1;
        }
        Self { list, index, commutative }
    }

    #[inline]
    fn candidates(&self, first: Node, second: Node) -> u64 {
        let (first, second) = (kind(first), kind(second));
        let direct = self.index[0][first] & self.index[1][second];
        if self.commutative { direct | self.index[0][second] & self.index[1][first] } else { direct }
    }

    fn attempt(&'static self, pool: &mut Pool, args: &A, mut candidates: u64) -> Option<ExprId> {
        if pool.rewriting.nesting == 0 {
            pool.rewriting.attempts_left = MAX_ATTEMPTS;
        }
        if pool.rewriting.nesting >= MAX_NESTING || pool.rewriting.attempts_left == 0 {
            return None;
        }
        pool.rewriting.attempts_left -= 1;
        pool.rewriting.nesting += 1;
        let mut answer = None;
        while candidates != 0 && answer.is_none() {
            let rule = &self.list[candidates.trailing_zeros() as usize];
            candidates &= candidates - 1;
            answer = (rule.apply)(pool, args);
            if answer.is_some()
                && let Some(trace) = &mut pool.rewriting.trace
            {
                trace.push(&rule.info);
            }
        }
        pool.rewriting.nesting -= 1;
        answer
    }
}

/// Declares the rules of an operator: functions of this module with the kinds of their first two operands, which
/// come in any order if the operator is commutative.
macro_rules! rules {
    ($($list:ident: $args:ty, $operator:literal, $order:ident = [
        $($rule:ident($first:expr, $second:expr)),* $(,)?
    ];)*) => {
        $(pub(super) static $list: super::Rules<$args> = super::Rules::new(&[$(super::Rule {
            info: super::RuleInfo { operator: $operator, name: stringify!($rule) },
            on: [$first, $second],
            apply: $rule,
        }),*], super::$order);)*
    };
}
const COMMUTATIVE: bool = true;
const ORDERED: bool = false;
use rules;

/// The state of rewriting in a pool.
#[derive(Default)]
pub(crate) struct Rewriting {
    nesting: u32,
    attempts_left: u32,
    trace: Option<Vec<&'static RuleInfo>>,
}

impl Pool {
    /// Starts to record which rules fire, dropping an earlier record.
    pub fn trace_rules(&mut self) {
        self.rewriting.trace = Some(Vec::new());
    }

    /// The rules that fired since [`trace_rules`](Self::trace_rules) or the last call, innermost first.
    pub fn fired_rules(&mut self) -> Vec<&'static RuleInfo> {
        self.rewriting.trace.as_mut().map(std::mem::take).unwrap_or_default()
    }
}

/// Every rule.
pub fn all() -> Vec<&'static RuleInfo> {
    fn infos<A>(rules: &'static Rules<A>) -> impl Iterator<Item = &'static RuleInfo> {
        rules.list.iter().map(|rule| &rule.info)
    }
    let mut all: Vec<&RuleInfo> = BinaryOp::ALL.iter().flat_map(|&op| infos(rules_of(op))).collect();
    all.extend(infos(&one_bit::SAME).chain(infos(&one_bit::ONE_BIT)));
    all.extend(infos(&ite::RULES));
    all.extend(infos(&slice::EXTRACT_RULES).chain(infos(&concat::RULES)));
    all.extend(infos(&slice::ZEXT_RULES).chain(infos(&slice::SEXT_RULES)));
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
        BinaryOp::Slt => &compare::SLT_RULES,
        BinaryOp::Sle => &compare::SLE_RULES,
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
    let lists =
        [(a == b, &one_bit::SAME), (width == 1 && !connective, &one_bit::ONE_BIT), (true, rules_of(op))];
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
struct Slice {
    of: ExprId,
    low: u16,
    /// Of the result.
    width: Width,
    /// What `of` is.
    node: Node,
    /// The width of `of`.
    whole: Width,
}

#[inline]
fn slice(
    pool: &mut Pool,
    rules: &'static Rules<Slice>,
    of: ExprId,
    low: u16,
    width: Width,
) -> Option<ExprId> {
    let node = pool.node(of);
    match rules.candidates(node, node) {
        0 => None,
        candidates => {
            let args = Slice { of, low, width, node, whole: pool.width(of) };
            rules.attempt(pool, &args, candidates)
        }
    }
}

#[inline]
pub(crate) fn extract(pool: &mut Pool, of: ExprId, low: u16, width: Width) -> Option<ExprId> {
    slice(pool, &slice::EXTRACT_RULES, of, low, width)
}

#[inline]
pub(crate) fn zero_extend(pool: &mut Pool, a: ExprId, to: Width) -> Option<ExprId> {
    slice(pool, &slice::ZEXT_RULES, a, 0, to)
}

#[inline]
pub(crate) fn sign_extend(pool: &mut Pool, a: ExprId, to: Width) -> Option<ExprId> {
    slice(pool, &slice::SEXT_RULES, a, 0, to)
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
