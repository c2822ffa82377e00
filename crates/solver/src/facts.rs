//! What is worth remembering about single expressions: which inputs they depend on and, for conditions on one input byte,
//! for which of its 256 values they hold.
//!
//! Facts depend on nothing but the expression. Ids are reused after a collection, so [`Facts::retain`] must follow it.

use crate::batch::Batch;
use crate::byteset::ByteSet;
use bowline_base::FxHashMap;
use bowline_expr::{ExprId, Node, Pool, Support, SupportCache, SymId};
use std::rc::Rc;

/// A byte of an input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InputByte {
    pub symbol: SymId,
    pub index: u32,
}

#[derive(Clone, Default)]
enum Fact {
    #[default]
    NotComputed,
    /// A condition on one byte.
    Byte(Rc<(InputByte, ByteSet)>),
    /// Anything else.
    Other,
}

#[derive(Default)]
pub struct Facts {
    /// By expression id.
    known: Vec<Fact>,
    supports: SupportCache,
    /// The bytes of words that are nothing but input bytes, lowest first.
    words: FxHashMap<ExprId, Option<Rc<[InputByte]>>>,
    batch: Batch,
}

impl Facts {
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything an expression depends on.
    pub fn support(&mut self, pool: &Pool, expr: ExprId) -> Rc<[Support]> {
        self.supports.of(pool, expr)
    }

    /// For a condition on exactly one input byte: the byte and the values for which the condition holds.
    #[inline]
    pub fn byte_truth(&mut self, pool: &Pool, condition: ExprId) -> Option<(InputByte, ByteSet)> {
        if let Some(Fact::Byte(fact)) = self.known.get(condition.0 as usize) {
            return Some(**fact);
        }
        self.compute_byte_truth(pool, condition)
    }

    fn compute_byte_truth(&mut self, pool: &Pool, condition: ExprId) -> Option<(InputByte, ByteSet)> {
        let slot = condition.0 as usize;
        if let Some(Fact::Other) = self.known.get(slot) {
            return None;
        }
        if self.known.len() <= slot {
            self.known.resize(pool.id_bound() * 2, Fact::NotComputed);
        }
        let support = self.supports.of(pool, condition);
        if let [Support::Byte(symbol, index)] = support[..] {
            let byte = InputByte { symbol, index };
            if let Some(values) = self.batch.eval(pool, byte, condition) {
                let truth = ByteSet::from_fn(|value| values[usize::from(value)] == 1);
                self.known[slot] = Fact::Byte(Rc::new((byte, truth)));
                return Some((byte, truth));
            }
        }
        self.known[slot] = Fact::Other;
        None
    }

    /// The bytes of a word, lowest first, if it consists of nothing but input bytes and of no byte twice.
    pub fn word_bytes(&mut self, pool: &Pool, word: ExprId) -> Option<Rc<[InputByte]>> {
        if !matches!(pool.node(word), Node::Concat(..)) {
            return None;
        }
        self.words.entry(word).or_insert_with(|| word_bytes(pool, word)).clone()
    }

    /// For an expression of one input byte and at most 64 bits: the byte and the 256 values.
    pub fn byte_values(&mut self, pool: &Pool, expr: ExprId) -> Option<(InputByte, Box<[u64; 256]>)> {
        match self.supports.of(pool, expr)[..] {
            [Support::Byte(symbol, index)] => {
                let byte = InputByte { symbol, index };
                let values = self.batch.eval(pool, byte, expr)?;
                Some((byte, Box::new(*values)))
            }
            _ => None,
        }
    }

    /// Forgets collected expressions.
    pub fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        for (id, fact) in self.known.iter_mut().enumerate() {
            if !keep(ExprId(id as u32)) {
                *fact = Fact::NotComputed;
            }
        }
        self.supports.retain(keep);
        self.words.retain(|&id, _| keep(id));
    }
}

fn word_bytes(pool: &Pool, word: ExprId) -> Option<Rc<[InputByte]>> {
    let mut bytes: Vec<InputByte> = Vec::new();
    let mut pending = vec![word];
    while let Some(part) = pending.pop() {
        match pool.node(part) {
            Node::Concat(high, low) => pending.extend([high, low]),
            Node::Select(array, index) => {
                let Node::Input(symbol) = pool.node(array) else { return None };
                let index = u32::try_from(pool.as_const(index)?).ok()?;
                let byte = InputByte { symbol, index };
                if bytes.contains(&byte) {
                    return None;
                }
                bytes.push(byte);
            }
            _ => return None,
        }
    }
    Some(bytes.into())
}
