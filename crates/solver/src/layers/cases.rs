//! What the constraints rule out at once, by the bounds they give to words; and questions about merged values, case by case.
//!
//! A merged value is a choice of constants, and each case has its conditions: the position behind a text is 7 where seven characters
//! are not zero, so all seven are inside the text. In each case the question is one about a constant, and the conditions of
//! the case and of the path often rule it out at once. If they do so in all cases, the answer is no; if only one case is left, it is
//! asked about.

use crate::layer::{Answer, Context, Core, Layer, Query, ask};
use crate::scope::Scope;
use crate::stats::LayerId;
use bowline_expr::substitute::Substitution;
use bowline_expr::{Cases, ExprId, Node, Pool};

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

pub struct ByCases {
    pub id: LayerId,
    pub below: Box<dyn Layer>,
}

impl Layer for ByCases {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let constraints = query.constraints();
        let query = Query { slice: Some(&constraints), ..query };
        let scope = query.path.scope(context.pool);
        let Some(left) = cases_left(context.pool, &scope, &constraints, query.question) else {
            return ask(&mut *self.below, context, query);
        };
        let mut unknown = None;
        if left.is_empty() {
            context.books.answered(self.id);
        }
        for question in left {
            match ask(&mut *self.below, context, Query { question, ..query }) {
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

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.below.retain(keep);
    }
}

/// Questions that together are the question, one for each case that is not ruled out; nothing where there are no cases or too
/// many are left.
fn cases_left(
    pool: &mut Pool,
    scope: &Scope,
    constraints: &[ExprId],
    question: ExprId,
) -> Option<Vec<ExprId>> {
    if scope.refutes(pool, question, true) {
        return Some(Vec::new());
    }
    let choice = choice_in(pool, question)?;
    let mut search = Search { pool, constraints, visited: 0, left: Vec::new() };
    search.split(scope, question, choice, Pool::TRUE)?;
    Some(search.left)
}

/// A choice of constants in a question.
fn choice_in(pool: &Pool, question: ExprId) -> Option<ExprId> {
    first_choice(pool, question, |id| Cases::of(pool, id, MAX_CHOICES).is_some())
}

/// The first choice near the top of a condition that `is_wanted`.
fn first_choice(pool: &Pool, condition: ExprId, is_wanted: impl Fn(ExprId) -> bool) -> Option<ExprId> {
    let mut pending = vec![(condition, DEPTH)];
    while let Some((id, depth)) = pending.pop() {
        let node = pool.node(id);
        match node {
            Node::Ite(..) if is_wanted(id) => return Some(id),
            Node::Ite(..) | Node::Select(..) => {}
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
}

impl Search<'_> {
    /// Goes through the cases of `choice`; `case` is what led here. Nothing where that takes too long.
    fn split(&mut self, scope: &Scope, question: ExprId, choice: ExprId, case: ExprId) -> Option<()> {
        let speaks_of_it = |id: &ExprId| first_choice(self.pool, *id, |found| found == choice).is_some();
        let related: Vec<ExprId> = self.constraints.iter().copied().filter(speaks_of_it).collect();
        // A branch, the conditions that led to it, and what is known there.
        let mut pending = vec![(choice, case, None, scope.clone())];
        while let Some((branch, case, entered, mut scope)) = pending.pop() {
            self.visited += 1;
            if self.visited > MAX_VISITED {
                return None;
            }
            let mut case = case;
            if let Some((condition, truth)) = entered {
                if scope.refutes(self.pool, condition, truth) {
                    continue;
                }
                scope.assume(self.pool, condition, truth);
                let literal = if truth { condition } else { self.pool.not(condition) };
                case = self.pool.and(case, literal);
            }
            match self.pool.node(branch) {
                Node::Ite(condition, then, otherwise) => {
                    pending.push((otherwise, case, Some((condition, false)), scope.clone()));
                    pending.push((then, case, Some((condition, true)), scope));
                }
                _ => self.case(&scope, question, &related, (choice, branch), case)?,
            }
        }
        Some(())
    }

    /// One case: the choice is a constant, in the question and in the constraints that speak of it.
    fn case(
        &mut self,
        scope: &Scope,
        question: ExprId,
        related: &[ExprId],
        (choice, value): (ExprId, ExprId),
        case: ExprId,
    ) -> Option<()> {
        let mut substitution = Substitution::new();
        substitution.replace(choice, value);
        let asked = substitution.apply(self.pool, question, MAX_BUILT)?;
        if scope.refutes(self.pool, asked, true) {
            return Some(());
        }
        for &constraint in related {
            if let Some(demanded) = substitution.apply(self.pool, constraint, MAX_BUILT)
                && scope.refutes(self.pool, demanded, true)
            {
                return Some(());
            }
        }
        if let Some(choice) = choice_in(self.pool, asked) {
            return self.split(scope, asked, choice, case);
        }
        self.left.push(self.pool.and(case, asked));
        (self.left.len() <= MAX_LEFT).then_some(())
    }
}
