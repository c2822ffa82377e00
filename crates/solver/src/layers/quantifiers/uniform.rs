//! Texts of one character, for questions that count what more than one character decides.
//!
//! How many newlines follow no carriage return is not a matter of classes ([`texts`](super::texts)), and counted out it is a sum of as many parts as there
//! are characters. But mostly any text will do that is long enough. So the question is *strengthened*: the characters of a stretch that a term reads
//! for its numbers from 1 on are all the same unknown one, and the term is no more than its first instance, and the second one times the others. Where
//! other parts of the question read in the stretch, they find that character. The back end chooses the characters and the lengths together, and the
//! stretch is filled in.
//!
//! Bodies are taken at their word only as far as they are understood; whether the text is an answer is for evaluation to say. Where there is none, nothing
//! follows.

use super::lemmas::Replaced;
use super::reads::input_below;
use crate::layer::Tools;
use bowline_base::FxHashSet;
use bowline_expr::substitute::Substitution;
use bowline_expr::{BinaryOp, BoundedOp, ExprId, INDEX_WIDTH, Model, Node, Pool, SymId};

/// Expressions that are looked at for what they read.
const MAX_VISITED: usize = 50_000;
/// Reads outside of terms that are kept in agreement with the text.
const MAX_READS: usize = 256;
/// New nodes that a condition may become.
const MAX_BUILT: usize = 20_000;
/// Bytes of a text from one number to the next.
const MAX_STRIDE: u64 = 16;
/// Characters that are filled in.
const MAX_LENGTH: u64 = 1 << 17;

/// Places of a text that are to hold the same character: every so many bytes from an offset on.
struct Stretch {
    symbol: SymId,
    count: ExprId,
    stride: u64,
    /// Where the first number of the first read is.
    offset: ExprId,
    /// Rows that reads are before and behind that one.
    least: i64,
    most: i64,
    byte: ExprId,
}

/// The question with texts of one character.
pub struct Uniform {
    stretches: Vec<Stretch>,
    pub conditions: Vec<ExprId>,
}

/// A read in a body.
struct Read {
    id: ExprId,
    symbol: SymId,
    index: ExprId,
}

impl Uniform {
    /// From a weakened question; nothing where no term is understood.
    pub fn of(pool: &mut Pool, terms: &[Replaced], weakened: &[ExprId]) -> Option<Self> {
        let mut this = Self { stretches: Vec::new(), conditions: Vec::new() };
        for replaced in terms {
            if let Some(condition) = this.defined(pool, replaced) {
                this.conditions.push(condition);
            }
        }
        if this.stretches.is_empty() {
            return None;
        }
        let asked: Vec<ExprId> = this.conditions.iter().chain(weakened).copied().collect();
        let reads = reads_outside(pool, &asked)?;
        for at in 0..this.stretches.len() {
            for &(symbol, index, read) in &reads {
                if symbol == this.stretches[at].symbol {
                    let agrees = this.stretches[at].agrees(pool, index, read);
                    this.conditions.push(agrees);
                }
            }
        }
        // What was asked last stays last.
        this.conditions.extend(weakened);
        Some(this)
    }

    /// What stands for a term is what it would be.
    fn defined(&mut self, pool: &mut Pool, replaced: &Replaced) -> Option<ExprId> {
        let Replaced { term, op, count, stand_in, .. } = *replaced;
        let Node::Bounded { level, body, .. } = pool.node(term) else { return None };
        let (zero, one) = (pool.constant(0, INDEX_WIDTH), pool.constant(1, INDEX_WIDTH));
        let first = pool.instance(term, zero)?;
        if !pool.levels_of(first).is_plain() || !pool.levels_of(count).is_plain() {
            return None;
        }
        let (reads, first_only) = parts_of(pool, level, body);
        let known = self.stretches.len();
        let mut put_in = Substitution::new();
        first_only.into_iter().for_each(|condition| put_in.replace(condition, Pool::FALSE));
        for read in reads {
            match self.stretch(pool, level, count, &read) {
                Some(byte) => put_in.replace(read.id, byte),
                None => {
                    self.stretches.truncate(known);
                    return None;
                }
            }
        }
        let rest = put_in.apply(pool, body, MAX_BUILT).filter(|&rest| pool.levels_of(rest).is_plain());
        let Some(rest) = rest else {
            self.stretches.truncate(known);
            return None;
        };
        let (none, single) = (pool.eq(count, zero), pool.eq(count, one));
        let value = match op {
            BoundedOp::ForAll => {
                let others = pool.or(single, rest);
                let all = pool.and(first, others);
                pool.or(none, all)
            }
            BoundedOp::HowMany => {
                let behind = pool.sub(count, one);
                let others = pool.ite(rest, behind, zero);
                let first = pool.zero_extend(first, INDEX_WIDTH);
                let sum = pool.add(first, others);
                pool.ite(none, zero, sum)
            }
        };
        Some(pool.eq(stand_in, value))
    }

    /// The character that a body reads.
    fn stretch(&mut self, pool: &mut Pool, level: u8, count: ExprId, read: &Read) -> Option<ExprId> {
        let (offset, second) = (index_at(pool, level, read.index, 0)?, index_at(pool, level, read.index, 1)?);
        let stride = pool.sub(second, offset);
        let stride = pool.as_const(stride).map(|stride| stride as u64)?;
        if stride == 0 || stride > MAX_STRIDE {
            return None;
        }
        for known in &mut self.stretches {
            if (known.symbol, known.count, known.stride) != (read.symbol, count, stride) {
                continue;
            }
            let distance = pool.sub(offset, known.offset);
            let rows = pool.as_const(distance).map(|distance| distance as u64 as i64);
            if let Some(rows) = rows.filter(|rows| rows % stride as i64 == 0) {
                let rows = rows / stride as i64;
                (known.least, known.most) = (known.least.min(rows), known.most.max(rows));
                return Some(known.byte);
            }
        }
        let symbol = pool.auxiliary("character of a text", read.id.0, 1);
        let byte = pool.input_byte(symbol, 0);
        self.stretches.push(Stretch { symbol: read.symbol, count, stride, offset, least: 0, most: 0, byte });
        Some(byte)
    }

    /// A model with the texts in it.
    pub fn filled(&self, tools: &mut Tools<'_>, model: &Model) -> Option<Model> {
        let mut filled = model.clone();
        for stretch in &self.stretches {
            let (first, rows) = stretch.extent(tools.pool);
            let mut eval = |id: ExprId| tools.evaluator.eval(tools.pool, model, id) as u64;
            let (count, first, rows) = (eval(stretch.count), eval(first), eval(rows));
            let byte = eval(stretch.byte) as u8;
            if count < 2 {
                continue;
            }
            let size = tools.pool.symbol_info(stretch.symbol).size;
            if rows > MAX_LENGTH || first.checked_add(rows.checked_mul(stretch.stride)?)? > size + MAX_STRIDE
            {
                return None;
            }
            let places = (0..rows).map(|row| first + row * stretch.stride).filter(|&place| place < size);
            places.for_each(|place| filled.set_byte(stretch.symbol, place, byte));
        }
        Some(filled)
    }
}

impl Stretch {
    /// The first place that is not the first number's alone, and how many rows there are, where the count is 2 and more.
    fn extent(&self, pool: &mut Pool) -> (ExprId, ExprId) {
        let constant = |pool: &mut Pool, value: i64| pool.constant(u128::from(value as u64), INDEX_WIDTH);
        let ahead = constant(pool, (1 + self.least) * self.stride as i64);
        let more = constant(pool, self.most - self.least - 1);
        (pool.add(self.offset, ahead), pool.add(self.count, more))
    }

    /// What is read at a place is the character, if that is in the stretch.
    fn agrees(&self, pool: &mut Pool, index: ExprId, read: ExprId) -> ExprId {
        let (first, rows) = self.extent(pool);
        let one = pool.constant(1, INDEX_WIDTH);
        let stride = pool.constant(self.stride.into(), INDEX_WIDTH);
        let behind = pool.sub(index, first);
        let length = pool.mul(rows, stride);
        let (several, inside) = (pool.ult(one, self.count), pool.ult(behind, length));
        let mut concerned = pool.and(several, inside);
        if self.stride > 1 {
            let (odd, zero) = (pool.urem(behind, stride), pool.constant(0, INDEX_WIDTH));
            let in_step = pool.eq(odd, zero);
            concerned = pool.and(concerned, in_step);
        }
        let (not, same) = (pool.not(concerned), pool.eq(read, self.byte));
        pool.or(not, same)
    }
}

/// An index for a known number.
fn index_at(pool: &mut Pool, level: u8, index: ExprId, number: u128) -> Option<ExprId> {
    let mut stack = vec![index];
    let mut put_in = Substitution::new();
    while let Some(id) = stack.pop() {
        match pool.node(id) {
            Node::Bound(of) if of == level => {
                let width = pool.width(id);
                let number = pool.constant(number, width);
                put_in.replace(id, number);
            }
            _ if !pool.levels_of(id).is_free(level) => {}
            node => node.for_each_child(|child| stack.push(child)),
        }
    }
    put_in.apply(pool, index, MAX_BUILT).filter(|&id| pool.levels_of(id).is_plain())
}

/// What a body reads for its number, and its conditions that hold for the number 0 alone.
fn parts_of(pool: &Pool, level: u8, body: ExprId) -> (Vec<Read>, Vec<ExprId>) {
    let (mut reads, mut first_only) = (Vec::new(), Vec::new());
    let (mut stack, mut seen) = (vec![body], FxHashSet::default());
    let is_number = |id: ExprId| match pool.node(id) {
        Node::ZeroExtend(inner) => pool.node(inner) == Node::Bound(level),
        node => node == Node::Bound(level),
    };
    while let Some(id) = stack.pop() {
        if !pool.levels_of(id).is_free(level) || !seen.insert(id) {
            continue;
        }
        match pool.node(id) {
            Node::Select(array, index) if input_below(pool, array).is_some() => {
                let Some(symbol) = input_below(pool, array) else { continue };
                reads.push(Read { id, symbol, index });
            }
            Node::Binary(BinaryOp::Eq, a, b)
                if is_number(a) && pool.as_const(b) == Some(0)
                    || is_number(b) && pool.as_const(a) == Some(0) =>
            {
                first_only.push(id);
            }
            node => node.for_each_child(|child| stack.push(child)),
        }
    }
    (reads, first_only)
}

/// Reads of inputs in conditions without bounded terms; nothing where there are too many.
fn reads_outside(pool: &Pool, conditions: &[ExprId]) -> Option<Vec<(SymId, ExprId, ExprId)>> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut stack = conditions.to_vec();
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = pool.node(id);
        if let Node::Select(array, index) = node
            && let Some(symbol) = input_below(pool, array)
            && !pool.symbol_info(symbol).is_auxiliary
        {
            found.push((symbol, index, id));
        }
        if seen.len() > MAX_VISITED || found.len() > MAX_READS {
            return None;
        }
        node.for_each_child(|child| stack.push(child));
    }
    Some(found)
}
