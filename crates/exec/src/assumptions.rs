//! How often each assumption of the program held, for messages: one that never does leaves nothing to explore.

use bowline_base::FxHashMap;
use bowline_ir::SourceLoc;

/// Paths that came to an assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assumed {
    /// By how many it could hold.
    pub held: u64,
    /// By how many it could not.
    pub failed: u64,
    /// It is `klee_assume`, which is not meant to drop whole paths.
    pub is_klee: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Assumptions {
    places: FxHashMap<SourceLoc, Assumed>,
}

impl Assumptions {
    pub(crate) fn note(&mut self, loc: SourceLoc, is_klee: bool, holds: bool) {
        let place = self.places.entry(loc).or_default();
        place.is_klee = is_klee;
        match holds {
            true => place.held += 1,
            false => place.failed += 1,
        }
    }

    /// Those that could not hold on some path, in the order of the source.
    pub fn failed(&self) -> Vec<(SourceLoc, Assumed)> {
        let failed = self.places.iter().filter(|(_, assumed)| assumed.failed > 0);
        let mut failed: Vec<(SourceLoc, Assumed)> = failed.map(|(loc, assumed)| (*loc, *assumed)).collect();
        failed.sort_by_key(|(loc, _)| (loc.file, loc.line, loc.column));
        failed
    }
}
