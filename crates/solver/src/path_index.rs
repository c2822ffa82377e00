//! Which of many paths do given inputs take?
//!
//! Paths that forked share their first constraints, so all of them together are a tree. Whoever walks down it asks each constraint once and
//! leaves out what lies behind one that does not hold: for paths that forked at branches that is about two questions per fork of the
//! path that is found, however many others there are.
//!
//! The index is a picture of one moment: paths that go on afterwards are not found by their new constraints.

use crate::Path;
use crate::path::Link;
use bowline_base::FxHashMap;
use bowline_expr::{ExprId, Pool};

/// Paths, each with something to know it by.
pub struct PathIndex<T> {
    /// The first is the root; those behind a node come later.
    nodes: Vec<Node<T>>,
}

struct Node<T> {
    constraint: ExprId,
    behind: Vec<u32>,
    /// Of the paths that end here.
    here: Vec<T>,
}

impl<T> Node<T> {
    fn new(constraint: ExprId) -> Self {
        Self { constraint, behind: Vec::new(), here: Vec::new() }
    }
}

impl<T: Copy> PathIndex<T> {
    pub fn of<'a>(paths: impl Iterator<Item = (&'a Path, T)>) -> Self {
        let mut nodes = vec![Node::new(Pool::TRUE)];
        let mut known: FxHashMap<*const Link, u32> = FxHashMap::default();
        let mut missing = Vec::new();
        for (path, name) in paths {
            let mut at = 0;
            for link in path.newest_first() {
                if let Some(node) = known.get(&std::ptr::from_ref(link)) {
                    at = *node;
                    break;
                }
                missing.push(link);
            }
            for link in missing.drain(..).rev() {
                let node = nodes.len() as u32;
                nodes.push(Node::new(link.constraint));
                nodes[at as usize].behind.push(node);
                known.insert(link, node);
                at = node;
            }
            nodes[at as usize].here.push(name);
        }
        Self { nodes }
    }

    /// The paths all of whose constraints hold, in the order in which they were named as far as they end at the same one.
    pub fn taken(&self, mut holds: impl FnMut(ExprId) -> bool) -> Vec<T> {
        let mut found = Vec::new();
        let mut pending = vec![0];
        while let Some(at) = pending.pop() {
            let node = &self.nodes[at as usize];
            if node.constraint == Pool::TRUE || holds(node.constraint) {
                found.extend_from_slice(&node.here);
                pending.extend(node.behind.iter().rev());
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;
    use bowline_expr::{Evaluator, Model};
    use std::rc::Rc;

    /// Paths that fork at random, against asking every constraint of every path.
    #[test]
    fn the_paths_that_are_found_are_those_whose_constraints_hold() {
        let (mut pool, mut rng) = (Pool::new(), Rng::new(7));
        let input = pool.symbol("in", 0, 4);
        let mut paths = vec![Path::new()];
        for _ in 0..200 {
            let at = rng.below(paths.len() as u64) as usize;
            let byte = pool.input_byte(input, rng.below(4));
            let limit = pool.constant(u128::from(rng.below(256)), 8);
            let condition = pool.ult(byte, limit);
            let otherwise = pool.not(condition);
            let mut other = paths[at].clone();
            paths[at].assume(&mut pool, condition, Rc::default());
            other.assume(&mut pool, otherwise, Rc::default());
            paths.push(other);
        }
        let index = PathIndex::of(paths.iter().zip(0..));
        let mut evaluator = Evaluator::new();
        for _ in 0..200 {
            let mut model = Model::default();
            (0..4).for_each(|byte| model.set_byte(input, byte, rng.below(256) as u8));
            let mut asked = 0;
            let found = index.taken(|constraint| {
                asked += 1;
                evaluator.eval(&pool, &model, constraint) == 1
            });
            let mut all = |path: &Path| path.constraints().all(|one| evaluator.eval(&pool, &model, one) == 1);
            let expected: Vec<i32> =
                (0..).zip(&paths).filter(|(_, path)| all(path)).map(|(at, _)| at).collect();
            assert_eq!(found, expected, "forks have one side that holds");
            assert_eq!(found.len(), 1);
            assert!(asked <= 2 * paths[found[0] as usize].len(), "{asked} questions");
        }
    }

    #[test]
    fn a_path_that_others_began_with_is_found_beside_them() {
        let mut pool = Pool::new();
        let input = pool.symbol("in", 0, 1);
        let (byte, seven) = (pool.input_byte(input, 0), pool.constant(7, 8));
        let is_seven = pool.eq(byte, seven);
        let waiting = Path::new();
        let mut on = waiting.clone();
        on.assume(&mut pool, is_seven, Rc::default());
        let index = PathIndex::of([(&waiting, 'w'), (&on, 'o')].into_iter());
        assert_eq!(index.taken(|_| true), ['w', 'o']);
        assert_eq!(index.taken(|_| false), ['w']);
    }
}
