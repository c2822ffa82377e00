//! The values of a joined state: registers, bytes of memory and wishes, each chosen among the members' own as the [`Shape`] says.

use super::{Shape, WordFormula};
use crate::State;
use crate::state::Preference;
use bowline_base::FxHashMap;
use bowline_expr::{ExprId, INDEX_WIDTH, Pool};
use bowline_ir::Width;
use bowline_memory::{Memory, Object, ObjectId, Rows, Value};
use std::collections::BTreeSet;

/// Fewer words are not worth a formula.
const FEWEST_WORDS: usize = 16;

/// Values of a joined state in the making.
pub(super) struct Choice<'a> {
    pub pool: &'a mut Pool,
    pub shape: &'a mut dyn Shape,
    pub members: &'a [&'a State],
    /// Every value that was chosen, with the members' own.
    pub values: Vec<(ExprId, Vec<ExprId>)>,
}

impl Choice<'_> {
    fn value(&mut self, own: Vec<ExprId>) -> ExprId {
        if own.iter().all(|value| *value == own[0]) {
            return own[0];
        }
        let chosen = self.shape.value(self.pool, &own);
        self.values.push((chosen, own));
        chosen
    }

    fn word(&mut self, own: Vec<Value>, width: Width) -> Value {
        let own = own.into_iter().map(|value| value.to_expr(self.pool, width)).collect();
        let chosen = self.value(own);
        Value::from_expr(self.pool, chosen)
    }

    pub fn registers(&mut self, live: &[(usize, Width)], into: &mut State) {
        for &(register, width) in live {
            let own: Vec<Value> = self.members.iter().map(|state| state.frame.registers[register]).collect();
            if own.iter().any(|value| *value != own[0]) {
                into.frame.registers[register] = self.word(own, width);
            }
        }
    }

    /// A wish of some members only is one where the path is theirs.
    pub fn wishes(&mut self) -> Vec<Preference> {
        let mut all: Vec<ExprId> = Vec::new();
        for wish in self.members.iter().flat_map(|state| state.preferences.iter()) {
            if !all.contains(&wish.0) {
                all.push(wish.0);
            }
        }
        let wished = |state: &&State, wish: ExprId| state.preferences.iter().any(|own| own.0 == wish);
        all.into_iter()
            .map(|wish| {
                let members = self.members.iter();
                let own = members.map(|state| if wished(state, wish) { wish } else { Pool::TRUE }).collect();
                Preference(self.value(own))
            })
            .collect()
    }

    /// The contents of every object that some member changed.
    pub fn memory(&mut self, into: &mut State) {
        let first = self.members[0];
        let mut offsets: FxHashMap<ObjectId, BTreeSet<u64>> = FxHashMap::default();
        for other in &self.members[1..] {
            for id in first.memory.differing_objects(&other.memory) {
                match (first.memory.object(id), other.memory.object(id)) {
                    (Some(a), Some(b)) => offsets.entry(id).or_default().extend(differing(a, b)),
                    // Made by the other only: nothing in the first state can point to it.
                    (None, Some(theirs)) => match into.memory.object(id) {
                        None => into.memory.adopt(id, &other.memory),
                        // Two members beside the first made the object: their contents are joined as well.
                        Some(adopted) => {
                            offsets.entry(id).or_default().extend(differing(adopted, theirs));
                        }
                    },
                    _ => {}
                }
            }
            into.memory.skip_ids_of(&other.memory);
        }
        let mut offsets: Vec<(ObjectId, BTreeSet<u64>)> = offsets.into_iter().collect();
        offsets.sort_unstable_by_key(|(id, _)| *id);
        for (id, offsets) in offsets {
            let mut chosen = Vec::new();
            for (start, bytes) in words(&offsets) {
                let own = self
                    .members
                    .iter()
                    // Who never made the object may have anything there.
                    .map(|state| if state.memory.object(id).is_some() { &state.memory } else { &into.memory })
                    .map(|memory| memory.read(self.pool, id, start, bytes))
                    .collect::<Vec<Value>>();
                let value = self.word(own, 8 * bytes as Width);
                chosen.push(Word { start, bytes, value });
            }
            self.write(&mut into.memory, id, chosen);
        }
    }

    /// Writes words into an object: those side by side that are one formula as such, the others one by one.
    fn write(&mut self, memory: &mut Memory, id: ObjectId, chosen: Vec<Word>) {
        for stretch in chosen.chunk_by(|a, b| a.start + u64::from(a.bytes) == b.start) {
            let bytes: Vec<Word> = stretch.iter().flat_map(|word| word.single_bytes(self.pool)).collect();
            if !self.write_formulas(memory, id, &bytes) && !self.write_formulas(memory, id, stretch) {
                for word in stretch {
                    memory.write(self.pool, id, word.start, word.bytes, word.value);
                }
            }
        }
    }

    /// Writes words that lie side by side; false, and nothing done, where none of them are one formula.
    fn write_formulas(&mut self, memory: &mut Memory, id: ObjectId, stretch: &[Word]) -> bool {
        let width = stretch[0].bytes;
        if stretch.len() < FEWEST_WORDS || stretch.iter().any(|word| word.bytes != width) {
            return false;
        }
        let values: Vec<ExprId> =
            stretch.iter().map(|word| word.value.to_expr(self.pool, 8 * width as Width)).collect();
        let mut alone = Vec::new();
        let mut at = 0;
        while at < stretch.len() {
            let formula = self.shape.formula(self.pool, &values[at..]);
            let formula = formula.filter(|formula| formula.count >= FEWEST_WORDS);
            at += match formula {
                Some(formula) if self.write_formula(memory, id, &stretch[at], &formula) => formula.count,
                _ => {
                    alone.push(at);
                    1
                }
            };
        }
        if alone.len() == stretch.len() {
            return false;
        }
        for word in alone.into_iter().map(|at| &stretch[at]) {
            memory.write(self.pool, id, word.start, word.bytes, word.value);
        }
        true
    }

    fn write_formula(
        &mut self,
        memory: &mut Memory,
        id: ObjectId,
        first: &Word,
        formula: &WordFormula,
    ) -> bool {
        let rows = Rows {
            count: self.pool.constant(formula.count as u128, INDEX_WIDTH),
            stride: first.bytes.into(),
            bytes: first.bytes,
            variable: formula.number,
            value: formula.word,
        };
        memory.write_rows(self.pool, (id, Value::Int(first.start)), rows, formula.count as u64)
    }
}

/// A word of an object that a joined state is to hold.
struct Word {
    start: u64,
    bytes: u32,
    value: Value,
}

impl Word {
    fn single_bytes(&self, pool: &mut Pool) -> Vec<Word> {
        let whole = self.value.to_expr(pool, 8 * self.bytes as Width);
        (0..self.bytes)
            .map(|at| {
                let byte = pool.extract(whole, 8 * at as Width, 8);
                Word { start: self.start + u64::from(at), bytes: 1, value: Value::from_expr(pool, byte) }
            })
            .collect()
    }
}

fn differing(a: &Object, b: &Object) -> Vec<u64> {
    a.differing_bytes(b).unwrap_or_default()
}

/// Cuts offsets into aligned words of up to eight bytes, so that numbers are joined whole.
pub fn words(offsets: &BTreeSet<u64>) -> Vec<(u64, u32)> {
    let mut words = Vec::new();
    let mut next = 0;
    for &offset in offsets {
        if offset < next {
            continue;
        }
        let fits = |bytes: u64| {
            offset.is_multiple_of(bytes) && (offset..offset + bytes).all(|at| offsets.contains(&at))
        };
        let bytes = [8, 4, 2].into_iter().find(|&bytes| fits(bytes)).unwrap_or(1);
        words.push((offset, bytes as u32));
        next = offset + bytes;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_aligned_and_cover_exactly() {
        let offsets = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 16, 17, 18].into();
        assert_eq!(words(&offsets), [(0, 8), (9, 1), (10, 2), (16, 2), (18, 1)]);
    }
}
