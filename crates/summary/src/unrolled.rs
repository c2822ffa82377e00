//! Iterations of a phase put in one after the other, each in terms of the one before: what a run is compared with.
//!
//! What the objects hold that are written at places that move is told by one byte at an unknown place: each store is a choice between what it
//! writes and what was there before. Where the next iteration reads them, these bytes are an array written by a formula.

use crate::phase::Phase;
use crate::relation::{Relation, Store, Written};
use bowline_exec::State;
use bowline_expr::{ExprId, Pool, SymId};

/// What some iterations leave.
pub(crate) struct Unrolled<'r> {
    relation: &'r Relation,
    phase: &'r Phase,
    /// Each of them takes a path of the phase.
    pub condition: ExprId,
    /// For each unknown of the relation.
    pub values: Vec<ExprId>,
    /// The byte at the place, of each object that is written at places that move.
    pub cells: Vec<ExprId>,
    /// The unknown that tells the place.
    place: SymId,
}

impl<'r> Unrolled<'r> {
    /// No iteration yet.
    pub fn new(
        pool: &mut Pool,
        state: &State,
        relation: &'r Relation,
        phase: &'r Phase,
        start: &[ExprId],
    ) -> Self {
        let place = pool.auxiliary("place", 0, 8);
        let at = pool.input_word(place, 8);
        let cell = |written: &Written| state.memory.read_at(pool, written.object, at, 1).to_expr(pool, 8);
        let cells = relation.written.iter().map(cell).collect();
        Self { relation, phase, condition: Pool::TRUE, values: start.to_vec(), cells, place }
    }

    /// Where the cells are.
    pub fn place(&self, pool: &mut Pool) -> ExprId {
        pool.input_word(self.place, 8)
    }

    /// Some path of the phase can be taken next. Nothing where it gets too large, here and below.
    pub fn goes_on(&self, pool: &mut Pool) -> Option<ExprId> {
        let taken = self.taken(pool)?;
        Some(pool.any(taken))
    }

    /// One more iteration.
    pub fn step(&mut self, pool: &mut Pool) -> Option<()> {
        let taken = self.taken(pool)?;
        let (mut values, mut cells) = (self.values.clone(), self.cells.clone());
        for (&path, &taken) in self.phase.paths.iter().zip(&taken) {
            let path = &self.relation.back[path];
            let after = self.instance(pool, &path.next)?;
            for ((chosen, after), unknown) in values.iter_mut().zip(after).zip(&self.relation.unknowns) {
                let after = Relation::unknown_of(pool, unknown, after);
                *chosen = pool.ite(taken, after, *chosen);
            }
            for store in &path.stores {
                self.store(pool, store, taken, &mut cells)?;
            }
        }
        let any = pool.any(taken);
        self.condition = pool.and(self.condition, any);
        (self.values, self.cells) = (values, cells);
        Some(())
    }

    fn store(&self, pool: &mut Pool, store: &Store, taken: ExprId, cells: &mut [ExprId]) -> Option<()> {
        let [at, byte] = self.instance(pool, &[store.at, store.byte])?[..] else { return None };
        let place = self.place(pool);
        let is_there = pool.eq(at, place);
        let is_written = pool.and(taken, is_there);
        cells[store.to] = pool.ite(is_written, byte, cells[store.to]);
        Some(())
    }

    /// Which path of the phase is taken next.
    fn taken(&self, pool: &mut Pool) -> Option<Vec<ExprId>> {
        let conditions: Vec<ExprId> =
            self.phase.paths.iter().map(|&path| self.relation.back[path].condition).collect();
        self.instance(pool, &conditions)
    }

    /// Expressions over the unknowns and contents of the relation, as they are now.
    fn instance(&self, pool: &mut Pool, exprs: &[ExprId]) -> Option<Vec<ExprId>> {
        let values: Vec<Option<ExprId>> = self.values.iter().copied().map(Some).collect();
        let contents = self.cells.iter().map(|&cell| pool.formula(self.place, cell).map(Some));
        let contents = contents.collect::<Option<Vec<_>>>()?;
        self.relation.instance(pool, &values, &contents, exprs)
    }
}
