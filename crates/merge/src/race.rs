//! Several ways to explore what follows a fork in a loop: joining states, and others.
//!
//! Whether joining pays is not known beforehand: it makes a scan of any length one path, and makes every later question about
//! what was scanned harder. So other ways are tried as well, in turns. A *race* starts where a state that is in none opens a context: each of its twins
//! does the same in another way. When no state of one lane is left, that lane has explored everything, and
//! the states of the others are superseded.
//!
//! Where only loops that pay are joined, the twin waits: it is run if joining is found not to pay, in place of all that was joined, and else never.

use bowline_base::FxHashMap;
use bowline_exec::{Lane, Way};

/// The races of a run.
#[derive(Debug, Default)]
pub(crate) struct Races {
    next: u32,
    /// States alive in each lane.
    alive: FxHashMap<u32, Vec<(Way, u64)>>,
    superseded: Vec<Lane>,
}

impl Races {
    /// Starts a race between so many states that go one way, and one each that goes another; the lane of the former.
    pub fn start(&mut self, way: Way, states: u64, others: &[Way]) -> Lane {
        let race = self.next;
        self.next += 1;
        let others = others.iter().map(|&way| (way, 1));
        self.alive.insert(race, std::iter::once((way, states)).chain(others).collect());
        Lane { race, way }
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
            let lanes = self.alive.remove(&lane.race).into_iter().flatten();
            let others = lanes.map(|(way, _)| Lane { way, ..lane }).filter(|other| *other != lane);
            self.superseded.extend(others);
        }
    }

    /// A lane is given up in favour of the state that waits.
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
        let lanes = self.alive.get_mut(&lane.race)?;
        lanes.iter_mut().find_map(|(way, count)| (*way == lane.way).then_some(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other(lane: Lane, way: Way) -> Lane {
        Lane { way, ..lane }
    }

    #[test]
    fn the_lane_that_ends_first_wins() {
        let mut races = Races::default();
        let start = |races: &mut Races, states| races.start(Way::Joined, states, &[Way::Plain]);
        let (merging, later) = (start(&mut races, 2), start(&mut races, 1));
        let alone = other(merging, Way::Plain);
        races.added(Some(alone));
        races.removed(Some(alone), 1);
        races.removed(Some(merging), 1);
        assert_eq!(races.take_superseded(), []);
        races.removed(Some(merging), 1);
        assert_eq!(races.take_superseded(), [alone]);
        races.removed(Some(alone), 1);
        races.removed(Some(other(later, Way::Plain)), 1);
        assert_eq!(races.take_superseded(), [later], "a race is decided once");
    }

    #[test]
    fn all_other_lanes_have_lost() {
        let mut races = Races::default();
        let plain = races.start(Way::Plain, 1, &[Way::Joined, Way::Runs]);
        races.removed(Some(other(plain, Way::Runs)), 1);
        assert_eq!(races.take_superseded(), [plain, other(plain, Way::Joined)]);
    }
}
