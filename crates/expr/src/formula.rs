//! Arrays written by a formula: the byte at every index is an expression over that index.
//!
//! `memcpy(to, from, n)` with an unknown `n` makes an object whose byte at `i` is `i - to < n ? source[i - to + from] : old[i]`; a loop that fills
//! `out[4 * j]` makes one whose bytes are those of a value over `(i - from) / 4`. Such contents are one small expression, however long they are, and
//! nobody pays for bytes that nobody reads.
//!
//! In the body the index is [`Node::Bound`] with 64 bits, of a level that nothing else in the body has: all that [`crate::bounded`] says of levels holds
//! here. A read puts the place into the body *when it is made*, so what is left of a read at a known place is an ordinary small expression, and a
//! formula over a formula is again one over what lies below. Where that is refused the read stays what it is, a read of the formula,
//! which is evaluated exactly and resolved later:
//!
//! * the read would get larger than [`MAX_READ`] parts; or stores at unknown places lie above the formula, more than a read looks through;
//! * the place has a variable that the body binds.
//!
//! [`Pool::resolved`] puts in what was left, for solvers: their back ends know no formulas.

use crate::bounded::{Levels, Variable};
use crate::substitute::{Substitution, with_parts};
use crate::{ExprId, INDEX_WIDTH, Node, Pool, SymId, bounds};
use bowline_base::FxHashMap;

/// New parts that one read may make.
const MAX_READ: usize = 1024;
/// Parts that a formula's body may have when it is made of bytes over an unknown.
const MAX_BODY: usize = 10_000;

/// A range of an array that is to hold other bytes.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The first index.
    pub from: ExprId,
    /// How many bytes: `from + count` does not wrap around.
    pub count: ExprId,
    /// The count is known to be no more than this, whatever its form says.
    pub most: u64,
}

impl Pool {
    /// The array whose byte at index `i` is `byte`, in which `variable`, an unknown of eight bytes that is read at known places only, stands for
    /// `i`. Nothing if terms nest too deep.
    pub fn formula(&mut self, variable: SymId, byte: ExprId) -> Option<ExprId> {
        debug_assert_eq!(self.width(byte), 8);
        let level = self.levels_of(byte).unused()?;
        let index = self.index_of(level);
        let body = self.with_number(byte, variable, index)?;
        Some(self.formula_of(level, body))
    }

    /// An array with other bytes in a stretch: `new` makes the byte at a distance from the first index, and `kept` the byte at an index that is
    /// outside. `parts` is all that they are made of. Nothing if one of them is, or if terms nest too deep.
    pub fn overwritten(
        &mut self,
        stretch: Stretch,
        parts: &[ExprId],
        new: impl FnOnce(&mut Self, ExprId) -> Option<ExprId>,
        kept: impl FnOnce(&mut Self, ExprId) -> Option<ExprId>,
    ) -> Option<ExprId> {
        let all = [stretch.from, stretch.count];
        let levels =
            all.iter().chain(parts).fold(Levels::default(), |all, &part| all.and(self.levels_of(part)));
        let level = levels.unused()?;
        let index = self.index_of(level);
        let distance = self.sub(index, stretch.from);
        let mut within = self.ult(distance, stretch.count);
        if bounds::interval(self, stretch.count).1 > stretch.most.into() {
            // So that a read at a known place beyond shows that it is.
            let most = self.constant(stretch.most.into(), INDEX_WIDTH);
            let possible = self.ult(distance, most);
            within = self.and(within, possible);
        }
        let (new, kept) = (new(self, distance)?, kept(self, index)?);
        let body = self.ite(within, new, kept);
        Some(self.formula_of(level, body))
    }

    /// A byte over an unknown of eight bytes, with a number of 64 bits in place of it.
    pub fn with_number(&mut self, byte: ExprId, variable: SymId, number: ExprId) -> Option<ExprId> {
        let mut put_in = Substitution::new();
        put_in.replace_word(self, variable, number);
        put_in.apply(self, byte, MAX_BODY)
    }

    fn index_of(&mut self, level: u8) -> ExprId {
        self.intern(Node::Bound(level), INDEX_WIDTH)
    }

    /// A formula whose body is already over its variable.
    pub(crate) fn formula_of(&mut self, level: u8, body: ExprId) -> ExprId {
        match self.node(body) {
            // The array itself.
            Node::Select(array, index)
                if index == self.index_of(level) && !self.levels_of(array).is_free(level) =>
            {
                array
            }
            Node::Const(0) => self.table(&[]),
            _ => self.intern(Node::Formula { level, body }, 0),
        }
    }

    /// The byte of a formula at a place; nothing where it is refused.
    pub(crate) fn formula_at(&mut self, level: u8, body: ExprId, index: ExprId) -> Option<ExprId> {
        if self.is_built_plainly() {
            return None;
        }
        // Formulas inside this one share what may be made.
        let outer = self.formula_parts_left;
        let most = outer.unwrap_or(MAX_READ);
        let before = self.len();
        self.formula_parts_left = Some(most);
        let byte = self.put_in(level, body, index, most);
        let made = self.len().saturating_sub(before);
        self.formula_parts_left = outer.map(|left| left.saturating_sub(made));
        byte
    }

    fn put_in(&mut self, level: u8, body: ExprId, index: ExprId, most: usize) -> Option<ExprId> {
        if !self.levels_of(body).is_free(level) {
            return Some(body);
        }
        self.body_over(Variable { level, bits: INDEX_WIDTH as u8 }, body, index, most)
    }

    /// An equal expression in which no formula is read any more; nothing where that takes more than `most` parts, or where a place has a
    /// variable that a body binds.
    pub fn resolved(&mut self, root: ExprId, most: usize) -> Option<ExprId> {
        if self.levels_of(root).is_plain() {
            return Some(root);
        }
        let mut becomes: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if becomes.contains_key(&id) || self.levels_of(id).is_plain() {
                stack.pop();
                continue;
            }
            if becomes.len() >= most {
                return None;
            }
            let through = self.read_through(id, most)?;
            let before = stack.len();
            let mut need = |part: ExprId, pool: &Pool| {
                if !becomes.contains_key(&part) && !pool.levels_of(part).is_plain() {
                    stack.push(part);
                }
            };
            match through {
                Some(read) => need(read, self),
                None => self.node(id).for_each_child(|part| need(part, self)),
            }
            if stack.len() > before {
                continue;
            }
            let of = |part: ExprId| becomes.get(&part).copied().unwrap_or(part);
            let made = match through {
                Some(read) => of(read),
                None => with_parts(self, id, of),
            };
            becomes.insert(id, made);
            stack.pop();
        }
        Some(becomes.get(&root).copied().unwrap_or(root))
    }

    /// A read of a formula, perhaps below stores, as a choice: some expression where it is one, nothing at all where it is refused.
    fn read_through(&mut self, id: ExprId, most: usize) -> Option<Option<ExprId>> {
        let Node::Select(mut array, index) = self.node(id) else { return Some(None) };
        let mut stores = Vec::new();
        while let Node::Store(older, at, byte) = self.node(array) {
            stores.push((at, byte));
            array = older;
        }
        let Node::Formula { level, body } = self.node(array) else { return Some(None) };
        let mut read = self.put_in(level, body, index, most)?;
        for (at, byte) in stores.into_iter().rev() {
            let same = self.eq(at, index);
            read = self.ite(same, byte, read);
        }
        Some(Some(read))
    }
}
