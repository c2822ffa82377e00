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
use bowline_base::{FxHashMap, FxHashSet};
use bowline_expr::{BinaryOp, Conjuncts, ExprId, Literal, Model, Node, Pool, fold};
use std::collections::BTreeMap;
use std::rc::Rc;
use system::{Cause, Shifted, System};

/// Longer slices are left to others.
const MAX_CONSTRAINTS: usize = 5000;
/// Unequal words that came out equal are told apart so many times.
const MAX_APART: usize = 24;

pub struct Order;

/// One way to look for an answer.
#[derive(Clone, Copy)]
struct Attempt {
    /// Values are raised, not lowered: places go down more easily, texts get longer more easily.
    raises: bool,
    /// What unequal words add to bounds is looked for: it costs more than most questions need.
    sharpens: bool,
}

const ATTEMPTS: [Attempt; 3] = [
    Attempt { raises: false, sharpens: false },
    Attempt { raises: false, sharpens: true },
    Attempt { raises: true, sharpens: true },
];

impl Layer for Order {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let constraints = query.constraints();
        let decided = Problem::of(tools.pool, &constraints, query.question).and_then(|problem| {
            ATTEMPTS
                .into_iter()
                .filter(|attempt| attempt.raises || !attempt.sharpens || problem.has_unequal)
                .find_map(|attempt| decide(tools, query.path.model(), &problem, attempt))
        });
        decided.unwrap_or_else(|| below.ask(tools, query))
    }
}

/// A question with its constraints, as comparisons.
struct Problem<'q> {
    constraints: &'q [ExprId],
    question: ExprId,
    signed: bool,
    asked: Vec<Relation>,
    /// What the constraints are that may matter; nothing where they are no comparisons in this sense of signs.
    given: Vec<(ExprId, Option<Relation>)>,
    has_unequal: bool,
}

impl<'q> Problem<'q> {
    fn of(pool: &Pool, constraints: &'q [ExprId], question: ExprId) -> Option<Self> {
        if constraints.len() > MAX_CONSTRAINTS {
            return None;
        }
        let signed = is_signed(pool, question, constraints);
        let asked = relations(pool, question, signed)?;
        let related = |&one: &ExprId| (one, relation(pool, Literal::new(one, true), signed));
        let mut given: Vec<(ExprId, Option<Relation>)> = constraints.iter().map(related).collect();
        keep_what_matters(pool, &asked, &mut given);
        let has_unequal = given.iter().any(|(_, one)| matches!(one, Some(Relation::Unequal(..))));
        Some(Self { constraints, question, signed, asked, given, has_unequal })
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

impl Relation {
    fn words(self) -> [ExprId; 2] {
        match self {
            Self::AtMost(a, b, _) | Self::Equal(a, b) | Self::Unequal(a, b) => [a, b],
        }
    }

    /// The bases of its words, but for constants.
    fn bases(self, pool: &Pool) -> impl Iterator<Item = ExprId> {
        self.words().map(|word| base(pool, word)).into_iter().filter(|&word| pool.as_const(word).is_none())
    }
}

/// Drops the limits of words that are neither compared with others nor asked about. A limit of any other word, such as the value of one byte of a
/// text, leads nowhere: it is left to the evaluation of the model, for which that word keeps its value.
fn keep_what_matters(pool: &Pool, asked: &[Relation], given: &mut Vec<(ExprId, Option<Relation>)>) {
    let is_limit = |relation: Relation| relation.bases(pool).count() < 2;
    if !given.iter().filter_map(|one| one.1).any(is_limit) {
        return;
    }
    let compared = given.iter().filter_map(|one| one.1).filter(|&one| !is_limit(one));
    let matter: FxHashSet<ExprId> =
        asked.iter().copied().chain(compared).flat_map(|one| one.bases(pool)).collect();
    given.retain(|(_, one)| one.is_none_or(|one| one.bases(pool).any(|word| matter.contains(&word))));
}

/// What a word is a distance from, or an extension of.
fn base(pool: &Pool, mut word: ExprId) -> ExprId {
    loop {
        word = match pool.node(word) {
            Node::ZeroExtend(inner) | Node::SignExtend(inner) => inner,
            Node::Binary(BinaryOp::Add, x, c) if pool.as_const(c).is_some() => x,
            _ => return word,
        };
    }
}

fn decide(
    tools: &mut Tools<'_>,
    model: &Rc<Model>,
    problem: &Problem<'_>,
    attempt: Attempt,
) -> Option<Answer> {
    let mut system = System::new(tools, problem.signed, attempt.raises, problem.constraints);
    let mut apart: Vec<Apart> = Vec::new();
    for &(constraint, relation) in &problem.given {
        match relation {
            Some(Relation::Unequal(a, b)) => {
                apart.push((system.shifted(tools, model, a)?, system.shifted(tools, model, b)?, constraint));
            }
            Some(relation) => {
                let (first, second) = system.bounds(tools, model, relation, Cause::Constraint(constraint))?;
                let mut bounds = [Some(first), second].into_iter().flatten();
                if !bounds.all(|bound| system.differences.add_satisfied(bound)) {
                    return None;
                }
            }
            None => {
                if !system.limit_in_other_sense(tools, model, constraint)? {
                    return None;
                }
            }
        }
    }
    if attempt.sharpens {
        sharpen_all(&mut system, &apart);
    }
    // What was guessed before may be the reason of a later contradiction, so only the first is one.
    let mut guessed = false;
    for &relation in &problem.asked {
        let met = match relation {
            Relation::Unequal(a, b) => {
                let (a, b) = (system.shifted(tools, model, a)?, system.shifted(tools, model, b)?);
                let was_guessed = std::mem::replace(&mut guessed, true);
                match system.tell_apart(a, b) {
                    Err(_) if was_guessed => return None,
                    met => met,
                }
            }
            relation => {
                let (first, second) = system.bounds(tools, model, relation, Cause::Given)?;
                let mut bounds = [Some(first), second].into_iter().flatten();
                bounds.try_for_each(|bound| system.differences.add(bound))
            }
        };
        if let Err(causes) = met {
            return Some(unsat(&system, causes));
        }
    }
    for _ in 0..MAX_APART {
        let equal = apart.iter().find(|(a, b, _)| system.value(*a) == system.value(*b));
        let Some(&(a, b, constraint)) = equal else {
            let found = system.model(tools, model, problem.constraints, problem.question);
            return found.map(|model| Answer::Sat(Rc::new(model)));
        };
        if let Err(mut causes) = system.tell_apart(a, b) {
            causes.push(Cause::Constraint(constraint));
            return (!guessed).then(|| unsat(&system, causes));
        }
        guessed = true;
    }
    None
}

/// Unequal words, with the constraints that say so.
type Apart = (Shifted, Shifted, ExprId);

/// A text that has not ended at a place goes on beyond it: one such step makes the next one possible. Pairs of numbers are looked at twice, since what
/// is learned of one may be of use for those before it.
fn sharpen_all(system: &mut System, apart: &[Apart]) {
    let mut pairs: BTreeMap<(usize, usize), FxHashMap<i128, ExprId>> = BTreeMap::new();
    for &((a, more), (b, less), constraint) in apart.iter().filter(|((a, _), (b, _), _)| a != b) {
        pairs.entry((a, b)).or_default().insert(less - more, constraint);
        pairs.entry((b, a)).or_default().insert(more - less, constraint);
    }
    for _ in 0..2 {
        for (&(a, b), excluded) in &pairs {
            system.sharpen(a, b, excluded);
        }
    }
}

fn unsat(system: &System, causes: Vec<Cause>) -> Answer {
    Answer::Unsat(Core::Listed(system.constraints_of(causes).into()))
}

/// In which sense to look at the comparisons: that of the question, or of the first constraint that has one.
fn is_signed(pool: &Pool, question: ExprId, constraints: &[ExprId]) -> bool {
    let sense = |condition: Literal| match condition.comparison(pool)?.0 {
        BinaryOp::Slt | BinaryOp::Sle => Some(true),
        BinaryOp::Ult | BinaryOp::Ule => Some(false),
        _ => None,
    };
    let mut conjuncts = Conjuncts::of(Literal::new(question, true));
    let asked = std::iter::from_fn(|| conjuncts.next(pool)).find_map(&sense);
    asked
        .or_else(|| constraints.iter().find_map(|&constraint| sense(Literal::new(constraint, true))))
        .unwrap_or(false)
}

/// The comparisons that a condition demands, those of order first: each may rest on those before it. Nothing where there is none.
fn relations(pool: &Pool, condition: ExprId, signed: bool) -> Option<Vec<Relation>> {
    let mut conjuncts = Conjuncts::of(Literal::new(condition, true));
    let mut found: Vec<Relation> =
        std::iter::from_fn(|| conjuncts.next(pool)).filter_map(|one| relation(pool, one, signed)).collect();
    found.sort_by_key(|one| matches!(one, Relation::Unequal(..)));
    (!found.is_empty()).then_some(found)
}

fn relation(pool: &Pool, condition: Literal, signed: bool) -> Option<Relation> {
    let (op, holds, a, b) = condition.comparison(pool)?;
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
