//! Small answers: of all inputs that take a path, those with which its objects of unknown size are smallest together.
//!
//! A solver's model is any model: an object that may have up to 2^40 bytes has as many as it likes. Tests and messages are about
//! small ones, so where a path ends (in a bug, in an exit, in a test of what is still alive) the *sum* of the sizes that were left unknown on it is made
//! smaller: first the least that the path's own bounds leave, then further and further away from it, then in halves (system 2's paper does the same for
//! every object that is made; here nothing but the end of a path needs it). After so many questions the smallest found so far is good enough: it is a matter of
//! taste, not of truth.
//!
//! With a capacity every size is small, so there only bugs are worth the questions. A path that follows a seed has the seed's sizes.

use crate::{Executor, SizeMode, State};
use bowline_base::PersistentVec;
use bowline_expr::{ExprId, Pool};
use bowline_solver::Path;

/// Questions that one path may ask for this.
const MOST_QUESTIONS: usize = 96;

/// The sizes that were left unknown on a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnknownSizes {
    all: PersistentVec<ExprId>,
    /// Constraints of the path whose model has the smallest.
    settled_at: Option<usize>,
    /// The path goes on where the capacity ended.
    is_boundless: bool,
}

impl UnknownSizes {
    pub(crate) fn iter(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.all.iter().copied()
    }

    pub(crate) fn leave_bounds(&mut self) {
        self.is_boundless = true;
    }

    pub(crate) fn is_boundless(&self) -> bool {
        self.is_boundless
    }

    pub(crate) fn push(&mut self, size: ExprId) {
        if !self.iter().any(|known| known == size) {
            self.all.push_back(size);
        }
    }

    /// Those of a state that becomes part of this one.
    pub(crate) fn join(&mut self, other: &Self) {
        other.iter().for_each(|size| self.push(size));
        self.settled_at = None;
        self.is_boundless |= other.is_boundless;
    }

    /// No object is so large that the sum would wrap around.
    fn sum(&self, pool: &mut Pool) -> ExprId {
        let zero = pool.constant(0, 64);
        self.iter().fold(zero, |sum, size| pool.add(sum, size))
    }
}

impl Executor {
    /// Does nothing bound the sizes of a path?
    pub(crate) fn has_no_bound(&self, state: &State) -> bool {
        self.config.sizes == SizeMode::Unbounded || state.unknown_sizes.is_boundless
    }

    /// Gives a path that is at its end the inputs with which its objects are smallest.
    pub fn prefer_small(&mut self, state: &mut State) {
        let is_settled = state.unknown_sizes.settled_at == Some(state.path.len());
        // Where the model is followed, it is what the path has been.
        let is_bound = state.has_seeds() || state.is_unasked() || state.forking_off;
        if is_settled || is_bound || state.unknown_sizes.all.is_empty() {
            return;
        }
        let mut path = state.path.clone();
        self.make_smaller(state, &mut path);
        state.path.adopt_model(path.model().clone());
        state.unknown_sizes.settled_at = Some(state.path.len());
    }

    /// The same for a test of a path, whatever became of it.
    pub fn prefer_small_test(&mut self, state: &State, path: &mut Path) {
        let is_settled = state.unknown_sizes.settled_at == Some(path.len());
        let any = !state.unknown_sizes.all.is_empty() && !state.has_seeds() && !state.is_unasked();
        if self.has_no_bound(state) && any && !is_settled {
            self.make_smaller(state, path);
        }
    }

    fn make_smaller(&mut self, state: &State, path: &mut Path) {
        let sum = state.unknown_sizes.sum(&mut self.pool);
        let model = self.solver.smaller(&mut self.pool, path, sum, MOST_QUESTIONS);
        path.adopt_model(model);
    }
}
