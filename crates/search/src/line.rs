//! States in a line: the picked one apart, the others in the order in which they came.
//!
//! What ends is nearly always what was picked, and that is O(1) without looking anything up. A state that leaves from the
//! middle of the line (killed to save memory, or picked by another strategy that takes turns with this one) is only
//! struck out; its place is cleared when it is reached, or when half of the line is struck out. A state that comes
//! back while its struck-out place is still there takes that place again.

use bowline_base::FxHashSet;
use bowline_exec::StateId;
use std::collections::VecDeque;

#[derive(Default)]
pub(crate) struct Line {
    picked: Option<StateId>,
    /// Oldest first; holds every state of `struck_out` exactly once, and never the picked one.
    waiting: VecDeque<StateId>,
    struck_out: FxHashSet<StateId>,
}

impl Line {
    pub(crate) fn len(&self) -> usize {
        usize::from(self.picked.is_some()) + self.waiting.len() - self.struck_out.len()
    }

    pub(crate) fn picked(&self) -> Option<StateId> {
        self.picked
    }

    /// At the newest end of the line.
    pub(crate) fn append(&mut self, id: StateId) {
        if self.struck_out.is_empty() || !self.struck_out.remove(&id) {
            self.waiting.push_back(id);
        }
    }

    pub(crate) fn remove(&mut self, id: StateId) {
        if self.picked == Some(id) {
            self.picked = None;
            return;
        }
        self.struck_out.insert(id);
        if self.struck_out.len() > self.waiting.len() / 2 {
            self.waiting.retain(|waiting| !self.struck_out.contains(waiting));
            self.struck_out.clear();
        }
    }

    /// Picks the newest; the one picked before must be gone.
    pub(crate) fn pick_newest(&mut self) -> Option<StateId> {
        debug_assert!(self.picked.is_none(), "the picked state would be lost");
        self.picked = self.take(VecDeque::pop_back);
        self.picked
    }

    /// Picks the oldest; the one picked before becomes the newest.
    pub(crate) fn pick_oldest(&mut self) -> Option<StateId> {
        self.waiting.extend(self.picked.take());
        self.picked = self.take(VecDeque::pop_front);
        self.picked
    }

    fn take(&mut self, end: impl Fn(&mut VecDeque<StateId>) -> Option<StateId>) -> Option<StateId> {
        loop {
            let id = end(&mut self.waiting)?;
            if self.struck_out.is_empty() || !self.struck_out.remove(&id) {
                return Some(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;

    #[test]
    fn struck_out_places_are_never_the_majority() {
        let mut rng = Rng::new(1);
        let mut line = Line::default();
        let mut alive = Vec::new();
        for id in 0..20_000 {
            line.append(StateId(id));
            alive.push(id);
            // Removals from anywhere catch up with the additions every now and then.
            while alive.len() > 500 - (id as usize / 10) % 500 {
                let gone = alive.swap_remove(rng.below(alive.len() as u64) as usize);
                line.remove(StateId(gone));
            }
            assert_eq!(line.len(), alive.len());
            assert!(
                line.waiting.len() <= 2 * alive.len(),
                "{} places for {}",
                line.waiting.len(),
                alive.len()
            );
        }
    }

    #[test]
    fn who_comes_back_is_in_line_once() {
        let mut line = Line::default();
        (0..5).for_each(|id| line.append(StateId(id)));
        line.remove(StateId(1));
        line.append(StateId(1));
        assert_eq!(line.len(), 5);
        let order: Vec<u32> = (0..6).map_while(|_| line.pick_oldest()).map(|id| id.0).collect();
        assert_eq!(order, [0, 1, 2, 3, 4, 0]);
    }
}
