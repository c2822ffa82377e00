//! Numbered values: what nodes are too small for.
//!
//! Invariant: `places` holds exactly the values that are not free, each under its place.

use bowline_base::{FxHashMap, FxHashSet};
use std::borrow::Borrow;
use std::hash::Hash;

/// Values, each once. Places of values that no node refers to any more are used again.
pub(crate) struct Slots<T> {
    values: Vec<Option<T>>,
    places: FxHashMap<T, u32>,
    free: Vec<u32>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { values: Vec::new(), places: FxHashMap::default(), free: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> Slots<T> {
    /// Where a value is, made when it is new.
    pub(crate) fn place<Q: Eq + Hash + ?Sized>(&mut self, value: &Q, make: impl FnOnce() -> T) -> u32
    where
        T: Borrow<Q>,
    {
        if let Some(&place) = self.places.get(value) {
            return place;
        }
        let value = make();
        let place = self.free.pop().unwrap_or(self.values.len() as u32);
        match self.values.get_mut(place as usize) {
            Some(slot) => *slot = Some(value.clone()),
            None => self.values.push(Some(value.clone())),
        }
        self.places.insert(value, place);
        place
    }

    pub(crate) fn get(&self, place: u32) -> &T {
        match &self.values[place as usize] {
            Some(value) => value,
            None => unreachable!("a live node refers to the free place {place}"),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Frees all places but these.
    pub(crate) fn retain(&mut self, used: &FxHashSet<u32>) {
        for (place, slot) in (0..).zip(&mut self.values) {
            if !used.contains(&place)
                && let Some(value) = slot.take()
            {
                self.places.remove(&value);
                self.free.push(place);
            }
        }
    }
}
