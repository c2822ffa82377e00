//! Paths whose repetition, in any order, has a closed form.
//!
//! A phase is a set of paths back to the header that do the same to the values which decide among them. So which of them an iteration takes is a
//! matter of its number and of what is read there, and `k` iterations of the phase are one formula: values are
//!
//! | form | after `t` iterations |
//! |---|---|
//! | [affine](Form::Affine) | `v + step * t` |
//! | [derived](Form::Derived) | what the iteration before computed from values with such forms |
//! | [counted](Form::Counted) | `v` plus each path's step, times how many of the iterations took that path |
//! | [latest](Form::Latest) | what the last iteration that set it left |
//!
//! Counted values may also decide when the phase is over, by a [`Threshold`]; nothing else may depend on counted and latest values. What is
//! written at places that move is in [`stores`](crate::stores).
//!
//! A path may be in several phases: `if (c == ' ') ...; else if (used < LIMIT) used++; else lost++;` has a phase until the limit and one behind it, and
//! blanks are skipped in both.

use crate::asking::Asking;
use crate::flags;
use crate::relation::{Places, Relation};
use crate::stores::{self, Target};
use crate::threshold::{Lasts, Threshold};
use crate::update::Update;
use crate::words::Class;
use bowline_expr::{Conjuncts, ExprId, Literal, Marker, Pool};
use std::collections::BTreeMap;

/// How a value moves. Steps and values are over the unknowns of the relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Affine(ExprId),
    Derived(ExprId),
    /// A step for each path.
    Counted(Vec<ExprId>),
    /// What each path sets it to; nothing where it leaves it alone.
    Latest(Vec<Option<ExprId>>),
}

/// See the module documentation.
pub(crate) struct Phase {
    /// By their places in the relation.
    pub paths: Vec<usize>,
    /// For each unknown of the relation.
    pub forms: Vec<Form>,
    /// The condition of each path, without the thresholds.
    pub demands: Vec<ExprId>,
    /// What all of these demand, what is left of each, and what is left of all together: one of these holds.
    pub common: ExprId,
    pub rests: Vec<ExprId>,
    pub rest: ExprId,
    /// Conditions on counted values.
    pub thresholds: Vec<Threshold>,
    /// Objects that it writes to at places that move.
    pub targets: Vec<Target>,
    /// The order in which derived values can be computed.
    pub order: Vec<usize>,
}

/// All phases of a loop: each path that has a closed form is in one of them.
pub(crate) fn phases(asking: &mut Asking<'_>, relation: &Relation) -> Vec<Phase> {
    let mut phases: Vec<Phase> = Vec::new();
    for path in 0..relation.back.len() {
        let joined = phases.iter().enumerate().find_map(|(at, phase)| {
            let mut paths = phase.paths.clone();
            paths.push(path);
            Some((at, Phase::of(asking, relation, paths)?))
        });
        match joined {
            Some((at, phase)) => phases[at] = phase,
            None => phases.extend(Phase::of(asking, relation, vec![path])),
        }
    }
    if phases.len() > 1 {
        phases.iter_mut().for_each(|phase| phase.grow(asking, relation));
        drop_contained(&mut phases);
    }
    phases
}

/// A phase whose paths are all in another one is none.
fn drop_contained(phases: &mut Vec<Phase>) {
    let mut at = 0;
    while at < phases.len() {
        let is_in = |other: usize| phases[at].paths.iter().all(|path| phases[other].paths.contains(path));
        match (0..phases.len()).any(|other| other != at && is_in(other)) {
            true => drop(phases.remove(at)),
            false => at += 1,
        }
    }
}

impl Phase {
    /// Names every expression that is kept.
    pub fn mark(&self, marker: &mut Marker) {
        let Self { paths: _, forms, demands, common, rests, rest, thresholds, targets, order: _ } = self;
        [common, rest].into_iter().chain(rests).for_each(|&part| marker.mark(part));
        targets.iter().for_each(|target| target.mark(marker));
        for form in forms {
            match form {
                Form::Affine(one) | Form::Derived(one) => marker.mark(*one),
                Form::Counted(steps) => steps.iter().for_each(|&step| marker.mark(step)),
                Form::Latest(values) => values.iter().flatten().for_each(|&value| marker.mark(value)),
            }
        }
        demands.iter().for_each(|&demand| marker.mark(demand));
        for threshold in thresholds {
            marker.mark(threshold.condition);
            marker.mark(threshold.moving);
            if let Lasts::Until(step) = threshold.lasts {
                marker.mark(step);
            }
        }
    }

    /// Takes in paths of other phases.
    fn grow(&mut self, asking: &mut Asking<'_>, relation: &Relation) {
        for path in 0..relation.back.len() {
            if self.paths.contains(&path) {
                continue;
            }
            let mut paths = self.paths.clone();
            paths.push(path);
            if let Some(larger) = Phase::of(asking, relation, paths) {
                *self = larger;
            }
        }
    }

    /// These paths as a phase, if they are one.
    fn of(asking: &mut Asking<'_>, relation: &Relation, paths: Vec<usize>) -> Option<Self> {
        // What the last iteration left is better told from the iteration itself than by looking for the last that left it.
        let told = |asking: &mut Asking<'_>, by_choice: bool| -> Option<Vec<Form>> {
            (0..relation.unknowns.len())
                .map(|place| form(asking, relation, &paths, place, by_choice))
                .collect()
        };
        let (plain, chosen) = (told(asking, false)?, told(asking, true)?);
        let with_choice = (plain != chosen).then(|| Self::with(asking, relation, &paths, chosen));
        with_choice.flatten().or_else(|| Self::with(asking, relation, &paths, plain))
    }

    /// These paths with given forms of values.
    fn with(asking: &mut Asking<'_>, relation: &Relation, paths: &[usize], forms: Vec<Form>) -> Option<Self> {
        let is_uncertain = |form: &Form| matches!(form, Form::Counted(_) | Form::Latest(_));
        let uncertain: Places = forms
            .iter()
            .enumerate()
            .filter(|(_, form)| is_uncertain(form))
            .fold(0, |all, (at, _)| all | 1 << at);
        let order = order_of_derived(asking, relation, &forms, uncertain)?;
        let targets = stores::targets(asking, relation, paths, &forms, uncertain)?;
        let (mut demands, mut limits): (Vec<ExprId>, BTreeMap<ExprId, Vec<bool>>) = Default::default();
        for (number, &path) in paths.iter().enumerate() {
            let mut demanded = Vec::new();
            let mut conjuncts = Conjuncts::of(Literal::new(relation.back[path].condition, true));
            while let Some(literal) = conjuncts.next(asking.pool()) {
                let conjunct = literal.expr(asking.pool());
                match asking.dependence(relation, conjunct) & uncertain {
                    0 => demanded.push(conjunct),
                    _ => limits.entry(conjunct).or_insert_with(|| vec![false; paths.len()])[number] = true,
                }
            }
            demands.push(asking.pool().all(demanded));
        }
        let thresholds = limits
            .into_iter()
            .map(|(condition, of_path)| threshold(asking, relation, &forms, condition, of_path))
            .collect::<Option<Vec<_>>>()?;
        if contradicts(&thresholds) {
            return None;
        }
        let (common, rests) = flags::parted(asking.pool(), &demands);
        let rest = whole(asking.pool(), common, &rests);
        let paths = paths.to_vec();
        Some(Self { paths, forms, demands, common, rests, rest, thresholds, targets, order })
    }
}

/// Some part holds; nothing need be said where that is so for each character that the paths have in common.
fn whole(pool: &mut Pool, common: ExprId, rests: &[ExprId]) -> ExprId {
    let any = pool.any(rests.to_vec());
    let Some((byte, class)) = Class::of(pool, any) else { return any };
    let mut known = Class::ALL;
    for conjunct in pool.conjuncts(common) {
        if let Some((of, class)) = Class::of(pool, conjunct)
            && of == byte
        {
            known = known.and(class);
        }
    }
    if known.and(class) == known { Pool::TRUE } else { any }
}

/// Is there a place with a limit that some paths need not to be reached, and others to be reached? Behind it, the first would end every run.
fn contradicts(thresholds: &[Threshold]) -> bool {
    let is_since = |threshold: &Threshold| threshold.lasts == Lasts::Since;
    thresholds.iter().filter(|one| is_since(one)).any(|one| {
        thresholds.iter().any(|other| {
            let apart = one.of_path.iter().zip(&other.of_path).all(|(a, b)| !(a & b));
            !is_since(other) && other.place == one.place && apart
        })
    })
}

/// The form of one value on some paths; where several set it, a choice among what they set if that is asked for and tells.
fn form(
    asking: &mut Asking<'_>,
    relation: &Relation,
    paths: &[usize],
    place: usize,
    by_choice: bool,
) -> Option<Form> {
    let updates: Vec<Update> = paths.iter().map(|&path| Update::of(asking, relation, path, place)).collect();
    if updates.iter().all(|update| *update == updates[0]) {
        return Some(match updates[0] {
            Update::Step(step) => Form::Affine(step),
            Update::Set(value) => Form::Derived(value),
        });
    }
    if by_choice && let Some(value) = flags::chosen(asking, relation, paths, place) {
        return Some(Form::Derived(value));
    }
    let steps: Vec<ExprId> = updates
        .iter()
        .filter_map(|update| match update {
            Update::Step(step) => Some(*step),
            Update::Set(_) => None,
        })
        .collect();
    if steps.len() == updates.len() {
        return Some(Form::Counted(steps));
    }
    let set = updates.iter().map(|update| match update {
        Update::Set(value) => Some(Some(*value)),
        Update::Step(_) => update.is_same(asking.pool()).then_some(None),
    });
    set.collect::<Option<Vec<_>>>().map(Form::Latest)
}

/// Derived values, each behind those that it is computed from; nothing where one is computed from itself or from what has no form of its own.
fn order_of_derived(
    asking: &mut Asking<'_>,
    relation: &Relation,
    forms: &[Form],
    uncertain: Places,
) -> Option<Vec<usize>> {
    let mut known: Places = 0;
    let mut waiting: Vec<(usize, Places)> = Vec::new();
    for (at, form) in forms.iter().enumerate() {
        match form {
            Form::Affine(_) => known |= 1 << at,
            Form::Derived(value) => waiting.push((at, asking.dependence(relation, *value))),
            Form::Counted(_) => {}
            Form::Latest(values) => {
                let needs = |value: &ExprId| asking.dependence(relation, *value) & uncertain;
                if values.iter().flatten().map(needs).any(|needs| needs != 0) {
                    return None;
                }
            }
        }
    }
    // Values that are computed from others that are: of these it is known what they were an iteration earlier, and no more.
    let (affine, mut computed): (Places, Places) = (known, 0);
    let mut order = Vec::new();
    while !waiting.is_empty() {
        let ready = waiting.iter().position(|(_, needs)| needs & !known == 0)?;
        let (at, needs) = waiting.swap_remove(ready);
        if needs & computed != 0 {
            return None;
        }
        if needs & !affine != 0 {
            computed |= 1 << at;
        }
        known |= 1 << at;
        order.push(at);
    }
    Some(order)
}

/// A condition on one counted value, as a threshold.
fn threshold(
    asking: &mut Asking<'_>,
    relation: &Relation,
    forms: &[Form],
    condition: ExprId,
    of_path: Vec<bool>,
) -> Option<Threshold> {
    let places = asking.dependence(relation, condition);
    let counted = forms.iter().enumerate().filter_map(|(at, form)| match form {
        Form::Counted(steps) if places >> at & 1 == 1 => Some((at, steps)),
        _ => None,
    });
    let counted: Vec<(usize, &Vec<ExprId>)> = counted.collect();
    let [(place, steps)] = counted[..] else { return None };
    Threshold::of(asking, relation, condition, (place, steps), of_path)
}
