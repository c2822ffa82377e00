//! What the constraints rule out at once, by the bounds they give to words; and questions about merged values, case by case.
//!
//! A merged value is a choice of constants, and each case has its conditions: the position behind a text is 7 where seven characters
//! are not zero, so all seven are inside the text. In each case the question is one about a constant, and the conditions of
//! the case and of the path often rule it out at once. If they do so in all cases, the answer is no; if only one case is left, it is
//! asked about. What the path knows of other values that depend on the same conditions, such as the character at that position, is known
//! case by case, too.

use crate::layer::{Answer, Below, Core, Layer, Query, Tools};
use crate::scope::Scope;
use crate::simplify;
use bowline_expr::substitute::Substitution;
use bowline_expr::{BinaryOp, Cases, ExprId, Node, Pool};
use std::sync::atomic::{AtomicBool, Ordering};

/// Choices in one value.
const MAX_CHOICES: usize = 256;
/// Choices that are looked at for one question.
const MAX_VISITED: usize = 2000;
/// How deep in a question a choice may be.
const DEPTH: u32 = 6;
/// Expressions that may be built for one case.
const MAX_BUILT: usize = 40;
/// Cases that may be left to ask about: several questions cost more than the whole one.
const MAX_LEFT: usize = 1;

pub struct ByCases;

impl Layer for ByCases {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let constraints = query.constraints();
        let scope = query.path.scope(tools.pool);
        let Some(left) = cases_left(tools.pool, &scope, &constraints, query.question, tools.interrupt) else {
            return below.ask(tools, query);
        };
        let mut unknown = None;
        for question in left {
            match below.ask(tools, Query { question, ..query }) {
                Answer::Sat(model) => return Answer::Sat(model),
                Answer::Unsat(_) => {}
                Answer::Unknown(reason) => unknown = Some(reason),
            }
        }
        match unknown {
            Some(reason) => Answer::Unknown(reason),
            None => Answer::Unsat(Core::Listed(constraints.as_ref().into())),
        }
    }
}

/// Questions that together are the question, one for each case that is not ruled out; nothing where there are no cases or too
/// many are left.
fn cases_left(
    pool: &mut Pool,
    scope: &Scope,
    constraints: &[ExprId],
    question: ExprId,
    interrupt: &AtomicBool,
) -> Option<Vec<ExprId>> {
    if scope.refutes(pool, question, true) {
        return Some(Vec::new());
    }
    let choice = choice_in(pool, question)?;
    let mut search = Search { pool, constraints, visited: 0, left: Vec::new(), interrupt };
    search.split(scope, question, choice, Pool::TRUE)?;
    Some(search.left)
}

/// A choice in a question, of constants if there is one.
fn choice_in(pool: &Pool, question: ExprId) -> Option<ExprId> {
    let of_constants = first_choice(pool, question, |id| Cases::of(pool, id, MAX_CHOICES).is_some());
    of_constants.or_else(|| first_choice(pool, question, |_| true))
}

/// The first choice near the top of a condition that `is_wanted`.
fn first_choice(pool: &Pool, condition: ExprId, is_wanted: impl Fn(ExprId) -> bool) -> Option<ExprId> {
    let mut pending = vec![(condition, DEPTH)];
    while let Some((id, depth)) = pending.pop() {
        let node = pool.node(id);
        match node {
            Node::Ite(..) if is_wanted(id) => return Some(id),
            // What depends on a bound variable is a choice for each of its numbers.
            Node::Ite(..) | Node::Select(..) | Node::Bounded { .. } => {}
            _ if depth > 0 => node.for_each_child(|child| pending.push((child, depth - 1))),
            _ => {}
        }
    }
    None
}

struct Search<'p> {
    pool: &'p mut Pool,
    constraints: &'p [ExprId],
    visited: usize,
    left: Vec<ExprId>,
    interrupt: &'p AtomicBool,
}

/// A constraint with a choice by the same conditions as the one that is gone through: what is read at a merged position, say.
#[derive(Clone, Copy)]
struct Companion {
    constraint: ExprId,
    choice: ExprId,
    /// What is left of the choice.
    branch: ExprId,
}

/// A way down into a choice, as far as it has got.
#[derive(Clone)]
struct Descent {
    branch: ExprId,
    /// The conditions that led there; the last one with its truth is not yet looked at.
    case: ExprId,
    entered: Option<(ExprId, bool)>,
    scope: Scope,
    companions: Vec<Companion>,
}

impl Search<'_> {
    /// Goes through the cases of `choice`; `case` is what led here. Nothing where that takes too long.
    fn split(&mut self, scope: &Scope, question: ExprId, choice: ExprId, case: ExprId) -> Option<()> {
        let companions = self.companions(choice);
        let mut pending =
            vec![Descent { branch: choice, case, entered: None, scope: scope.clone(), companions }];
        while let Some(Descent { branch, mut case, entered, mut scope, mut companions }) = pending.pop() {
            self.visited += 1;
            if self.visited > MAX_VISITED || self.interrupt.load(Ordering::Relaxed) {
                return None;
            }
            if let Some((condition, truth)) = entered {
                if scope.refutes(self.pool, condition, truth) {
                    continue;
                }
                let literal = if truth { condition } else { self.pool.not(condition) };
                case = self.pool.and(case, literal);
                for companion in &mut companions {
                    if let Node::Ite(by, then, otherwise) = self.pool.node(companion.branch)
                        && by == condition
                    {
                        companion.branch = if truth { then } else { otherwise };
                    }
                }
                // One of two things is a case for each: both bound words, and their disjunction does not.
                if let (Node::Binary(BinaryOp::Or, one, other), true) = (self.pool.node(condition), truth) {
                    let mut without = scope.clone();
                    without.assume(self.pool, one, false);
                    let here = Descent { branch, case, entered: Some((one, true)), scope, companions };
                    pending.push(Descent { entered: Some((other, true)), scope: without, ..here.clone() });
                    pending.push(here);
                    continue;
                }
                scope.assume(self.pool, condition, truth);
            }
            match self.pool.node(branch) {
                Node::Ite(condition, then, otherwise) => {
                    let entered = |truth| Some((condition, truth));
                    let into = Descent { branch: then, case, entered: entered(true), scope, companions };
                    pending.push(Descent { branch: otherwise, entered: entered(false), ..into.clone() });
                    pending.push(into);
                }
                _ => self.case(scope, question, &companions, (choice, branch), case)?,
            }
        }
        Some(())
    }

    /// The constraints that make their choice by the first condition of `choice`, oldest first: each may build on those before it.
    fn companions(&self, choice: ExprId) -> Vec<Companion> {
        let Node::Ite(first, ..) = self.pool.node(choice) else { return Vec::new() };
        let begins_with_it = |id| matches!(self.pool.node(id), Node::Ite(by, ..) if by == first);
        let companion = |&constraint: &ExprId| {
            let choice = first_choice(self.pool, constraint, begins_with_it)?;
            Some(Companion { constraint, choice, branch: choice })
        };
        self.constraints.iter().rev().filter_map(companion).collect()
    }

    /// One case: the choice is a constant, and so are those of its companions, or at least simpler.
    fn case(
        &mut self,
        mut scope: Scope,
        question: ExprId,
        companions: &[Companion],
        (choice, value): (ExprId, ExprId),
        case: ExprId,
    ) -> Option<()> {
        let asked = self.replaced(question, choice, value)?;
        if scope.refutes(self.pool, asked, true) {
            return Some(());
        }
        for companion in companions {
            let Some(demanded) = self.replaced(companion.constraint, companion.choice, companion.branch)
            else {
                continue;
            };
            match simplify::under(self.pool, &scope, demanded) {
                Pool::FALSE => return Some(()),
                demanded => scope.assume(self.pool, demanded, true),
            }
        }
        if scope.refutes(self.pool, asked, true) {
            return Some(());
        }
        if let Some(choice) = choice_in(self.pool, asked) {
            return self.split(&scope, asked, choice, case);
        }
        self.left.push(self.pool.and(case, asked));
        (self.left.len() <= MAX_LEFT).then_some(())
    }

    fn replaced(&mut self, condition: ExprId, from: ExprId, to: ExprId) -> Option<ExprId> {
        let mut substitution = Substitution::new();
        substitution.replace(from, to);
        substitution.apply(self.pool, condition, MAX_BUILT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text of `n` characters in a buffer, and the position of its first character that is zero, or the end.
    struct Text {
        pool: Pool,
        n: ExprId,
        /// Is the position at most this?
        ends: Vec<ExprId>,
        characters: Vec<ExprId>,
    }

    impl Text {
        fn new(length: u32) -> Self {
            let mut pool = Pool::new();
            let (size, text) = (pool.symbol("n", 0, 1), pool.symbol("text", 0, length.into()));
            let n = pool.input_byte(size, 0);
            let zero = pool.constant(0, 8);
            let (mut ends, mut characters) = (Vec::new(), Vec::new());
            for at in 0..length {
                let byte = pool.input_byte(text, at.into());
                let here = pool.constant(at.into(), 8);
                let (is_end, is_zero) = (pool.eq(n, here), pool.eq(byte, zero));
                ends.push(pool.or(is_end, is_zero));
                characters.push(pool.ite(is_end, zero, byte));
            }
            Self { pool, n, ends, characters }
        }

        /// `of` where the position is.
        fn at_position(&mut self, of: impl Fn(&mut Pool, usize) -> ExprId) -> ExprId {
            let last = self.ends.len() - 1;
            let mut choice = of(&mut self.pool, last);
            for at in (0..last).rev() {
                let here = of(&mut self.pool, at);
                choice = self.pool.ite(self.ends[at], here, choice);
            }
            choice
        }

        /// May `n` be less than the position and some more?
        fn ends_before(&mut self, constraints: &[ExprId], more: u128) -> Option<usize> {
            let position = self.at_position(|pool, at| pool.constant(at as u128, 8));
            let more = self.pool.constant(more, 8);
            let behind = self.pool.add(position, more);
            let question = self.pool.ult(self.n, behind);
            let mut scope = Scope::default();
            for &constraint in constraints {
                scope.assume(&self.pool, constraint, true);
            }
            // Newest first, as slices are.
            let constraints: Vec<ExprId> = constraints.iter().rev().copied().collect();
            cases_left(&mut self.pool, &scope, &constraints, question, &AtomicBool::new(false))
                .map(|left| left.len())
        }
    }

    #[test]
    fn what_was_read_at_a_merged_position_is_known_in_each_case() {
        let mut text = Text::new(6);
        let longest = text.pool.constant(6, 8);
        let fits = text.pool.ult(text.n, longest);
        assert_eq!(text.ends_before(&[fits], 0), Some(0), "the position is inside the text");
        assert_ne!(text.ends_before(&[fits], 1), Some(0), "or at its end");
        // Two characters behind it are there.
        let characters = text.characters.clone();
        let zero = text.pool.constant(0, 8);
        let mut constraints = vec![fits];
        for distance in 1..3 {
            let read = text.at_position(|_, at| *characters.get(at + distance).unwrap_or(&zero));
            let is_zero = text.pool.eq(read, zero);
            constraints.push(text.pool.not(is_zero));
        }
        let position = text.at_position(|pool, at| pool.constant(at as u128, 8));
        let at_end = text.pool.eq(position, text.n);
        constraints.insert(1, text.pool.not(at_end));
        assert_eq!(text.ends_before(&constraints, 3), Some(0), "so the text goes on behind them");
        assert_ne!(text.ends_before(&constraints, 4), Some(0), "but perhaps not further");
    }
}
