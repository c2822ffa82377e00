//! What one iteration does, as far as counting its paths tells: what each path adds to values, which bounds it has, and what it demands of the texts that
//! are walked over.

use super::ranges::Moves;
use crate::asking::Asking;
use crate::relation::{Places, Relation};
use crate::update::Update;
use bowline_expr::{BinaryOp, ExprId, Literal, Node, Pool, fold};
use std::collections::BTreeMap;

/// Steps and strides are at most this, so that sums of them times counters fit 64 bits.
const MAX_STEP: i128 = 1 << 20;

/// More paths than this are represented by some of them.
const MANY_PATHS: usize = 6;
/// Of those with the same effect so many, and so many altogether.
const LENGTHS: usize = 3;
const MOST_PATHS: usize = 12;

/// Paths through an iteration, to be counted.
pub(super) struct Flow {
    /// By their places in the relation. Those that differ in nothing but what they demand of a text are one.
    pub paths: Vec<Vec<usize>>,
    /// What each path adds to each unknown; nothing for those that some path changes otherwise.
    pub steps: Vec<Option<Vec<i128>>>,
    /// Which unknowns each path changes otherwise.
    sets: Vec<Places>,
    pub bounds: Vec<Bound>,
    pub walks: Vec<Walk>,
    /// What each path demands of values that no iteration changes.
    pub fixed: Vec<ExprId>,
}

/// `low < high` (or `<=`), of which the difference moves by constants. Both are over the unknowns.
pub(super) struct Bound {
    pub low: ExprId,
    pub high: ExprId,
    pub is_signed: bool,
    pub is_strict: bool,
    pub moves: Moves,
}

/// A text that is walked over.
pub(super) struct Walk {
    /// The unknown that moves.
    pub index: usize,
    pub goes_down: bool,
    /// How far each path moves it.
    pub strides: Vec<i128>,
    /// What each path demands of the text, over the index.
    pub demands: Vec<ExprId>,
    /// The same of each of those that are one path.
    pub each: Vec<Vec<ExprId>>,
}

/// What a conjunct of a path's condition is about.
enum About {
    Fixed,
    /// Contents at a place that one value tells.
    Text(usize),
    Sum(Vec<Comparison>),
    /// Something else, which is left out.
    Other,
}

/// `low < high` (or `<=`), and how each path moves `low - high`.
#[derive(Clone, PartialEq)]
struct Comparison {
    low: ExprId,
    high: ExprId,
    is_signed: bool,
    is_strict: bool,
    by: Vec<i128>,
}

impl Flow {
    /// All paths, or those that leave every value alone or add a constant to it, if some path adds a constant to that.
    pub fn of(asking: &mut Asking<'_>, relation: &Relation, by_steps_only: bool) -> Option<Self> {
        let mut paths: Vec<usize> = (0..relation.back.len()).collect();
        if by_steps_only {
            for place in 0..relation.unknowns.len() {
                let steps: Vec<Option<i128>> =
                    paths.iter().map(|&path| step(asking, relation, path, place)).collect();
                if steps.iter().any(|step| step.is_some_and(|step| step != 0)) {
                    let mut steps = steps.iter();
                    paths.retain(|_| steps.next().is_some_and(Option::is_some));
                }
            }
        }
        let flow = Self::with(asking, relation, &paths)?;
        let flow = flow.joined(asking.pool());
        Some(match flow.representatives(relation) {
            Some(few) => flow.of_groups(asking.pool(), &few),
            None => flow,
        })
    }

    /// Some paths.
    fn with(asking: &mut Asking<'_>, relation: &Relation, paths: &[usize]) -> Option<Self> {
        let mut sets = vec![0; paths.len()];
        let mut step_of = |at: usize, place: usize| {
            let step = step(asking, relation, paths[at], place);
            sets[at] |= Places::from(step.is_none()) << place;
            step
        };
        let each: Vec<Vec<Option<i128>>> = (0..relation.unknowns.len())
            .map(|place| (0..paths.len()).map(|at| step_of(at, place)).collect())
            .collect();
        let steps = each.into_iter().map(|of_paths| of_paths.into_iter().collect()).collect();
        let fixed = vec![Pool::TRUE; paths.len()];
        let alone = paths.iter().map(|&path| vec![path]).collect();
        let mut flow = Self { paths: alone, steps, sets, bounds: Vec::new(), walks: Vec::new(), fixed };
        let mut comparisons: Vec<(Comparison, Vec<bool>)> = Vec::new();
        for (at, &path) in paths.iter().enumerate() {
            for conjunct in asking.pool().conjuncts(relation.back[path].condition) {
                match flow.about(asking, relation, conjunct) {
                    About::Fixed => flow.fixed[at] = asking.pool().and(flow.fixed[at], conjunct),
                    About::Text(index) => flow.demand(asking.pool(), at, index, conjunct),
                    About::Sum(sums) => sums.into_iter().for_each(|sum| {
                        let known = comparisons.iter().position(|(known, _)| *known == sum);
                        let known = known.unwrap_or_else(|| {
                            comparisons.push((sum, vec![false; flow.paths.len()]));
                            comparisons.len() - 1
                        });
                        comparisons[known].1[at] = true;
                    }),
                    About::Other => {}
                }
            }
        }
        flow.bounds = comparisons.into_iter().map(|(sum, of_path)| sum.bound(of_path)).collect();
        let counts = flow.steps.iter().flatten().any(|steps| steps.iter().any(|step| *step != 0));
        (counts && !flow.walks.is_empty()).then_some(flow)
    }

    /// Where there are many paths: of those that add the same to everything but the places where texts are read one for each number of characters
    /// that they walk over, the smallest few. Inner loops make many, one for each number of their iterations.
    fn representatives(&self, relation: &Relation) -> Option<Vec<Vec<usize>>> {
        if self.paths.len() <= MANY_PATHS {
            return None;
        }
        let is_index = |place: usize| self.walks.iter().any(|walk| walk.index == place);
        let mut effects: BTreeMap<Vec<Option<i128>>, BTreeMap<i128, usize>> = BTreeMap::new();
        for number in 0..self.paths.len() {
            let effect = (0..relation.unknowns.len()).filter(|&place| !is_index(place));
            let effect = effect.map(|place| Some(self.steps[place].as_ref()?[number])).collect();
            let length: i128 = self.walks.iter().map(|walk| walk.strides[number]).sum();
            // One that walks nowhere may be taken for ever.
            let length = if length == 0 { MAX_STEP } else { length };
            effects.entry(effect).or_default().entry(length).or_insert(number);
        }
        let ranked = effects.into_values().flat_map(|lengths| lengths.into_iter().take(LENGTHS).enumerate());
        let mut shortest: Vec<(usize, (i128, usize))> = ranked.collect();
        shortest.sort_unstable();
        shortest.truncate(MOST_PATHS);
        Some(shortest.into_iter().map(|(_, (_, number))| vec![number]).collect())
    }

    /// Paths that differ in nothing but what they demand of one text, as one path.
    fn joined(&self, pool: &mut Pool) -> Self {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for number in 0..self.paths.len() {
            match groups.iter_mut().find(|group| self.are_alike(group[0], number)) {
                Some(group) => group.push(number),
                None => groups.push(vec![number]),
            }
        }
        self.of_groups(pool, &groups)
    }

    fn are_alike(&self, one: usize, other: usize) -> bool {
        let has_same_steps =
            self.steps.iter().all(|steps| steps.as_ref().is_none_or(|steps| steps[one] == steps[other]));
        let has_same_bounds = self.bounds.iter().all(|bound| {
            let Moves { by, of_path } = &bound.moves;
            by[one] == by[other] && of_path[one] == of_path[other]
        });
        let demands_are_same = self.walks.iter().all(|walk| walk.demands[one] == walk.demands[other]);
        has_same_steps
            && has_same_bounds
            && self.sets[one] == self.sets[other]
            && self.fixed[one] == self.fixed[other]
            && (demands_are_same || self.walks.len() == 1)
    }

    /// One path for each group of paths that are alike; without what no path has.
    fn of_groups(&self, pool: &mut Pool, groups: &[Vec<usize>]) -> Self {
        let all = |group: &Vec<usize>| group.iter().flat_map(|&number| self.paths[number].clone()).collect();
        let of_first = |column: &Vec<i128>| groups.iter().map(|group| column[group[0]]).collect::<Vec<_>>();
        let bounds = self.bounds.iter().map(|bound| Bound {
            moves: Moves {
                by: of_first(&bound.moves.by),
                of_path: groups.iter().map(|group| bound.moves.of_path[group[0]]).collect(),
            },
            ..*bound
        });
        let walks = self.walks.iter().map(|walk| Walk {
            strides: of_first(&walk.strides),
            demands: groups.iter().map(|group| pool.any(walk.demanded(group))).collect(),
            each: groups.iter().map(|group| walk.demanded_by_each(group)).collect(),
            ..*walk
        });
        Self {
            paths: groups.iter().map(all).collect(),
            steps: self.steps.iter().map(|steps| steps.as_ref().map(of_first)).collect(),
            sets: groups.iter().map(|group| self.sets[group[0]]).collect(),
            bounds: bounds.filter(|bound| bound.moves.of_path.contains(&true)).collect(),
            walks: walks.collect(),
            fixed: groups.iter().map(|group| self.fixed[group[0]]).collect(),
        }
    }

    /// Paths through an iteration that are not counted: they are not taken.
    pub fn ruled_out(&self, relation: &Relation) -> usize {
        relation.back.len() - self.paths.iter().map(Vec::len).sum::<usize>()
    }

    /// A path demands something of the text that an index walks over.
    fn demand(&mut self, pool: &mut Pool, path: usize, index: usize, demanded: ExprId) {
        let known = self.walks.iter().position(|walk| walk.index == index);
        let known = match (known, self.strides(index)) {
            (Some(known), _) => known,
            (None, None) => return,
            (None, Some((goes_down, strides))) => {
                let demands = vec![Pool::TRUE; self.paths.len()];
                self.walks.push(Walk { index, goes_down, strides, demands, each: Vec::new() });
                self.walks.len() - 1
            }
        };
        let demands = &mut self.walks[known].demands;
        demands[path] = pool.and(demands[path], demanded);
    }

    /// How far each path moves an index, if all go the same way or nowhere.
    fn strides(&self, index: usize) -> Option<(bool, Vec<i128>)> {
        let steps = self.steps[index].as_ref()?;
        let goes_down = steps.iter().any(|step| *step < 0);
        let is_one_way = steps.iter().all(|step| *step == 0 || (*step < 0) == goes_down);
        is_one_way.then(|| (goes_down, steps.iter().map(|step| step.abs()).collect()))
    }

    fn about(&self, asking: &mut Asking<'_>, relation: &Relation, conjunct: ExprId) -> About {
        if asking.reads_contents(relation, conjunct) {
            return About::Other;
        }
        let places = asking.dependence(relation, conjunct);
        if places == 0 {
            return About::Fixed;
        }
        if places.is_power_of_two() && reads_by(asking, relation, conjunct, places) {
            return About::Text(places.trailing_zeros() as usize);
        }
        let sums = self.comparisons(asking, relation, conjunct);
        if sums.is_empty() { About::Other } else { About::Sum(sums) }
    }

    /// A condition as bounds on sums: two where it demands that values are equal.
    fn comparisons(&self, asking: &mut Asking<'_>, relation: &Relation, conjunct: ExprId) -> Vec<Comparison> {
        let Some((op, holds, a, b)) = Literal::new(conjunct, true).comparison(asking.pool()) else {
            return Vec::new();
        };
        let is_signed = matches!(op, BinaryOp::Slt | BinaryOp::Sle);
        let is_strict = matches!(op, BinaryOp::Ult | BinaryOp::Slt) == holds;
        let (low, high) = if holds { (a, b) } else { (b, a) };
        let Some(by) = self.moved(asking, relation, low, high) else { return Vec::new() };
        let one = Comparison { low, high, is_signed, is_strict, by };
        match (op, holds) {
            (BinaryOp::Eq, true) => {
                let one = Comparison { is_strict: false, ..one };
                vec![one.clone(), one.turned()]
            }
            // What is not met is still ahead, wherever the values start.
            (BinaryOp::Eq, false) => {
                let one = Comparison { is_strict: true, ..one };
                match (one.by.iter().all(|by| *by >= 0), one.by.iter().all(|by| *by <= 0)) {
                    (true, false) => vec![one],
                    (false, true) => vec![one.turned()],
                    _ => Vec::new(),
                }
            }
            _ => vec![one],
        }
    }

    /// How each path moves a difference, extensions aside.
    fn moved(
        &self,
        asking: &mut Asking<'_>,
        relation: &Relation,
        low: ExprId,
        high: ExprId,
    ) -> Option<Vec<i128>> {
        let [of_low, of_high] = [low, high].map(|side| self.moved_side(asking, relation, side));
        Some(of_low?.iter().zip(of_high?).map(|(low, high)| low - high).collect())
    }

    /// How each path moves a sum.
    fn moved_side(&self, asking: &mut Asking<'_>, relation: &Relation, side: ExprId) -> Option<Vec<i128>> {
        let pool = asking.pool();
        let sum = match pool.node(side) {
            Node::SignExtend(inner) | Node::ZeroExtend(inner) => inner,
            _ => side,
        };
        if asking.dependence(relation, sum) == 0 {
            return Some(vec![0; self.paths.len()]);
        }
        let moved = self.paths.iter().flatten().map(|&path| {
            let next = &relation.back[path].next;
            let values: Vec<Option<ExprId>> = relation
                .unknowns
                .iter()
                .zip(next)
                .map(|(unknown, &next)| Some(Relation::unknown_of(asking.pool(), unknown, next)))
                .collect();
            let [later] = relation.instance(asking.pool(), &values, &[], &[sum])?[..] else { return None };
            let moved = asking.pool().sub(later, sum);
            small(asking.pool(), moved)
        });
        moved.collect()
    }
}

impl Walk {
    fn demanded(&self, group: &[usize]) -> impl Iterator<Item = ExprId> {
        group.iter().map(|&number| self.demands[number])
    }

    /// Groups may be of groups.
    fn demanded_by_each(&self, group: &[usize]) -> Vec<ExprId> {
        let each = group.iter().flat_map(|&number| match self.each.get(number) {
            Some(each) => each.clone(),
            None => vec![self.demands[number]],
        });
        each.collect()
    }
}

impl Comparison {
    /// The other way round.
    fn turned(self) -> Self {
        let by = self.by.iter().map(|by| -by).collect();
        Self { low: self.high, high: self.low, by, ..self }
    }

    fn bound(self, of_path: Vec<bool>) -> Bound {
        let Self { low, high, is_signed, is_strict, by } = self;
        Bound { low, high, is_signed, is_strict, moves: Moves { by, of_path } }
    }
}

/// What a path adds to a value; nothing where that is no small constant.
fn step(asking: &mut Asking<'_>, relation: &Relation, path: usize, place: usize) -> Option<i128> {
    match Update::of(asking, relation, path, place) {
        Update::Step(step) => small(asking.pool(), step),
        Update::Set(_) => None,
    }
}

/// A small constant.
fn small(pool: &Pool, expr: ExprId) -> Option<i128> {
    let value = fold::signed(pool.as_const(expr)?, pool.width(expr));
    (value.abs() <= MAX_STEP).then_some(value)
}

/// Is something read at a place that depends on some of the values?
fn reads_by(asking: &mut Asking<'_>, relation: &Relation, root: ExprId, places: u64) -> bool {
    let (mut pending, mut seen) = (vec![root], Vec::new());
    while let Some(id) = pending.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        let node = asking.pool().node(id);
        if let Node::Select(_, index) = node
            && asking.dependence(relation, index) & places != 0
        {
            return true;
        }
        node.for_each_child(|part| pending.push(part));
    }
    false
}
