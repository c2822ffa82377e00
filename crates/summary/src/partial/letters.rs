//! The characters with which paths are taken: where the text of a model has some, those, or else such as the solver gives.

use super::flow::Walk;
use super::texts::Counted;
use bowline_base::FxHashMap;
use bowline_exec::{Executor, State};
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Pool, Support, SupportCache, SymId};
use bowline_solver::Verdict;

/// Characters behind a text that are kept.
pub(super) const BEHIND: u32 = 16;
/// Ways to take one path that are looked at.
const MAX_WAYS: usize = 8;
/// Places of a text where characters for one are looked for.
const MAX_PLACES: u64 = 64;

/// A text that an index walks over, one byte of an input behind the other.
pub(super) struct Text {
    pub symbol: SymId,
    /// Of the character where the index starts.
    first: u32,
    size: u64,
    goes_down: bool,
}

/// The characters with which a path is taken.
pub(super) struct Letters {
    /// In the flow, and those in the relation.
    pub number: usize,
    pub paths: Vec<usize>,
    /// Those that it walks over, and those behind that it looks at, as few as possible first.
    pub any_of: Vec<Vec<u8>>,
    pub stride: u32,
    pub left: u64,
    pub taken: u64,
    /// How far it moves sums towards limits.
    pub raises: i128,
}

/// What the paths of a flow over one text demand, and characters for that which were asked for.
#[derive(Default)]
pub(super) struct Alphabet {
    /// The demands of each path, those that look at the least first.
    ways: Vec<Vec<Way>>,
    asked: FxHashMap<ExprId, Option<Vec<u8>>>,
}

#[derive(Clone, Copy)]
struct Way {
    demanded: ExprId,
    /// Characters.
    looks_at: u32,
}

impl Alphabet {
    fn learn(&mut self, executor: &mut Executor, counted: &Counted<'_>, walk: &Walk) -> Option<()> {
        for each in &walk.each[self.ways.len()..] {
            let ways = each.iter().map(|&demanded| {
                Some(Way { demanded, looks_at: looks_at(executor, counted, walk, demanded)? })
            });
            let mut ways: Vec<Way> = ways.collect::<Option<_>>()?;
            ways.sort_by_key(|way| way.looks_at);
            ways.truncate(MAX_WAYS);
            self.ways.push(ways);
        }
        Some(())
    }
}

impl Text {
    /// Where each character that is looked at is one of an input.
    pub fn of(executor: &mut Executor, counted: &Counted<'_>, walk: &Walk, model: &Model) -> Option<Self> {
        let start = executor.eval_in(model, counted.start[walk.index]);
        let mut supports = SupportCache::new();
        let mut first = |executor: &mut Executor, distance: u64| -> Option<(SymId, u32)> {
            let at = executor.pool_mut().constant(distance.into(), INDEX_WIDTH);
            let mut bytes = Vec::new();
            for &demanded in walk.demands.iter().filter(|demanded| **demanded != Pool::TRUE) {
                let demanded = counted.demanded_from(executor.pool_mut(), walk, demanded, Some(start), at)?;
                for support in supports.of(executor.pool(), demanded).iter() {
                    let Support::Byte(symbol, offset) = *support else { return None };
                    bytes.push((symbol, offset));
                }
            }
            if walk.goes_down { bytes.into_iter().max() } else { bytes.into_iter().min() }
        };
        let (here, next) = (first(executor, 0)?, first(executor, 1)?);
        let expected = if walk.goes_down { here.1.checked_sub(1)? } else { here.1 + 1 };
        let size = executor.pool().symbol_info(here.0).size;
        (next == (here.0, expected)).then_some(Self {
            symbol: here.0,
            first: here.1,
            size,
            goes_down: walk.goes_down,
        })
    }

    pub fn place(&self, distance: u32) -> Option<u64> {
        let place = match self.goes_down {
            true => self.first.checked_sub(distance)?,
            false => self.first.checked_add(distance)?,
        };
        Some(u64::from(place)).filter(|place| *place < self.size)
    }

    /// Puts characters there; false where the text has no such place.
    pub fn write(&self, model: &mut Model, distance: u32, bytes: &[u8]) -> bool {
        (distance..).zip(bytes).all(|(at, &byte)| {
            self.place(at).is_some_and(|place| {
                model.set_byte(self.symbol, place, byte);
                true
            })
        })
    }

    pub fn read(&self, model: &Model, distance: u32, bytes: u32) -> Option<Vec<u8>> {
        (distance..distance + bytes).map(|at| Some(model.byte(self.symbol, self.place(at)?))).collect()
    }
}

/// For each path the characters at some place where its demands hold, or could.
pub(super) fn letters(
    executor: &mut Executor,
    state: &State,
    counted: &Counted<'_>,
    alphabet: &mut Alphabet,
    walk: &Walk,
    text: &Text,
    model: &Model,
) -> Option<Vec<Letters>> {
    alphabet.learn(executor, counted, walk)?;
    let start = executor.eval_in(model, counted.start[walk.index]);
    let length = counted.length(executor.pool_mut(), walk);
    let length = executor.eval_in(model, length) as u64;
    let mut found = Vec::new();
    for (number, &counter) in counted.counters.iter().enumerate() {
        let left = executor.eval_in(model, counter) as u64;
        let stride = walk.strides[number] as u32;
        let mut any_of = Vec::new();
        for &Way { demanded, looks_at } in &alphabet.ways[number] {
            let seen = stride.max(looks_at);
            let demanded_at = |executor: &mut Executor, distance: u64| {
                let at = executor.pool_mut().constant(distance.into(), INDEX_WIDTH);
                counted.demanded_from(executor.pool_mut(), walk, demanded, Some(start), at)
            };
            let mut places = 0..length.min(MAX_PLACES);
            let place = places.find(|&distance| {
                let there = demanded_at(executor, distance);
                there.is_some_and(|there| executor.eval_in(model, there) == 1)
            });
            let mut ask = || {
                [0, length / 2].into_iter().find_map(|distance| {
                    let there = demanded_at(executor, distance)?;
                    let Verdict::Sat(model) = executor.check(&state.path, there) else { return None };
                    text.read(&model, distance as u32, seen)
                })
            };
            any_of.extend(match place {
                Some(place) => text.read(model, place as u32, seen),
                None => alphabet.asked.entry(demanded).or_insert_with(&mut ask).clone(),
            });
        }
        match (any_of.is_empty(), left) {
            (true, 0) => continue,
            (true, _) => return None,
            (false, _) => {}
        }
        let raises = counted.flow.bounds.iter().map(|bound| bound.moves.by[number]).sum();
        let paths = counted.flow.paths[number].clone();
        found.push(Letters { number, paths, any_of, stride, left, taken: 0, raises });
    }
    Some(found)
}

/// How many characters in a row are looked at.
fn looks_at(executor: &mut Executor, counted: &Counted<'_>, walk: &Walk, demanded: ExprId) -> Option<u32> {
    let zero = executor.pool_mut().constant(0, INDEX_WIDTH);
    let start = Some(0).filter(|_| !walk.goes_down);
    let demanded = counted.demanded_from(executor.pool_mut(), walk, demanded, start, zero)?;
    let mut supports = SupportCache::new();
    let bytes = supports.of(executor.pool(), demanded);
    let bytes = bytes.iter().filter_map(|support| match support {
        Support::Byte(_, offset) => Some(*offset),
        Support::Whole(_) => None,
    });
    let (least, most) = bytes.fold((u32::MAX, 0), |(least, most), at| (least.min(at), most.max(at)));
    Some((most + 1).saturating_sub(least))
}
