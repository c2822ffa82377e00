//! Comparisons of words with each other and with constants, decided as bounds on their differences.
//!
//! Every word is taken for a number of its own, whatever it is made of, within the interval that its form allows. The
//! comparisons of the path bound differences of these numbers, the path's model satisfies all bounds, and the question
//! adds one: it is met by small changes or contradicts bounds along a cycle. A contradiction is one whatever the words are;
//! a solution becomes a model by giving the words' input bytes these values, and counts if it satisfies everything.
//!
//! `x + c` is the number of `x` at a distance, where the sum cannot wrap around. `x != y` is tried both ways round. Comparisons in the other sense
//! of signs, other sums and everything else only take part when a model is evaluated.

use crate::assign::{Dice, assign};
use crate::differences::{Bound, Differences};
use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use bowline_base::FxHashMap;
use bowline_expr::{BinaryOp, ExprId, Literal, Model, Node, Pool, Range, bounds, fold};
use std::rc::Rc;

/// Longer slices are left to others.
const MAX_CONSTRAINTS: usize = 1000;
/// Unequal words that came out equal are told apart so many times.
const MAX_APART: usize = 24;

pub struct Order;

impl Layer for Order {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let constraints = query.constraints();
        decide(tools, query.path.model(), &constraints, query.question)
            .unwrap_or_else(|| below.ask(tools, query))
    }
}

/// Where a bound comes from: a constraint, the form of a word, or the question and what was tried for it.
type Cause = Option<ExprId>;

/// A comparison in the sense of signs that is looked at.
#[derive(Clone, Copy)]
enum Relation {
    /// `left - right <= most`
    AtMost(ExprId, ExprId, i128),
    Equal(ExprId, ExprId),
    Unequal(ExprId, ExprId),
}

fn decide(
    tools: &mut Tools<'_>,
    model: &Rc<Model>,
    constraints: &[ExprId],
    question: ExprId,
) -> Option<Answer> {
    if constraints.len() > MAX_CONSTRAINTS {
        return None;
    }
    let signed = is_signed(tools.pool, question, constraints)?;
    let asked = relation(tools.pool, question, signed)?;
    let mut system = System { signed, differences: Differences::new(), numbers: FxHashMap::default() };
    let mut apart = Vec::new();
    for &constraint in constraints {
        match relation(tools.pool, constraint, signed) {
            Some(Relation::Unequal(a, b)) => {
                apart.push((system.number(tools, model, a)?, system.number(tools, model, b)?, constraint));
            }
            Some(relation) => {
                for bound in system.bounds(tools, model, relation, Some(constraint))? {
                    if !system.differences.add_satisfied(bound) {
                        return None;
                    }
                }
            }
            None => {}
        }
    }
    match asked {
        Relation::Unequal(a, b) => {
            let (a, b) = (system.number(tools, model, a)?, system.number(tools, model, b)?);
            if let Err(core) = tell_apart(&mut system.differences, a, b) {
                return Some(unsat(core, None));
            }
        }
        relation => {
            for bound in system.bounds(tools, model, relation, None)? {
                if let Err(core) = system.differences.add(bound) {
                    return Some(unsat(core, None));
                }
            }
        }
    }
    // What was guessed before may be the reason of a later contradiction, so only the first is one.
    let mut guessed = false;
    for _ in 0..MAX_APART {
        let differences = &system.differences;
        let equal = apart.iter().find(|(a, b, _)| differences.value(*a) == differences.value(*b));
        let Some(&(a, b, constraint)) = equal else {
            return system
                .model(tools, model, constraints, question)
                .map(|model| Answer::Sat(Rc::new(model)));
        };
        if let Err(core) = tell_apart(&mut system.differences, a, b) {
            return (!guessed).then(|| unsat(core, Some(constraint)));
        }
        guessed = true;
    }
    None
}

fn unsat(core: Vec<Cause>, unequal: Option<ExprId>) -> Answer {
    let mut core: Vec<ExprId> = core.into_iter().flatten().chain(unequal).collect();
    core.sort_unstable();
    core.dedup();
    Answer::Unsat(Core::Listed(core.into()))
}

/// Makes one of two numbers the smaller one; the error has the causes why neither can be.
fn tell_apart(differences: &mut Differences<Cause>, a: usize, b: usize) -> Result<(), Vec<Cause>> {
    let below = |upper, lower| Bound { upper, lower, most: -1, cause: None };
    let Err(mut core) = differences.add(below(a, b)) else { return Ok(()) };
    match differences.add(below(b, a)) {
        Ok(()) => Ok(()),
        Err(more) => {
            core.extend(more);
            Err(core)
        }
    }
}

struct System {
    signed: bool,
    differences: Differences<Cause>,
    numbers: FxHashMap<ExprId, usize>,
}

impl System {
    /// The number of a word; made with its value under the model and the bounds of its form.
    fn number(&mut self, tools: &mut Tools<'_>, model: &Model, word: ExprId) -> Option<usize> {
        if let Some(&known) = self.numbers.get(&word) {
            return Some(known);
        }
        let width = tools.pool.width(word);
        let value = self.number_of(tools.evaluator.eval(tools.pool, model, word), width);
        let number = self.differences.add_number(value);
        self.numbers.insert(word, number);
        let range = Range::within(width, bounds::interval(tools.pool, word));
        let (least, most) = match (self.signed, range.unsigned()) {
            (true, _) => range.signed(),
            (false, (least, most)) => (least as i128, most as i128),
        };
        let zero = Differences::<Cause>::ZERO;
        let limits = [(number, zero, most), (zero, number, -least)];
        let fits = limits.into_iter().all(|(upper, lower, most)| {
            self.differences.add_satisfied(Bound { upper, lower, most, cause: None })
        });
        fits.then_some(number)
    }

    fn number_of(&self, value: u128, width: u16) -> i128 {
        match self.signed {
            true => fold::sign_extend(value, width, 128) as i128,
            false => value as i128,
        }
    }

    fn bounds(
        &mut self,
        tools: &mut Tools<'_>,
        model: &Model,
        relation: Relation,
        cause: Cause,
    ) -> Option<Vec<Bound<Cause>>> {
        let pairs = match relation {
            Relation::AtMost(a, b, most) => match self.back_from(tools.pool, a, b) {
                Some((x, back)) => {
                    let (upper, _) = self.place(tools, model, stripped(tools.pool, x, self.signed))?;
                    let (lower, less) = self.place(tools, model, b)?;
                    let enough =
                        Bound { upper: Differences::<Cause>::ZERO, lower: upper, most: -back, cause };
                    return Some(vec![Bound { upper, lower, most: most + back + less, cause }, enough]);
                }
                None => vec![(a, b, most)],
            },
            Relation::Equal(a, b) => vec![(a, b, 0), (b, a, 0)],
            Relation::Unequal(..) => return None,
        };
        pairs
            .into_iter()
            .map(|(a, b, most)| {
                let (upper, more) = self.place(tools, model, a)?;
                let (lower, less) = self.place(tools, model, b)?;
                Some(Bound { upper, lower, most: most - more + less, cause })
            })
            .collect()
    }

    /// A word as a number and a distance from it: constants are at a distance from zero.
    fn place(&mut self, tools: &mut Tools<'_>, model: &Model, word: ExprId) -> Option<(usize, i128)> {
        let width = tools.pool.width(word);
        if let Some(value) = tools.pool.as_const(word) {
            return Some((Differences::<Cause>::ZERO, self.number_of(value, width)));
        }
        let (base, distance) = match sum(tools.pool, word) {
            Some((x, c)) if self.stays_below(tools.pool, x, c) => (stripped(tools.pool, x, self.signed), c),
            _ => (word, 0),
        };
        Some((self.number(tools, model, base)?, distance as i128))
    }

    /// Is `x + c` what it is for whole numbers that are not negative, in this sense of signs?
    fn stays_below(&self, pool: &Pool, x: ExprId, c: u128) -> bool {
        let most = fold::mask(pool.width(x)) >> u16::from(self.signed);
        bounds::interval(pool, x).1.checked_add(c).is_some_and(|sum| sum <= most)
    }

    /// The parts of `x - c` that is to be at most `limit`, which is not so large that a difference that wraps around could be: then `x` is
    /// at least `c`.
    fn back_from(&self, pool: &Pool, word: ExprId, limit: ExprId) -> Option<(ExprId, i128)> {
        let (x, c) = sum(pool, word).filter(|_| !self.signed)?;
        let wrapped = c;
        let back = c.wrapping_neg() & fold::mask(pool.width(word));
        let is_back = back < wrapped && bounds::interval(pool, limit).1 < wrapped;
        is_back.then_some((x, back as i128))
    }

    /// The present values as a model, if they make one.
    fn model(
        &self,
        tools: &mut Tools<'_>,
        start: &Model,
        constraints: &[ExprId],
        question: ExprId,
    ) -> Option<Model> {
        let mut changed = start.clone();
        // In a fixed order, for the sake of equal runs.
        let mut words: Vec<(usize, ExprId)> =
            self.numbers.iter().map(|(&word, &number)| (number, word)).collect();
        words.sort_unstable();
        let mut dice = Dice::new();
        for (number, word) in words {
            let value = self.differences.value(number) as u128 & fold::mask(tools.pool.width(word));
            if tools.evaluator.eval(tools.pool, &changed, word) != value
                && !assign(tools, &mut changed, &mut dice, word, value)
            {
                return None;
            }
        }
        (tools.holds(&changed, question) && tools.satisfies(&changed, constraints)).then_some(changed)
    }
}

/// In which sense to look at the comparisons: that of the question, or of the first constraint that has one.
fn is_signed(pool: &Pool, question: ExprId, constraints: &[ExprId]) -> Option<bool> {
    let sense = |condition: ExprId| match Literal::new(condition, true).comparison(pool)?.0 {
        BinaryOp::Slt | BinaryOp::Sle => Some(true),
        BinaryOp::Ult | BinaryOp::Ule => Some(false),
        _ => None,
    };
    Literal::new(question, true).comparison(pool)?;
    sense(question).or_else(|| constraints.iter().find_map(|&constraint| sense(constraint))).or(Some(false))
}

fn relation(pool: &Pool, condition: ExprId, signed: bool) -> Option<Relation> {
    let (op, holds, a, b) = Literal::new(condition, true).comparison(pool)?;
    if !(2..=64).contains(&pool.width(a)) {
        return None;
    }
    let (a, b) = (stripped(pool, a, signed), stripped(pool, b, signed));
    let (less, strict) = match op {
        BinaryOp::Eq if holds => return Some(Relation::Equal(a, b)),
        BinaryOp::Eq => return unequal_to_bound(pool, a, b, signed),
        BinaryOp::Slt if signed => (holds, holds),
        BinaryOp::Sle if signed => (holds, !holds),
        BinaryOp::Ult if !signed => (holds, holds),
        BinaryOp::Ule if !signed => (holds, !holds),
        _ => return None,
    };
    let (upper, lower) = if less { (a, b) } else { (b, a) };
    Some(Relation::AtMost(upper, lower, if strict { -1 } else { 0 }))
}

/// `x != k` at the end of the range is a bound.
fn unequal_to_bound(pool: &Pool, a: ExprId, b: ExprId, signed: bool) -> Option<Relation> {
    let Some(value) = pool.as_const(b) else { return Some(Relation::Unequal(a, b)) };
    let width = pool.width(b);
    let half = 1u128 << (width - 1);
    let (least, most) = if signed { (half, half - 1) } else { (0, fold::mask(width)) };
    match value {
        value if value == least => Some(Relation::AtMost(b, a, -1)),
        value if value == most => Some(Relation::AtMost(a, b, -1)),
        _ => None,
    }
}

/// The parts of `x + c`.
fn sum(pool: &Pool, word: ExprId) -> Option<(ExprId, u128)> {
    match pool.node(word) {
        Node::Binary(BinaryOp::Add, x, c) => Some((x, pool.as_const(c)?)),
        _ => None,
    }
}

/// The word without an extension that keeps its value in this sense of signs.
fn stripped(pool: &Pool, word: ExprId, signed: bool) -> ExprId {
    match pool.node(word) {
        Node::ZeroExtend(inner) if !signed => inner,
        Node::SignExtend(inner) if signed => inner,
        _ => word,
    }
}
