//! Merged states as formulas with a counter.
//!
//! Follows "State Merging with Quantifiers in Symbolic Execution" (FSE 2023). The states that leave a loop at one exit went round it a different number of times
//! and otherwise did the same: `k` times `n > j and s[j] == 'a'`, then `n > k and s[k] != 'a'`. Read off the tree, their state is a disjunction and a
//! chain of choices as long as the text. As a [`Pattern`] it is one condition over a fresh `k`, with a "for all `j` below `k`", and what they
//! counted is `k`. Three steps lead there: ways are spelled as [words](letters), words are compared with [regular patterns](words), and
//! for the conditions of a pattern a [formula](formula) is sought, for values [formulas as well](choice).
//!
//! The invariant: a formula is only used if putting in each member's number gives that member's own conditions and values, as the very same expressions. So
//! for an input there is exactly one `k` with which the merged condition holds, namely that of the member whose path the input takes, and
//! then every value is that member's.
//!
//! Where it departs from the paper:
//! * Nodes may have any number of children, and nothing is demanded of siblings: the comparison with all members decides. Only two equal words are refused.
//! * Members that lack what follows from their paths belong to the pattern (see [`formula`]).
//! * Templates are not only linear terms; bytes that repetitions write side by side become one formula over their places; what fits no formula is a choice by the *counter*, not by the conditions of the tree.
//! * What belongs to no pattern at an exit becomes one state there, read off the tree, not one per path.
//!
//! What it does not do: the number of repetitions of a loop inside a loop has no formula over the outer one's.

mod choice;
mod formula;
mod letters;
mod limits;
mod number;
mod template;
mod words;

use crate::tree::{Tree, TreeNodeId};
use bowline_exec::join::{Shape, WordFormula};
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, Model, Pool};
use bowline_solver::Path;
use formula::{Formula, Leaves, formula};
use letters::Speller;
use number::Number;
use std::rc::Rc;
use words::{FEWEST, Irregular, regular};

/// Patterns at one exit.
const MAX_PATTERNS: usize = 10;
/// Letters of all words together.
const MAX_LETTERS: usize = 10_000_000;

/// Why states were merged as the tree has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fallback {
    /// Two ways are spelled alike.
    Ambiguous,
    TooManyPatterns,
    /// The ways are too long.
    TooLong,
    /// Nothing is repeated.
    NoRepetition,
    /// The conditions of repetitions are not one formula.
    NoFormula,
    /// No value is one: a counter would be in the way.
    NoValue,
}

/// Some leaves of a group that are one formula, and how their state looks.
pub(crate) struct Pattern {
    formula: Formula,
    fitting: usize,
}

/// The patterns of a group, and why some of it is in none.
pub(crate) fn patterns(
    executor: &mut Executor,
    tree: &Tree,
    root: &Path,
    group: &[(TreeNodeId, State)],
) -> (Vec<Pattern>, Option<Fallback>) {
    if group.len() < FEWEST {
        return (Vec::new(), None);
    }
    let ways: Vec<Vec<TreeNodeId>> = group.iter().map(|(leaf, _)| tree.way_to(*leaf)).collect();
    if ways.iter().map(Vec::len).sum::<usize>() > MAX_LETTERS {
        return (Vec::new(), Some(Fallback::TooLong));
    }
    let mut speller = Speller::default();
    let spelled: Vec<Vec<letters::Letter>> =
        ways.iter().map(|way| speller.word(executor.pool(), tree, way)).collect();
    let regular = match regular(&spelled, MAX_PATTERNS) {
        Ok(regular) if regular.is_empty() => return (Vec::new(), Some(Fallback::NoRepetition)),
        Ok(regular) => regular,
        Err(Irregular::Ambiguous) => return (Vec::new(), Some(Fallback::Ambiguous)),
        Err(Irregular::TooMany) => return (Vec::new(), Some(Fallback::TooManyPatterns)),
    };
    let leaves = Leaves { tree, root, ways, states: group };
    let formulas: Vec<Formula> = regular.iter().filter_map(|one| formula(executor, &leaves, one)).collect();
    let fallback = (formulas.len() < regular.len()).then_some(Fallback::NoFormula);
    (formulas.into_iter().map(|formula| Pattern { formula, fitting: 0 }).collect(), fallback)
}

impl Pattern {
    /// Its members, by their places in the group, in the order in which values are given.
    pub fn members(&self) -> impl Iterator<Item = usize> {
        self.formula.members.iter().map(|(member, _)| *member)
    }

    /// Is there a value that is a formula of the counter?
    pub fn is_worth_it(&self) -> bool {
        self.fitting > 0
    }

    /// The counter.
    pub fn counter(&self) -> ExprId {
        self.formula.counter.value
    }

    /// An expression for the number of repetitions of a member; nothing where it is too large.
    pub fn for_member(&self, pool: &mut Pool, expr: ExprId, member: usize) -> Option<ExprId> {
        self.formula.counter.put_into(pool, expr, self.formula.members[member].1)
    }

    /// The counter is that of no member.
    pub fn of_nobody(&self, pool: &mut Pool) -> ExprId {
        let numbers: Vec<ExprId> =
            self.formula.members.iter().map(|(_, times)| pool.constant((*times).into(), 64)).collect();
        let other: Vec<ExprId> =
            numbers.into_iter().map(|number| pool.ne(self.formula.counter.value, number)).collect();
        pool.all(other)
    }
}

impl Shape for Pattern {
    fn condition(&mut self, _: &mut Pool) -> ExprId {
        self.formula.condition
    }

    fn value(&mut self, pool: &mut Pool, own: &[ExprId]) -> ExprId {
        let samples: Vec<template::Sample> =
            self.formula.members.iter().zip(own).map(|((_, times), own)| (*times, *own)).collect();
        let choice = choice::choice(pool, &self.formula.counter, &samples);
        self.fitting += usize::from(choice.formulas <= choice::MAX_FORMULAS);
        choice.value
    }

    fn model(&self, member: usize, model: &Rc<Model>) -> Rc<Model> {
        self.formula.counter.add_to(model, self.formula.members[member].1)
    }

    fn makes_formulas(&self) -> bool {
        true
    }

    /// Words that repetitions wrote side by side differ in their places only.
    fn formula(&mut self, pool: &mut Pool, words: &[ExprId]) -> Option<WordFormula> {
        let symbol = pool.auxiliary("place", 0, 8);
        let number = Number::up_to(pool, symbol, words.len() as u64);
        let samples: Vec<template::Sample> = (0..).zip(words.iter().copied()).collect();
        let (word, count) = choice::longest(pool, &number, &samples)?;
        Some(WordFormula { number: symbol, word, count })
    }
}
