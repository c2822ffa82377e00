//! Expressions in the words of C. For people: conversions between widths are left out where they only widen, and what lies deep is `...`.

use super::class::character;
use bowline_base::FxHashMap;
use bowline_expr::{BinaryOp, ExprId, Literal, Node, Pool, SymId, fold};

/// How deep an expression is written down.
const DEPTH: u32 = 12;

/// How tightly an operator binds.
const ANY: u8 = 0;
const CONNECTIVE: u8 = 1;
const COMPARISON: u8 = 2;
const SUM: u8 = 3;
const PRODUCT: u8 = 4;
const POSTFIX: u8 = 5;

/// Expressions with names, and how the others are written.
pub(super) struct Terms<'p> {
    pub pool: &'p Pool,
    pub names: &'p FxHashMap<ExprId, String>,
    /// Unknowns that stand for values; of their bytes each is called by the whole name.
    pub symbols: &'p FxHashMap<SymId, String>,
}

impl Terms<'_> {
    pub fn text(&self, id: ExprId) -> String {
        self.term(id, ANY, DEPTH)
    }

    /// An operand of a sum.
    pub fn in_sum(&self, id: ExprId) -> String {
        self.term(id, SUM - 1, DEPTH)
    }

    fn term(&self, id: ExprId, around: u8, depth: u32) -> String {
        if let Some(name) = self.names.get(&id) {
            return name.clone();
        }
        let width = self.pool.width(id);
        if let Some(value) = self.pool.as_const(id) {
            return number(value, width);
        }
        let Some(depth) = depth.checked_sub(1) else { return "...".to_string() };
        match self.pool.node(id) {
            Node::Binary(op, a, b) => self.binary(id, op, a, b, around, depth),
            Node::Ite(condition, yes, no) => {
                let [condition, yes, no] =
                    [condition, yes, no].map(|part| self.term(part, CONNECTIVE, depth));
                in_brackets(format!("{condition} ? {yes} : {no}"), ANY, around)
            }
            Node::ZeroExtend(inner) | Node::SignExtend(inner) => self.term(inner, around, depth),
            Node::Extract { of, low } => self.part(of, low, width, around, depth),
            Node::Concat(..) => self.word(id).unwrap_or_else(|| "...".to_string()),
            Node::Select(array, index) => match (array_name(self.pool, array), self.pool.node(array)) {
                (Some(name), _) => format!("{name}[{}]", self.term(index, ANY, depth)),
                (None, Node::Input(symbol)) => {
                    self.symbols.get(&symbol).map_or_else(|| "...".to_string(), Clone::clone)
                }
                (None, Node::Table(_)) => format!("table[{}]", self.term(index, ANY, depth)),
                _ => "...".to_string(),
            },
            _ => "...".to_string(),
        }
    }

    fn binary(&self, id: ExprId, op: BinaryOp, a: ExprId, b: ExprId, around: u8, depth: u32) -> String {
        if let Some((op, holds, a, b)) = Literal::new(id, true).comparison(self.pool) {
            let (a, b, sign) = compared(self.pool, op, holds, a, b);
            let (left, right) = (self.side(a, b, depth), self.side(b, a, depth));
            return in_brackets(format!("{left} {sign} {right}"), COMPARISON, around);
        }
        let is_truth = self.pool.width(id) == 1;
        if is_truth && op == BinaryOp::Xor && b == Pool::TRUE {
            return format!("not ({})", self.term(a, ANY, depth));
        }
        if op == BinaryOp::Add
            && let Some(value) = self.pool.as_const(b)
            && let less = fold::signed(value, self.pool.width(b))
            && less < 0
        {
            return in_brackets(format!("{} - {}", self.term(a, SUM - 1, depth), -less), SUM, around);
        }
        let (level, sign) = match op {
            BinaryOp::And if is_truth => (CONNECTIVE, "and"),
            BinaryOp::Or if is_truth => (CONNECTIVE, "or"),
            BinaryOp::Add => (SUM, "+"),
            BinaryOp::Sub => (SUM, "-"),
            BinaryOp::Mul => (PRODUCT, "*"),
            BinaryOp::UDiv | BinaryOp::SDiv => (PRODUCT, "/"),
            BinaryOp::URem | BinaryOp::SRem => (PRODUCT, "%"),
            BinaryOp::Shl => (COMPARISON, "<<"),
            BinaryOp::LShr | BinaryOp::AShr => (COMPARISON, ">>"),
            BinaryOp::And => (COMPARISON, "&"),
            BinaryOp::Or => (COMPARISON, "|"),
            _ => (COMPARISON, "^"),
        };
        let (left, right) = (self.term(a, level - 1, depth), self.term(b, level, depth));
        in_brackets(format!("{left} {sign} {right}"), level, around)
    }

    /// A side of a comparison; a constant beside a character is one, too.
    fn side(&self, one: ExprId, other: ExprId, depth: u32) -> String {
        let beside = widened(self.pool, other);
        match self.pool.as_const(one) {
            Some(value) if value < 256 && matches!(self.pool.node(beside), Node::Select(..)) => {
                character(value as u8)
            }
            _ => self.term(one, COMPARISON, depth),
        }
    }

    fn part(&self, of: ExprId, low: u16, width: u16, around: u8, depth: u32) -> String {
        let whole = if low == 0 {
            self.term(of, POSTFIX, depth)
        } else {
            format!("({} >> {low})", self.term(of, COMPARISON, depth))
        };
        match width {
            8 => format!("(unsigned char){whole}"),
            16 => format!("(short){whole}"),
            32 => format!("(int){whole}"),
            _ if low == 0 => self.term(of, around, depth),
            _ => whole,
        }
    }

    /// Bytes side by side in one array: `words[i]` of so many bytes.
    fn word(&self, id: ExprId) -> Option<String> {
        let (mut rest, mut bytes) = (id, Vec::new());
        while let Node::Concat(high, low) = self.pool.node(rest) {
            bytes.push(low);
            rest = high;
        }
        bytes.push(rest);
        let read = |byte: &ExprId| match self.pool.node(*byte) {
            Node::Select(array, index) => Some((array, index)),
            _ => None,
        };
        let (array, index) = read(&bytes[0])?;
        let same = bytes.iter().all(|byte| read(byte).is_some_and(|(other, _)| other == array));
        if let Node::Input(symbol) = self.pool.node(array)
            && let Some(name) = self.symbols.get(&symbol).filter(|_| same)
        {
            return Some(name.clone());
        }
        let name = array_name(self.pool, array).filter(|_| same)?;
        let count = bytes.len();
        Some(match self.pool.as_const(index) {
            Some(0) => format!("{name} ({count} bytes)"),
            _ => format!("the {count} bytes at {name}[{}]", self.text(index)),
        })
    }
}

/// The name of an array of the program: of an input, or of what was one before something was stored there.
pub(super) fn array_name(pool: &Pool, array: ExprId) -> Option<String> {
    match pool.node(array) {
        Node::Input(symbol) => {
            let info = pool.symbol_info(symbol);
            (!info.is_auxiliary).then(|| info.name.clone())
        }
        Node::Store(before, _, _) => array_name(pool, before),
        _ => None,
    }
}

/// What an expression is before it was widened.
pub(super) fn widened(pool: &Pool, mut id: ExprId) -> ExprId {
    while let Node::ZeroExtend(inner) | Node::SignExtend(inner) = pool.node(id) {
        id = inner;
    }
    id
}

/// A comparison as it is read aloud: constants stand on the right.
fn compared(pool: &Pool, op: BinaryOp, holds: bool, a: ExprId, b: ExprId) -> (ExprId, ExprId, &'static str) {
    let turned = pool.as_const(a).is_some();
    let (left, right) = if turned { (b, a) } else { (a, b) };
    let sign = match (op, holds, turned) {
        (BinaryOp::Eq, true, _) => "==",
        (BinaryOp::Eq, false, _) => "!=",
        (BinaryOp::Ult | BinaryOp::Slt, true, false) | (BinaryOp::Ule | BinaryOp::Sle, false, true) => "<",
        (BinaryOp::Ult | BinaryOp::Slt, true, true) | (BinaryOp::Ule | BinaryOp::Sle, false, false) => ">",
        (BinaryOp::Ult | BinaryOp::Slt, false, false) | (BinaryOp::Ule | BinaryOp::Sle, true, true) => ">=",
        _ => "<=",
    };
    (left, right, sign)
}

fn in_brackets(text: String, level: u8, around: u8) -> String {
    if level <= around && around != ANY { format!("({text})") } else { text }
}

/// Small numbers in decimal, with their sign; others in hexadecimal.
fn number(value: u128, width: u16) -> String {
    let signed = fold::signed(value, width);
    match width {
        1 => if value == 1 { "true" } else { "false" }.to_string(),
        _ if (-(1 << 32)..=1 << 32).contains(&signed) => signed.to_string(),
        _ => format!("{value:#x}"),
    }
}
