//! Comparisons of words with each other and with constants, decided as bounds on their differences.
//!
//! Every word is taken for a number of its own, whatever it is made of, within the interval that its form allows. The
//! comparisons of the path bound differences of these numbers, the path's model satisfies all bounds, and the question
//! adds one: it is met by small changes or contradicts bounds along a cycle. A contradiction is one whatever the words are;
//! a solution becomes a model by giving the words' input bytes these values, and counts if it satisfies everything.
//!
//! `x + c` is the number of `x` at a distance, where the sum cannot wrap around. Where `x <= y` is known, `x != y` is `x < y`; else it is tried both ways
//! round. Comparisons in the other sense
//! of signs, other sums and everything else only take part when a model is evaluated.

mod system;

use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use bowline_expr::{BinaryOp, ExprId, Literal, Model, Pool, fold};
use std::rc::Rc;
use system::{Cause, Place, System};

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
    let mut system = System::new(tools.pool, signed, constraints);
    let mut apart = Vec::new();
    for &constraint in constraints {
        match relation(tools.pool, constraint, signed) {
            Some(Relation::Unequal(a, b)) => {
                apart.push((system.place(tools, model, a)?, system.place(tools, model, b)?, constraint));
            }
            Some(relation) => {
                for bound in system.bounds(tools, model, relation, Cause::Constraint(constraint))? {
                    if !system.differences.add_satisfied(bound) {
                        return None;
                    }
                }
            }
            None => {}
        }
    }
    sharpen_all(&mut system, &apart);
    match asked {
        Relation::Unequal(a, b) => {
            let (a, b) = (system.place(tools, model, a)?, system.place(tools, model, b)?);
            if let Err(causes) = system.tell_apart(a, b) {
                return Some(unsat(&system, causes));
            }
        }
        relation => {
            for bound in system.bounds(tools, model, relation, Cause::Given)? {
                if let Err(causes) = system.differences.add(bound) {
                    return Some(unsat(&system, causes));
                }
            }
        }
    }
    // What was guessed before may be the reason of a later contradiction, so only the first is one.
    let mut guessed = false;
    for _ in 0..MAX_APART {
        let equal = apart.iter().find(|(a, b, _)| system.value(*a) == system.value(*b));
        let Some(&(a, b, constraint)) = equal else {
            return system
                .model(tools, model, constraints, question)
                .map(|model| Answer::Sat(Rc::new(model)));
        };
        if let Err(mut causes) = system.tell_apart(a, b) {
            causes.push(Cause::Constraint(constraint));
            return (!guessed).then(|| unsat(&system, causes));
        }
        guessed = true;
    }
    None
}

/// A text that has not ended at a place goes on beyond it: one such step makes the next one possible, in whichever order they were asked.
fn sharpen_all(system: &mut System, apart: &[(Place, Place, ExprId)]) {
    for &(a, b, constraint) in apart.iter().chain(apart.iter().rev()) {
        system.sharpen(a, b, constraint);
    }
}

fn unsat(system: &System, causes: Vec<Cause>) -> Answer {
    Answer::Unsat(Core::Listed(system.constraints_of(causes).into()))
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
