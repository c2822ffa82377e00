//! Ways through the tree of forks as words.
//!
//! The letter of a node is a hash of the branch that led to it, which way that went, and the *shape* of its condition: the expression without its
//! constants. So the conditions of one branch in different iterations, `n > 4` and `n > 5`, `s[4] == 'a'` and `s[5] == 'a'`, are one letter.
//! Constructors simplify, and the shape must not tell: the order of operands does not count where it means nothing, `x + c` is `x`, an
//! extension or the low bits of a word are the word, and a comparison with a constant is one whichever way it is written (`0 < n` is kept as
//! `n != 0`). Counters of ours do not count either. A hash only proposes: what was alike by chance is found out when formulas are compared.

use crate::tree::{Tree, TreeNodeId};
use crate::turn::Turn;
use bowline_base::{FxHashMap, FxHasher};
use bowline_expr::{BinaryOp, ExprId, Node, Pool};
use std::hash::{Hash, Hasher};

pub(super) type Letter = u64;

/// Spells ways; remembers the shapes of expressions.
#[derive(Default)]
pub(super) struct Speller {
    shapes: FxHashMap<ExprId, u64>,
}

impl Speller {
    /// The letters of some nodes of a tree.
    pub fn word(&mut self, pool: &Pool, tree: &Tree, way: &[TreeNodeId]) -> Vec<Letter> {
        way.iter()
            .map(|&node| {
                let node = tree.node(node);
                self.letter(pool, node.turn, node.condition)
            })
            .collect()
    }

    fn letter(&mut self, pool: &Pool, turn: Turn, condition: ExprId) -> Letter {
        hash((turn, self.shape(pool, condition)))
    }

    /// The shape of an expression, children before their parents.
    fn shape(&mut self, pool: &Pool, root: ExprId) -> u64 {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            if self.shapes.contains_key(&id) {
                stack.pop();
                continue;
            }
            let depth = stack.len();
            let node = pool.node(id);
            node.for_each_child(|child| {
                if !self.shapes.contains_key(&child) {
                    stack.push(child);
                }
            });
            if stack.len() == depth {
                let shape = self.of_node(pool, id, node);
                self.shapes.insert(id, shape);
                stack.pop();
            }
        }
        self.shapes[&root]
    }

    fn of_node(&self, pool: &Pool, id: ExprId, node: Node) -> u64 {
        let shape = |child: ExprId| self.shapes[&child];
        match node {
            Node::Const(_) | Node::WideConst(_) => hash("constant"),
            Node::Input(symbol) if pool.symbol_info(symbol).is_auxiliary => hash("counter"),
            Node::Input(symbol) => hash(("input", symbol)),
            Node::Table(table) => hash(("table", table)),
            Node::Bound(level) => hash(("bound", level)),
            Node::ZeroExtend(inner) | Node::SignExtend(inner) | Node::Extract { of: inner, low: 0 } => {
                shape(inner)
            }
            Node::Extract { of, low } => hash(("extract", shape(of), low)),
            Node::Binary(op, a, b) => self.of_operation(pool, op, [a, b], pool.width(id)),
            Node::Ite(condition, then, otherwise) => {
                hash(("ite", shape(condition), shape(then), shape(otherwise)))
            }
            Node::Concat(high, low) => hash(("concat", shape(high), shape(low))),
            Node::Select(array, index) => hash(("select", shape(array), shape(index))),
            Node::Store(array, index, byte) => hash(("store", shape(array), shape(index), shape(byte))),
            Node::Formula { body, .. } => hash(("formula", shape(body))),
            Node::Bounded { op, count, body, .. } => hash(("bounded", op as u8, shape(count), shape(body))),
        }
    }

    fn of_operation(&self, pool: &Pool, op: BinaryOp, [a, b]: [ExprId; 2], width: u16) -> u64 {
        let (x, y) = (self.shapes[&a], self.shapes[&b]);
        let fixed = [a, b].map(|id| pool.as_const(id).is_some());
        let either = |x: u64, y: u64| x.wrapping_add(y);
        match (op, fixed) {
            (BinaryOp::Add | BinaryOp::Sub, [false, true]) => x,
            (BinaryOp::Add, [true, false]) => y,
            // A negation: which way a branch went is known.
            (BinaryOp::Xor, [false, true]) if width == 1 => x,
            (BinaryOp::Xor, [true, false]) if width == 1 => y,
            (BinaryOp::And | BinaryOp::Or, _) if width == 1 => hash(("connective", either(x, y))),
            (_, [true, false]) if op.is_comparison() => hash(("compare", y)),
            (_, [false, true]) if op.is_comparison() => hash(("compare", x)),
            _ if op.is_commutative() => hash((op as u8, either(x, y))),
            _ => hash((op as u8, x, y)),
        }
    }
}

fn hash(what: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text[i + by] == c`, and `n > i`, with some ways to write them.
    #[test]
    fn constants_and_their_company_do_not_count() {
        let mut pool = Pool::new();
        let (text, n) = (pool.symbol("text", 0, 20), pool.symbol("n", 0, 8));
        let (n, mut speller) = (pool.input_word(n, 8), Speller::default());
        let counters = [1, 2].map(|number| {
            let symbol = pool.auxiliary("k", number, 8);
            pool.input_word(symbol, 8)
        });
        let mut shapes = |pool: &mut Pool, conditions: &[ExprId]| -> Vec<u64> {
            conditions.iter().map(|&id| speller.shape(pool, id)).collect()
        };
        let mut reads = Vec::new();
        let mut limits = Vec::new();
        for at in [0, 1, 7] {
            let (place, wanted) = (pool.constant(at, 64), pool.constant(90 + at, 8));
            let array = pool.input(text);
            let byte = pool.select(array, place);
            reads.push(pool.eq(byte, wanted));
            limits.push(pool.ult(place, n));
            limits.push(pool.ule(n, place));
        }
        let mut moved = Vec::new();
        for (by, counter) in [(0, counters[0]), (3, counters[1])] {
            let (by, wanted) = (pool.constant(by, 64), pool.constant(5, 8));
            let array = pool.input(text);
            let place = pool.add(counter, by);
            let byte = pool.select(array, place);
            moved.push(pool.eq(wanted, byte));
        }
        for alike in [&reads, &limits, &moved] {
            let shapes = shapes(&mut pool, alike);
            assert!(shapes.windows(2).all(|pair| pair[0] == pair[1]), "{shapes:?}");
        }
        let different = shapes(&mut pool, &[reads[0], limits[0], moved[0]]);
        assert!(different[0] != different[1] && different[1] != different[2] && different[0] != different[2]);
    }
}
