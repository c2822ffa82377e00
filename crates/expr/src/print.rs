//! A readable infix form, for messages and debugging: `data[0] + 3 <u 10`.
//!
//! Comparisons and divisions say whether they are signed (`<s`) or unsigned (`<u`). `u32(x)` and `i32(x)` are zero and sign
//! extension to 32 bits, `for all j <u n: p` is a bounded term, `x{15:8}` are bits 15 to 8, `a ++ b` puts bits together. What lies deep, or beyond a few
//! thousand characters, is `...`: this form is for people, [`crate::smtlib`] is the complete one.

use crate::rules::negated;
use crate::{BinaryOp, BoundedOp, ExprId, Node, Pool, SymId, Width, fold};
use std::fmt::Write;

/// How deep [`text`] looks.
const DEPTH: u32 = 10;

/// How long a text may grow before the rest is left out.
const LENGTH: usize = 4000;

/// An expression as text, with parts nested deeper than a message can bear left out.
pub fn text(pool: &Pool, id: ExprId) -> String {
    text_to_depth(pool, id, DEPTH)
}

/// An expression as text, with parts nested deeper than `depth` left out.
pub fn text_to_depth(pool: &Pool, id: ExprId, depth: u32) -> String {
    let mut printer = Printer { pool, out: String::new(), pending: vec![Piece::Term(id, depth, 0)] };
    while let Some(piece) = printer.pending.pop() {
        match piece {
            Piece::Text(text) => printer.out.push_str(text),
            Piece::Owned(text) => printer.out.push_str(&text),
            Piece::Term(..) if printer.out.len() > LENGTH => printer.out.push_str("..."),
            Piece::Term(id, depth, binding) => printer.term(id, depth, binding),
        }
    }
    printer.out
}

/// What is still to be written; the next on top.
enum Piece {
    Text(&'static str),
    Owned(String),
    /// Expression, how deep to look, and how tightly the surroundings bind: looser terms get parentheses.
    Term(ExprId, u32, u8),
}

struct Printer<'p> {
    pool: &'p Pool,
    out: String,
    pending: Vec<Piece>,
}

const CONNECTIVE: u8 = 1;
const COMPARISON: u8 = 2;
const ARITHMETIC: u8 = 3;
const POSTFIX: u8 = 4;

const fn symbol_of(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => " + ",
        BinaryOp::Sub => " - ",
        BinaryOp::Mul => " * ",
        BinaryOp::UDiv => " /u ",
        BinaryOp::SDiv => " /s ",
        BinaryOp::URem => " %u ",
        BinaryOp::SRem => " %s ",
        BinaryOp::Shl => " << ",
        BinaryOp::LShr => " >>u ",
        BinaryOp::AShr => " >>s ",
        BinaryOp::And => " & ",
        BinaryOp::Or => " | ",
        BinaryOp::Xor => " ^ ",
        BinaryOp::Eq => " == ",
        BinaryOp::Ult => " <u ",
        BinaryOp::Ule => " <=u ",
        BinaryOp::Slt => " <s ",
        BinaryOp::Sle => " <=s ",
    }
}

impl Printer<'_> {
    fn term(&mut self, id: ExprId, depth: u32, binding: u8) {
        let width = self.pool.width(id);
        if let Some(value) = self.pool.as_const(id) {
            self.out.push_str(&constant(value, width));
            return;
        }
        let node = self.pool.node(id);
        if depth == 0 && !self.is_leaf(node) {
            self.out.push_str("...");
            return;
        }
        let depth = depth.saturating_sub(1);
        match node {
            Node::Const(_) | Node::WideConst(_) => unreachable!("constants are written above"),
            Node::Binary(op, a, b) => self.binary(op, a, b, depth, binding),
            Node::Ite(c, t, e) => self.choice([c, t, e], depth, binding),
            Node::Extract { of, low } => {
                let bits = format!("{{{}:{low}}}", low + width - 1);
                self.push([Piece::Term(of, depth, POSTFIX), Piece::Owned(bits)]);
            }
            Node::Concat(high, low) => self.concat(high, low, depth, binding),
            Node::ZeroExtend(x) => self.call(format!("u{width}("), x, depth),
            Node::SignExtend(x) => self.call(format!("i{width}("), x, depth),
            Node::Select(array, index) => {
                self.push([
                    Piece::Term(array, depth, POSTFIX),
                    Piece::Text("["),
                    Piece::Term(index, depth, 0),
                    Piece::Text("]"),
                ]);
            }
            Node::Bound(level) => self.out.push_str(&variable(level)),
            Node::Bounded { op, level, count, body, .. } => {
                self.bounded(op, level, [count, body], depth, binding)
            }
            Node::Input(symbol) => self.input(symbol),
            Node::Table(table) => {
                let _ = write!(self.out, "table{}", table.0);
            }
            Node::Store(array, index, byte) => {
                self.push([
                    Piece::Term(array, depth, POSTFIX),
                    Piece::Text("{["),
                    Piece::Term(index, depth, 0),
                    Piece::Text("] = "),
                    Piece::Term(byte, depth, 0),
                    Piece::Text("}"),
                ]);
            }
        }
    }

    fn choice(&mut self, [condition, then, otherwise]: [ExprId; 3], depth: u32, binding: u8) {
        let parts = [
            Piece::Term(condition, depth, CONNECTIVE),
            Piece::Text(" ? "),
            Piece::Term(then, depth, CONNECTIVE),
            Piece::Text(" : "),
            Piece::Term(otherwise, depth, CONNECTIVE),
        ];
        self.bound(CONNECTIVE, binding, parts);
    }

    fn concat(&mut self, high: ExprId, low: ExprId, depth: u32, binding: u8) {
        match self.shifted_up(high, low) {
            Some((x, by)) => {
                let parts = [Piece::Term(x, depth, ARITHMETIC), Piece::Owned(format!(" << {by}"))];
                self.bound(ARITHMETIC, binding, parts);
            }
            None => {
                let parts = [
                    Piece::Term(high, depth, ARITHMETIC),
                    Piece::Text(" ++ "),
                    // Concatenations lean to the right; a row of them needs no parentheses.
                    Piece::Term(low, depth, ARITHMETIC - 1),
                ];
                self.bound(ARITHMETIC, binding, parts);
            }
        }
    }

    fn bounded(&mut self, op: BoundedOp, level: u8, [count, body]: [ExprId; 2], depth: u32, binding: u8) {
        let (all, then) = match op {
            BoundedOp::ForAll => ("for all ", ": "),
            BoundedOp::HowMany => ("how many ", " have "),
        };
        let parts = [
            Piece::Text(all),
            Piece::Owned(variable(level)),
            Piece::Text(" <u "),
            Piece::Term(count, depth, COMPARISON),
            Piece::Text(then),
            Piece::Term(body, depth, 0),
        ];
        self.bound(CONNECTIVE, binding, parts);
    }

    fn input(&mut self, symbol: SymId) {
        let info = self.pool.symbol_info(symbol);
        if info.is_auxiliary {
            self.out.push('?');
        }
        self.out.push_str(&info.name);
        if info.occurrence > 0 {
            let _ = write!(self.out, "#{}", info.occurrence);
        }
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, depth: u32, binding: u8) {
        let pool = self.pool;
        let width = pool.width(a);
        if let Some(inner) = negated(pool, Node::Binary(op, a, b)) {
            if let Node::Binary(BinaryOp::Eq, x, y) = pool.node(inner) {
                return self.infix(COMPARISON, binding, x, " != ", y, depth);
            }
            let sign = if width == 1 { "!" } else { "~" };
            return self.push([Piece::Text(sign), Piece::Term(inner, depth, POSTFIX)]);
        }
        if op == BinaryOp::Add
            && let Some(value) = pool.as_const(b)
            && fold::signed(value, width) < 0
        {
            let parts = [
                Piece::Term(a, depth, ARITHMETIC),
                Piece::Owned(format!(" - {}", constant(value.wrapping_neg() & fold::mask(width), width))),
            ];
            return self.bound(ARITHMETIC, binding, parts);
        }
        if op == BinaryOp::Sub && pool.as_const(a) == Some(0) {
            return self.push([Piece::Text("-"), Piece::Term(b, depth, POSTFIX)]);
        }
        let (level, sign) = match op {
            BinaryOp::And if width == 1 => (CONNECTIVE, " and "),
            BinaryOp::Or if width == 1 => (CONNECTIVE, " or "),
            _ if op.is_comparison() => (COMPARISON, symbol_of(op)),
            _ => (ARITHMETIC, symbol_of(op)),
        };
        self.infix(level, binding, a, sign, b, depth);
    }

    fn infix(&mut self, level: u8, binding: u8, a: ExprId, sign: &'static str, b: ExprId, depth: u32) {
        let parts = [Piece::Term(a, depth, level), Piece::Text(sign), Piece::Term(b, depth, level)];
        self.bound(level, binding, parts);
    }

    /// Parts of an operator, in parentheses if the surroundings bind as tightly.
    fn bound<const N: usize>(&mut self, level: u8, binding: u8, parts: [Piece; N]) {
        if level <= binding {
            self.pending.push(Piece::Text(")"));
            self.push(parts);
            self.pending.push(Piece::Text("("));
        } else {
            self.push(parts);
        }
    }

    fn call(&mut self, name: String, x: ExprId, depth: u32) {
        self.push([Piece::Owned(name), Piece::Term(x, depth, 0), Piece::Text(")")]);
    }

    fn push<const N: usize>(&mut self, parts: [Piece; N]) {
        self.pending.extend(parts.into_iter().rev());
    }

    fn is_leaf(&self, node: Node) -> bool {
        match node {
            Node::Select(array, index) => {
                matches!(self.pool.node(array), Node::Input(_)) && self.pool.as_const(index).is_some()
            }
            Node::Input(_) | Node::Table(_) | Node::Bound(_) => true,
            _ => false,
        }
    }

    /// `x << by`, as the rules of shifts leave it: `x{..0} ++ 0`.
    fn shifted_up(&self, high: ExprId, low: ExprId) -> Option<(ExprId, Width)> {
        let by = self.pool.width(low);
        match (self.pool.node(high), self.pool.as_const(low)) {
            (Node::Extract { of, low: 0 }, Some(0)) if self.pool.width(of) == self.pool.width(high) + by => {
                Some((of, by))
            }
            _ => None,
        }
    }
}

/// The name of a bound variable: `j`, and `j1`, `j2` for those of terms around others.
pub(crate) fn variable(level: u8) -> String {
    if level == 0 { "j".to_string() } else { format!("j{level}") }
}

/// Truth values, characters, small numbers in decimal, large ones in hexadecimal.
fn constant(value: u128, width: Width) -> String {
    match (width, value) {
        (1, _) => (value == 1).to_string(),
        (8, 0x20..=0x7e) => format!("{:?}", value as u8 as char),
        (_, 0..=9999) => value.to_string(),
        _ => {
            let negative = fold::signed(value, width);
            if (-9999..0).contains(&negative) { negative.to_string() } else { format!("{value:#x}") }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(build: impl Fn(&mut Pool, [ExprId; 3]) -> ExprId, expected: &str) {
        let mut pool = Pool::new();
        let symbol = pool.symbol("data", 0, 8);
        let bytes = [0, 1, 2].map(|i| pool.input_byte(symbol, i));
        let id = build(&mut pool, bytes);
        assert_eq!(text(&pool, id), expected);
    }

    #[test]
    fn reads_like_c() {
        check(
            |p, [a, b, _]| {
                let (a, b) = (p.zero_extend(a, 32), p.zero_extend(b, 32));
                let sum = p.mul(a, b);
                let three = p.constant(3, 32);
                let sum = p.add(sum, three);
                p.ult(sum, a)
            },
            "(u32(data[0]) * u32(data[1])) + 3 <u u32(data[0])",
        );
        check(
            |p, [a, b, _]| {
                let letter = p.constant(u128::from(b'a'), 8);
                let first = p.ne(a, letter);
                let second = p.slt(b, letter);
                p.and(first, second)
            },
            "data[0] != 'a' and data[1] <s 'a'",
        );
        check(
            |p, [a, b, _]| {
                let minus = p.constant(0xfb, 8);
                let x = p.add(a, minus);
                let c = p.ult(a, b);
                p.ite(c, x, b)
            },
            "data[0] <u data[1] ? data[0] - 5 : data[1]",
        );
        check(
            |p, [a, b, c]| {
                let low = p.concat(b, c);
                p.concat(a, low)
            },
            "data[0] ++ data[1] ++ data[2]",
        );
        check(
            |p, [a, b, _]| {
                let x = p.mul(a, b);
                p.extract(x, 4, 2)
            },
            "(data[0] * data[1]){5:4}",
        );
    }

    #[test]
    fn deep_terms_are_cut() {
        let mut pool = Pool::new();
        let symbol = pool.symbol("data", 1, 8);
        let mut x = pool.input_byte(symbol, 0);
        for i in 0..5 {
            let y = pool.input_byte(symbol, i);
            x = pool.mul(x, y);
        }
        assert_eq!(text_to_depth(&pool, x, 2), "data#1[4] * (data#1[3] * ...)");
        assert_eq!(text_to_depth(&pool, x, 0), "...");
    }
}
