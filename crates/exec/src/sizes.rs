//! Allocations of symbolic size: the three modes of system 1.
//!
//! `max` and `eager` turn the size into a number; `lazy` keeps it and only bounds it by the capacity. Sizes above the
//! capacity are a part of the input space that is not explored, and are listed as lost.
//!
//! A size that inputs choose but are no part of, as merged paths leave it, has a largest value by itself; where that is moderate,
//! the capacity gives way. Otherwise merging would lose what forking explores.

use crate::executor::Flow;
use crate::fork::Decision;
use crate::{Ending, Executor, LostKind, SizeMode, State};
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Node, Pool, bounds};
use bowline_memory::Size;
use std::ops::ControlFlow;

/// The largest size that the capacity gives way to.
const MAX_CHOSEN: u128 = 1 << 16;
/// Expressions of a size that are looked at.
const MAX_PARTS: usize = 4096;

/// The largest value of an expression that is put together from constants, whichever conditions choose among them.
fn largest_choice(pool: &Pool, size: ExprId) -> Option<u64> {
    let mut seen = FxHashSet::default();
    let mut pending = vec![size];
    while let Some(id) = pending.pop() {
        if !seen.insert(id) {
            continue;
        }
        match pool.node(id) {
            // A condition chooses, too, where it is taken for a number.
            _ if pool.width(id) == 1 => {}
            Node::Ite(_, then, otherwise) => pending.extend([then, otherwise]),
            Node::Select(..) => return None,
            node => node.for_each_child(|child| pending.push(child)),
        }
        if seen.len() > MAX_PARTS {
            return None;
        }
    }
    let (_, largest) = bounds::interval(pool, size);
    (largest <= MAX_CHOSEN).then_some(largest as u64)
}

impl Executor {
    /// The size and the capacity of an object that may have up to `capacity` bytes.
    pub(crate) fn symbolic_size(
        &mut self,
        state: &mut State,
        size: ExprId,
        capacity: u64,
    ) -> Flow<(Size, u64)> {
        let capacity = capacity.max(largest_choice(&self.pool, size).unwrap_or(0));
        let capacity = self.bound_size(state, size, capacity)?;
        match self.config.sizes {
            SizeMode::Lazy => {
                self.tell_size(size);
                ControlFlow::Continue((Size::Symbolic(size), capacity))
            }
            SizeMode::Eager => {
                let known = self.each_value(state, size);
                ControlFlow::Continue((Size::Known(known), known))
            }
            SizeMode::Max => self.largest_size(state, size),
        }
    }

    /// The model's value of a word here; a sibling executes the instruction again for the others. The caller bounds how often.
    pub(crate) fn each_value(&mut self, state: &mut State, word: ExprId) -> u64 {
        let value = self.solver.eval(&self.pool, &state.path, word);
        let constant = self.pool.constant(value, 64);
        let same = self.pool.eq(word, constant);
        if let Decision::Both(other) = self.decide(state, same) {
            self.again(*other);
        }
        value as u64
    }

    /// Confines the size to the capacity, or to the smallest feasible size where that is larger.
    fn bound_size(&mut self, state: &mut State, size: ExprId, mut capacity: u64) -> Flow<u64> {
        let limit = self.pool.constant(u128::from(capacity), 64);
        let fits = self.pool.ule(size, limit);
        match self.decide(state, fits) {
            Decision::Yes => {}
            Decision::Both(other) => {
                let what = format!("sizes above {capacity}");
                self.lose(LostKind::Capacity, what, state);
                // Not a path of the program: only a part of the inputs that is left out.
                self.abandon(&other);
            }
            Decision::No => match self.solver.minimum(&mut self.pool, &state.path, size) {
                Ok((smallest, _)) => {
                    capacity = smallest as u64;
                    let limit = self.pool.constant(smallest, 64);
                    let fits = self.pool.ule(size, limit);
                    if let Decision::Both(other) = self.decide(state, fits) {
                        self.abandon(&other);
                        self.lose(LostKind::Capacity, format!("sizes above {capacity}"), state);
                    }
                }
                Err(unknown) => {
                    self.lose_unknown(state, &unknown);
                    return ControlFlow::Break(Ending::Lost);
                }
            },
        }
        ControlFlow::Continue(capacity)
    }

    /// The capacity of the allocation that is being executed: that of its line if it was given one.
    pub(crate) fn capacity_here(&self, state: &State) -> u64 {
        if self.config.capacity_at.is_empty() {
            return self.config.capacity;
        }
        let loc = self.user_location(state);
        let file = self.program().module.files.get(loc.file).map_or("", String::as_str);
        let site = self.config.capacity_at.iter().find(|site| {
            site.line == loc.line && std::path::Path::new(file).ends_with(std::path::Path::new(&site.file))
        });
        site.map_or(self.config.capacity, |site| site.capacity)
    }

    fn largest_size(&mut self, state: &mut State, size: ExprId) -> Flow<(Size, u64)> {
        match self.solver.maximum(&mut self.pool, &state.path, size) {
            Ok((largest, model)) => {
                let constant = self.pool.constant(largest, 64);
                let same = self.pool.eq(size, constant);
                let smaller = self.pool.not(same);
                if let bowline_solver::Verdict::Sat(_) =
                    self.solver.check(&mut self.pool, &state.path, smaller)
                {
                    self.lose(LostKind::Concretised, format!("sizes below {largest}"), state);
                }
                self.narrow(state, same, model);
                ControlFlow::Continue((Size::Known(largest as u64), largest as u64))
            }
            Err(unknown) => {
                self.lose_unknown(state, &unknown);
                ControlFlow::Break(Ending::Lost)
            }
        }
    }
}
