//! Chaos, for tests only: perturbs what must not matter, so that whatever secretly depends on it shows.
//!
//! A seed decides which optional solver layers are there, how often the back end starts afresh and which state goes next; while the run goes
//! on, when expressions are collected and how long a state runs before another gets its turn. Bugs, covered lines and losses must stay what
//! they are.

use crate::config::RunConfig;
use bowline_base::Rng;
use bowline_search::Strategy;
use bowline_solver::LayerSwitches;

/// Search strategies that are as different from each other as possible.
const STRATEGIES: [Strategy; 5] =
    [Strategy::Dfs, Strategy::Bfs, Strategy::RandomState, Strategy::RandomPath, Strategy::NursCovnew];

/// The random choices of a run.
pub struct Chaos {
    rng: Rng,
}

impl Chaos {
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed) }
    }

    /// How many instructions a state runs in its turn.
    pub fn slice(&mut self, usual: u64) -> u64 {
        match self.rng.below(4) {
            0 => 1,
            1 => 1 + self.rng.below(50),
            2 => 1 + self.rng.below(2_000),
            _ => usual,
        }
    }

    /// Are expressions collected now?
    pub fn collects(&mut self) -> bool {
        self.rng.below(16) == 0
    }
}

/// A configuration with everything that must not matter chosen by the seed.
pub fn disturbed(config: &RunConfig, seed: u64) -> RunConfig {
    let mut rng = Rng::new(seed ^ 0xC4A0_5EED);
    let mut disturbed = config.clone();
    for layer in LayerSwitches::NAMES {
        if rng.below(3) == 0 {
            disturbed.solver.layers.set(layer, false);
        }
    }
    if rng.below(2) == 0 {
        disturbed.solver.restart_after_terms = 1 + rng.below(5_000) as usize;
    }
    disturbed.search = STRATEGIES[rng.below(STRATEGIES.len() as u64) as usize].clone();
    disturbed.seed = rng.next_u64();
    disturbed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_differ_and_each_is_the_same_again() {
        let config = RunConfig::default();
        let describe = |seed| {
            let disturbed = disturbed(&config, seed);
            let layers: Vec<&str> = disturbed.solver.layers.off().collect();
            (layers, disturbed.search, disturbed.seed, disturbed.solver.restart_after_terms)
        };
        let all: Vec<_> = (0..100).map(describe).collect();
        assert!((0..100).all(|seed| all[seed as usize] == describe(seed)));
        let mut layers: Vec<_> = all.iter().map(|(layers, ..)| layers.clone()).collect();
        layers.sort_unstable();
        layers.dedup();
        assert!(layers.len() > 50, "only {} sets of layers", layers.len());
        let (mut one, mut other) = (Chaos::new(1), Chaos::new(1));
        let turns: Vec<u64> = (0..100).map(|_| one.slice(20_000)).collect();
        assert!((0..100).all(|at| other.slice(20_000) == turns[at]));
        assert!(turns.contains(&1) && turns.contains(&20_000));
    }
}
