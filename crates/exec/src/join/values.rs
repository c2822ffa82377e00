//! The values of a joined state: registers, bytes of memory and wishes, each chosen among the members' own as the [`Shape`] says.

use super::{Shape, WordFormula, rows};
use crate::State;
use crate::state::Preference;
use bowline_base::FxHashMap;
use bowline_expr::{ExprId, INDEX_WIDTH, Pool};
use bowline_ir::Width;
use bowline_memory::{Memory, Object, ObjectId, Rows, Value};
use std::collections::BTreeSet;

/// Values of a joined state in the making.
pub(super) struct Choice<'a> {
    pub pool: &'a mut Pool,
    pub shape: &'a mut dyn Shape,
    pub members: &'a [&'a State],
    /// Every value that was chosen, with the members' own.
    pub values: Vec<(ExprId, Vec<ExprId>)>,
    /// Words of memory that became formulas.
    pub formula_words: usize,
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
            for stretch in rows::stretches(&offsets) {
                self.stretch(&mut into.memory, id, &stretch);
            }
        }
    }

    /// Contents of an object at places that lie side by side, more or less.
    fn stretch(&mut self, memory: &mut Memory, id: ObjectId, offsets: &BTreeSet<u64>) {
        let capacity = memory.object(id).map_or(0, Object::capacity);
        let layouts = match self.shape.makes_formulas() {
            true => rows::layouts(offsets, capacity),
            false => Vec::new(),
        };
        let even = layouts.into_iter().find(|words| {
            let tried = rows::sample(words);
            let tried: Vec<ExprId> = tried.iter().map(|&word| self.sampled(memory, id, word)).collect();
            self.shape.formula(self.pool, &tried).is_some_and(|formula| formula.count == tried.len())
        });
        let (words, is_even) = even.map_or_else(|| (rows::words(offsets), false), |words| (words, true));
        let chosen: Vec<Word> = words
            .into_iter()
            .map(|(start, bytes)| {
                let own = self.own(memory, id, (start, bytes));
                Word { start, bytes, value: self.word(own, 8 * bytes as Width) }
            })
            .collect();
        if !is_even || !self.write_formulas(memory, id, &chosen) {
            for word in chosen {
                memory.write(self.pool, id, word.start, word.bytes, word.value);
            }
        }
    }

    /// What the members hold in a word of an object. Who never made the object may have anything there.
    fn own(&mut self, memory: &Memory, id: ObjectId, (start, bytes): (u64, u32)) -> Vec<Value> {
        let memories = self.members.iter().map(|state| match state.memory.object(id) {
            Some(_) => &state.memory,
            None => memory,
        });
        memories.map(|memory| memory.read(self.pool, id, start, bytes)).collect()
    }

    /// What a word would become, to see whether that is a formula.
    fn sampled(&mut self, memory: &Memory, id: ObjectId, word: (u64, u32)) -> ExprId {
        let width = 8 * word.1 as Width;
        let own = self.own(memory, id, word);
        let own: Vec<ExprId> = own.into_iter().map(|value| value.to_expr(self.pool, width)).collect();
        if own.iter().all(|value| *value == own[0]) { own[0] } else { self.shape.value(self.pool, &own) }
    }

    /// Writes words of one size that lie side by side, as formulas where they are some; false, and nothing done, where none are.
    fn write_formulas(&mut self, memory: &mut Memory, id: ObjectId, words: &[Word]) -> bool {
        let values: Vec<ExprId> =
            words.iter().map(|word| word.value.to_expr(self.pool, 8 * word.bytes as Width)).collect();
        let mut alone = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let formula = self.shape.formula(self.pool, &values[at..]);
            let formula = formula.filter(|formula| formula.count >= rows::FEWEST);
            at += match formula {
                Some(formula) if self.write_formula(memory, id, &words[at], &formula) => formula.count,
                _ => {
                    alone.push(at);
                    1
                }
            };
        }
        self.formula_words += words.len() - alone.len();
        if alone.len() == words.len() {
            return false;
        }
        for word in alone.into_iter().map(|at| &words[at]) {
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

fn differing(a: &Object, b: &Object) -> Vec<u64> {
    a.differing_bytes(b).unwrap_or_default()
}
