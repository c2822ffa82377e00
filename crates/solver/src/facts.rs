//! What is worth remembering about single expressions: which inputs they depend on and, for conditions on one input byte,
//! for which of its 256 values they hold.
//!
//! Facts depend on nothing but the expression. Ids are reused after a collection, so [`Facts::retain`] must follow it.

use crate::batch::Batch;
use crate::byteset::ByteSet;
use bowline_expr::{ExprId, Pool, Support, SupportCache, SymId};
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
    }
}
