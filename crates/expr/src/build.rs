//! Constructors: the only way to make expressions. Each folds constants, then tries the rules.

use crate::{BinaryOp, ExprId, INDEX_WIDTH, Node, Pool, SymId, Width, fold, rules};

macro_rules! binary_constructors {
    ($($(#[$meta:meta])* $name:ident => $op:ident),* $(,)?) => {
        $($(#[$meta])* pub fn $name(&mut self, a: ExprId, b: ExprId) -> ExprId {
            self.binary(BinaryOp::$op, a, b)
        })*
    };
}

impl Pool {
    binary_constructors! {
        add => Add, sub => Sub, mul => Mul, udiv => UDiv, sdiv => SDiv, urem => URem, srem => SRem,
        shl => Shl, lshr => LShr, ashr => AShr, and => And, or => Or, xor => Xor,
        eq => Eq, ult => Ult, ule => Ule, slt => Slt, sle => Sle,
    }

    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b), "{op:?} of different widths");
        debug_assert_ne!(width, 0, "{op:?} of arrays");
        let result = if op.is_comparison() { 1 } else { width };
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(fold::binary(op, width, x, y), result);
        }
        let (a, b) = if op.is_commutative() { rules::ordered(self, a, b) } else { (a, b) };
        match rules::binary(self, op, a, b) {
            Some(simpler) => simpler,
            None => self.intern(Node::Binary(op, a, b), result),
        }
    }

    /// Bitwise negation; logical negation for one bit.
    pub fn not(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        let ones = self.constant(fold::mask(width), width);
        self.xor(a, ones)
    }

    pub fn neg(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        let zero = self.constant(0, width);
        self.sub(zero, a)
    }

    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn ite(&mut self, condition: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        debug_assert_eq!(self.width(condition), 1);
        let width = self.width(then);
        debug_assert_eq!(width, self.width(otherwise));
        debug_assert_ne!(width, 0, "ite of arrays");
        match rules::ite(self, condition, then, otherwise) {
            Some(simpler) => simpler,
            None => self.intern(Node::Ite(condition, then, otherwise), width),
        }
    }

    /// Bits `low..low + width`.
    pub fn extract(&mut self, of: ExprId, low: u16, width: Width) -> ExprId {
        let whole = self.width(of);
        debug_assert!(width > 0 && low + width <= whole, "extract {low}+{width} of {whole} bits");
        if low == 0 && width == whole {
            return of;
        }
        if let Some(value) = self.as_const(of) {
            return self.constant(fold::extract(value, low, width), width);
        }
        match rules::extract(self, of, low, width) {
            Some(simpler) => simpler,
            None => self.intern(Node::Extract { of, low }, width),
        }
    }

    pub fn concat(&mut self, high: ExprId, low: ExprId) -> ExprId {
        let (high_width, low_width) = (self.width(high), self.width(low));
        if let (Some(x), Some(y)) = (self.as_const(high), self.as_const(low)) {
            return self.constant(x << low_width | y, high_width + low_width);
        }
        match rules::concat(self, high, low) {
            Some(simpler) => simpler,
            None => self.intern(Node::Concat(high, low), high_width + low_width),
        }
    }

    pub fn zero_extend(&mut self, a: ExprId, to: Width) -> ExprId {
        let from = self.width(a);
        debug_assert!(from <= to);
        if from == to {
            return a;
        }
        if let Some(value) = self.as_const(a) {
            return self.constant(value, to);
        }
        match rules::zero_extend(self, a, to) {
            Some(simpler) => simpler,
            None => self.intern(Node::ZeroExtend(a), to),
        }
    }

    pub fn sign_extend(&mut self, a: ExprId, to: Width) -> ExprId {
        let from = self.width(a);
        debug_assert!(from <= to);
        if from == to {
            return a;
        }
        if let Some(value) = self.as_const(a) {
            return self.constant(fold::sign_extend(value, from, to), to);
        }
        match rules::sign_extend(self, a, to) {
            Some(simpler) => simpler,
            None => self.intern(Node::SignExtend(a), to),
        }
    }

    pub fn truncate(&mut self, a: ExprId, to: Width) -> ExprId {
        self.extract(a, 0, to)
    }

    pub fn select(&mut self, array: ExprId, index: ExprId) -> ExprId {
        debug_assert_eq!((self.width(array), self.width(index)), (0, INDEX_WIDTH));
        if let Node::Formula { level, body } = self.node(array)
            && let Some(byte) = self.formula_at(level, body, index)
        {
            return byte;
        }
        match rules::select(self, array, index) {
            Some(simpler) => simpler,
            None => self.intern(Node::Select(array, index), 8),
        }
    }

    pub fn store(&mut self, array: ExprId, index: ExprId, byte: ExprId) -> ExprId {
        debug_assert_eq!((self.width(array), self.width(index), self.width(byte)), (0, INDEX_WIDTH, 8));
        match rules::store(self, array, index, byte) {
            Some(simpler) => simpler,
            None => self.intern(Node::Store(array, index, byte), 0),
        }
    }

    /// Byte `index` of an input.
    pub fn input_byte(&mut self, symbol: SymId, index: u64) -> ExprId {
        let array = self.input(symbol);
        let index = self.constant(u128::from(index), INDEX_WIDTH);
        self.select(array, index)
    }

    /// The first bytes of an input as one little-endian word.
    pub fn input_word(&mut self, symbol: SymId, bytes: u64) -> ExprId {
        let mut word = self.input_byte(symbol, 0);
        for at in 1..bytes {
            let byte = self.input_byte(symbol, at);
            word = self.concat(byte, word);
        }
        word
    }

    /// The conjunction of conditions.
    pub fn all(&mut self, conditions: impl IntoIterator<Item = ExprId>) -> ExprId {
        conditions.into_iter().fold(Self::TRUE, |all, one| self.and(all, one))
    }

    /// The disjunction of conditions.
    pub fn any(&mut self, conditions: impl IntoIterator<Item = ExprId>) -> ExprId {
        conditions.into_iter().fold(Self::FALSE, |any, one| self.or(any, one))
    }
}
