//! Ids of edges, calls and switch tables: all of a function's are written, or none.

use super::cursor::Outcome;
use super::error::{Problem, TextPos};
use bowline_base::IdVec;
use bowline_base::id::Id;
use std::collections::BTreeMap;

/// Things of one kind, by number.
pub(super) struct Numbering<T> {
    prefix: &'static str,
    items: BTreeMap<u32, T>,
    /// Whether the text gives the numbers, once the first thing is known.
    stated: Option<bool>,
}

impl<T> Numbering<T> {
    pub(super) fn new(prefix: &'static str) -> Self {
        Self { prefix, items: BTreeMap::new(), stated: None }
    }

    /// What has this number already.
    pub(super) fn get(&self, number: u32) -> Option<&T> {
        self.items.get(&number)
    }

    /// Adds one more, with the number that the text gives it, if any; returns its number.
    pub(super) fn add(&mut self, stated: Option<u32>, item: T, place: TextPos) -> Outcome<u32> {
        let prefix = self.prefix;
        if *self.stated.get_or_insert(stated.is_some()) != stated.is_some() {
            let message =
                format!("either all or none of these have ids in a function ({prefix}0, {prefix}1)");
            return Err(Problem::new(place, message));
        }
        let number = stated.unwrap_or(self.items.len() as u32);
        match self.items.insert(number, item) {
            Some(_) => Err(Problem::new(place, format!("there is another {prefix}{number}"))),
            None => Ok(number),
        }
    }

    /// All of them, if no number is left out; `place` is where to complain.
    pub(super) fn finish<I: Id>(self, place: TextPos) -> Outcome<IdVec<I, T>> {
        let left_out = (0..).zip(self.items.keys()).find(|(due, number)| due != *number);
        match left_out {
            Some((due, _)) => {
                let message = format!("ids count up: this function has no {}{due}", self.prefix);
                Err(Problem::new(place, message))
            }
            None => Ok(self.items.into_values().collect()),
        }
    }
}
