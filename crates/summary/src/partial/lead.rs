//! Texts to follow.
//!
//! A scout that meets something has a text and counters with which it would. The text is tried from the header on, then one whose characters are [in an
//! order](super::order) that fits the counters, and where that is no bug after all, both with fewer paths taken: the less there is in a text, the less its
//! order matters.

use super::letters::{Alphabet, BEHIND};
use super::order::{Order, Ordered, Stuck, in_order};
use super::texts::Counted;
use crate::faults::Site;
use bowline_base::FxHashSet;
use bowline_exec::probe::{LeafEnd, Region};
use bowline_exec::{Ending, Executor, State};
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Pool, Support, SupportCache};
use bowline_memory::Value;
use bowline_solver::{Path, Verdict};
use std::rc::Rc;

/// Instructions that a text is tried for.
const TRIED: u64 = 2_000_000;
/// Times that counters are asked for again which fit an order.
const MAX_STUCK: usize = 8;
/// Headers of loops that lie between the last iteration that was counted and a bug.
const MORE: u64 = 64;
/// Characters that a state is confined to.
const MAX_PINNED: u64 = 1 << 16;

/// A text on which something is found.
pub(super) struct Lead {
    /// Satisfies the path at the header.
    pub model: Rc<Model>,
    /// Confines a state to the text.
    pub pinned: ExprId,
    pub iterations: u64,
    /// Headers of loops behind these that it comes to before the bug, at most.
    pub more: u64,
}

/// Texts are tried from a state at the header.
pub(super) struct Trial<'t> {
    pub executor: &'t mut Executor,
    pub state: &'t State,
    pub counted: &'t Counted<'t>,
    pub alphabet: &'t mut Alphabet,
    /// All of the program.
    pub onward: &'t Region,
}

impl Trial<'_> {
    /// A text on which the program does what a scout did on a path: end as a bug, or else execute what was never executed.
    pub fn lead(&mut self, path: &Path, site: Option<&Site>) -> Option<Lead> {
        let Ordered { model, iterations, longer } = self.ordered(path, site).or_else(|| {
            let lean = site.map(|_| self.lean(path))?;
            self.ordered(&lean, site)
        })?;
        let (behind, more) = if site.is_some() { (BEHIND.into(), MORE) } else { (0, 0) };
        let pinned = self.pinned(&model, longer + behind)?;
        Some(Lead { model: Rc::new(model), pinned, iterations, more })
    }

    /// The model of a path, or one with characters in another order, with which the program does so. Where nothing is iterated, everybody goes there.
    fn ordered(&mut self, path: &Path, site: Option<&Site>) -> Option<Ordered> {
        let model = path.model();
        if self.leads_there(model, site) {
            let counters = self.counted.counters.iter();
            let iterations = counters.map(|&counter| self.executor.eval_in(model, counter) as u64).sum();
            return (iterations > 0).then(|| Ordered { model: Model::clone(model), iterations, longer: 0 });
        }
        let orders = if site.is_some() { &Order::ALL[..] } else { &Order::ALL[..1] };
        orders.iter().find_map(|&order| self.in_order(path, site, order))
    }

    /// A model in one order. Where a path can be taken no more at some point, it is asked for one that takes it no more often.
    fn in_order(&mut self, path: &Path, site: Option<&Site>, order: Order) -> Option<Ordered> {
        let mut path = path.clone();
        for _ in 0..MAX_STUCK {
            let Self { executor, state, counted, alphabet, .. } = self;
            let (number, most) = match in_order(executor, state, counted, alphabet, path.model(), order) {
                Ok(ordered) => {
                    let model = Rc::new(ordered.model.clone());
                    return (ordered.iterations > 0 && self.leads_there(&model, site)).then_some(ordered);
                }
                Err(Stuck::Otherwise) => return None,
                Err(Stuck::After(number, most)) => (number, most),
            };
            let pool = self.executor.pool_mut();
            let most = pool.constant(most.into(), INDEX_WIDTH);
            let less = pool.ule(self.counted.counters[number], most);
            let Verdict::Sat(model) = self.executor.check(&path, less) else { return None };
            path.assume(self.executor.pool_mut(), less, model);
        }
        None
    }

    /// A path on which as few of the loop's paths are taken as possible, those with bounds least of all.
    fn lean(&mut self, path: &Path) -> Path {
        let flow = self.counted.flow;
        let mut numbers: Vec<usize> = (0..self.counted.counters.len()).collect();
        let bounds = |number: usize| flow.bounds.iter().filter(|bound| bound.moves.of_path[number]).count();
        numbers.sort_by_key(|&number| std::cmp::Reverse(bounds(number)));
        let mut path = path.clone();
        for number in numbers {
            let unused = self.counted.is_unused(self.executor.pool_mut(), number);
            if let Verdict::Sat(model) = self.executor.check(&path, unused) {
                path.assume(self.executor.pool_mut(), unused, model);
            }
        }
        path
    }

    /// Does the program do so on the inputs of a model?
    fn leads_there(&mut self, model: &Rc<Model>, site: Option<&Site>) -> bool {
        let Self { executor, state, onward, .. } = self;
        if !state.path.constraints().all(|constraint| executor.eval_in(model, constraint) == 1) {
            return false;
        }
        let (ran, trace) = executor.trace_region(state, onward, &[], Some(Rc::clone(model)), TRIED);
        match (ran.end, site) {
            (Some(LeafEnd::Ended(ended)), Some(site)) => site_of(&ended).as_ref() == Some(site),
            (Some(_), None) => !executor.is_covered(&trace),
            _ => false,
        }
    }

    /// Everything that the iterations decide, as a model has it: the characters that were walked over, what bounds compare, how large inputs are.
    /// Nothing where that is too much.
    fn pinned(&mut self, model: &Model, longer: u64) -> Option<ExprId> {
        let Self { executor, state, counted, .. } = self;
        let mut supports = SupportCache::new();
        let mut bytes: FxHashSet<Support> = FxHashSet::default();
        let mut values: Vec<ExprId> = counted.start.clone();
        values.extend(state.inputs.iter().filter_map(|input| match input.size {
            Value::Expr(size) => Some(size),
            Value::Int(_) => None,
        }));
        for walk in &counted.flow.walks {
            let length = counted.length(executor.pool_mut(), walk);
            let length = executor.eval_in(model, length) as u64 + longer;
            if length > MAX_PINNED {
                return None;
            }
            let start = executor.eval_in(model, counted.start[walk.index]);
            for &demanded in walk.demands.iter().filter(|demanded| **demanded != Pool::TRUE) {
                let mut looked_at = |distance: u64| {
                    let pool = executor.pool_mut();
                    let at = pool.constant(distance.into(), INDEX_WIDTH);
                    let demanded = counted.demanded_from(pool, walk, demanded, Some(start), at)?;
                    Some(supports.of(pool, demanded).iter().copied().collect::<Vec<_>>())
                };
                bytes.extend(all_along(length, walk.goes_down, &mut looked_at)?);
            }
        }
        let mut pins = Vec::new();
        for support in bytes {
            if let Support::Byte(symbol, offset) = support
                && u64::from(offset) < executor.pool().symbol_info(symbol).size
            {
                values.push(executor.pool_mut().input_byte(symbol, offset.into()));
            }
        }
        values.sort_unstable();
        values.dedup();
        for value in values {
            let width = executor.pool().width(value);
            let known = executor.eval_in(model, value);
            let pool = executor.pool_mut();
            let known = pool.constant(known, width);
            pins.push(pool.eq(value, known));
        }
        Some(executor.pool_mut().all(pins))
    }
}

/// What is looked at from the places of a text. Mostly that moves along with the place, and three of these tell all.
fn all_along(
    length: u64,
    goes_down: bool,
    looked_at: &mut impl FnMut(u64) -> Option<Vec<Support>>,
) -> Option<Vec<Support>> {
    let Some(last) = length.checked_sub(1) else { return Some(Vec::new()) };
    let first = looked_at(0)?;
    let moved = |by: u64| -> Option<Vec<Support>> {
        let by = i64::try_from(by).ok()?;
        let moved = first.iter().map(|support| match *support {
            Support::Byte(symbol, at) => {
                let at = i64::from(at) + if goes_down { -by } else { by };
                u32::try_from(at).ok().map(|at| Support::Byte(symbol, at))
            }
            Support::Whole(_) => None,
        });
        moved.collect()
    };
    let is_moved = |by: u64, found: &[Support]| {
        moved(by)
            .is_some_and(|moved| moved.len() == found.len() && moved.iter().all(|one| found.contains(one)))
    };
    let moves_along = is_moved(last.min(1), &looked_at(last.min(1))?) && is_moved(last, &looked_at(last)?);
    let each = (0..length).map(|at| if moves_along { moved(at) } else { looked_at(at) });
    each.collect::<Option<Vec<_>>>().map(|all| all.into_iter().flatten().collect())
}

/// Where a path ended as a bug.
pub(super) fn site_of(ending: &Ending) -> Option<Site> {
    match ending {
        Ending::Bug(bug) => Some((bug.kind, bug.stack.first()?.clone())),
        _ => None,
    }
}
