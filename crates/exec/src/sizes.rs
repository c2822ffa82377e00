//! Allocations of symbolic size: the three modes of system 1, and sizes without a bound (system 2).
//!
//! `max` and `eager` turn the size into a number; `lazy` keeps it and only bounds it by the capacity. Sizes above the
//! capacity are a part of the input space that is not explored, and are listed as lost; or, where there is a time to use up
//! ([`ExecConfig::larger_sizes_last`]), put off until nothing else is left ([`Executor::take_put_off`]), and then explored without a bound.
//!
//! `unbounded` keeps the size as well, and bounds it by nothing but what there can be: an object of the heap has at most
//! [`ExecConfig::max_allocation`] bytes, since `malloc` returns NULL for more (the path parts there); one of the stack fits the stack, or that is a
//! bug; an input is never larger. Nothing is lost. What the contents are kept for (`Object::capacity`) then is only a bound that is known
//! without a question, mostly far above every size that a path will have: nobody may loop over it.
//!
//! The paper of system 2 pairs each size with a concrete one and each object with an address that moves when the size grows. Here
//! an object owns a window of addresses that its largest size fits, so that its address never moves, and the current value of a size is the one
//! in the path's model.
//!
//! A capacity that the user chose is the largest size. Otherwise the program's own bound is the capacity, where it checks the size before it
//! allocates and the bound is moderate; where it does not, the capacity counts from the smallest size that there can be, so that
//! `malloc(65536 + n)` leaves `n` unknown. A chosen capacity below the smallest size counts from there, too.
//!
//! A size that inputs choose but are no part of, as merged paths leave it, has a largest value by itself; where that is moderate,
//! the capacity gives way. Otherwise merging would lose what forking explores.

use crate::executor::Flow;
use crate::fork::Decision;
use crate::{DEFAULT_CAPACITY, Ending, ExecConfig, Executor, LostKind, SizeMode, State};
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Node, Pool, bounds};
use bowline_memory::Size;
use bowline_solver::{Unknown, Verdict};
use std::ops::ControlFlow;

/// The largest size that the capacity gives way to.
const MODERATE: u128 = 1 << 16;
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
    (largest <= MODERATE).then_some(largest as u64)
}

/// How large an object of unknown size may become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Capacity {
    pub bytes: u64,
    /// By the user, or by ourselves for an input: nothing else matters.
    pub is_chosen: bool,
    /// By ourselves: there are no larger ones.
    pub is_limit: bool,
}

impl Executor {
    /// The size and the capacity of an object of unknown size.
    pub(crate) fn symbolic_size(
        &mut self,
        state: &mut State,
        size: ExprId,
        capacity: Capacity,
    ) -> Flow<(Size, u64)> {
        if self.config.sizes == SizeMode::Unbounded
            || state.unknown_sizes.is_boundless() && !capacity.is_limit
        {
            return self.size_without_bound(state, size, capacity);
        }
        let most = match self.largest_explored(state, size, capacity) {
            Ok(most) => most.max(largest_choice(&self.pool, size).unwrap_or(0)),
            Err(unknown) => {
                self.lose_unknown(state, &unknown);
                return ControlFlow::Break(Ending::Lost);
            }
        };
        let capacity = self.bound_size(state, size, most, capacity.is_limit);
        match self.config.sizes {
            SizeMode::Lazy | SizeMode::Unbounded => {
                state.unknown_sizes.push(size);
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

    /// A size that nothing bounds but what there can be; the bytes that contents are kept for.
    ///
    /// The caller has dealt with sizes above the limit where these mean something (`malloc` fails, the stack overflows). No object is larger, so
    /// the path is confined to the rest, and that is no loss.
    pub(crate) fn size_without_bound(
        &mut self,
        state: &mut State,
        size: ExprId,
        capacity: Capacity,
    ) -> Flow<(Size, u64)> {
        let own = match capacity.is_chosen {
            true if !state.unknown_sizes.is_boundless() || capacity.is_limit => Some(capacity.bytes),
            // Where the solver cannot tell, only contents that lie closer together are missed.
            _ => self.own_bound(state, size).unwrap_or_default(),
        };
        let most = own.unwrap_or(u64::MAX).min(self.config.max_allocation);
        let limit = self.pool.constant(u128::from(most), 64);
        let fits = self.pool.ule(size, limit);
        if !self.assume(state, fits) {
            return ControlFlow::Break(Ending::Infeasible);
        }
        let (_, known) = state.path.interval(&self.pool, size);
        state.unknown_sizes.push(size);
        self.tell_size(size);
        ControlFlow::Continue((Size::Symbolic(size), known.min(u128::from(most)) as u64))
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

    /// The largest size that is looked at; no less than the smallest that there can be.
    fn largest_explored(&mut self, state: &State, size: ExprId, capacity: Capacity) -> Result<u64, Unknown> {
        let Capacity { bytes, is_chosen, .. } = capacity;
        if !is_chosen && let Some(bound) = self.own_bound(state, size)? {
            return Ok(bound);
        }
        let is_within = self.solver.eval(&self.pool, &state.path, size) <= u128::from(bytes);
        if is_chosen && is_within {
            return Ok(bytes);
        }
        let (smallest, _) = self.solver.minimum(&mut self.pool, &state.path, size)?;
        Ok(match is_chosen && smallest <= u128::from(bytes) {
            true => bytes,
            false => bytes.saturating_add(smallest as u64),
        })
    }

    /// The largest size that the program lets through, where it has checked that and it is moderate. What the size cannot exceed anyway,
    /// because of its type, is not the program's word.
    fn own_bound(&mut self, state: &State, size: ExprId) -> Result<Option<u64>, Unknown> {
        if self.solver.eval(&self.pool, &state.path, size) > MODERATE {
            return Ok(None);
        }
        let limit = self.pool.constant(MODERATE, 64);
        let fits = self.pool.ule(size, limit);
        let exceeds = self.pool.not(fits);
        if let Verdict::Sat(_) | Verdict::Unknown(_) = self.solver.check(&mut self.pool, &state.path, exceeds)
        {
            return Ok(None);
        }
        let (bound, _) = self.solver.maximum_within(&mut self.pool, &state.path, size, MODERATE)?;
        let (_, by_type) = bounds::interval(&self.pool, size);
        Ok((bound < by_type).then_some(bound as u64))
    }

    /// Confines the size to `most`; larger sizes are put off, or listed as lost.
    fn bound_size(&mut self, state: &mut State, size: ExprId, most: u64, is_limit: bool) -> u64 {
        let limit = self.pool.constant(u128::from(most), 64);
        let fits = self.pool.ule(size, limit);
        if let Decision::Both(other) = self.decide(state, fits) {
            let what = format!("sizes above {most}");
            if is_limit {
                self.lose(LostKind::Capacity, what, state);
                self.abandon(&other);
            } else {
                self.leave_larger(state, &other, what);
            }
        }
        most
    }

    /// Are sizes above the capacity explored when nothing else is left?
    pub(crate) fn puts_off_larger(&self) -> bool {
        self.config.larger_sizes_last && self.config.sizes == SizeMode::Lazy && self.border.is_none()
    }

    /// Puts larger sizes off or loses them: `other` is the path of this state with them.
    pub(crate) fn leave_larger(&mut self, state: &mut State, other: &State, what: String) {
        if self.puts_off_larger() {
            self.put_off(state, other, what);
        } else {
            self.lose(LostKind::Capacity, what, state);
        }
        // Not a path of the program: only a part of the inputs that is left out.
        self.abandon(other);
    }

    /// A path that goes on with the larger sizes, when nothing else is left to explore: it executes the instruction again. Nobody waits for it.
    fn put_off(&mut self, state: &mut State, other: &State, what: String) {
        let mut larger = self.twin(state, &other.path);
        larger.lane = None;
        larger.may_join = false;
        larger.instructions -= 1;
        larger.unknown_sizes.leave_bounds();
        self.put_off.push((larger, what));
    }

    /// The paths that were put off so far; none while a strategy holds others.
    pub fn take_put_off(&mut self) -> Vec<State> {
        if self.held().next().is_some() {
            return Vec::new();
        }
        let taken = std::mem::take(&mut self.put_off);
        self.put_off_taken += taken.len();
        taken.into_iter().map(|(state, _)| state).collect()
    }

    /// Lists paths that are still put off as lost, since there is no time left for them. What is to be said of the others.
    pub fn end_put_off(&mut self) -> Option<String> {
        for (state, what) in std::mem::take(&mut self.put_off) {
            self.lose(LostKind::Capacity, what, &state);
            self.record_end(&state, &Ending::Lost);
        }
        let paths = self.put_off_taken;
        (paths > 0).then(|| {
            format!("sizes above the capacity were explored last, without a bound: {paths} paths began there")
        })
    }

    /// The capacity of the allocation that is being executed: that of its line if it was given one.
    pub(crate) fn capacity_here(&self, state: &State) -> Capacity {
        let ExecConfig { capacity, capacity_at, .. } = &self.config;
        let at_all = match capacity {
            Some(bytes) => Capacity { bytes: *bytes, is_chosen: true, is_limit: false },
            None => Capacity { bytes: DEFAULT_CAPACITY, is_chosen: false, is_limit: false },
        };
        if capacity_at.is_empty() {
            return at_all;
        }
        let loc = self.user_location(state);
        let file = self.program().module.files.get(loc.file).map_or("", String::as_str);
        let site = capacity_at.iter().find(|site| {
            site.line == loc.line && std::path::Path::new(file).ends_with(std::path::Path::new(&site.file))
        });
        site.map_or(at_all, |site| Capacity { bytes: site.capacity, is_chosen: true, is_limit: false })
    }

    fn largest_size(&mut self, state: &mut State, size: ExprId) -> Flow<(Size, u64)> {
        match self.solver.maximum(&mut self.pool, &state.path, size) {
            Ok((largest, model)) => {
                let constant = self.pool.constant(largest, 64);
                let same = self.pool.eq(size, constant);
                let smaller = self.pool.not(same);
                if let Verdict::Sat(_) = self.solver.check(&mut self.pool, &state.path, smaller) {
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
