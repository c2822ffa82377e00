//! Formula patterns: what the paths of a regular pattern demand, as one condition with a counter.
//!
//! A path with `k` repetitions demands `f1`, then `f2(0), ..., f2(k - 1)`, then `f3(k)`. Each condition of a repetition and of the end gets a
//! [template](super::template) of its own, which is compared with the conditions of *all* paths; so
//!
//! ```text
//! k is one of the paths' numbers  and  f1  and  f2(j) for all j < k  and  f3(k)
//! ```
//!
//! holds for an input and some `k` if and only if one of the paths is that input's, and `k` is that path's number of repetitions.
//!
//! Two liberties are taken, both with proof. A condition need not be the template's instance where it is what the instance comes to on the path
//! that asked for it: what was known there was left out. And a path may lack a condition of the end where the solver says that it follows from the path.

use super::limits::as_sum;
use super::number::Number;
use super::template::{Sample, template};
use super::words::{FEWEST, Regular, Repeating};
use crate::tree::{Tree, TreeNodeId};
use bowline_exec::{Executor, State};
use bowline_expr::{BinaryOp, ExprId, INDEX_WIDTH, Node, Pool};
use bowline_solver::{Path, Verdict};

/// First repetitions that may be special: they count as what stands before.
const MAX_SPECIAL: usize = 2;

/// The leaves of a group, with the ways that lead to them.
pub(super) struct Leaves<'a> {
    pub tree: &'a Tree,
    /// The path that all of them continue.
    pub root: &'a Path,
    pub ways: Vec<Vec<TreeNodeId>>,
    pub states: &'a [(TreeNodeId, State)],
}

/// The paths of some leaves as one condition.
pub(super) struct Formula {
    pub counter: Number,
    pub condition: ExprId,
    /// Leaves, by their places in the group, with their numbers of repetitions: in order.
    pub members: Vec<(usize, u64)>,
}

/// The formula of a regular pattern, or of most of its words.
pub(super) fn formula(executor: &mut Executor, leaves: &Leaves<'_>, regular: &Regular) -> Option<Formula> {
    (0..=MAX_SPECIAL).find_map(|special| {
        let words: Vec<&Repeating> = regular.words.iter().filter(|word| word.times >= special).collect();
        let before = regular.before + special * regular.period;
        (words.len() >= FEWEST)
            .then_some(Synthesis { leaves, regular, words, before, special })?
            .run(executor)
    })
}

struct Synthesis<'a> {
    leaves: &'a Leaves<'a>,
    regular: &'a Regular,
    words: Vec<&'a Repeating>,
    /// Letters that stand before the first repetition.
    before: usize,
    special: usize,
}

impl Synthesis<'_> {
    fn run(&self, executor: &mut Executor) -> Option<Formula> {
        let beginning = self.beginning()?;
        let most = self.words.iter().map(|word| self.times(word)).max()?;
        let index = executor.pool_mut().auxiliary("repetition", 0, 8);
        let index = Number::up_to(executor.pool_mut(), index, most);
        let repeated: Vec<ExprId> = (0..self.regular.period)
            .map(|letter| self.condition_of(executor.pool_mut(), &index, &self.repetitions(letter)?))
            .collect::<Option<_>>()?;
        let counter = executor.auxiliary("repetitions", 8);
        let counter = Number::up_to(executor.pool_mut(), counter, most);
        let end: Vec<ExprId> = (0..self.regular.after)
            .map(|letter| self.condition_of(executor.pool_mut(), &counter, &self.ends(letter)))
            .collect::<Option<_>>()?;
        let members = self.members(executor, &counter, &end);
        if members.len() < FEWEST {
            return None;
        }
        let mut condition = one_of(executor.pool_mut(), &counter, &members);
        for part in beginning {
            condition = executor.pool_mut().and(condition, part);
        }
        for body in repeated {
            let always = executor.pool_mut().for_all(counter.value, index.symbol, body)?;
            for part in executor.pool_mut().conjuncts(always) {
                let part = self.without_exception(executor, &counter, &members, part);
                let part = as_sum(executor, self.leaves.root, part);
                condition = executor.pool_mut().and(condition, part);
            }
        }
        for part in end {
            condition = executor.pool_mut().and(condition, part);
        }
        Some(Formula { counter, condition, members })
    }

    /// A demand on repetitions, `no repetition or p`, as `p` alone, where the path without repetitions implies that or there is none: a
    /// limit on the counter is worth more without a choice.
    fn without_exception(
        &self,
        executor: &mut Executor,
        counter: &Number,
        members: &[(usize, u64)],
        demand: ExprId,
    ) -> ExprId {
        let pool = executor.pool_mut();
        let zero = pool.constant(0, INDEX_WIDTH);
        let none = pool.eq(counter.value, zero);
        let alone = match pool.node(demand) {
            Node::Binary(BinaryOp::Or, a, b) if a == none => b,
            Node::Binary(BinaryOp::Or, a, b) if b == none => a,
            _ => return demand,
        };
        let implied = match members.first() {
            Some(&(word, 0)) => self.implies(executor, word, counter, alone, 0),
            _ => true,
        };
        if implied { alone } else { demand }
    }

    /// Does the path of a word imply a condition for its number of repetitions?
    fn implies(
        &self,
        executor: &mut Executor,
        word: usize,
        counter: &Number,
        condition: ExprId,
        times: u64,
    ) -> bool {
        let Some(instance) = counter.put_into(executor.pool_mut(), condition, times) else { return false };
        let broken = executor.pool_mut().not(instance);
        let path = &self.leaves.states[word].1.path;
        broken == Pool::FALSE || matches!(executor.check(path, broken), Verdict::Unsat)
    }

    fn times(&self, word: &Repeating) -> u64 {
        (word.times - self.special) as u64
    }

    fn condition(&self, node: TreeNodeId) -> ExprId {
        self.leaves.tree.node(node).condition
    }

    /// What stands before the repetitions, if all words have the same there.
    fn beginning(&self) -> Option<Vec<ExprId>> {
        let of = |word: &Repeating| -> Vec<ExprId> {
            self.leaves.ways[word.word][..self.before].iter().map(|&node| self.condition(node)).collect()
        };
        let first = of(self.words[0]);
        self.words.iter().all(|word| of(word) == first).then_some(first)
    }

    /// The nodes of one letter of each repetition, if the words agree in their conditions.
    fn repetitions(&self, letter: usize) -> Option<Vec<(u64, TreeNodeId)>> {
        let mut nodes: Vec<(u64, TreeNodeId)> = Vec::new();
        for word in &self.words {
            let way = &self.leaves.ways[word.word];
            for time in 0..self.times(word) as usize {
                let node = way[self.before + time * self.regular.period + letter];
                match nodes.get(time) {
                    Some(&(_, known)) if known != node && self.condition(known) != self.condition(node) => {
                        return None;
                    }
                    Some(_) => {}
                    None => nodes.push((time as u64, node)),
                }
            }
        }
        Some(nodes)
    }

    /// The nodes of one letter of the end.
    fn ends(&self, letter: usize) -> Vec<(u64, TreeNodeId)> {
        let of = |word: &&Repeating| {
            let place = word.end[letter]?;
            Some((self.times(word), self.leaves.ways[word.word][place]))
        };
        self.words.iter().filter_map(of).collect()
    }

    /// One condition for those of some nodes.
    fn condition_of(&self, pool: &mut Pool, number: &Number, nodes: &[(u64, TreeNodeId)]) -> Option<ExprId> {
        let samples: Vec<Sample> = nodes.iter().map(|&(value, node)| (value, self.condition(node))).collect();
        template(pool, number, &samples, |pool, at, instance| {
            let path = self.leaves.tree.path_above(nodes[at].1);
            path.is_some_and(|path| path.parted(pool, instance) == samples[at].1)
        })
    }

    /// The words whose paths demand all that the formula does.
    fn members(&self, executor: &mut Executor, counter: &Number, end: &[ExprId]) -> Vec<(usize, u64)> {
        let mut members = Vec::new();
        for word in &self.words {
            let times = self.times(word);
            let mut lacking = end.iter().zip(&word.end).filter(|(_, place)| place.is_none());
            if lacking.all(|(&condition, _)| self.implies(executor, word.word, counter, condition, times)) {
                members.push((word.word, times));
            }
        }
        members
    }
}

/// The counter is the number of one of the members.
fn one_of(pool: &mut Pool, counter: &Number, members: &[(usize, u64)]) -> ExprId {
    let numbers: Vec<u64> = members.iter().map(|(_, times)| *times).collect();
    let (least, most) = (numbers[0], numbers[numbers.len() - 1]);
    let gaps = (most - least) as usize + 1 - numbers.len();
    let constants = |pool: &mut Pool, values: Vec<u64>| -> Vec<ExprId> {
        values.into_iter().map(|value| pool.constant(value.into(), INDEX_WIDTH)).collect()
    };
    if gaps > numbers.len() {
        let equal = constants(pool, numbers);
        let equal: Vec<ExprId> = equal.into_iter().map(|value| pool.eq(counter.value, value)).collect();
        return pool.any(equal);
    }
    let missing: Vec<u64> = (least..most).filter(|value| numbers.binary_search(value).is_err()).collect();
    let ends = constants(pool, vec![least, most]);
    let (above, below) = (pool.ule(ends[0], counter.value), pool.ule(counter.value, ends[1]));
    let mut within = pool.and(above, below);
    for gap in constants(pool, missing) {
        let other = pool.ne(counter.value, gap);
        within = pool.and(within, other);
    }
    within
}
