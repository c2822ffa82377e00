//! A question without bounded terms that follows from one with them.
//!
//! | term | becomes | lemmas |
//! |---|---|---|
//! | universal, and it must hold | true | its instances: the body for a number, if that is below the count |
//! | universal, and it must not hold | false | some number below the count, an unknown, breaks the body |
//! | universal, elsewhere | a truth value | both, each where it has that value |
//! | how many | a number | at most the count; the sum of its instances, where the count is at most so many |
//!
//! The first instances of a universal term are those that meet what is read anyway: where the question reads `text[t + 2]` and the body reads
//! `text[j]`, the number `t + 2` is of interest, whether `t` is known or not. So is the least number that the question says to break the
//! body ([`excluded`](super::excluded)).
//!
//! What is about one character at a time says more, as numbers of characters in classes ([`texts`](super::texts)).
//!
//! Reads of [formulas](bowline_expr::formula) that were left are put in everywhere, so that none is left.
//!
//! A lemma that has bounded terms itself (a body or a count with one) is not said: the weakening is weaker, and evaluation decides.

use super::excluded::Comparisons;
use super::reads::Reads;
use super::texts::{self, Text};
use super::uniform::Uniform;
use crate::layer::Tools;
use bowline_base::{FxHashMap, FxHashSet};
use bowline_expr::substitute::Substitution;
use bowline_expr::{BoundedOp, Conjuncts, ExprId, INDEX_WIDTH, Literal, Model, Node, Pool, bounds};
use std::rc::Rc;

/// New nodes that a condition may become.
const MAX_BUILT: usize = 100_000;
/// Instances of one term at first.
const MAX_FIRST: usize = 8;
/// Instances of one term that one model adds.
const MAX_MORE: usize = 48;
/// Numbers that are counted out for how many there are.
const MAX_COUNTED: u64 = 128;

/// See the module documentation.
pub struct Weakening {
    conditions: Vec<Weakened>,
    lemmas: Vec<Lemma>,
    terms: Vec<Replaced>,
    /// Stretches of text that terms are about.
    texts: Vec<Text>,
}

/// A condition of the question, and what became of it.
struct Weakened {
    condition: ExprId,
    weaker: ExprId,
    terms: Vec<ExprId>,
}

/// Something that follows from what a term stands for.
struct Lemma {
    condition: ExprId,
    terms: Vec<ExprId>,
}

/// A bounded term, and what stands for it.
pub struct Replaced {
    pub term: ExprId,
    pub op: BoundedOp,
    pub count: ExprId,
    pub stand_in: ExprId,
    /// Numbers that it was instantiated for.
    instances: FxHashSet<ExprId>,
    /// How far it was counted out.
    counted: u64,
}

impl Weakening {
    /// Nothing where it gets too large.
    pub fn of(tools: &mut Tools<'_>, conditions: &[ExprId]) -> Option<Self> {
        let pool = &mut *tools.pool;
        let truths = demanded(pool, conditions);
        let mut becomes = Substitution::new();
        let mut this =
            Self { conditions: Vec::new(), lemmas: Vec::new(), terms: Vec::new(), texts: Vec::new() };
        let mut seen = FxHashSet::default();
        // What is read of formulas is put in first: the terms in them are then terms of the condition.
        let resolved: Vec<ExprId> =
            conditions.iter().map(|&id| pool.resolved(id, MAX_BUILT)).collect::<Option<_>>()?;
        let terms: Vec<Vec<ExprId>> = resolved.iter().map(|&id| pool.outermost(id)).collect();
        for &term in terms.iter().flatten() {
            let Node::Bounded { op, count, .. } = pool.node(term) else { continue };
            if seen.insert(term) {
                let stand_in = stand_in(pool, term, op, truths.get(&term).copied());
                becomes.replace(term, stand_in);
                let instances = FxHashSet::default();
                this.terms.push(Replaced { term, op, count, stand_in, instances, counted: 0 });
            }
        }
        for ((&condition, resolved), terms) in conditions.iter().zip(resolved).zip(terms) {
            let weaker = becomes.apply(pool, resolved, MAX_BUILT)?;
            this.conditions.push(Weakened { condition, weaker, terms });
        }
        this.begin(pool)?;
        this.texts = texts::of(tools, &this.terms);
        for text in &this.texts {
            for (condition, terms) in text.lemmas(tools.pool, &this.terms) {
                this.lemmas.push(Lemma { condition, terms });
            }
        }
        Some(this)
    }

    /// What is said of each term at first.
    fn begin(&mut self, pool: &mut Pool) -> Option<()> {
        // What was asked last comes first.
        let mut reads = Reads::default();
        let mut comparisons = Comparisons::default();
        for condition in self.conditions.iter().rev() {
            reads.add(pool, condition.weaker);
            comparisons.add(pool, condition.weaker);
        }
        // What breaks one term may break another.
        let mut broken_reads = Reads::default();
        for at in 0..self.terms.len() {
            let Replaced { term, op, count, stand_in, .. } = self.terms[at];
            if op == BoundedOp::ForAll && stand_in != Pool::TRUE {
                let broken = broken_somewhere(pool, term, count)?;
                broken_reads.add(pool, broken);
                let lemma = pool.or(stand_in, broken);
                self.say(pool, lemma, term);
            }
        }
        for at in 0..self.terms.len() {
            let Replaced { term, op, count, stand_in, .. } = self.terms[at];
            if op == BoundedOp::HowMany {
                let bounded = pool.ule(stand_in, count);
                self.say(pool, bounded, term);
                continue;
            }
            let (zero, one) = (pool.constant(0, INDEX_WIDTH), pool.constant(1, INDEX_WIDTH));
            let last = pool.sub(count, one);
            for number in [zero, last] {
                self.instantiate(pool, at, number)?;
            }
            for reads in [&mut reads, &mut broken_reads] {
                for number in reads.numbers_of(pool, term, MAX_FIRST) {
                    self.instantiate(pool, at, number)?;
                }
            }
            if let Some(excluded) = comparisons.least_excluded(pool, term) {
                self.instantiate(pool, at, excluded)?;
            }
        }
        self.separate_counts(pool);
        Some(())
    }

    /// Numbers that satisfy conditions which exclude each other, each of them every other, are together no more than all.
    fn separate_counts(&mut self, pool: &mut Pool) {
        for at in 0..self.terms.len() {
            let Replaced { term, op, count, stand_in, .. } = self.terms[at];
            let (mut sum, mut summed) = (stand_in, vec![term]);
            for other in self.terms[at + 1..].iter().filter(|other| (other.op, other.count) == (op, count)) {
                if op == BoundedOp::HowMany
                    && summed.iter().all(|&one| exclude_each_other(pool, one, other.term))
                {
                    sum = pool.add(sum, other.stand_in);
                    summed.push(other.term);
                }
            }
            // No sum wraps around: each count is at most the numbers there are, and terms are few.
            if summed.len() > 1 && bounds::interval(pool, count).1 < 1 << 56 {
                let lemma = pool.ule(sum, count);
                self.say(pool, lemma, term);
            }
        }
    }

    /// The body of a universal term for a number, where the term holds and the number is below the count.
    fn instantiate(&mut self, pool: &mut Pool, at: usize, number: ExprId) -> Option<()> {
        let Replaced { term, op, count, stand_in, ref mut instances, .. } = self.terms[at];
        if op != BoundedOp::ForAll || stand_in == Pool::FALSE || !instances.insert(number) {
            return Some(());
        }
        let instance = pool.instance(term, number)?;
        let counts = pool.ult(number, count);
        let demands = pool.and(stand_in, counts);
        let free = pool.not(demands);
        let lemma = pool.or(free, instance);
        self.say(pool, lemma, term);
        Some(())
    }

    fn say(&mut self, pool: &mut Pool, condition: ExprId, term: ExprId) {
        let condition = pool.resolved(condition, MAX_BUILT).unwrap_or(condition);
        if condition != Pool::TRUE && pool.levels_of(condition).is_plain() {
            self.lemmas.push(Lemma { condition, terms: vec![term] });
        }
    }

    /// Says more, so that a model that breaks a term is none of the weakened question; false where nothing more can be said.
    pub fn refine(&mut self, tools: &mut Tools<'_>, model: &Model) -> bool {
        let before = self.lemmas.len();
        for at in 0..self.terms.len() {
            let Replaced { term, op, count, stand_in, counted, .. } = self.terms[at];
            let stands_for = tools.evaluator.eval(tools.pool, model, stand_in);
            if stands_for == tools.evaluator.eval(tools.pool, model, term) {
                continue;
            }
            match op {
                BoundedOp::ForAll => {
                    for number in tools.evaluator.numbers_where(tools.pool, model, term, false, MAX_MORE) {
                        let number = tools.pool.constant(number.into(), INDEX_WIDTH);
                        if self.instantiate(tools.pool, at, number).is_none() {
                            return false;
                        }
                    }
                }
                BoundedOp::HowMany => {
                    let most = tools.evaluator.eval(tools.pool, model, count) as u64;
                    if most > counted && most <= MAX_COUNTED {
                        self.terms[at].counted = most;
                        let Some(lemma) = counted_out(tools.pool, term, count, stand_in, most) else {
                            return false;
                        };
                        self.say(tools.pool, lemma, term);
                    }
                }
            }
        }
        self.lemmas.len() > before
    }

    /// A model with texts as the stand-ins for terms about them demand; nothing where there are none, or that cannot be.
    pub fn filled(&self, tools: &mut Tools<'_>, model: &Model) -> Option<Model> {
        if self.texts.is_empty() {
            return None;
        }
        let conditions = self.conditions();
        let mut filled = model.clone();
        texts::fill(&self.texts, tools, &self.terms, &conditions, &mut filled)?;
        Some(filled)
    }

    /// The largest count of a term under a model.
    pub fn longest(&self, tools: &mut Tools<'_>, model: &Model) -> u64 {
        let counts = self.terms.iter().map(|one| tools.evaluator.eval(tools.pool, model, one.count) as u64);
        counts.max().unwrap_or(0)
    }

    /// The question with texts of one character.
    pub fn uniform(&self, pool: &mut Pool) -> Option<Uniform> {
        Uniform::of(pool, &self.terms, &self.conditions())
    }

    /// The universal terms that must hold.
    pub fn demanded(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.terms.iter().filter(|one| one.stand_in == Pool::TRUE).map(|one| one.term)
    }

    /// Everything that is to hold, what was asked about last.
    pub fn conditions(&self) -> Vec<ExprId> {
        let lemmas = self.lemmas.iter().map(|lemma| lemma.condition);
        let mut all: Vec<ExprId> = lemmas.chain(self.conditions.iter().map(|one| one.weaker)).collect();
        let question = all.pop();
        let mut seen = FxHashSet::default();
        all.retain(|&id| id != Pool::TRUE && seen.insert(id));
        all.extend(question);
        all
    }

    /// The constraints that a contradiction rests on: those that are part of it, and those with terms that its lemmas are about.
    pub fn origins(&self, core: &[ExprId], question: ExprId) -> Rc<[ExprId]> {
        let core: FxHashSet<ExprId> = core.iter().copied().collect();
        let said = self.lemmas.iter().filter(|lemma| core.contains(&lemma.condition));
        let about: FxHashSet<ExprId> = said.flat_map(|lemma| lemma.terms.iter().copied()).collect();
        let is_origin =
            |one: &&Weakened| core.contains(&one.weaker) || one.terms.iter().any(|term| about.contains(term));
        let origins = self.conditions.iter().filter(is_origin).map(|one| one.condition);
        let mut origins: Vec<ExprId> = origins.filter(|&condition| condition != question).collect();
        origins.sort_unstable();
        origins.dedup();
        origins.into()
    }
}

/// Universal terms that the conditions demand to hold, or not to.
fn demanded(pool: &Pool, conditions: &[ExprId]) -> FxHashMap<ExprId, bool> {
    let mut truths = FxHashMap::default();
    for &condition in conditions {
        let mut conjuncts = Conjuncts::of(Literal::new(condition, true));
        while let Some(literal) = conjuncts.next(pool) {
            let Literal { condition, holds } = literal.stripped(pool);
            if matches!(pool.node(condition), Node::Bounded { .. }) {
                truths.insert(condition, holds);
            }
        }
    }
    truths
}

/// Can no number satisfy the bodies of both, as far as their form tells?
fn exclude_each_other(pool: &mut Pool, one: ExprId, other: ExprId) -> bool {
    let bodies = [one, other].map(|term| match pool.node(term) {
        Node::Bounded { level, bits, body, .. } => Some((level, bits, body)),
        _ => None,
    });
    match bodies {
        [Some((level, bits, one)), Some((same_level, same_bits, other))] => {
            (level, bits) == (same_level, same_bits) && pool.and(one, other) == Pool::FALSE
        }
        _ => false,
    }
}

/// What stands for a term: what it must be, or an unknown.
fn stand_in(pool: &mut Pool, term: ExprId, op: BoundedOp, truth: Option<bool>) -> ExprId {
    match (op, truth) {
        (BoundedOp::ForAll, Some(holds)) => pool.bool(holds),
        (BoundedOp::ForAll, None) => {
            let symbol = pool.auxiliary("holds", term.0, 1);
            let byte = pool.input_byte(symbol, 0);
            pool.extract(byte, 0, 1)
        }
        (BoundedOp::HowMany, _) => {
            let symbol = pool.auxiliary("how many", term.0, 8);
            pool.input_word(symbol, 8)
        }
    }
}

/// Some number below the count does not satisfy the body.
fn broken_somewhere(pool: &mut Pool, term: ExprId, count: ExprId) -> Option<ExprId> {
    let symbol = pool.auxiliary("broken at", term.0, 8);
    let number = pool.input_word(symbol, 8);
    let instance = pool.instance(term, number)?;
    let (counts, broken) = (pool.ult(number, count), pool.not(instance));
    Some(pool.and(counts, broken))
}

/// A term that counts is the sum of its instances, where its count is at most so many.
fn counted_out(pool: &mut Pool, term: ExprId, count: ExprId, stand_in: ExprId, most: u64) -> Option<ExprId> {
    let sum = pool.expanded(term, most)?;
    let most = pool.constant(most.into(), INDEX_WIDTH);
    let (more, equal) = (pool.ult(most, count), pool.eq(stand_in, sum));
    Some(pool.or(more, equal))
}
