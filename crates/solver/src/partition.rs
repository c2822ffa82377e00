//! The constraints of a path, grouped by the inputs they share; persistent.
//!
//! Two constraints are in one group when a chain of constraints with common input bytes connects them. A question
//! about some bytes depends on the groups of those bytes and on nothing else, because a path is satisfiable: its *slice*.
//! Groups only ever merge, so a union-find over input bytes serves, kept in a persistent map (union by size, no path
//! compression).
//!
//! Every byte also has a *domain*: the values that its single-byte constraints allow. When a group has no other
//! constraints, the domain is exact; otherwise it is an upper bound. The same holds for the first word of input bytes that a group's constraints compare
//! with a constant ([`WordDomain`]).

use crate::byteset::ByteSet;
use crate::facts::{Facts, InputByte};
use crate::path::Path;
use crate::rope::Rope;
use crate::word_domain::{WordDomain, WordFact};
use bowline_base::{FxHashMap, FxHashSet, RadixMap};
use bowline_expr::{ExprId, Pool, Support, SymId};
use std::rc::Rc;

/// Dense numbers for the inputs and input bytes that constraints mention, so that a radix tree can be keyed by them.
#[derive(Default)]
pub struct InputNumbers {
    numbers: FxHashMap<Support, u32>,
}

impl InputNumbers {
    fn known(&self, support: Support) -> Option<u32> {
        self.numbers.get(&support).copied()
    }

    fn of(&mut self, support: Support) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(support).or_insert(next)
    }
}

/// See the module documentation.
#[derive(Clone, Default)]
pub struct Partition {
    entries: RadixMap<Entry>,
    /// Inputs read at unknown places: all their bytes are one group.
    whole: Option<Rc<[SymId]>>,
}

/// What is known of one input byte or input, by its number.
#[derive(Clone)]
struct Entry {
    support: Support,
    /// Towards the group's representative; nothing for the representative itself.
    parent: Option<u32>,
    /// Of a byte.
    domain: ByteSet,
    /// Of the group; meaningful for the representative.
    constraints: Rope,
    /// Constraints of the group that no byte's domain expresses.
    inexact: u32,
    /// Of a word whose bytes are in the group; meaningful for the representative.
    word: Option<Rc<WordDomain>>,
}

impl Entry {
    fn fresh(support: Support) -> Self {
        Self {
            support,
            parent: None,
            domain: ByteSet::FULL,
            constraints: Rope::default(),
            inexact: 0,
            word: None,
        }
    }
}

/// The partition of a path, made from the nearest older one when it is not there yet.
pub fn of_path(path: &Path, pool: &Pool, facts: &mut Facts) -> Partition {
    path.gathered(
        |link| &link.partition,
        |partition, constraint| partition.add(&mut path.numbers.borrow_mut(), pool, facts, constraint),
    )
}

impl Partition {
    fn add(&mut self, numbers: &mut InputNumbers, pool: &Pool, facts: &mut Facts, constraint: ExprId) {
        if let Some((byte, truth)) = facts.byte_truth(pool, constraint) {
            let support = Support::Byte(byte.symbol, byte.index);
            let number = numbers.of(support);
            let group = self.group(numbers, support);
            if group == number {
                self.update(number, support, |entry| {
                    entry.append(constraint, 0);
                    entry.domain = entry.domain & truth;
                });
            } else {
                self.update(group, self.support_of(group, support), |entry| entry.append(constraint, 0));
                self.update(number, support, |entry| entry.domain = entry.domain & truth);
            }
            return;
        }
        let supports = facts.support(pool, constraint);
        // First, so that no representative changes while groups are united below.
        for &support in supports.iter() {
            if let Support::Whole(symbol) = support {
                self.read_whole(numbers, symbol);
            }
        }
        let mut merged: Option<u32> = None;
        for &support in supports.iter() {
            let group = self.group(numbers, support);
            self.ensure(group, support);
            merged = Some(merged.map_or(group, |other| self.unite(other, group)));
        }
        let fact = WordFact::of(pool, constraint).filter(|fact| facts.word_bytes(pool, fact.word).is_some());
        // Without support it is a tautology: the path's model satisfies it, so every model does.
        if let (Some(group), Some(&first)) = (merged, supports.first()) {
            self.update(group, self.support_of(group, first), |entry| {
                entry.append(constraint, 1);
                if let Some(fact) = fact {
                    entry.restrict(fact, pool.width(fact.word));
                }
            });
        }
    }

    /// The constraints that questions with this support depend on, each once, in no particular but a fixed order.
    pub fn slice(&self, numbers: &InputNumbers, supports: &[Support], into: &mut Vec<ExprId>) {
        for group in self.groups(numbers, supports) {
            if let Some(entry) = self.entries.get(group) {
                entry.constraints.list(into);
            }
        }
    }

    /// The groups that a support touches, each once, by their representatives.
    fn groups(&self, numbers: &InputNumbers, supports: &[Support]) -> Vec<u32> {
        let mut groups: Vec<u32> = Vec::new();
        if self.entries.is_empty() {
            return groups;
        }
        // A support may be as long as the inputs are.
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut add = |group| {
            if seen.insert(group) {
                groups.push(group);
            }
        };
        for &support in supports {
            let start = self.stand_in(support);
            // What has no number is in no constraint.
            numbers.known(start).map(|number| self.representative(number)).into_iter().for_each(&mut add);
            if let Support::Whole(symbol) = support
                && !self.is_whole(symbol)
            {
                self.groups_of(symbol).for_each(&mut add);
            }
        }
        groups
    }

    /// The values a byte may have, and whether it may have each of them whatever the other bytes are.
    #[inline]
    pub fn domain(&self, numbers: &mut InputNumbers, byte: InputByte) -> (ByteSet, bool) {
        let InputByte { symbol, index } = byte;
        let support = Support::Byte(symbol, index);
        let Some(entry) = self.entries.get(numbers.of(support)) else {
            return (ByteSet::FULL, !self.is_whole(symbol));
        };
        if entry.parent.is_none() && !self.is_whole(symbol) {
            return (entry.domain, entry.inexact == 0);
        }
        (entry.domain, false)
    }

    /// The values that the constraints on a word alone leave it, and whether it may have each of them whatever other bytes are;
    /// nothing where other constraints came first.
    pub fn word_domain(
        &self,
        numbers: &InputNumbers,
        pool: &Pool,
        word: ExprId,
        bytes: &[InputByte],
    ) -> Option<(Rc<WordDomain>, bool)> {
        if bytes.iter().any(|byte| self.is_whole(byte.symbol)) {
            return None;
        }
        let mut groups = bytes.iter().map(|byte| {
            let group = self.representative(numbers.known(Support::Byte(byte.symbol, byte.index))?);
            self.entries.get(group).map(|entry| (group, entry))
        });
        let Some(Some((first, entry))) = groups.next() else {
            // The first byte is in no constraint; is none?
            let free = groups.all(|group| group.is_none());
            return free.then(|| (Rc::new(WordDomain::new(word, pool.width(word))), true));
        };
        let domain = entry.word.as_ref().filter(|domain| domain.word == word)?;
        let exact = groups.all(|group| group.is_some_and(|(group, _)| group == first));
        Some((domain.clone(), exact && domain.constraints == entry.constraints.len()))
    }

    fn is_whole(&self, symbol: SymId) -> bool {
        self.whole.as_ref().is_some_and(|whole| whole.contains(&symbol))
    }

    /// The representative of the group a support is in.
    fn group(&self, numbers: &mut InputNumbers, support: Support) -> u32 {
        self.representative(numbers.of(self.stand_in(support)))
    }

    /// What stands for a support: the whole input, for a byte of one that is read at unknown places.
    fn stand_in(&self, support: Support) -> Support {
        match support {
            Support::Byte(symbol, _) if self.is_whole(symbol) => Support::Whole(symbol),
            other => other,
        }
    }

    fn representative(&self, mut number: u32) -> u32 {
        while let Some(parent) = self.entries.get(number).and_then(|entry| entry.parent) {
            number = parent;
        }
        number
    }

    fn groups_of(&self, symbol: SymId) -> impl Iterator<Item = u32> + '_ {
        self.entries
            .iter()
            .filter(move |(_, entry)| matches!(entry.support, Support::Byte(of, _) if of == symbol))
            .map(|(number, _)| self.representative(number))
    }

    /// From now on all bytes of `symbol` are one group.
    fn read_whole(&mut self, numbers: &mut InputNumbers, symbol: SymId) {
        if self.is_whole(symbol) {
            return;
        }
        let parts: Vec<u32> = self.groups_of(symbol).collect();
        let mut all = self.representative(numbers.of(Support::Whole(symbol)));
        self.ensure(all, Support::Whole(symbol));
        for part in parts {
            let part = self.representative(part);
            all = self.unite(all, part);
        }
        let known = self.whole.as_deref().unwrap_or_default();
        self.whole = Some(known.iter().copied().chain([symbol]).collect());
    }

    /// Merges two groups whose representatives have entries; returns the new representative.
    fn unite(&mut self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        let size = |number| self.entries.get(number).map_or(0, |entry| entry.constraints.len());
        let (large, small) = if size(a) >= size(b) { (a, b) } else { (b, a) };
        let Some(entry) = self.entries.get_mut(small) else { return large };
        entry.parent = Some(large);
        let (moved, inexact) = (std::mem::take(&mut entry.constraints), entry.inexact);
        if let Some(entry) = self.entries.get_mut(large) {
            entry.inexact += inexact;
            entry.constraints.join(moved);
        }
        large
    }

    fn support_of(&self, number: u32, otherwise: Support) -> Support {
        self.entries.get(number).map_or(otherwise, |entry| entry.support)
    }

    fn ensure(&mut self, number: u32, support: Support) {
        if self.entries.get(number).is_none() {
            self.entries.insert(number, Rc::new(Entry::fresh(support)));
        }
    }

    fn update(&mut self, number: u32, support: Support, change: impl FnOnce(&mut Entry)) {
        match self.entries.get_mut(number) {
            Some(entry) => change(entry),
            None => {
                let mut entry = Entry::fresh(support);
                change(&mut entry);
                self.entries.insert(number, Rc::new(entry));
            }
        }
    }
}

impl Entry {
    fn append(&mut self, constraint: ExprId, inexact: u32) {
        self.constraints.append(constraint);
        self.inexact += inexact;
    }

    /// Takes the constraint that was just appended into the domain of its word, if that is the word of the group.
    fn restrict(&mut self, fact: WordFact, width: u16) {
        if self.word.is_none() && self.constraints.len() == 1 {
            self.word = Some(Rc::new(WordDomain::new(fact.word, width)));
        }
        if let Some(domain) = self.word.as_mut().filter(|domain| domain.word == fact.word) {
            Rc::make_mut(domain).restrict(fact);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;
    use bowline_expr::{INDEX_WIDTH, Model};

    /// A random condition on one, two or all bytes of two inputs.
    fn condition(pool: &mut Pool, rng: &mut Rng, inputs: &[SymId]) -> ExprId {
        let byte = |pool: &mut Pool, rng: &mut Rng| {
            let input = inputs[rng.below(inputs.len() as u64) as usize];
            pool.input_byte(input, rng.below(12))
        };
        let (a, b) = (byte(pool, rng), byte(pool, rng));
        match rng.below(8) {
            0 => {
                let index = pool.zero_extend(a, INDEX_WIDTH);
                let array = pool.input(inputs[rng.below(inputs.len() as u64) as usize]);
                let read = pool.select(array, index);
                pool.ule(read, b)
            }
            1 | 2 => pool.ule(a, b),
            _ => {
                let limit = pool.constant(rng.below(256).into(), 8);
                pool.ule(limit, a)
            }
        }
    }

    fn overlap(a: &[Support], b: &[Support]) -> bool {
        a.iter().any(|&x| {
            b.iter().any(|&y| match (x, y) {
                (Support::Byte(s, i), Support::Byte(t, j)) => (s, i) == (t, j),
                (Support::Whole(s) | Support::Byte(s, _), Support::Whole(t) | Support::Byte(t, _)) => s == t,
            })
        })
    }

    /// The slice by its definition: grow the support until nothing more overlaps.
    fn slice_by_definition(pool: &Pool, facts: &mut Facts, path: &Path, support: &[Support]) -> Vec<ExprId> {
        let mut support = support.to_vec();
        let mut rest: Vec<ExprId> = path.constraints().collect();
        let mut slice = Vec::new();
        loop {
            let related = |id: &ExprId| overlap(&facts.support(pool, *id), &support);
            let (more, others): (Vec<ExprId>, Vec<ExprId>) = rest.into_iter().partition(related);
            if more.is_empty() {
                slice.sort_unstable();
                slice.dedup();
                return slice;
            }
            for id in more {
                support.extend(facts.support(pool, id).iter());
                slice.push(id);
            }
            rest = others;
        }
    }

    #[test]
    fn slices_and_domains_are_those_of_the_definition() {
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut pool = Pool::new();
            let inputs: Vec<SymId> = (0..3).map(|i| pool.symbol("in", i, 12)).collect();
            let mut facts = Facts::new();
            // The partition does not care whether the model fits.
            let mut paths = vec![Path::new()];
            for _ in 0..60 {
                let at = rng.below(paths.len() as u64) as usize;
                let added = condition(&mut pool, &mut rng, &inputs);
                let mut path = paths[at].clone();
                path.assume(&mut pool, added, Rc::new(Model::new()));
                let question = condition(&mut pool, &mut rng, &inputs);
                let support = facts.support(&pool, question);
                let partition = of_path(&path, &pool, &mut facts);
                let mut slice = Vec::new();
                partition.slice(&path.numbers.borrow(), &support, &mut slice);
                slice.sort_unstable();
                slice.dedup();
                assert_eq!(slice, slice_by_definition(&pool, &mut facts, &path, &support), "seed {seed}");
                for (symbol, index) in inputs.iter().flat_map(|&symbol| (0..12).map(move |i| (symbol, i))) {
                    let byte = InputByte { symbol, index };
                    let (domain, exact) = partition.domain(&mut path.numbers.borrow_mut(), byte);
                    let truths: Vec<_> =
                        path.constraints().filter_map(|id| facts.byte_truth(&pool, id)).collect();
                    let on_byte = truths.iter().filter(|(of, _)| *of == byte);
                    assert_eq!(domain, on_byte.fold(ByteSet::FULL, |all, (_, truth)| all & *truth));
                    let slice =
                        slice_by_definition(&pool, &mut facts, &path, &[Support::Byte(symbol, index)]);
                    let alone = |&id: &ExprId| facts.byte_truth(&pool, id).is_some_and(|(of, _)| of == byte);
                    assert_eq!(exact, slice.iter().all(alone), "seed {seed}");
                }
                paths.push(path);
            }
        }
    }
    /// Bytes of as many inputs, each with a constraint, and a question about all of them. The limit is generous; looking for each group among all
    /// that were found before takes many times as long.
    #[test]
    fn a_slice_of_many_groups_is_found_in_one_walk() {
        const COUNT: u32 = 150_000;
        let (mut pool, mut facts, mut path) = (Pool::new(), Facts::new(), Path::new());
        let limit = pool.constant(9, 8);
        let mut support = Vec::new();
        for number in 0..COUNT {
            let symbol = pool.symbol("in", number, 1);
            let byte = pool.input_byte(symbol, 0);
            let small = pool.ult(byte, limit);
            path.assume(&mut pool, small, Rc::default());
            support.push(Support::Byte(symbol, 0));
        }
        let partition = of_path(&path, &pool, &mut facts);
        let start = std::time::Instant::now();
        let mut slice = Vec::new();
        partition.slice(&path.numbers.borrow(), &support, &mut slice);
        assert_eq!(slice.len(), COUNT as usize);
        assert!(start.elapsed().as_secs_f64() < 1.0, "{:?}", start.elapsed());
    }
}
