//! How conditions and values of merged states look.
//!
//! | shape | condition | value |
//! |---|---|---|
//! | [`Naive`] | the disjunction of whole path suffixes | a chain of choices by whole suffixes |
//! | [`FromTree`] | read off the tree of forks: what all leaves below a node share stands once | choices only where the tree forks |

use crate::subtree::Subtree;
use bowline_exec::join::Shape;
use bowline_expr::{ExprId, Pool};
use bowline_solver::Path;

/// From the whole suffixes of the paths: quadratic, for comparison.
pub(crate) struct Naive {
    pub suffixes: Vec<ExprId>,
}

impl Shape for Naive {
    fn condition(&mut self, pool: &mut Pool) -> ExprId {
        pool.any(self.suffixes.iter().copied())
    }

    fn value(&mut self, pool: &mut Pool, own: &[ExprId]) -> ExprId {
        let mut choice = own[own.len() - 1];
        for (suffix, value) in self.suffixes.iter().zip(own).rev().skip(1) {
            choice = pool.ite(*suffix, *value, choice);
        }
        choice
    }
}

/// From the part of the tree of forks that leads to the members.
pub(crate) struct FromTree(pub Subtree);

impl Shape for FromTree {
    fn condition(&mut self, pool: &mut Pool) -> ExprId {
        self.0.constraint(pool)
    }

    fn value(&mut self, pool: &mut Pool, own: &[ExprId]) -> ExprId {
        self.0.value(pool, own)
    }
}

/// The conjunction of what `path` adds to `root`, of which it is a continuation.
pub(crate) fn suffix(pool: &mut Pool, path: &Path, root: &Path) -> ExprId {
    let added: Vec<ExprId> = path.constraints().skip(root.len()).collect();
    pool.all(added)
}
