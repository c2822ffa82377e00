//! How long a run is for the path's own inputs: found by counting, without a question.

use crate::closed::Closed;
use crate::limits::Limits;
use crate::phase::Form;
use crate::run::set_word;
use crate::threshold::Lasts;
use bowline_exec::Executor;
use bowline_expr::{ExprId, INDEX_WIDTH, Model, SymId, fold};

/// Iterations that are counted.
const COUNTED: u64 = 1 << 20;

/// See the module documentation.
pub(crate) struct Counter<'c, 'r> {
    pub executor: &'c mut Executor,
    /// The path's own inputs.
    pub own: &'c Model,
    pub closed: &'c Closed<'r>,
    /// Iteration `variable` takes a path of the phase, thresholds aside.
    pub demanded: ExprId,
    pub variable: SymId,
}

impl Counter<'_, '_> {
    /// Nothing where there are too many, or what a threshold compares is not known.
    pub fn count(mut self) -> Option<u64> {
        let counted = match self.closed.phase.thresholds.is_empty() {
            true => return self.demanded(),
            false => self.within_thresholds()?,
        };
        // Sums do not wrap around up to some iteration.
        let (mut least, mut most) = (0, counted);
        while least < most {
            let middle = least + (most - least).div_ceil(2);
            let pool = self.executor.pool_mut();
            let count = pool.constant(middle.into(), INDEX_WIDTH);
            let fits = Limits::no_sum_wraps(pool, self.closed, count)?;
            match self.executor.eval_in(self.own, fits) {
                1 => least = middle,
                _ => most = middle - 1,
            }
        }
        Some(least)
    }

    fn demanded(&mut self) -> Option<u64> {
        let mut model = self.own.clone();
        (0..COUNTED).find(|&number| {
            set_word(&mut model, self.variable, number, 8);
            self.executor.eval_in(&model, self.demanded) == 0
        })
    }

    /// Goes through the iterations with the values that thresholds are about.
    fn within_thresholds(&mut self) -> Option<u64> {
        let Self { executor, own, closed, variable, .. } = self;
        let mut model = Model::clone(own);
        let number = executor.pool_mut().input_word(*variable, 8);
        let demands = closed.demands_at(executor.pool_mut(), number)?;
        let thresholds = closed.phase.thresholds.iter().filter(|one| one.lasts != Lasts::Since);
        let thresholds: Vec<_> = thresholds.collect();
        // What each is about, now.
        let mut values: Vec<u128> = Vec::new();
        for threshold in &thresholds {
            values.push(executor.eval_in(own, closed.start[threshold.place]));
        }
        for iteration in 0..COUNTED {
            set_word(&mut model, *variable, iteration, 8);
            let taken = demands.iter().position(|&demand| executor.eval_in(&model, demand) == 1);
            let Some(path) = taken else { return Some(iteration) };
            for (threshold, value) in thresholds.iter().zip(&mut values) {
                let unknown = &closed.relation.unknowns[threshold.place];
                let asks = threshold.lasts == Lasts::UntilForAll || threshold.of_path[path];
                set_word(&mut model, unknown.symbol, *value as u64, 8);
                if asks && executor.eval_in(&model, threshold.condition) == 0 {
                    return Some(iteration);
                }
                let Form::Counted(steps) = &closed.phase.forms[threshold.place] else { return None };
                let width = executor.pool().width(steps[path]);
                let step = executor.eval_in(own, steps[path]);
                *value = value.wrapping_add(step) & fold::mask(width);
            }
        }
        None
    }
}
