//! What the iterations of a phase write at places that move, and what they read of the objects that they write to.
//!
//! The stores of all paths are *streams*: the bytes that the iterations write at one moving place, a byte for each path, or nothing where a path
//! does not write there. What is written must not depend on values that have no form of their own ([counted and latest](crate::phase::Form) ones).

use crate::relation::{Places, Relation};
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, Marker, Node, Pool, SupportCache, SymId};

/// The bytes that iterations write at one moving place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stream {
    /// Over the unknowns.
    pub at: ExprId,
    /// What each path of the phase writes there, over the unknowns.
    pub bytes: Vec<Option<ExprId>>,
}

/// What is done to one of the written objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// Which of the relation's.
    pub to: usize,
    pub streams: Vec<Stream>,
    /// Offsets at which an iteration reads it, over the unknowns.
    pub reads: Vec<ExprId>,
}

impl Target {
    pub fn mark(&self, marker: &mut Marker) {
        let Self { to: _, streams, reads } = self;
        for stream in streams {
            marker.mark(stream.at);
            stream.bytes.iter().flatten().for_each(|&byte| marker.mark(byte));
        }
        reads.iter().for_each(|&read| marker.mark(read));
    }
}

/// What some paths write and read of the relation's written objects; nothing where that has no closed form.
pub(crate) fn targets(
    pool: &Pool,
    supports: &mut SupportCache,
    relation: &Relation,
    paths: &[usize],
    uncertain: Places,
) -> Option<Vec<Target>> {
    let mut targets = Vec::new();
    for (to, written) in relation.written.iter().enumerate() {
        let streams = streams(relation, paths, to);
        let exprs =
            streams.iter().flat_map(|stream| stream.bytes.iter().flatten().copied().chain([stream.at]));
        let mut all: Vec<ExprId> = exprs.collect();
        if all.iter().any(|&id| relation.dependence(pool, supports, id) & uncertain != 0) {
            return None;
        }
        for &path in paths {
            let path = &relation.back[path];
            all.push(path.condition);
            all.extend(&path.next);
        }
        let reads = reads_of(pool, written.contents, &all);
        if reads.iter().any(|&read| relation.dependence(pool, supports, read) & uncertain != 0) {
            return None;
        }
        if !streams.is_empty() || !reads.is_empty() {
            targets.push(Target { to, streams, reads });
        }
    }
    Some(targets)
}

/// The streams of stores to one object, in the order in which an iteration first writes them.
fn streams(relation: &Relation, paths: &[usize], to: usize) -> Vec<Stream> {
    let mut streams: Vec<Stream> = Vec::new();
    for (number, &path) in paths.iter().enumerate() {
        for store in relation.back[path].stores.iter().filter(|store| store.to == to) {
            let known = streams.iter().position(|stream| stream.at == store.at);
            let at = known.unwrap_or_else(|| {
                streams.push(Stream { at: store.at, bytes: vec![None; paths.len()] });
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
