//! Writing scripts.

use super::HOW_MANY;
use crate::bounded::MAX_LEVELS;
use crate::print::variable;
use crate::{BinaryOp, BoundedOp, ExprId, Node, Pool, TableId, Width, bounds};
use bowline_base::{FxHashMap, FxHashSet};
use std::fmt::Write;

const ARRAY_SORT: &str = "(Array (_ BitVec 64) (_ BitVec 8))";

/// Terms nested deeper than this get a name.
const MAX_DEPTH: u32 = 12;

/// How many stores of a table one definition holds.
const TABLE_CHUNK: usize = 16;

/// A script that asks whether constraints hold together with a question, if there is one.
pub fn script(pool: &Pool, constraints: &[ExprId], question: Option<ExprId>) -> String {
    let assertions: Vec<ExprId> = constraints.iter().copied().chain(question).collect();
    let order = children_first(pool, &assertions);
    let mut uses: FxHashMap<ExprId, u32> = FxHashMap::default();
    for &id in &order {
        pool.node(id).for_each_child(|child| *uses.entry(child).or_default() += 1);
    }
    let mut writer = Writer {
        pool,
        out: String::from("(set-logic ALL)\n"),
        terms: FxHashMap::default(),
        open: FxHashMap::default(),
        origins: FxHashMap::default(),
        over_zeros: FxHashSet::default(),
    };
    writer.find_unbounded_reads(&order);
    for &id in &order {
        let shared = uses.get(&id).is_some_and(|&uses| uses > 1);
        writer.define(id, shared);
    }
    for id in assertions {
        let (text, _) = writer.terms[&id].clone();
        let _ = writeln!(writer.out, "(assert (= {text} #b1))");
    }
    writer.out.push_str("(check-sat)\n");
    writer.out
}

/// Everything reachable, each node once, children before parents.
fn children_first(pool: &Pool, roots: &[ExprId]) -> Vec<ExprId> {
    children_first_within(pool, roots, |_| true)
}

/// The same without what is not wanted, and what is only in it.
fn children_first_within(pool: &Pool, roots: &[ExprId], is_wanted: impl Fn(ExprId) -> bool) -> Vec<ExprId> {
    let mut order = Vec::new();
    // Whether a node is finished (true) or still waits for its children.
    let mut state: FxHashMap<ExprId, bool> = FxHashMap::default();
    let mut stack: Vec<ExprId> = roots.iter().copied().filter(|&id| is_wanted(id)).collect();
    while let Some(&id) = stack.last() {
        match state.get(&id) {
            Some(true) => {
                stack.pop();
            }
            Some(false) => {
                state.insert(id, true);
                order.push(id);
                stack.pop();
            }
            None => {
                state.insert(id, false);
                pool.node(id).for_each_child(|child| {
                    if !state.contains_key(&child) && is_wanted(child) {
                        stack.push(child);
                    }
                });
            }
        }
    }
    order
}

struct Writer<'p> {
    pool: &'p Pool,
    out: String,
    /// The text of each term that was met, or its name, and how deep that text nests.
    terms: FxHashMap<ExprId, (String, u32)>,
    /// The texts of those among them that depend on bound variables.
    open: FxHashMap<ExprId, String>,
    /// The input or table at the bottom of each chain of stores.
    origins: FxHashMap<ExprId, ExprId>,
    /// Stores that are needed a second time, over zeros instead of the input: reads beyond its end see these.
    over_zeros: FxHashSet<ExprId>,
}

impl Writer<'_> {
    /// Makes the text of a term whose children have theirs; writes a definition if it gets a name.
    fn define(&mut self, id: ExprId, shared: bool) {
        let node = self.pool.node(id);
        let width = self.pool.width(id);
        let text = match node {
            Node::Const(_) | Node::WideConst(_) => {
                let text = literal(self.pool.as_const(id).unwrap_or(0), width);
                self.terms.insert(id, (text, 0));
                return;
            }
            Node::Input(symbol) => {
                let info = self.pool.symbol_info(symbol);
                let name = format!("input{}", symbol.0);
                let quoted = info.name.replace('"', "\"\"");
                let number = info.number_text();
                let _ = writeln!(self.out, "(set-info :{name} \"{number} {} {quoted}\")", info.size);
                let _ = writeln!(self.out, "(declare-const {name} {ARRAY_SORT})");
                self.terms.insert(id, (name, 0));
                return;
            }
            Node::Table(table) => {
                let name = self.table(table);
                self.terms.insert(id, (name, 0));
                return;
            }
            _ => self.compose(id, node, width),
        };
        if let Node::Store(older, index, byte) = node
            && self.over_zeros.contains(&id)
        {
            self.define_over_zeros(id, older, index, byte);
        }
        let mut depth = 0;
        node.for_each_child(|child| depth = depth.max(self.terms[&child].1 + 1));
        if shared || depth > MAX_DEPTH {
            if !self.pool.levels_of(id).is_closed() {
                // Named by a `let` in the bounded terms around it.
                self.open.insert(id, text);
                self.terms.insert(id, (format!("t{}", id.0), 0));
                return;
            }
            let sort = if width == 0 { ARRAY_SORT.to_string() } else { format!("(_ BitVec {width})") };
            let _ = writeln!(self.out, "(define-fun t{} () {sort} {text})", id.0);
            self.terms.insert(id, (format!("t{}", id.0), 0));
        } else {
            self.terms.insert(id, (text, depth));
        }
    }

    fn compose(&mut self, id: ExprId, node: Node, width: Width) -> String {
        let text = |id: ExprId| self.terms[&id].0.as_str();
        match node {
            Node::Binary(op, a, b) => {
                let term = format!("({} {} {})", name(op), text(a), text(b));
                // `bvcomp` is the only comparison whose value is a bit-vector.
                let is_bit = !op.is_comparison() || op == BinaryOp::Eq;
                if is_bit { term } else { format!("(ite {term} #b1 #b0)") }
            }
            Node::Ite(c, t, e) => format!("(ite (= {} #b1) {} {})", text(c), text(t), text(e)),
            Node::Extract { of, low } => format!("((_ extract {} {low}) {})", low + width - 1, text(of)),
            Node::Concat(high, low) => format!("(concat {} {})", text(high), text(low)),
            Node::ZeroExtend(x) => format!("((_ zero_extend {}) {})", width - self.pool.width(x), text(x)),
            Node::SignExtend(x) => format!("((_ sign_extend {}) {})", width - self.pool.width(x), text(x)),
            Node::Select(array, index) => {
                let read = format!("(select {} {})", text(array), text(index));
                let Some(size) = self.size_to_guard(array, index) else { return read };
                let beyond = match self.pool.node(array) {
                    Node::Store(..) => format!("(select z{} {})", array.0, text(index)),
                    _ => "#x00".to_string(),
                };
                format!("(ite (bvult {} {}) {read} {beyond})", text(index), literal(size.into(), 64))
            }
            Node::Store(array, index, byte) => {
                format!("(store {} {} {})", text(array), text(index), text(byte))
            }
            Node::Bound(level) => format!("((_ extract {} 0) {})", width - 1, variable(level)),
            Node::Bounded { op, level, count, body, .. } => {
                let text = format!("(= {} #b1)", self.terms[&body].0);
                let text = self.with_definitions(id, level, body, text);
                let (name, count) = (variable(level), &self.terms[&count].0);
                let inner = format!("(({name} (_ BitVec 64))) (=> (bvult {name} {count}) {text})");
                match op {
                    BoundedOp::ForAll => format!("(ite (forall {inner}) #b1 #b0)"),
                    BoundedOp::HowMany => format!("({HOW_MANY} {inner})"),
                }
            }
            Node::Formula { level, body } => {
                let text = self.with_definitions(id, level, body, self.terms[&body].0.clone());
                format!("(lambda (({} (_ BitVec 64))) {text})", variable(level))
            }
            Node::Const(_) | Node::WideConst(_) | Node::Input(_) | Node::Table(_) => {
                unreachable!("{id} is a leaf, which `define` writes")
            }
        }
    }

    /// The text of a body, around which what is shared or nested deeply in it and depends on the variable of its term is defined.
    fn with_definitions(&self, id: ExprId, level: u8, body: ExprId, mut text: String) -> String {
        let around = self.pool.levels_of(id);
        let is_within = |part: ExprId| self.pool.levels_of(part).is_free(level);
        let is_here = |part: &ExprId| {
            let levels = self.pool.levels_of(*part);
            (0..MAX_LEVELS).all(|other| other == level || !levels.is_free(other) || around.is_free(other))
        };
        let parts = children_first_within(self.pool, &[body], is_within);
        for part in parts.into_iter().filter(is_here).rev() {
            if let Some(definition) = self.open.get(&part) {
                text = format!("(let ((t{} {definition})) {text})", part.0);
            }
        }
        text
    }

    /// The size of the input that a read goes to, perhaps through stores, if the read may lie beyond its end.
    fn size_to_guard(&self, array: ExprId, index: ExprId) -> Option<u64> {
        let Node::Input(symbol) = self.pool.node(self.origins[&array]) else { return None };
        let size = self.pool.symbol_info(symbol).size;
        (bounds::interval(self.pool, index).1 >= u128::from(size)).then_some(size)
    }

    /// Finds the origins of arrays, and the stores that reads beyond the end of an input go through.
    fn find_unbounded_reads(&mut self, order: &[ExprId]) {
        for &id in order {
            match self.pool.node(id) {
                // What is read beyond an input inside a formula is guarded there.
                Node::Input(_) | Node::Table(_) | Node::Formula { .. } => {
                    self.origins.insert(id, id);
                }
                Node::Store(older, ..) => {
                    self.origins.insert(id, self.origins[&older]);
                }
                _ => {}
            }
        }
        for &id in order.iter().rev() {
            match self.pool.node(id) {
                Node::Select(array, index) if self.size_to_guard(array, index).is_some() => {
                    self.over_zeros.insert(array);
                }
                Node::Store(older, ..) if self.over_zeros.contains(&id) => {
                    self.over_zeros.insert(older);
                }
                _ => {}
            }
        }
    }

    /// Defines a chain of stores again, over zeros.
    fn define_over_zeros(&mut self, id: ExprId, older: ExprId, index: ExprId, byte: ExprId) {
        let below = match self.pool.node(older) {
            Node::Store(..) => format!("z{}", older.0),
            _ => zeros(),
        };
        let (index, byte) = (&self.terms[&index].0, &self.terms[&byte].0);
        let _ = writeln!(self.out, "(define-fun z{} () {ARRAY_SORT} (store {below} {index} {byte}))", id.0);
    }

    /// A table as stores over zeros, in definitions of bounded depth.
    fn table(&mut self, table: TableId) -> String {
        let mut array = zeros();
        let bytes: Vec<(usize, u8)> =
            self.pool.table_bytes(table).iter().copied().enumerate().filter(|(_, byte)| *byte != 0).collect();
        for (part, chunk) in bytes.chunks(TABLE_CHUNK).enumerate() {
            for (at, byte) in chunk {
                array = format!("(store {array} {} #x{byte:02x})", literal(*at as u128, 64));
            }
            let name = format!("table{}_{part}", table.0);
            let _ = writeln!(self.out, "(define-fun {name} () {ARRAY_SORT} {array})");
            array = name;
        }
        array
    }
}

fn zeros() -> String {
    format!("((as const {ARRAY_SORT}) #x00)")
}

fn literal(value: u128, width: Width) -> String {
    let (digits, bits) = (usize::from(width / 4), usize::from(width));
    if width.is_multiple_of(4) { format!("#x{value:0digits$x}") } else { format!("#b{value:0bits$b}") }
}

const fn name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::UDiv => "bvudiv",
        BinaryOp::SDiv => "bvsdiv",
        BinaryOp::URem => "bvurem",
        BinaryOp::SRem => "bvsrem",
        BinaryOp::Shl => "bvshl",
        BinaryOp::LShr => "bvlshr",
        BinaryOp::AShr => "bvashr",
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
        BinaryOp::Eq => "bvcomp",
        BinaryOp::Ult => "bvult",
        BinaryOp::Ule => "bvule",
        BinaryOp::Slt => "bvslt",
        BinaryOp::Sle => "bvsle",
    }
}
