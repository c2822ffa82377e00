//! What holds for every strategy, on random sequences of calls against a plain list of the states in circulation.

use crate::testing::World;
use crate::{Searcher, Strategy, make};
use bowline_base::Rng;
use bowline_exec::StateId;
use std::collections::BTreeSet;

fn strategies() -> Vec<Strategy> {
    let names = "dfs;bfs;random-state;random-path;to-end;nurs:covnew;nurs:md2u;nurs:depth;nurs:icnt;nurs:qc;default;random-path,nurs:covnew;\
                 dfs,bfs,random-state,default";
    names.split(';').map(|name| name.parse().expect("a strategy")).collect()
}

/// A searcher beside the states that ought to be in circulation.
struct Run<'a> {
    world: &'a World,
    searcher: Box<dyn Searcher>,
    rng: Rng,
    alive: Vec<u32>,
    parked: Vec<u32>,
    next: u32,
    picks: Vec<Option<StateId>>,
}

impl<'a> Run<'a> {
    fn new(world: &'a World, strategy: &Strategy, seed: u64, rng: Rng) -> Self {
        let searcher = make(strategy, seed);
        let mut run =
            Self { world, searcher, rng, alive: vec![0], parked: Vec::new(), next: 1, picks: Vec::new() };
        world.add(&mut *run.searcher, None, &[0]);
        run
    }

    fn some_alive(&mut self) -> Option<usize> {
        let count = self.alive.len() as u64;
        (count > 0).then(|| self.rng.below(count) as usize)
    }

    fn fork(&mut self, at: usize) {
        let count = 1 + self.rng.below(3) as u32;
        let new: Vec<u32> = (self.next..self.next + count).collect();
        self.next += count;
        let (depth, queries) = (self.rng.below(4), self.rng.below(10));
        let position = self.rng.below(8) as u32;
        self.world.add_with(&mut *self.searcher, Some(self.alive[at]), &new, |state| {
            (state.depth, state.queries, state.frame.position) = (depth, queries, position);
        });
        self.alive.extend(new);
    }

    fn remove(&mut self, at: usize) -> u32 {
        let id = self.alive.swap_remove(at);
        self.searcher.removed(StateId(id));
        id
    }

    fn pick(&mut self) -> Option<usize> {
        let covered = self.picks.len() / 50;
        let picked = self.searcher.pick(&self.world.view_after(covered));
        self.picks.push(picked);
        let place = picked.map(|id| {
            self.alive.iter().position(|alive| *alive == id.0).expect("only states in circulation are picked")
        });
        assert_eq!(
            place.is_none(),
            self.alive.is_empty(),
            "something is picked as long as there is something"
        );
        place
    }

    /// One step of a scheduler that also kills, parks and releases states at random.
    fn step(&mut self) {
        assert_eq!(self.searcher.len(), self.alive.len());
        assert_eq!(self.searcher.is_empty(), self.alive.is_empty());
        let Some(picked) = self.pick() else {
            // All are parked, or it starts over.
            let mut back: Vec<u32> = std::mem::take(&mut self.parked);
            if back.is_empty() {
                back.push(self.next);
                self.next += 1;
            }
            self.world.add(&mut *self.searcher, None, &back);
            self.alive.extend(back);
            return;
        };
        match self.rng.below(12) {
            0..=3 => self.fork(picked),
            4..=5 => {
                self.remove(picked);
            }
            6 => {
                self.fork(picked);
                self.remove(picked);
            }
            7 => {
                let id = self.remove(picked);
                self.parked.push(id);
            }
            8 => {
                if let Some(id) = self.parked.pop() {
                    self.world.add(&mut *self.searcher, None, &[id]);
                    self.alive.push(id);
                }
            }
            9 => {
                if let Some(at) = self.some_alive() {
                    let id = self.remove(at);
                    self.parked.push(id);
                }
            }
            _ => {
                let mut state = self.world.state(self.alive[picked]);
                state.frame.position = self.rng.below(8) as u32;
                self.searcher.ran(&state, &self.world.view());
            }
        }
        if self.alive.len() > 60 {
            for _ in 0..50 {
                let at = self.rng.below(self.alive.len() as u64) as usize;
                self.remove(at);
            }
        }
    }
}

#[test]
fn only_states_in_circulation_are_picked() {
    let world = World::new();
    for strategy in strategies() {
        for seed in 0..20 {
            let mut run = Run::new(&world, &strategy, seed, Rng::new(seed));
            (0..1000).for_each(|_| run.step());
        }
    }
}

#[test]
fn the_same_seed_picks_the_same_states() {
    let world = World::new();
    let picks = |strategy: &Strategy, seed| {
        let mut run = Run::new(&world, strategy, seed, Rng::new(99));
        (0..500).for_each(|_| run.step());
        run.picks
    };
    for strategy in strategies() {
        assert_eq!(picks(&strategy, 1), picks(&strategy, 1), "{strategy}");
        let is_random = !matches!(strategy, Strategy::Dfs | Strategy::Bfs);
        assert_eq!(picks(&strategy, 1) != picks(&strategy, 2), is_random, "{strategy}");
    }
}

#[test]
fn every_waiting_state_gets_its_turn() {
    let world = World::new();
    for strategy in strategies().into_iter().filter(|strategy| *strategy != Strategy::Dfs) {
        let mut run = Run::new(&world, &strategy, 7, Rng::new(7));
        while run.alive.len() < 20 {
            run.step();
        }
        let mut waiting: BTreeSet<u32> = run.alive.iter().copied().collect();
        for _ in 0..8_000_000 {
            let Some(picked) = run.pick() else { break };
            waiting.remove(&run.alive[picked]);
            if waiting.is_empty() {
                break;
            }
        }
        assert!(waiting.is_empty(), "{strategy} starves {waiting:?}");
    }
}

#[test]
fn depth_first_goes_on_with_the_running_state_and_then_with_the_newest() {
    let world = World::new();
    let mut searcher = make(&Strategy::Dfs, 0);
    let view = world.view();
    let mut order = Vec::new();
    world.add(&mut *searcher, None, &[0]);
    // 0 forks twice before it ends, its newest fork once.
    for (ends, forks) in [(false, &[1, 2][..]), (false, &[3]), (true, &[]), (false, &[4]), (true, &[])] {
        let picked = searcher.pick(&view).expect("something is alive");
        order.push(picked.0);
        world.add(&mut *searcher, Some(picked.0), forks);
        if ends {
            searcher.removed(picked);
        }
    }
    while let Some(picked) = searcher.pick(&view) {
        order.push(picked.0);
        searcher.removed(picked);
    }
    assert_eq!(order, [0, 0, 0, 3, 3, 4, 2, 1]);
}

#[test]
fn breadth_first_goes_round() {
    let world = World::new();
    let mut searcher = make(&Strategy::Bfs, 0);
    let view = world.view();
    world.add(&mut *searcher, None, &[0]);
    let mut order = Vec::new();
    let mut step = |forks: &[u32], ends: bool| {
        let picked = searcher.pick(&view).expect("something is alive");
        world.add(&mut *searcher, Some(picked.0), forks);
        if ends {
            searcher.removed(picked);
        }
        order.push(picked.0);
    };
    step(&[1, 2], false);
    step(&[3], false);
    step(&[], true);
    (0..6).for_each(|_| step(&[], false));
    assert_eq!(order, [0, 1, 2, 0, 3, 1, 0, 3, 1]);
}

#[test]
fn a_hundred_thousand_states_are_no_burden() {
    let world = World::new();
    let count = 100_000u32;
    for strategy in strategies() {
        let mut searcher = make(&strategy, 3);
        let view = world.view();
        let mut state = world.state(0);
        searcher.added(None, &[&state], &view);
        for id in 1..count {
            // The oldest forks, so that the tree is lopsided.
            state.id = StateId(id);
            state.depth = u64::from(id % 50);
            searcher.added(Some(StateId(0)), &[&state], &view);
        }
        // Each state forks once while it ends: any cost that grows with the number of states would take minutes.
        for id in count..2 * count {
            let picked = searcher.pick(&view).expect("something is alive");
            state.id = StateId(id);
            searcher.added(Some(picked), &[&state], &view);
            searcher.removed(picked);
        }
        assert_eq!(searcher.len(), count as usize, "{strategy}");
    }
}
