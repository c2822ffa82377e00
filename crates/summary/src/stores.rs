//! What the iterations of a phase write at places that move, and what they read of the objects that they write to.
//!
//! The stores of all paths are *streams*: the bytes that the iterations write at one moving place, a byte for each path, or nothing where a path
//! does not write there. What is written must not depend on values that have no form of their own ([counted and latest](crate::phase::Form) ones).
//! Where the *place* is counted (`out[used++] = c` on some paths), the stores are [appended](Appended): each behind those of earlier iterations.

use crate::asking::Asking;
use crate::phase::Form;
use crate::relation::{Places, Relation, Store};
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Marker, Node, Pool, SymId, fold};

/// Steps of places that are appended at, so that their sums fit 64 bits.
const MAX_STEP: i128 = 1 << 20;

/// The bytes that iterations write at one moving place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stream {
    /// Over the unknowns.
    pub at: ExprId,
    /// What each path of the phase writes there, over the unknowns.
    pub bytes: Vec<Option<ExprId>>,
}

/// Stores at a counted place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Appended {
    /// The counted value that all places depend on, and on nothing else that changes.
    pub place: usize,
    /// What each path of the phase adds to it: never less than nothing.
    pub steps: Vec<u64>,
    /// What each path of the phase writes.
    pub stores: Vec<Vec<Store>>,
}

/// What is done to one of the written objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// Which of the relation's.
    pub to: usize,
    pub streams: Vec<Stream>,
    /// Then there are no streams, and nothing reads the object.
    pub appended: Option<Appended>,
    /// Offsets at which an iteration reads it, over the unknowns.
    pub reads: Vec<ExprId>,
}

impl Target {
    pub fn mark(&self, marker: &mut Marker) {
        let Self { to: _, streams, appended, reads } = self;
        for store in appended.iter().flat_map(|appended| appended.stores.iter().flatten()) {
            marker.mark(store.at);
            marker.mark(store.byte);
        }
        for stream in streams {
            marker.mark(stream.at);
            stream.bytes.iter().flatten().for_each(|&byte| marker.mark(byte));
        }
        reads.iter().for_each(|&read| marker.mark(read));
    }
}

/// What some paths write and read of the relation's written objects; nothing where that has no closed form.
pub(crate) fn targets(
    asking: &mut Asking<'_>,
    relation: &Relation,
    paths: &[usize],
    forms: &[Form],
    uncertain: Places,
) -> Option<Vec<Target>> {
    let mut targets = Vec::new();
    for (to, written) in relation.written.iter().enumerate() {
        let stores: Vec<Vec<Store>> = paths.iter().map(|&path| stores_to(relation, path, to)).collect();
        let mut all: Vec<ExprId> = stores.iter().flatten().flat_map(|store| [store.at, store.byte]).collect();
        for &path in paths {
            let path = &relation.back[path];
            all.push(path.condition);
            all.extend(&path.next);
        }
        let reads = reads_of(asking.pool(), written.contents, &all);
        let mut is_uncertain = |id: ExprId| asking.dependence(relation, id) & uncertain != 0;
        if stores.iter().flatten().any(|store| is_uncertain(store.byte))
            || reads.iter().any(|&read| is_uncertain(read))
        {
            return None;
        }
        let is_appended = stores.iter().flatten().any(|store| is_uncertain(store.at));
        let target = match is_appended {
            false => Target { to, streams: streams(&stores), appended: None, reads },
            true => {
                let appended = Appended::of(asking, relation, stores, forms)?;
                reads.is_empty().then_some(Target {
                    to,
                    streams: Vec::new(),
                    appended: Some(appended),
                    reads,
                })?
            }
        };
        if !target.streams.is_empty() || target.appended.is_some() || !target.reads.is_empty() {
            targets.push(target);
        }
    }
    Some(targets)
}

impl Appended {
    fn of(
        asking: &mut Asking<'_>,
        relation: &Relation,
        stores: Vec<Vec<Store>>,
        forms: &[Form],
    ) -> Option<Self> {
        let at = stores.iter().flatten().next()?.at;
        let places = asking.dependence(relation, at);
        if places.count_ones() != 1
            || stores.iter().flatten().any(|store| asking.dependence(relation, store.at) != places)
        {
            return None;
        }
        let place = places.trailing_zeros() as usize;
        let Form::Counted(steps) = &forms[place] else { return None };
        let pool = asking.pool();
        let steps: Vec<u64> = steps
            .iter()
            .map(|&step| {
                let step = fold::signed(pool.as_const(step)?, pool.width(step));
                (0..=MAX_STEP).contains(&step).then_some(step as u64)
            })
            .collect::<Option<_>>()?;
        // Who moves the place writes, so that what is in bounds bounds the place; who does not move it does not write.
        let fits = steps.iter().zip(&stores).all(|(step, stores)| (*step == 0) == stores.is_empty());
        fits.then_some(Self { place, steps, stores })
    }
}

/// What a path stores to one object.
fn stores_to(relation: &Relation, path: usize, to: usize) -> Vec<Store> {
    relation.back[path].stores.iter().filter(|store| store.to == to).copied().collect()
}

/// The streams of stores to one object, in the order in which an iteration first writes them.
fn streams(stores: &[Vec<Store>]) -> Vec<Stream> {
    let mut streams: Vec<Stream> = Vec::new();
    for (number, of_path) in stores.iter().enumerate() {
        for store in of_path {
            let known = streams.iter().position(|stream| stream.at == store.at);
            let at = known.unwrap_or_else(|| {
                streams.push(Stream { at: store.at, bytes: vec![None; stores.len()] });
                streams.len() - 1
            });
            streams[at].bytes[number] = Some(store.byte);
        }
    }
    streams
}

/// Where expressions read an array of unknown bytes.
fn reads_of(pool: &Pool, contents: SymId, roots: &[ExprId]) -> Vec<ExprId> {
    let (mut reads, mut seen) = (Vec::new(), FxHashSet::default());
    let mut stack = roots.to_vec();
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = pool.node(id);
        if let Node::Select(array, index) = node
            && is_over(pool, array, contents)
            && !reads.contains(&index)
        {
            reads.push(index);
        }
        node.for_each_child(|child| stack.push(child));
    }
    reads
}

/// Is an array the unknown bytes, perhaps with something stored to it?
fn is_over(pool: &Pool, mut array: ExprId, contents: SymId) -> bool {
    while let Node::Store(older, ..) = pool.node(array) {
        array = older;
    }
    pool.node(array) == Node::Input(contents)
}
