//! How states become one: the only place that knows what each part of a state means for that.
//!
//! * [`Executor::fits`] and [`Executor::same_store`] say which states can be joined: grouping.
//! * [`Executor::join`] makes one state of several; how conditions and values are chosen among the members' own is the
//!   [`Shape`]'s concern.
//!
//! States are taken apart field by field, without a rest: a new field does not compile until it is dealt with here (and in
//! [`State::mark`]).

use crate::seeds::Seeds;
use crate::state::{Frame, Preference};
use crate::{Executor, State};
use bowline_base::FxHashMap;
use bowline_expr::{ExprId, INDEX_WIDTH, Model, Pool, SymId};
use bowline_ir::Width;
use bowline_memory::{Kind, Memory, Object, ObjectId, Rows, Value};
use bowline_solver::Path;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Fewer words are not worth a formula.
const FEWEST_WORDS: usize = 16;

/// How the condition and the values of a joined state are built.
pub trait Shape {
    /// Holds for exactly the inputs of the members, on the path that all of them continue.
    fn condition(&mut self, pool: &mut Pool) -> ExprId;

    /// Equals each member's own value where the path is that member's. The values are in the order of the members and not
    /// all the same.
    fn value(&mut self, pool: &mut Pool, own: &[ExprId]) -> ExprId;

    /// A model of a member's path, with what condition and values ask for beside the inputs.
    fn model(&self, _member: usize, model: &Rc<Model>) -> Rc<Model> {
        Rc::clone(model)
    }

    /// One formula for as many of some words, from the first on, as it is good for.
    fn formula(&mut self, _pool: &mut Pool, _words: &[ExprId]) -> Option<WordFormula> {
        None
    }
}

/// Words that lie side by side and are one formula of their number.
pub struct WordFormula {
    /// An unknown of eight bytes that stands for the number of a word.
    pub number: SymId,
    pub word: ExprId,
    pub count: usize,
}

/// Several states as one.
pub struct Joined {
    pub state: State,
    /// What the state's path adds to the one that all members continue.
    pub condition: ExprId,
    /// Every value that was chosen, with the members' own.
    pub values: Vec<(ExprId, Vec<ExprId>)>,
}

impl Executor {
    /// Do two states agree in everything that cannot be joined: where they are, what they have allocated and asked for?
    pub fn fits(&self, a: &State, b: &State) -> bool {
        self.fits_beside_memory(a, b) && self.fitting_memories(a, b)
    }

    /// Do two states agree in everything that cannot be joined, but for what they have allocated?
    pub fn fits_beside_memory(&self, a: &State, b: &State) -> bool {
        let State {
            id: _,
            frame,
            callers,
            memory: _,
            path: _,
            inputs,
            preferences: _,
            // Follows from the inputs.
            occurrences: _,
            jumps,
            stage,
            entry: _,
            main_result,
            next_serial: _,
            depth: _,
            instructions: _,
            busy: _,
            queries: _,
            covered_new: _,
            new_lines: _,
            last_new_at: _,
            resolutions: _,
            // Whoever joins keeps lanes apart.
            lane: _,
            may_join: _,
            has_choices: _,
            path_node: _,
            // For messages only.
            freed: _,
            seeds: _,
            // States that have run have none.
            unasked: _,
            forking_off,
            unknown_memory,
            lazy,
            aliases,
            // A wish.
            unknown_sizes: _,
        } = a;
        same_owner(callers, &b.callers)
            && fitting_frames(frame, &b.frame)
            && *inputs == b.inputs
            && *jumps == b.jumps
            && *stage == b.stage
            && *main_result == b.main_result
            && *forking_off == b.forking_off
            && same_owner(unknown_memory, &b.unknown_memory)
            && *aliases == b.aliases
            // Who has not made an object has not asked what the pointer to it is.
            && *lazy == b.lazy
    }

    /// Every object is in both with the same shape, or was never made in one of them. Where leaks are looked for, what is on the heap must have
    /// been made by both: nobody could free it on the paths of the one that never had it.
    pub fn fitting_memories(&self, a: &State, b: &State) -> bool {
        let may_come = |object: &Object| !(self.config.checks.memory_leak && object.kind() == Kind::Heap);
        a.memory.differing_objects(&b.memory).into_iter().all(|id| {
            match (a.memory.object(id), b.memory.object(id)) {
                (Some(x), Some(y)) => x.has_shape_of(y) && x.can_join(y),
                (Some(x), None) => !b.memory.has_made(id) && may_come(x),
                (None, Some(y)) => !a.memory.has_made(id) && may_come(y),
                (None, None) => true,
            }
        })
    }

    /// Are two states that fit the same but for their paths, as far as the given live registers tell?
    pub fn same_store(&self, a: &State, b: &State, live: &[(usize, Width)]) -> bool {
        let same_bytes = |id| match (a.memory.object(id), b.memory.object(id)) {
            (Some(x), Some(y)) => x.has_bytes_of(y),
            (x, y) => x.is_none() && y.is_none(),
        };
        live.iter().all(|&(register, _)| a.frame.registers[register] == b.frame.registers[register])
            && self.fits(a, b)
            && a.memory.differing_objects(&b.memory).into_iter().all(same_bytes)
    }

    /// One state that stands for all members, which fit each other. `root` is the path that they all continue; registers that are
    /// not live keep what the first member has. The books know nothing of it until [`Executor::joined`].
    pub fn join(
        &mut self,
        members: &[&State],
        live: &[(usize, Width)],
        root: &Path,
        shape: &mut dyn Shape,
    ) -> Joined {
        let condition = shape.condition(&mut self.pool);
        let mut state = combined_books(members, shape);
        state.id = self.fresh_state_id();
        let mut choice = Choice { pool: &mut self.pool, shape: &mut *shape, members, values: Vec::new() };
        choice.registers(live, &mut state);
        choice.memory(&mut state);
        state.preferences = choice.wishes().into_iter().collect();
        let values = choice.values;
        state.path = root.clone();
        let model = shape.model(0, members[0].path.model());
        state.path.assume(&mut self.pool, condition, model);
        Joined { state, condition, values }
    }

    /// The members are no more: their state goes on in their place.
    pub fn joined(&mut self, state: &mut State, members: &[&State]) {
        self.follow_first_seed(state);
        let place = self.user_location(state);
        self.books.paths.merge(state, members, place);
    }
}

fn same_owner<T: ?Sized>(a: &Option<Rc<T>>, b: &Option<Rc<T>>) -> bool {
    match (a, b) {
        (Some(x), Some(y)) => Rc::ptr_eq(x, y),
        (x, y) => x.is_none() && y.is_none(),
    }
}

fn fitting_frames(a: &Frame, b: &Frame) -> bool {
    // A frame's serial is unique on a path, so what is fixed when it is made is the same.
    let Frame { function, position, registers: _, locals, variadic: _, serial, stack_used: _, returns_to: _ } =
        a;
    (*function, *position, *serial) == (b.function, b.position, b.serial) && *locals == b.locals
}

/// The first member, with the bookkeeping of all of them.
fn combined_books(members: &[&State], shape: &dyn Shape) -> State {
    let most = |of: fn(&State) -> u64| members.iter().map(|state| of(state)).max().unwrap_or(0);
    let State {
        id,
        frame,
        callers,
        memory,
        path,
        inputs,
        preferences,
        occurrences,
        jumps,
        stage,
        entry,
        main_result,
        next_serial: _,
        depth: _,
        instructions: _,
        busy: _,
        queries: _,
        covered_new: _,
        new_lines: _,
        last_new_at: _,
        resolutions,
        lane,
        may_join,
        has_choices: _,
        path_node,
        freed,
        seeds: _,
        unasked,
        forking_off,
        unknown_memory,
        lazy,
        aliases,
        mut unknown_sizes,
    } = members[0].clone();
    members[1..].iter().for_each(|state| unknown_sizes.join(&state.unknown_sizes));
    let mut seeds = Seeds::default();
    for (member, state) in members.iter().enumerate().filter(|(_, state)| !state.seeds.is_empty()) {
        seeds.join(&state.seeds, |model| shape.model(member, model));
    }
    State {
        id,
        frame,
        callers,
        memory,
        path,
        inputs,
        preferences,
        occurrences,
        jumps,
        stage,
        entry,
        main_result,
        next_serial: members.iter().map(|state| state.next_serial).max().unwrap_or(0),
        depth: most(|state| state.depth),
        instructions: most(|state| state.instructions),
        busy: members.iter().map(|state| state.busy).max().unwrap_or_default(),
        queries: most(|state| state.queries),
        covered_new: members.iter().any(|state| state.covered_new),
        new_lines: members.iter().map(|state| state.new_lines).max().unwrap_or(0),
        last_new_at: most(|state| state.last_new_at),
        resolutions,
        lane,
        may_join,
        has_choices: true,
        path_node,
        freed,
        seeds,
        unasked,
        forking_off,
        unknown_memory,
        lazy,
        aliases,
        unknown_sizes,
    }
}

/// Values of a joined state in the making.
struct Choice<'a> {
    pool: &'a mut Pool,
    shape: &'a mut dyn Shape,
    members: &'a [&'a State],
    values: Vec<(ExprId, Vec<ExprId>)>,
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

    fn registers(&mut self, live: &[(usize, Width)], into: &mut State) {
        for &(register, width) in live {
            let own: Vec<Value> = self.members.iter().map(|state| state.frame.registers[register]).collect();
            if own.iter().any(|value| *value != own[0]) {
                into.frame.registers[register] = self.word(own, width);
            }
        }
    }

    /// A wish of some members only is one where the path is theirs.
    fn wishes(&mut self) -> Vec<Preference> {
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
    fn memory(&mut self, into: &mut State) {
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
