//! Counters of one solver, and a clock that charges every moment to exactly one layer.

use std::time::{Duration, Instant};

/// What a solver did so far.
#[derive(Clone, Debug, Default)]
pub struct SolverStats {
    /// Questions asked from outside, after constants were folded away.
    pub queries: u64,
    /// In all layers together.
    pub time: Duration,
    /// In the order a question passes them.
    pub layers: Vec<LayerStats>,
    /// Times the back end started afresh.
    pub restarts: u64,
    /// "Unsatisfiable" answers that a second solver confirmed.
    pub confirmed: u64,
    /// Answers that did not survive their check; always 0 unless a solver or this crate is broken.
    pub disagreements: u64,
    /// What the back end did, counted instead of timed: in instructions of a program that could have been executed meanwhile, roughly.
    pub effort: u64,
    /// Questions with bounded terms.
    pub quantifiers: QuantifierStats,
    /// Why the log of queries ended early.
    pub log_failure: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct LayerStats {
    pub name: &'static str,
    /// Questions that reached the layer.
    pub asked: u64,
    /// Questions that went no further.
    pub answered: u64,
    /// In the layer itself, not in those below.
    pub time: Duration,
}

/// How questions with bounded terms were answered that no layer above the back end did.
#[derive(Clone, Debug, Default)]
pub struct QuantifierStats {
    pub asked: u64,
    /// Refuted by the first instances; by those that models asked for.
    pub refuted_at_once: u64,
    pub refuted_later: u64,
    /// A model of the first instances was one of the question; one of later instances was.
    pub model_at_once: u64,
    pub model_later: u64,
    /// A model was mended: of the first instances, of later ones.
    pub mended_at_once: u64,
    pub mended_later: u64,
    pub given_up: u64,
    /// Questions to the back end for all of them.
    pub rounds: u64,
    /// By [`Stage`].
    pub stages: [StageStats; Stage::NAMES.len()],
    /// With those.
    pub time: Duration,
}

/// The steps by which a question with bounded terms is answered, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The weakened question is asked.
    Strip,
    /// Its model is evaluated against the question.
    Evaluate,
    /// What the first number demands is copied for the others.
    Duplicate,
    /// The model is changed a little.
    Repair,
    /// Texts of one character are asked for.
    Uniform,
    /// The weakened question is asked again, with instances that its model broke.
    Instantiate,
}

impl Stage {
    /// Parallel to the variants.
    pub const NAMES: [&'static str; 6] =
        ["strip", "evaluate", "duplicate", "repair", "uniform", "instantiate"];
}

/// One of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageStats {
    pub entered: u64,
    /// Questions that it answered.
    pub answered: u64,
    pub time: Duration,
}

impl QuantifierStats {
    /// A stage that was begun at some time is over.
    pub fn stage(&mut self, stage: Stage, started: Instant, answered: bool) {
        let stats = &mut self.stages[stage as usize];
        stats.entered += 1;
        stats.answered += u64::from(answered);
        stats.time += started.elapsed();
    }

    pub fn note_refuted(&mut self, round: usize) {
        *if round == 0 { &mut self.refuted_at_once } else { &mut self.refuted_later } += 1;
    }

    pub fn note_model(&mut self, round: usize) {
        *if round == 0 { &mut self.model_at_once } else { &mut self.model_later } += 1;
    }

    pub fn note_mended(&mut self, round: usize) {
        *if round == 0 { &mut self.mended_at_once } else { &mut self.mended_later } += 1;
    }
}

/// A layer's place in [`SolverStats::layers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayerId(usize);

/// The books of a running solver: [`SolverStats`] and whom the present moment is charged to.
///
/// One reading of the time per change of layer, not two per layer: on questions of a microsecond that matters.
#[derive(Default)]
pub struct Books {
    pub stats: SolverStats,
    running: Option<(LayerId, Instant)>,
}

impl Books {
    pub fn add_layer(&mut self, name: &'static str) -> LayerId {
        self.stats.layers.push(LayerStats { name, ..LayerStats::default() });
        LayerId(self.stats.layers.len() - 1)
    }

    /// A question reaches `layer`, which takes no time to hand it on.
    pub fn pass(&mut self, layer: LayerId) {
        self.stats.layers[layer.0].asked += 1;
    }

    /// A question reaches `layer`: time is charged to it until the next change. Returns whom it was charged to before.
    pub fn enter(&mut self, layer: LayerId) -> Option<LayerId> {
        self.stats.layers[layer.0].asked += 1;
        self.charge(Some(layer))
    }

    /// An answer leaves `layer` upwards, to `before`, which [`enter`](Self::enter) returned.
    pub fn leave(&mut self, before: Option<LayerId>) {
        self.charge(before);
    }

    pub fn answered(&mut self, layer: LayerId) {
        self.stats.layers[layer.0].answered += 1;
    }

    fn charge(&mut self, next: Option<LayerId>) -> Option<LayerId> {
        let now = Instant::now();
        let before = self.running.take();
        if let Some((layer, since)) = before {
            let spent = now - since;
            self.stats.layers[layer.0].time += spent;
            self.stats.time += spent;
        }
        self.running = next.map(|layer| (layer, now));
        before.map(|(layer, _)| layer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_charged_once() {
        let mut books = Books::default();
        let (upper, lower) = (books.add_layer("upper"), books.add_layer("lower"));
        let before = books.enter(upper);
        let inner = books.enter(lower);
        std::thread::sleep(Duration::from_millis(20));
        books.leave(inner);
        books.leave(before);
        let [up, low] = &books.stats.layers[..] else { unreachable!("two layers were added") };
        assert!(
            low.time >= Duration::from_millis(20) && up.time < Duration::from_millis(15),
            "{up:?} {low:?}"
        );
        assert_eq!(books.stats.time, up.time + low.time);
        assert_eq!((up.asked, low.asked), (1, 1));
    }
}
