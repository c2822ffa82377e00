//! Terms about one character at a time, together: how many characters of a stretch of text are in which classes.
//!
//! A term whose body looks at nothing but `text[j + o]` is a class of characters: for all of the stretch, or how many of it. For terms about the same
//! stretch, all that there is to know follows from the classes, whatever the length of the stretch:
//!
//! * the classes of terms that must hold leave some characters; how many are in a class that none, or all, of these are in is known;
//! * numbers of characters in classes that exclude each other are together no more than all, and all where one of them has each character;
//! * where some character is outside of a class, there is one in every class that has all the others.
//!
//! These are lemmas of the weakened question. The other way, a model of it says how many characters are to be in each class, and the text is
//! [filled in](fill) with so many: no solver is asked for one. Stretches may overlap: a place is filled in once, with what all stretches leave that it is in.

use super::lemmas::Replaced;
use super::reads::reads_at;
use crate::byteset::ByteSet;
use crate::layer::Tools;
use bowline_base::{FxHashMap, FxHashSet};
use bowline_expr::substitute::Substitution;
use bowline_expr::{BoundedOp, ExprId, INDEX_WIDTH, Model, Node, Pool, SymId, bounds};

/// Characters of a stretch that are filled in.
const MAX_LENGTH: u64 = 1 << 17;
/// Classes of a stretch: bits of a signature.
const MAX_CLASSES: usize = 24;
/// Expressions that are looked at for what they read.
const MAX_VISITED: usize = 50_000;
/// New nodes that a body may have.
const MAX_BODY: usize = 2_000;

/// A term about a stretch, by its place among the terms, and its class.
#[derive(Clone, Copy)]
struct Classed {
    at: usize,
    class: ByteSet,
}

/// Terms about one stretch of text.
pub struct Text {
    count: ExprId,
    symbol: SymId,
    /// Where it starts.
    offset: Option<ExprId>,
    universal: Vec<Classed>,
    counting: Vec<Classed>,
}

/// The texts of some terms.
pub fn of(tools: &mut Tools<'_>, terms: &[Replaced]) -> Vec<Text> {
    let mut texts: FxHashMap<(ExprId, ExprId), Text> = FxHashMap::default();
    let mut order = Vec::new();
    for (at, replaced) in terms.iter().enumerate() {
        let Some((symbol, read, offset, class)) = class_of(tools, replaced.term) else { continue };
        let key = (replaced.count, read);
        let text = texts.entry(key).or_insert_with(|| {
            order.push(key);
            let (universal, counting) = (Vec::new(), Vec::new());
            Text { count: replaced.count, symbol, offset, universal, counting }
        });
        let of_kind = match replaced.op {
            BoundedOp::ForAll => &mut text.universal,
            BoundedOp::HowMany => &mut text.counting,
        };
        of_kind.push(Classed { at, class });
    }
    let mut found: Vec<Text> = order.into_iter().filter_map(|key| texts.remove(&key)).collect();
    found.retain(|text| text.universal.len() + text.counting.len() <= MAX_CLASSES);
    found
}

/// What the body of a term reads, and the class of characters that satisfy it, if that is all that it depends on.
fn class_of(tools: &mut Tools<'_>, term: ExprId) -> Option<(SymId, ExprId, Option<ExprId>, ByteSet)> {
    let Node::Bounded { level, body, .. } = tools.pool.node(term) else { return None };
    let [(symbol, read, offset)] = reads_at(tools.pool, level, body)[..] else { return None };
    let character = tools.pool.auxiliary("character", 0, 1);
    let byte = tools.pool.input_byte(character, 0);
    let mut put_in = Substitution::new();
    put_in.replace(read, byte);
    let condition = put_in.apply(tools.pool, body, MAX_BODY)?;
    if !tools.pool.levels_of(condition).is_plain() {
        return None;
    }
    let class = match tools.pool.as_const(condition) {
        Some(0) => ByteSet::EMPTY,
        Some(_) => ByteSet::FULL,
        None => {
            let (of, class) = tools.facts.byte_truth(tools.pool, condition)?;
            (of.symbol == character).then_some(class)?
        }
    };
    Some((symbol, read, offset, class))
}

impl Text {
    /// The characters that terms leave which must hold, and these terms.
    fn left(&self, terms: &[Replaced]) -> (ByteSet, Vec<ExprId>) {
        let must = self.universal.iter().filter(|one| terms[one.at].stand_in == Pool::TRUE);
        must.fold((ByteSet::FULL, Vec::new()), |(left, mut about), one| {
            about.push(terms[one.at].term);
            (left & one.class, about)
        })
    }

    /// What follows from the classes, each with the terms that it is about.
    pub fn lemmas(&self, pool: &mut Pool, terms: &[Replaced]) -> Vec<(ExprId, Vec<ExprId>)> {
        let (left, must) = self.left(terms);
        let mut said = Vec::new();
        let (zero, one) = (pool.constant(0, INDEX_WIDTH), pool.constant(1, INDEX_WIDTH));
        let mut say = |condition: ExprId, about: &[ExprId]| {
            said.push((condition, must.iter().chain(about).copied().collect()));
        };
        let is_plain = |pool: &Pool, id: ExprId| pool.levels_of(id).is_plain();
        if !is_plain(pool, self.count) {
            return Vec::new();
        }
        for counted in &self.counting {
            let (number, term) = (terms[counted.at].stand_in, terms[counted.at].term);
            let class = counted.class & left;
            if class == ByteSet::EMPTY {
                say(pool.eq(number, zero), &[term]);
            } else if class == left {
                say(pool.eq(number, self.count), &[term]);
            }
            for universal in &self.universal {
                let (holds, other) = (terms[universal.at].stand_in, terms[universal.at].term);
                if holds == Pool::TRUE {
                    continue;
                }
                let (inside, outside) = (left & universal.class, left & !universal.class);
                let mut where_it = |pool: &mut Pool, holds: ExprId, follows: ExprId| {
                    let not = pool.not(holds);
                    let lemma = pool.or(not, follows);
                    say(lemma, &[term, other]);
                };
                let fails = pool.not(holds);
                if outside & !class == ByteSet::EMPTY {
                    let some = pool.ule(one, number);
                    where_it(pool, fails, some);
                }
                if outside & class == ByteSet::EMPTY {
                    let not_all = pool.ult(number, self.count);
                    where_it(pool, fails, not_all);
                }
                if inside & class == ByteSet::EMPTY {
                    let none = pool.eq(number, zero);
                    where_it(pool, holds, none);
                }
                if inside & !class == ByteSet::EMPTY {
                    let all = pool.eq(number, self.count);
                    where_it(pool, holds, all);
                }
            }
        }
        self.add_sums(pool, terms, left, &mut say);
        said
    }

    /// Numbers of characters in classes that exclude each other, and in classes one of which has the other.
    fn add_sums(
        &self,
        pool: &mut Pool,
        terms: &[Replaced],
        left: ByteSet,
        say: &mut dyn FnMut(ExprId, &[ExprId]),
    ) {
        // No sum wraps around: each number is at most the count, and terms are few.
        if bounds::interval(pool, self.count).1 >= 1 << 56 {
            return;
        }
        for (first, counted) in self.counting.iter().enumerate() {
            let (number, term) = (terms[counted.at].stand_in, terms[counted.at].term);
            let (mut sum, mut all, mut about) = (number, counted.class & left, vec![term]);
            for (place, other) in self.counting.iter().enumerate() {
                let (other_number, other_term) = (terms[other.at].stand_in, terms[other.at].term);
                let class = other.class & left;
                if place > first && class & all == ByteSet::EMPTY {
                    sum = pool.add(sum, other_number);
                    all = all | class;
                    about.push(other_term);
                }
                let is_part = (counted.class & left) & !class == ByteSet::EMPTY;
                if place != first && is_part {
                    say(pool.ule(number, other_number), &[term, other_term]);
                }
            }
            if about.len() > 1 {
                let lemma = match all == left {
                    true => pool.eq(sum, self.count),
                    false => pool.ule(sum, self.count),
                };
                say(lemma, &about);
            }
        }
    }

    /// Fills the text in as a model demands that has values for what stands for terms. What conditions read stays as it is, and so does what is filled
    /// in already; other stretches are to come.
    fn fill(
        &self,
        tools: &mut Tools<'_>,
        terms: &[Replaced],
        conditions: &[ExprId],
        (extent, done, to_come): (Extent, &[Extent], &[Extent]),
        model: &mut Model,
    ) -> Option<()> {
        let read = places_read(tools, self.symbol, conditions, model);
        let mut wanted = Wanted::of(self, tools, terms, model);
        let mut free = Vec::new();
        for place in extent.start..extent.end {
            match read.contains(&place) || done.iter().any(|one| one.has(self.symbol, place)) {
                true => wanted.take(model.byte(self.symbol, place))?,
                false => free.push(place),
            }
        }
        for (done, &place) in free.iter().enumerate() {
            let others = to_come.iter().filter(|one| one.has(self.symbol, place));
            let allowed = others.fold(ByteSet::FULL, |allowed, one| allowed & one.left);
            let byte = wanted.next((free.len() - done) as u64, allowed)?;
            model.set_byte(self.symbol, place, byte);
        }
        wanted.is_met().then_some(())
    }
}

/// Where a stretch is under a model, and the characters that its universal terms leave.
#[derive(Clone, Copy)]
struct Extent {
    symbol: SymId,
    start: u64,
    end: u64,
    left: ByteSet,
}

impl Extent {
    fn of(text: &Text, tools: &mut Tools<'_>, terms: &[Replaced], model: &Model) -> Option<Self> {
        let length = tools.evaluator.eval(tools.pool, model, text.count) as u64;
        let start = text.offset.map_or(0, |offset| tools.evaluator.eval(tools.pool, model, offset) as u64);
        let end = start.checked_add(length)?;
        let fits = length <= MAX_LENGTH && end <= tools.pool.symbol_info(text.symbol).size;
        let mut left = ByteSet::FULL;
        for one in &text.universal {
            if tools.evaluator.eval(tools.pool, model, terms[one.at].stand_in) != 0 {
                left = left & one.class;
            }
        }
        fits.then_some(Self { symbol: text.symbol, start, end, left })
    }

    fn has(&self, symbol: SymId, place: u64) -> bool {
        self.symbol == symbol && (self.start..self.end).contains(&place)
    }
}

/// Fills all texts in as a model demands.
pub fn fill(
    texts: &[Text],
    tools: &mut Tools<'_>,
    terms: &[Replaced],
    conditions: &[ExprId],
    model: &mut Model,
) -> Option<()> {
    let extents: Vec<Extent> =
        texts.iter().map(|text| Extent::of(text, tools, terms, model)).collect::<Option<_>>()?;
    for (at, text) in texts.iter().enumerate() {
        let beside = (extents[at], &extents[..at], &extents[at + 1..]);
        text.fill(tools, terms, conditions, beside, model)?;
    }
    Some(())
}

/// What a text is still to have.
struct Wanted {
    left: ByteSet,
    /// Classes, and how many characters of each are missing.
    numbers: Vec<(ByteSet, u64)>,
    /// Classes that some character is to be in.
    some: Vec<ByteSet>,
    /// Classes of either kind, as they were at first.
    classes: Vec<ByteSet>,
    /// A character for each way to be in them or not, of those that are allowed at a place.
    characters: FxHashMap<ByteSet, Vec<u8>>,
}

impl Wanted {
    fn of(text: &Text, tools: &mut Tools<'_>, terms: &[Replaced], model: &Model) -> Self {
        let mut value = |at: usize| tools.evaluator.eval(tools.pool, model, terms[at].stand_in) as u64;
        let mut left = ByteSet::FULL;
        let mut some = Vec::new();
        for one in &text.universal {
            match value(one.at) {
                0 => some.push(!one.class),
                _ => left = left & one.class,
            }
        }
        let numbers: Vec<(ByteSet, u64)> =
            text.counting.iter().map(|one| (one.class, value(one.at))).collect();
        let classes = numbers.iter().map(|(class, _)| *class).chain(some.iter().copied()).collect();
        Self { left, numbers, some, classes, characters: FxHashMap::default() }
    }

    fn characters_of(classes: &[ByteSet], allowed: ByteSet) -> Vec<u8> {
        let mut seen = FxHashSet::default();
        let is_new = |byte: &u8| {
            let signature: Vec<bool> = classes.iter().map(|class| class.contains(*byte)).collect();
            seen.insert(signature)
        };
        allowed.iter().filter(is_new).collect()
    }

    /// A character that is there.
    fn take(&mut self, byte: u8) -> Option<()> {
        self.left.contains(byte).then_some(())?;
        for (class, missing) in &mut self.numbers {
            if class.contains(byte) {
                *missing = missing.checked_sub(1)?;
            }
        }
        self.some.retain(|class| !class.contains(byte));
        Some(())
    }

    /// The next character of those allowed, where so many are to come, this one included: one that leaves every class a number that can still be
    /// reached.
    fn next(&mut self, to_come: u64, allowed: ByteSet) -> Option<u8> {
        let allowed = allowed & self.left;
        let known = self.characters.entry(allowed);
        let characters = known.or_insert_with(|| Self::characters_of(&self.classes, allowed));
        let fits = |byte: &u8| {
            self.numbers.iter().all(|(class, missing)| match class.contains(*byte) {
                true => (1..=to_come).contains(missing),
                false => *missing < to_come,
            })
        };
        let score = |byte: &u8| {
            let some = self.some.iter().filter(|class| class.contains(*byte)).count();
            let missing = self.numbers.iter().filter(|(class, _)| class.contains(*byte));
            (some, missing.map(|(_, missing)| *missing).sum::<u64>())
        };
        let byte = characters.iter().copied().filter(fits).max_by_key(score)?;
        self.take(byte)?;
        Some(byte)
    }

    fn is_met(&self) -> bool {
        self.some.is_empty() && self.numbers.iter().all(|(_, missing)| *missing == 0)
    }
}

/// Places of an input that conditions read under a model.
fn places_read(tools: &mut Tools<'_>, symbol: SymId, conditions: &[ExprId], model: &Model) -> FxHashSet<u64> {
    let (mut seen, mut indices) = (FxHashSet::default(), Vec::new());
    let mut stack = conditions.to_vec();
    while let Some(id) = stack.pop() {
        if seen.len() > MAX_VISITED || !seen.insert(id) {
            continue;
        }
        let node = tools.pool.node(id);
        if let Node::Select(array, index) = node
            && is_over(tools.pool, array, symbol)
        {
            indices.push(index);
        }
        node.for_each_child(|child| stack.push(child));
    }
    tools.evaluator.begin(tools.pool);
    let evaluated =
        indices.into_iter().map(|index| tools.evaluator.eval_more(tools.pool, model, index) as u64);
    evaluated.collect()
}

fn is_over(pool: &Pool, mut array: ExprId, symbol: SymId) -> bool {
    while let Node::Store(older, ..) = pool.node(array) {
        array = older;
    }
    pool.node(array) == Node::Input(symbol)
}
