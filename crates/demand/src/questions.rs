//! Questions to the solver: as small as they can be, and each once.
//!
//! Conditions that share no symbol, not even through others, are possible together if each is possible alone. A path grows by one condition after the other, and
//! most say nothing about the rest: so only the group that is new has to be asked about, and that once, whichever path asks.

use bowline_base::FxHashMap;
use bowline_expr::{ExprId, Node, Pool, SymId};
use bowline_solver::{Path, Solver, Verdict};
use std::rc::Rc;

/// What was asked of one pool of expressions.
#[derive(Default)]
pub(crate) struct Questions {
    symbols: FxHashMap<ExprId, Rc<[SymId]>>,
    answered: FxHashMap<Vec<ExprId>, Option<bool>>,
    /// That the solver had to answer.
    pub asked: u64,
}

impl Questions {
    /// The pool is another now.
    pub fn forget(&mut self) {
        self.symbols.clear();
        self.answered.clear();
    }

    /// The symbols of an expression, ascending.
    pub fn symbols(&mut self, pool: &Pool, root: ExprId) -> Rc<[SymId]> {
        if let Some(known) = self.symbols.get(&root) {
            return Rc::clone(known);
        }
        // Children first, so that each node is looked at once for all expressions that have it.
        let mut work = vec![(root, false)];
        while let Some((id, is_ready)) = work.pop() {
            if self.symbols.contains_key(&id) {
                continue;
            }
            let mut missing: Vec<(ExprId, bool)> = Vec::new();
            let mut found: Vec<SymId> = Vec::new();
            pool.node(id).for_each_child(|child| match self.symbols.get(&child) {
                Some(known) => found.extend_from_slice(known),
                None => missing.push((child, false)),
            });
            if !missing.is_empty() && !is_ready {
                work.push((id, true));
                work.extend(missing);
                continue;
            }
            if let Node::Input(symbol) = pool.node(id) {
                found.push(symbol);
            }
            found.sort_unstable();
            found.dedup();
            self.symbols.insert(id, found.into());
        }
        self.symbols.get(&root).cloned().unwrap_or_default()
    }

    /// The conditions that share symbols with others, together; each group and all of them ascending.
    pub fn groups(&mut self, pool: &Pool, conditions: &[ExprId]) -> Vec<Vec<ExprId>> {
        let mut groups: Vec<(Vec<SymId>, Vec<ExprId>)> = Vec::new();
        for &condition in conditions {
            let own = self.symbols(pool, condition);
            let (mut symbols, mut members) = (own.to_vec(), vec![condition]);
            let shares = |of: &[SymId]| of.iter().any(|symbol| own.binary_search(symbol).is_ok());
            let mut at = 0;
            while at < groups.len() {
                if shares(&groups[at].0) {
                    let (others, more) = groups.swap_remove(at);
                    symbols.extend(others);
                    members.extend(more);
                } else {
                    at += 1;
                }
            }
            symbols.sort_unstable();
            symbols.dedup();
            groups.push((symbols, members));
        }
        let mut groups: Vec<Vec<ExprId>> = groups
            .into_iter()
            .map(|(_, mut members)| {
                members.sort_unstable();
                members.dedup();
                members
            })
            .collect();
        groups.sort_unstable();
        groups
    }

    /// Can all of these hold at once? Yes, no, or nobody knows.
    pub fn possible(&mut self, pool: &mut Pool, solver: &mut Solver, conditions: &[ExprId]) -> Option<bool> {
        let groups = self.groups(pool, conditions);
        self.possible_groups(pool, solver, groups)
    }

    /// The same of conditions in their groups.
    pub fn possible_groups(
        &mut self,
        pool: &mut Pool,
        solver: &mut Solver,
        groups: Vec<Vec<ExprId>>,
    ) -> Option<bool> {
        let mut all = Some(true);
        for group in groups {
            let known = self.answered.get(&group).copied();
            let answer = known.unwrap_or_else(|| {
                let question = pool.all(group.iter().copied());
                self.asked += u64::from(question != Pool::TRUE && question != Pool::FALSE);
                let answer = match solver.check(pool, &Path::new(), question) {
                    Verdict::Sat(_) => Some(true),
                    Verdict::Unsat => Some(false),
                    Verdict::Unknown(_) => None,
                };
                self.answered.insert(group, answer);
                answer
            });
            match answer {
                Some(false) => return Some(false),
                None => all = None,
                Some(true) => {}
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_solver::SolverConfig;

    fn symbol(pool: &mut Pool, number: u32) -> ExprId {
        let symbol = pool.auxiliary("x", number, 4);
        pool.input_word(symbol, 4)
    }

    #[test]
    fn conditions_that_share_a_symbol_through_others_are_one_group() {
        let mut pool = Pool::new();
        let [a, b, c, d] = [1, 2, 3, 4].map(|number| symbol(&mut pool, number));
        let (ab, bc, seven) = (pool.ult(a, b), pool.ult(b, c), pool.constant(7, 32));
        let alone = pool.ult(d, seven);
        let mut together = vec![ab, bc];
        together.sort_unstable();
        let groups = Questions::default().groups(&pool, &[ab, alone, bc]);
        assert_eq!(groups.len(), 2);
        assert!(groups.contains(&together) && groups.contains(&vec![alone]));
    }

    #[test]
    fn what_was_asked_is_not_asked_again_whatever_stands_beside_it() {
        let mut pool = Pool::new();
        let mut solver = Solver::new(SolverConfig::default()).expect("a solver");
        let mut questions = Questions::default();
        let [a, b, c] = [1, 2, 3].map(|number| symbol(&mut pool, number));
        let (less, more, other) = (pool.ult(a, b), pool.ult(b, a), pool.ult(c, a));
        let zero = pool.constant(0, 32);
        let apart = pool.ult(zero, c);
        assert_eq!(questions.possible(&mut pool, &mut solver, &[less]), Some(true));
        let asked = questions.asked;
        assert_eq!(questions.possible(&mut pool, &mut solver, &[less]), Some(true));
        assert_eq!(questions.asked, asked, "it was known");
        assert_eq!(questions.possible(&mut pool, &mut solver, &[less, apart]), Some(true));
        assert_eq!(questions.asked, asked + 1, "only what is new was asked");
        assert_eq!(questions.possible(&mut pool, &mut solver, &[less, more, other]), Some(false));
    }
}
