//! What long runs of stores at known places hold, by place.
//!
//! An object of a hundred thousand unknown bytes that was written to at an unknown place is a chain of as many stores. A read at a
//! known place need not walk it: below some store there are only stores at known places for a while, and what they hold is listed once for all
//! later reads. A list costs as much as the walk it replaces, and reads begin near the top of a chain; so lists are made only far below the
//! place where a read began, and serve the many reads that begin there or a little above.

use crate::{ExprId, Node, Pool};
use bowline_base::FxHashMap;
use std::rc::Rc;

/// Lists that are kept; when there are more, all are dropped.
const MAX_KEPT: usize = 16;

/// The stores at known places from one array downwards.
pub(crate) struct StoreRun {
    /// What was stored last at each place.
    pub(crate) bytes: FxHashMap<u64, ExprId>,
    /// The array below: a store at an unknown place, an input or a table.
    pub(crate) below: ExprId,
}

/// Runs by the array they begin at. To be emptied when expressions are collected.
#[derive(Default)]
pub(crate) struct StoreRuns {
    known: FxHashMap<ExprId, Rc<StoreRun>>,
}

impl StoreRuns {
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }
}

impl Pool {
    /// The run that begins at an array: where it is known, or else where it is `wanted` so much that it is listed now.
    pub(crate) fn store_run(&mut self, array: ExprId, wanted: bool) -> Option<Rc<StoreRun>> {
        // Nearly always there are none.
        if !self.store_runs.known.is_empty()
            && let Some(known) = self.store_runs.known.get(&array)
        {
            return Some(known.clone());
        }
        if !wanted {
            return None;
        }
        let (mut bytes, mut below) = (FxHashMap::default(), array);
        while let Node::Store(older, index, byte) = self.node(below)
            && let Some(at) = self.as_const(index)
        {
            bytes.entry(at as u64).or_insert(byte);
            below = older;
        }
        if self.store_runs.known.len() >= MAX_KEPT {
            self.store_runs.clear();
        }
        let run = Rc::new(StoreRun { bytes, below });
        self.store_runs.known.insert(array, run.clone());
        Some(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, INDEX_WIDTH, Model};

    /// A chain of 6,000 stores, with stores at an unknown place at the top, in the middle and below it.
    #[test]
    fn reads_at_known_places_find_their_store_however_far_down() {
        let mut pool = Pool::new();
        let (input, place) = (pool.symbol("bytes", 0, 6000), pool.symbol("place", 0, 2));
        let (low, high) = (pool.input_byte(place, 0), pool.input_byte(place, 1));
        let word = pool.concat(high, low);
        let unknown = pool.zero_extend(word, INDEX_WIDTH);
        let mut array = pool.table(b"below");
        for at in 0..6000u64 {
            if at % 2500 == 1 {
                let stored = pool.constant(77, 8);
                array = pool.store(array, unknown, stored);
            }
            let (index, byte) = (pool.constant(at.into(), INDEX_WIDTH), pool.input_byte(input, at));
            array = pool.store(array, index, byte);
        }
        let stored = pool.constant(99, 8);
        array = pool.store(array, unknown, stored);
        let places: Vec<u64> = (0..6010).step_by(7).chain([0, 1, 2500, 2501, 5999]).collect();
        let reads: Vec<ExprId> = places
            .iter()
            .map(|&at| {
                let index = pool.constant(at.into(), INDEX_WIDTH);
                pool.select(array, index)
            })
            .collect();
        for chosen in [0u64, 3, 2499, 2500, 2506, 5999, 6006] {
            let mut model = Model::new();
            model.set_byte(place, 0, chosen as u8);
            model.set_byte(place, 1, (chosen >> 8) as u8);
            for at in 0..6000 {
                model.set_byte(input, at, (at % 251) as u8 + 1);
            }
            for (&at, &read) in places.iter().zip(&reads) {
                let expected = match at {
                    at if at == chosen => 99,
                    at if at < 6000 => at % 251 + 1,
                    _ => 0,
                };
                assert_eq!(Evaluator::new().eval(&pool, &model, read), expected.into(), "{at} of {chosen}");
            }
        }
        let walks = |id: &&ExprId| matches!(pool.node(**id), Node::Select(array, _) if matches!(pool.node(array), Node::Store(..)));
        assert_eq!(reads.iter().find(walks), None, "a read is still one of the whole chain");
    }
}
