//! Reclaiming expressions that nothing refers to.

use crate::{ExprId, Pool};

/// Collects the roots of a sweep.
#[derive(Default)]
pub struct Marker {
    marked: Vec<bool>,
    pending: Vec<ExprId>,
}

impl Marker {
    /// Keeps an expression and everything it is made of.
    pub fn mark(&mut self, id: ExprId) {
        let slot = id.0 as usize;
        if slot >= self.marked.len() {
            self.marked.resize(slot + 1, false);
        }
        if !std::mem::replace(&mut self.marked[slot], true) {
            self.pending.push(id);
        }
    }

    /// Is an expression kept? Valid for caches after [`Pool::collect`] returned the marker.
    pub fn is_marked(&self, id: ExprId) -> bool {
        self.marked.get(id.0 as usize).copied().unwrap_or(false)
    }
}

impl Pool {
    /// Frees every expression that `roots` does not reach, and the tables of those. Ids of survivors stay; freed ids are reused, so every
    /// cache keyed by ids must drop those for which the returned marker says no.
    pub fn collect(&mut self, roots: impl FnOnce(&mut Marker)) -> Marker {
        let mut marker = Marker::default();
        marker.mark(Self::FALSE);
        marker.mark(Self::TRUE);
        roots(&mut marker);
        while let Some(id) = marker.pending.pop() {
            self.node(id).for_each_child(|child| marker.mark(child));
        }
        marker.marked.resize(self.nodes.len(), false);
        for id in 0..self.nodes.len() as u32 {
            if !marker.marked[id as usize] {
                self.forget(id);
            }
        }
        self.retain_values(&marker);
        self.table_bits.clear();
        self.store_runs.clear();
        marker
    }
}
