//! Values of an expression under a path: the only one, the least, the greatest, the first few.
//!
//! Every step is a question to the chain; models steer the search, so that each satisfiable answer moves at least as far
//! as its question asked.

use crate::partition;
use crate::path::Path;
use crate::solver::Solver;
use crate::verdict::{Unknown, Verdict};
use bowline_expr::{ExprId, Model, Pool, fold};
use std::rc::Rc;

/// A value and a model of the path under which an expression has it.
pub type Valued = (u128, Rc<Model>);

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
    pub fn minimum(&mut self, pool: &mut Pool, path: &Path, e: ExprId) -> Result<Valued, Unknown> {
        let (low, _) = path.interval(pool, e);
        self.least(pool, path, e, low)
    }

    /// The least value of `e`, which is not below `low`.
    fn least(&mut self, pool: &mut Pool, path: &Path, e: ExprId, mut low: u128) -> Result<Valued, Unknown> {
        let width = pool.width(e);
        let mut model = path.model().clone();
        let mut high = self.eval(pool, path, e);
        // Often the least value is the lower bound, or the model has it already: these two are asked first.
        let mut tried = 0;
        while low < high {
            let probe = match tried {
                0 => low,
                1 => high - 1,
                _ => low + (high - low) / 2,
            };
            tried += 1;
            let limit = pool.constant(probe, width);
            let at_most = pool.ule(e, limit);
            match self.check(pool, path, at_most) {
                Verdict::Sat(smaller) => {
                    high = self.eval_in(pool, &smaller, e);
                    model = smaller;
                }
                Verdict::Unsat => low = probe + 1,
                Verdict::Unknown(unknown) => return Err(unknown),
            }
        }
        Ok((high, model))
    }

    /// A model of the path under which `e` is as small as so many questions find out: the least value that the path's bounds leave, values further and
    /// further away from it, then halves of what is left.
    pub fn smaller(&mut self, pool: &mut Pool, path: &Path, e: ExprId, questions: usize) -> Rc<Model> {
        let width = pool.width(e);
        let (mut low, _) = path.interval(pool, e);
        let mut model = path.model().clone();
        let mut high = self.eval(pool, path, e);
        let (mut step, mut is_bracketed) = (0, false);
        for _ in 0..questions {
            if low >= high {
                break;
            }
            let probe = match is_bracketed {
                true => low + (high - low) / 2,
                false => low.saturating_add(step),
            };
            if probe >= high {
                // Further away than the model's own value.
                is_bracketed = true;
                continue;
            }
            let limit = pool.constant(probe, width);
            let at_most = pool.ule(e, limit);
            match self.check(pool, path, at_most) {
                Verdict::Sat(smaller) => {
                    high = self.eval_in(pool, &smaller, e);
                    model = smaller;
                    is_bracketed = true;
                }
                Verdict::Unsat => {
                    low = probe + 1;
                    step = 2 * step + 1;
                }
                Verdict::Unknown(_) => break,
            }
        }
        model
    }

    /// The greatest unsigned value of `e`, and a model of the path in which it has it.
    pub fn maximum(&mut self, pool: &mut Pool, path: &Path, e: ExprId) -> Result<Valued, Unknown> {
        self.maximum_within(pool, path, e, u128::MAX)
    }

    /// The same, where the path is known to leave `e` no value above `most`.
    pub fn maximum_within(
        &mut self,
        pool: &mut Pool,
        path: &Path,
        e: ExprId,
        most: u128,
    ) -> Result<Valued, Unknown> {
        // The complement reverses the order.
        let mask = fold::mask(pool.width(e));
        let (_, high) = path.interval(pool, e);
        let complement = pool.not(e);
        let (least, model) = self.least(pool, path, complement, !high.min(most) & mask)?;
        Ok((!least & mask, model))
    }

    /// Up to `limit` different values of `e`, each with a model of the path, and whether there are no others.
    pub fn values(
        &mut self,
        pool: &mut Pool,
        path: &Path,
        e: ExprId,
        limit: usize,
    ) -> Result<(Vec<Valued>, bool), Unknown> {
        // Other values of the byte may ask for other values of symcretes.
        if path.symcretes().is_empty()
            && let Some(all) = self.values_of_one_byte(pool, path, e, limit)
        {
            return Ok(all);
        }
        let width = pool.width(e);
        let mut found: Vec<Valued> = Vec::new();
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

    /// Without any question, when `e` depends on one byte whose domain is exact: table look-ups and small offsets.
    fn values_of_one_byte(
        &mut self,
        pool: &Pool,
        path: &Path,
        e: ExprId,
        limit: usize,
    ) -> Option<(Vec<Valued>, bool)> {
        let (byte, values) = self.facts.byte_values(pool, e)?;
        let partition = partition::of_path(path, pool, &mut self.facts);
        let (domain, exact) = partition.domain(&mut path.numbers.borrow_mut(), byte);
        if !exact {
            return None;
        }
        let mut found: Vec<Valued> = Vec::new();
        for input in domain.iter() {
            let value = u128::from(values[usize::from(input)]);
            if found.iter().any(|(known, _)| *known == value) {
                continue;
            }
            if found.len() == limit {
                return Some((found, false));
            }
            let mut model = Model::clone(path.model());
            model.set_byte(byte.symbol, byte.index.into(), input);
            found.push((value, Rc::new(model)));
        }
        Some((found, true))
    }
}
