//! Values of an expression under a path: the only one, the least, the greatest, the first few.
//!
//! Every step is a question to the chain; models steer the search, so that each satisfiable answer moves at least as far
//! as its question asked.

use crate::path::Path;
use crate::solver::Solver;
use crate::verdict::{Unknown, Verdict};
use bowline_expr::{ExprId, Model, Pool, fold};
use std::rc::Rc;

impl Solver {
    /// The value of `e` when it has exactly one on this path.
    pub fn unique(&mut self, pool: &mut Pool, path: &Path, e: ExprId) -> Result<Option<u128>, Unknown> {
        let value = self.eval(pool, path, e);
        let constant = pool.constant(value, pool.width(e));
        let differs = pool.ne(e, constant);
        match self.check(pool, path, differs) {
            Verdict::Sat(_) => Ok(None),
            Verdict::Unsat => Ok(Some(value)),
            Verdict::Unknown(unknown) => Err(unknown),
        }
    }

    /// The least unsigned value of `e`, and a model of the path in which it has it.
    pub fn minimum(&mut self, pool: &mut Pool, path: &Path, e: ExprId) -> Result<(u128, Rc<Model>), Unknown> {
        let width = pool.width(e);
        let mut model = path.model().clone();
        let mut high = self.eval(pool, path, e);
        let mut low = 0;
        // Often the model's value is the least already, or the least is 0; then one question each shows it.
        let mut probe = low;
        while low < high {
            let limit = pool.constant(probe, width);
            let below = pool.ule(e, limit);
            match self.check(pool, path, below) {
                Verdict::Sat(smaller) => {
                    high = self.eval_in(pool, &smaller, e);
                    model = smaller;
                }
                Verdict::Unsat => low = probe + 1,
                Verdict::Unknown(unknown) => return Err(unknown),
            }
            probe = if low == 1 { high.saturating_sub(1) } else { low + (high.max(low) - low) / 2 };
        }
        Ok((high, model))
    }

    /// The greatest unsigned value of `e`, and a model of the path in which it has it.
    pub fn maximum(&mut self, pool: &mut Pool, path: &Path, e: ExprId) -> Result<(u128, Rc<Model>), Unknown> {
        // The complement reverses the order.
        let complement = pool.not(e);
        let (least, model) = self.minimum(pool, path, complement)?;
        Ok((!least & fold::mask(pool.width(e)), model))
    }

    /// Up to `limit` different values of `e`, each with a model of the path, and whether there are no others.
    pub fn values(
        &mut self,
        pool: &mut Pool,
        path: &Path,
        e: ExprId,
        limit: usize,
    ) -> Result<(Vec<(u128, Rc<Model>)>, bool), Unknown> {
        let width = pool.width(e);
        let mut found: Vec<(u128, Rc<Model>)> = Vec::new();
        let mut another = Pool::TRUE;
        loop {
            let model = match self.check(pool, path, another) {
                Verdict::Sat(model) => model,
                Verdict::Unsat => return Ok((found, true)),
                Verdict::Unknown(unknown) => return Err(unknown),
            };
            if found.len() == limit {
                return Ok((found, false));
            }
            let value = self.eval_in(pool, &model, e);
            let constant = pool.constant(value, width);
            let differs = pool.ne(e, constant);
            another = pool.and(another, differs);
            found.push((value, model));
        }
    }
}
