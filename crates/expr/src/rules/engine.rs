//! How rules are declared, found and tried. See [`super`] for what they are.

use crate::{BinaryOp, ExprId, Node, Pool, Width};

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

/// One application of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Firing {
    pub rule: &'static RuleInfo,
    /// What the rule was tried on, as it stands.
    pub matched: ExprId,
    /// What it made of it.
    pub answer: ExprId,
}

/// The operands of a construction.
pub(super) trait Operands {
    /// The node that the construction is without rules, and its width.
    fn plain(&self, operator: &str) -> (Node, Width);
}

/// A set of kinds of nodes.
#[derive(Clone, Copy)]
pub(super) struct Kinds(u32);

pub(super) const KIND_COUNT: usize = 31;

/// The kind of a node: what rules are selected by. Constants come last, so that they sort to the right.
#[inline]
pub(super) const fn kind(node: Node) -> usize {
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
        Node::Bound(_) => 27,
        Node::Bounded { .. } => 28,
        Node::Formula { .. } => 29,
        Node::Const(_) | Node::WideConst(_) => 30,
    }
}

impl Kinds {
    pub(super) const fn binary(op: BinaryOp) -> Self {
        Self(1 << (6 + op as u32))
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

pub(super) const ANY: Kinds = Kinds(u32::MAX);
/// All but reads of arrays and slices, of which nothing is known and which are the most frequent operands.
pub(super) const COMPOSED: Kinds = Kinds(!3);
pub(super) const SELECT: Kinds = Kinds(1);
pub(super) const EXTRACT: Kinds = Kinds(1 << 1);
pub(super) const ZEXT: Kinds = Kinds(1 << 2);
pub(super) const SEXT: Kinds = Kinds(1 << 3);
pub(super) const CONCAT: Kinds = Kinds(1 << 4);
pub(super) const ITE: Kinds = Kinds(1 << 5);
pub(super) const INPUT: Kinds = Kinds(1 << 24);
pub(super) const TABLE: Kinds = Kinds(1 << 25);
pub(super) const STORE: Kinds = Kinds(1 << 26);
pub(super) const BOUNDED: Kinds = Kinds(1 << 28);
pub(super) const CONST: Kinds = Kinds(1 << 30);
pub(super) const ADD: Kinds = Kinds::binary(BinaryOp::Add);
pub(super) const SUB: Kinds = Kinds::binary(BinaryOp::Sub);
pub(super) const MUL: Kinds = Kinds::binary(BinaryOp::Mul);
pub(super) const AND: Kinds = Kinds::binary(BinaryOp::And);
pub(super) const OR: Kinds = Kinds::binary(BinaryOp::Or);
pub(super) const XOR: Kinds = Kinds::binary(BinaryOp::Xor);
pub(super) const EQ: Kinds = Kinds::binary(BinaryOp::Eq);
pub(super) const ORDER: Kinds = Kinds::binary(BinaryOp::Ult)
    .or(Kinds::binary(BinaryOp::Ule))
    .or(Kinds::binary(BinaryOp::Slt))
    .or(Kinds::binary(BinaryOp::Sle));
pub(super) const EXTENSION: Kinds = ZEXT.or(SEXT);
/// What can be one of two constants by a condition.
pub(super) const CHOICE: Kinds = ITE.or(EXTENSION);

/// A rule on operands of type `A`.
pub(super) struct Rule<A: 'static> {
    pub(super) info: RuleInfo,
    /// The kinds that the first two operands may have.
    pub(super) on: [Kinds; 2],
    pub(super) apply: fn(&mut Pool, &A) -> Option<ExprId>,
}

/// The rules of one operator, indexed by operand kinds.
pub(super) struct Rules<A: 'static> {
    pub(super) list: &'static [Rule<A>],
    /// Per operand and kind: a bit for each rule that accepts it.
    index: [[u64; KIND_COUNT]; 2],
    /// May the operands be exchanged?
    commutative: bool,
}

impl<A: Operands> Rules<A> {
    pub(super) const fn new(list: &'static [Rule<A>], commutative: bool) -> Self {
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
    pub(super) fn candidates(&self, first: Node, second: Node) -> u64 {
        let (first, second) = (kind(first), kind(second));
        let direct = self.index[0][first] & self.index[1][second];
        if self.commutative { direct | self.index[0][second] & self.index[1][first] } else { direct }
    }

    pub(super) fn attempt(&'static self, pool: &mut Pool, args: &A, mut candidates: u64) -> Option<ExprId> {
        if pool.rewriting.nesting == 0 {
            pool.rewriting.attempts_left = MAX_ATTEMPTS;
        }
        let rewriting = &pool.rewriting;
        if rewriting.nesting >= MAX_NESTING || rewriting.attempts_left == 0 || rewriting.plainly {
            return None;
        }
        pool.rewriting.attempts_left -= 1;
        pool.rewriting.nesting += 1;
        let mut answer = None;
        while candidates != 0 && answer.is_none() {
            let rule = &self.list[candidates.trailing_zeros() as usize];
            candidates &= candidates - 1;
            answer = (rule.apply)(pool, args);
            if let Some(answer) = answer
                && pool.rewriting.trace.is_some()
            {
                pool.note_firing(&rule.info, args.plain(rule.info.operator), answer);
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
pub(super) const COMMUTATIVE: bool = true;
pub(super) const ORDERED: bool = false;
pub(super) use rules;

/// The state of rewriting in a pool.
#[derive(Default)]
pub(crate) struct Rewriting {
    nesting: u32,
    attempts_left: u32,
    /// No rule is tried.
    plainly: bool,
    trace: Option<Vec<Firing>>,
}

impl Pool {
    /// Starts to record which rules fire, dropping an earlier record.
    pub fn trace_rules(&mut self) {
        self.rewriting.trace = Some(Vec::new());
    }

    /// The rules that fired since [`trace_rules`](Self::trace_rules) or the last call, innermost first.
    pub fn fired_rules(&mut self) -> Vec<&'static RuleInfo> {
        self.firings().iter().map(|firing| firing.rule).collect()
    }

    /// The same with what each rule was given and what it answered.
    pub fn firings(&mut self) -> Vec<Firing> {
        self.rewriting.trace.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Builds with constant folding but without rules: what a rule's answer is to be compared with.
    pub fn plainly<R>(&mut self, build: impl FnOnce(&mut Pool) -> R) -> R {
        let before = std::mem::replace(&mut self.rewriting.plainly, true);
        let built = build(self);
        self.rewriting.plainly = before;
        built
    }

    pub(crate) fn is_built_plainly(&self) -> bool {
        self.rewriting.plainly
    }

    fn note_firing(&mut self, rule: &'static RuleInfo, (node, width): (Node, Width), answer: ExprId) {
        let matched = self.intern(node, width);
        if let Some(trace) = &mut self.rewriting.trace {
            trace.push(Firing { rule, matched, answer });
        }
    }
}
