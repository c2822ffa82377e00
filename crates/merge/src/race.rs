//! Two ways to explore what follows a fork in a loop: with merging and without.
//!
//! Whether merging pays is not known beforehand: it makes a scan of any length one path, and makes every later question about
//! what was scanned harder. So both are tried, in turns. A *race* starts where a state that is in none opens a context: its twin
//! does the same without ever being merged. When no state of one lane is left, that lane has explored everything, and
//! the states of the other are superseded.
//!
//! Where only loops that pay are merged, the twin waits: it is run if merging is found not to pay, in place of all that was merged, and else never.

use bowline_base::FxHashMap;
use bowline_exec::Lane;

/// States alive in each lane.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    merging: u64,
    alone: u64,
}

/// The races of a run.
#[derive(Debug, Default)]
pub(crate) struct Races {
    next: u32,
    alive: FxHashMap<u32, Count>,
    superseded: Vec<Lane>,
}

impl Races {
    /// Starts a race between `merging` states and one that goes alone; the lane of the former.
    pub fn start(&mut self, merging: u64) -> Lane {
        let race = self.next;
        self.next += 1;
        self.alive.insert(race, Count { merging, alone: 1 });
        Lane { race, alone: false }
    }

    pub fn added(&mut self, lane: Option<Lane>) {
        if let Some(count) = lane.and_then(|lane| self.count(lane)) {
            *count += 1;
        }
    }

    /// States ended or became part of others.
    pub fn removed(&mut self, lane: Option<Lane>, states: u64) {
        let Some(lane) = lane else { return };
        let Some(count) = self.count(lane) else { return };
        *count = count.saturating_sub(states);
        if *count == 0 {
            self.alive.remove(&lane.race);
            self.superseded.push(other(lane));
        }
    }

    /// The merging lane of a race is given up.
    pub fn lose(&mut self, lane: Lane) {
        if self.alive.remove(&lane.race).is_some() {
            self.superseded.push(lane);
        }
    }

    /// Lanes that lost since the last call.
    pub fn take_superseded(&mut self) -> Vec<Lane> {
        std::mem::take(&mut self.superseded)
    }

    fn count(&mut self, lane: Lane) -> Option<&mut u64> {
        let count = self.alive.get_mut(&lane.race)?;
        Some(if lane.alone { &mut count.alone } else { &mut count.merging })
    }
}

/// The other lane of the same race.
pub(crate) fn other(lane: Lane) -> Lane {
    Lane { alone: !lane.alone, ..lane }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lane_that_ends_first_wins() {
        let mut races = Races::default();
        let (merging, later) = (races.start(2), races.start(1));
        let alone = other(merging);
        races.added(Some(alone));
        races.removed(Some(alone), 1);
        races.removed(Some(merging), 1);
        assert_eq!(races.take_superseded(), []);
        races.removed(Some(merging), 1);
        assert_eq!(races.take_superseded(), [alone]);
        races.removed(Some(alone), 1);
        races.removed(Some(other(later)), 1);
        assert_eq!(races.take_superseded(), [later], "a race is decided once");
    }
}
