//! The values of a phase after some iterations, from a given state at the header.

use crate::filling::Number;
use crate::phase::{Form, Phase};
use crate::relation::Relation;
use crate::run::BITS;
use crate::threshold::Lasts;
use bowline_exec::Executor;
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Node, Pool, SymId};
use bowline_solver::Path;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A phase that starts with given values.
pub(crate) struct Closed<'r> {
    pub relation: &'r Relation,
    pub phase: &'r Phase,
    /// What the unknowns are at the start.
    pub start: Vec<ExprId>,
    /// What the written objects that are read hold at the start.
    contents: Vec<Option<ExprId>>,
    /// What each path demands of the start alone.
    standing: Vec<ExprId>,
    /// At the iteration of a run whose number the variable is: what is demanded of all paths, what else tells that each is taken, and that one
    /// is. Choices that limits on the number decide are left out, so these say something of iterations of a run alone.
    common: ExprId,
    counted: Vec<ExprId>,
    rest: ExprId,
    pub inner: SymId,
}

impl<'r> Closed<'r> {
    /// From a state, whose inputs a model has; nothing where something gets too large.
    pub fn new(
        executor: &mut Executor,
        (path, own): (&Path, &Model),
        relation: &'r Relation,
        phase: &'r Phase,
        start: Vec<ExprId>,
        contents: Vec<Option<ExprId>>,
    ) -> Option<Self> {
        // Bound as soon as it is put into a term, so that all may share it.
        let inner = executor.pool_mut().auxiliary("earlier iteration", 0, 8);
        let (counted, standing) = (Vec::new(), vec![Pool::TRUE; phase.paths.len()]);
        let (common, rest) = (Pool::TRUE, Pool::TRUE);
        let mut this = Self { relation, phase, start, contents, standing, common, counted, rest, inner };
        for threshold in phase.thresholds.iter().filter(|one| one.lasts == Lasts::Since) {
            let values: Vec<Option<ExprId>> = this.start.iter().copied().map(Some).collect();
            let pool = executor.pool_mut();
            let [holds] = this.instance(pool, &values, &[threshold.condition])?[..] else { return None };
            for (standing, _) in this.standing.iter_mut().zip(&threshold.of_path).filter(|(_, of)| **of) {
                *standing = pool.and(*standing, holds);
            }
        }
        this.learn_parts(executor, path, own)?;
        Some(this)
    }

    /// What iterations of a run have in common, and what tells their paths apart.
    fn learn_parts(&mut self, executor: &mut Executor, path: &Path, own: &Model) -> Option<()> {
        let number = Number::new(executor, BITS);
        let pool = executor.pool_mut();
        let values = self.deciding(pool, number.wide)?;
        let conjuncts = pool.conjuncts(self.phase.common);
        let mut common = self.instance(pool, &values, &conjuncts)?;
        let mut rests = self.instance(pool, &values, &self.phase.rests)?;
        let mut rest = self.instance(pool, &values, &[self.phase.rest])?.pop()?;
        if self.standing.iter().any(|&standing| standing != Pool::TRUE) {
            rests =
                rests.iter().zip(&self.standing).map(|(&one, &standing)| pool.and(one, standing)).collect();
            rest = pool.any(rests.clone());
        }
        // Limits on the number come first: they decide choices in the others.
        common.sort_by_key(|&conjunct| reads_at_unknown_place(pool, conjunct));
        let limits = common.iter().take_while(|&&conjunct| !reads_at_unknown_place(pool, conjunct)).count();
        let mut scope = path.clone();
        let mut first = own.clone();
        number.set(&mut first, 0);
        let first = Rc::new(first);
        for &limit in &common[..limits] {
            if executor.eval_in(&first, limit) == 1 {
                scope.assume(executor.pool_mut(), limit, Rc::clone(&first));
            }
        }
        let pool = executor.pool_mut();
        let number_inside = pool.input_word(self.inner, 8);
        let mut of_run = |expr: ExprId| {
            let expr = scope.simplified(pool, expr);
            number.put(pool, expr, number_inside)
        };
        rest = of_run(rest)?;
        self.counted = rests.into_iter().map(&mut of_run).collect::<Option<_>>()?;
        let reads = common.split_off(limits);
        let reads = reads.into_iter().map(&mut of_run).collect::<Option<Vec<_>>>()?;
        let limits = common.into_iter().map(|limit| number.put(pool, limit, number_inside));
        let common: Vec<ExprId> = limits.collect::<Option<Vec<_>>>()?.into_iter().chain(reads).collect();
        self.common = pool.all(common);
        self.rest = rest;
        Some(())
    }

    /// Each of the first `count` iterations takes a path of the phase, without thresholds.
    pub fn demanded_of_all(&self, pool: &mut Pool, count: ExprId) -> Option<ExprId> {
        let each = pool.and(self.common, self.rest);
        pool.for_all(count, self.inner, each)
    }

    /// Some of `count` iterations of a run takes a path.
    pub fn takes(&self, pool: &mut Pool, path: usize, count: ExprId) -> Option<ExprId> {
        let not = pool.not(self.counted[path]);
        let never = pool.for_all(count, self.inner, not)?;
        Some(pool.not(never))
    }

    /// Expressions over the unknowns of the relation, for given values of these.
    pub fn instance(
        &self,
        pool: &mut Pool,
        values: &[Option<ExprId>],
        exprs: &[ExprId],
    ) -> Option<Vec<ExprId>> {
        self.relation.instance(pool, values, &self.contents, exprs)
    }

    /// The unknowns at the start of iteration `t`, in terms of which the conditions of its paths are; nothing in place of those that no condition
    /// depends on.
    pub fn deciding(&self, pool: &mut Pool, t: ExprId) -> Option<Vec<Option<ExprId>>> {
        let mut values: Vec<Option<ExprId>> = vec![None; self.start.len()];
        for (at, form) in self.phase.forms.iter().enumerate() {
            if let Form::Affine(step) = form {
                values[at] = Some(self.affine(pool, at, *step, t));
            }
        }
        if self.phase.order.is_empty() {
            return Some(values);
        }
        let (zero, one) = (pool.constant(0, INDEX_WIDTH), pool.constant(1, INDEX_WIDTH));
        let before = pool.sub(t, one);
        let first = pool.eq(t, zero);
        // What the iteration before started with, as far as derived values are computed from it.
        let earlier = match first == Pool::TRUE {
            true => vec![None; values.len()],
            false => self.affine_values(pool, before),
        };
        let mut earlier = earlier;
        for &at in &self.phase.order {
            let Form::Derived(value) = self.phase.forms[at] else { continue };
            let start = self.start[at];
            if first == Pool::TRUE {
                values[at] = Some(start);
                continue;
            }
            let [computed] = self.instance(pool, &earlier, &[value])?[..] else { return None };
            let computed = Relation::unknown_of(pool, &self.relation.unknowns[at], computed);
            values[at] = Some(pool.ite(first, start, computed));
            // A derived value that is computed from this one needs what it was an iteration earlier.
            earlier[at] = self.derived_before(pool, at, before, value)?;
        }
        Some(values)
    }

    fn affine(&self, pool: &mut Pool, at: usize, step: ExprId, t: ExprId) -> ExprId {
        let width = pool.width(step);
        let t = if width <= INDEX_WIDTH { pool.truncate(t, width) } else { pool.zero_extend(t, width) };
        let way = pool.mul(step, t);
        pool.add(self.start[at], way)
    }

    fn affine_values(&self, pool: &mut Pool, t: ExprId) -> Vec<Option<ExprId>> {
        let forms = self.phase.forms.iter().enumerate();
        forms
            .map(|(at, form)| match form {
                Form::Affine(step) => Some(self.affine(pool, at, *step, t)),
                _ => None,
            })
            .collect()
    }

    /// A derived value at the start of iteration `t`, if it is computed from affine values alone.
    fn derived_before(&self, pool: &mut Pool, at: usize, t: ExprId, value: ExprId) -> Option<Option<ExprId>> {
        let one = pool.constant(1, INDEX_WIDTH);
        let zero = pool.constant(0, INDEX_WIDTH);
        let (before, first) = (pool.sub(t, one), pool.eq(t, zero));
        let earlier = self.affine_values(pool, before);
        let [computed] = self.instance(pool, &earlier, &[value])?[..] else { return None };
        let computed = Relation::unknown_of(pool, &self.relation.unknowns[at], computed);
        Some(Some(pool.ite(first, self.start[at], computed)))
    }

    /// The condition of each path at iteration `t`, without thresholds.
    pub fn demands_at(&self, pool: &mut Pool, t: ExprId) -> Option<Vec<ExprId>> {
        let values = self.deciding(pool, t)?;
        let demands = self.instance(pool, &values, &self.phase.demands)?;
        Some(
            demands
                .iter()
                .zip(&self.standing)
                .map(|(&demand, &standing)| pool.and(demand, standing))
                .collect(),
        )
    }

    /// Some path of the phase is taken at iteration `t`, without thresholds.
    pub fn demanded_at(&self, pool: &mut Pool, t: ExprId) -> Option<ExprId> {
        let demands = self.demands_at(pool, t)?;
        Some(pool.any(demands))
    }

    /// How many of the first `t` iterations took one of some paths.
    pub fn taken(&self, pool: &mut Pool, paths: &[usize], t: ExprId) -> Option<ExprId> {
        let any = pool.any(paths.iter().map(|&path| self.counted[path]).collect::<Vec<_>>());
        pool.how_many(t, self.inner, any)
    }

    /// A counted value after `t` iterations.
    pub fn counted(&self, pool: &mut Pool, at: usize, steps: &[ExprId], t: ExprId) -> Option<ExprId> {
        let way = self.way(pool, steps, t)?;
        Some(pool.add(self.start[at], way))
    }

    /// How far some steps, one for each path, lead in `t` iterations.
    pub fn way(&self, pool: &mut Pool, steps: &[ExprId], t: ExprId) -> Option<ExprId> {
        // Paths that go as far are counted together.
        let mut same: BTreeMap<ExprId, Vec<usize>> = BTreeMap::new();
        for (path, &step) in steps.iter().enumerate() {
            same.entry(step).or_default().push(path);
        }
        let width = pool.width(*steps.first()?);
        let mut way = pool.constant(0, width);
        for (step, paths) in same {
            if pool.as_const(step) == Some(0) {
                continue;
            }
            let times = self.taken(pool, &paths, t)?;
            let times = if width <= INDEX_WIDTH {
                pool.truncate(times, width)
            } else {
                pool.zero_extend(times, width)
            };
            let part = pool.mul(step, times);
            way = pool.add(way, part);
        }
        Some(way)
    }

    /// A counted place after `t` iterations.
    pub fn counted_at(&self, pool: &mut Pool, place: usize, t: ExprId) -> Option<ExprId> {
        let Form::Counted(steps) = &self.phase.forms[place] else { return None };
        self.counted(pool, place, steps, t)
    }

    /// A counted place before the last of `t` iterations, of which there is one: what it is after them, without what that one added.
    pub fn counted_before(&self, pool: &mut Pool, place: usize, t: ExprId) -> Option<ExprId> {
        let Form::Counted(steps) = &self.phase.forms[place] else { return None };
        let one = pool.constant(1, INDEX_WIDTH);
        let last = pool.sub(t, one);
        let demands = self.demands_at(pool, last)?;
        let mut added = *steps.last()?;
        for (&demand, &step) in demands.iter().zip(steps).rev().skip(1) {
            added = pool.ite(demand, step, added);
        }
        let after = self.counted(pool, place, steps, t)?;
        Some(pool.sub(after, added))
    }

    /// All unknowns after `t` iterations, but for those with the [latest](Form::Latest) of several values.
    pub fn values_at(&self, pool: &mut Pool, t: ExprId) -> Option<Vec<Option<ExprId>>> {
        let mut values = self.deciding(pool, t)?;
        for (at, form) in self.phase.forms.iter().enumerate() {
            if let Form::Counted(steps) = form {
                values[at] = Some(self.counted(pool, at, steps, t)?);
            }
        }
        Some(values)
    }
}

/// Does an expression read something at a place that is not known?
fn reads_at_unknown_place(pool: &Pool, root: ExprId) -> bool {
    let (mut pending, mut seen) = (vec![root], Vec::new());
    while let Some(id) = pending.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let node = pool.node(id);
        if let Node::Select(_, index) = node
            && pool.as_const(index).is_none()
        {
            return true;
        }
        node.for_each_child(|part| pending.push(part));
    }
    false
}
