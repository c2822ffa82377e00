//! The searcher of a run whose states may be in several lanes (see [`Lane`](bowline_exec::Lane)): each way has a searcher of its own, and they share the work
//! as [`Shares`] says. Work is counted ([`Executor::shared_work`](bowline_exec::Executor::shared_work)) and not timed, so that the same run takes the same turns.

use bowline_base::FxHashMap;
use bowline_exec::{State, StateId, Way};
use bowline_search::{Searcher, Strategy, View, make};

const WAYS: [Way; 3] = [Way::Joined, Way::Runs, Way::Plain];
/// What a unit of work costs a way, where nothing else is said.
const COST: u64 = 6;
/// Work that a way is given in advance of the others when it has states again.
const CREDIT: u64 = 200_000;

/// How ways share the work while several of them have states.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// Where states go that are in no lane.
    pub home: Way,
    /// A way with so much work to do before the others get some.
    pub first: Option<(Way, u64)>,
    /// For each so many states that may be joined these get a smaller share: such a crowd is far from its end.
    pub crowd: Option<usize>,
    /// A way that has covered something new within so much of its own work gets three times the share.
    pub thriving: Option<u64>,
}

/// The states that go one way.
struct OfWay {
    searcher: Box<dyn Searcher>,
    /// What work has cost that was done while other ways had states, too.
    spent: u64,
    /// What others may spend before it begins.
    waits: u64,
    /// It had states at the last turn.
    is_busy: bool,
    /// All work that was done, and how much when something was covered for the last time.
    done: u64,
    last_new: u64,
}

impl OfWay {
    /// The way for which this is least is next.
    fn due(&self) -> u64 {
        self.spent + self.waits
    }
}

pub struct Lanes {
    shares: Shares,
    /// In the order of [`WAYS`].
    ways: [OfWay; 3],
    /// Of states that do not go the home way.
    away: FxHashMap<StateId, Way>,
    /// Whose turn it is, what had been done when it began, and covered.
    turn: Option<(Way, u64, u64)>,
}

impl Lanes {
    pub fn new(strategy: &Strategy, seed: u64, shares: Shares) -> Self {
        let ways = WAYS.map(|way| {
            let head_start = shares.first.filter(|(first, _)| *first != way);
            let waits = head_start.map_or(0, |(_, work)| work * COST);
            OfWay { searcher: make(strategy, seed), spent: 0, waits, is_busy: false, done: 0, last_new: 0 }
        });
        Self { shares, ways, away: FxHashMap::default(), turn: None }
    }

    fn of(&mut self, way: Way) -> &mut OfWay {
        &mut self.ways[place(way)]
    }

    fn way_of(&self, id: StateId) -> Way {
        self.away.get(&id).copied().unwrap_or(self.shares.home)
    }

    pub fn added(&mut self, parent: Option<StateId>, states: &[&State], view: &View<'_>) {
        let home = self.shares.home;
        let way_of = |state: &State| state.lane.map_or(home, |lane| lane.way);
        if states.iter().all(|state| way_of(state) == home) {
            return self.of(home).searcher.added(parent, states, view);
        }
        for way in WAYS {
            let of_way: Vec<&State> = states.iter().copied().filter(|state| way_of(state) == way).collect();
            if of_way.is_empty() {
                continue;
            }
            let parent = parent.filter(|id| self.way_of(*id) == way);
            if way != home {
                self.away.extend(of_way.iter().map(|state| (state.id, way)));
            }
            self.of(way).searcher.added(parent, &of_way, view);
        }
    }

    pub fn removed(&mut self, id: StateId) {
        let way = self.away.remove(&id).unwrap_or(self.shares.home);
        self.of(way).searcher.removed(id);
    }

    pub fn ran(&mut self, state: &State, view: &View<'_>) {
        let way = self.way_of(state.id);
        self.of(way).searcher.ran(state, view);
    }

    /// What is done next is no lane's: a state goes before them.
    pub fn interlude(&mut self, work: u64, view: &View<'_>) {
        self.settle(work, view);
    }

    /// What was done since the last turn began is the way's that had it.
    fn settle(&mut self, work: u64, view: &View<'_>) {
        let Some((way, before, covered)) = self.turn.take() else { return };
        let done = work.saturating_sub(before);
        let is_new = view.coverage.covered_instructions() > covered;
        let cost = done * self.cost(way);
        let this = self.of(way);
        this.done += done;
        this.spent += cost;
        if is_new {
            this.last_new = this.done;
        }
    }

    /// What a unit of work costs a way.
    fn cost(&self, way: Way) -> u64 {
        let this = &self.ways[place(way)];
        let is_thriving = self.shares.thriving.is_some_and(|recent| this.done - this.last_new < recent);
        let crowd = self.shares.crowd.filter(|_| way == Way::Joined);
        let crowds = crowd.map_or(0, |crowd| this.searcher.len() / crowd) as u64;
        (if is_thriving { COST / 3 } else { COST }) * (1 + crowds)
    }

    /// Looks which ways have states, also such as wait for their turn elsewhere. Whoever has some again has not saved up for that.
    fn look_who_is_busy(&mut self, waiting: Option<Way>) {
        let least = self.ways.iter().filter(|of| of.is_busy).map(|of| of.spent).min();
        for (of, way) in self.ways.iter_mut().zip(WAYS) {
            let is_busy = !of.searcher.is_empty() || waiting == Some(way);
            if is_busy && !of.is_busy {
                of.spent = of.spent.max(least.unwrap_or(0).saturating_sub(CREDIT * COST));
            }
            of.is_busy = is_busy;
        }
    }

    /// Whose turn it is, and the state to run next: nothing where that is to be asked of whoever holds the states of this way back (`waiting`).
    /// `preferred`, which a join waits for, goes first when it is the turn of its lane. `work` is all that the run has done.
    pub fn next(
        &mut self,
        (preferred, waiting): (Option<StateId>, Option<Way>),
        work: u64,
        view: &View<'_>,
    ) -> (Option<Way>, Option<StateId>) {
        self.settle(work, view);
        self.look_who_is_busy(waiting);
        let busy = || WAYS.into_iter().zip(&self.ways).filter(|(_, of)| of.is_busy);
        let Some((way, _)) = busy().min_by_key(|(_, of)| of.due()) else { return (None, None) };
        // Where there is nothing to share, what is done now is nobody's.
        if busy().nth(1).is_some() {
            self.turn = Some((way, work, view.coverage.covered_instructions()));
        }
        let preferred = preferred.filter(|id| self.way_of(*id) == way);
        let picked = preferred.or_else(|| self.of(way).searcher.pick(view));
        (Some(way), picked)
    }
}

fn place(way: Way) -> usize {
    match way {
        Way::Joined => 0,
        Way::Runs => 1,
        Way::Plain => 2,
    }
}
