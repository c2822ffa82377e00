//! Words of unknown memory that nobody changed: the unknown pointers.

use super::LazyHeap;
use bowline_base::FxHashSet;
use bowline_expr::{BinaryOp, ExprId, Node, Pool, SymId};
use bowline_ir::c_type::CType;
use bowline_ir::{CTypeId, Module, c_type::designator::Designator};

/// Eight bytes of an input as the caller left them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputWord {
    pub expr: ExprId,
    pub symbol: SymId,
    pub offset: u64,
}

/// How deep in a sum a pointer is looked for.
const DEPTH: usize = 8;
/// Parts of an address that are looked at for bytes of pointers.
const MOST_PARTS: usize = 1024;

/// The input that an expression is eight neighbouring bytes of, lowest first.
pub(crate) fn input_word(pool: &Pool, expr: ExprId) -> Option<InputWord> {
    if pool.width(expr) != 64 {
        return None;
    }
    let mut rest = expr;
    let mut above: Option<(SymId, u64)> = None;
    loop {
        let (byte, lower) = match pool.node(rest) {
            Node::Concat(high, low) => (high, Some(low)),
            _ => (rest, None),
        };
        let Node::Select(array, index) = pool.node(byte) else { return None };
        let (Node::Input(symbol), Node::Const(index)) = (pool.node(array), pool.node(index)) else {
            return None;
        };
        if above.is_some_and(|(known, next)| known != symbol || next != index + 1) {
            return None;
        }
        above = Some((symbol, index));
        match lower {
            Some(lower) => rest = lower,
            None => return Some(InputWord { expr, symbol, offset: index }),
        }
    }
}

impl LazyHeap {
    /// The unknown pointer that an address is counted from. Of several words in a sum the one whose type says so; where no type is
    /// known, the only one.
    pub(crate) fn pointer_in(&self, pool: &Pool, module: &Module, address: ExprId) -> Option<InputWord> {
        let mut words = Vec::new();
        let mut terms = vec![(address, DEPTH)];
        while let Some((term, depth)) = terms.pop() {
            if let Some(word) = input_word(pool, term).filter(|word| self.part_of(word.symbol).is_some()) {
                words.push(word);
                continue;
            }
            match pool.node(term) {
                Node::Binary(BinaryOp::Add, a, b) if depth > 0 => {
                    terms.extend([(a, depth - 1), (b, depth - 1)]);
                }
                Node::Binary(BinaryOp::Sub, a, _) if depth > 0 => terms.push((a, depth - 1)),
                _ => {}
            }
        }
        let is_pointer = |word: &&InputWord| self.pointer_type(module, word).is_some();
        let mut pointers = words.iter().filter(is_pointer);
        match (pointers.next(), pointers.next(), words.as_slice()) {
            (Some(only), None, _) => Some(*only),
            (None, None, [only]) => Some(*only),
            _ => None,
        }
    }

    /// Where a word of unknown memory was read, or what lies above it was written, if that is not known: the unknown part of the offset.
    pub(crate) fn element_in(&self, pool: &Pool, term: ExprId) -> Option<ExprId> {
        let mut lowest = term;
        while let Node::Concat(_, low) = pool.node(lowest) {
            lowest = low;
        }
        let Node::Select(mut array, offset) = pool.node(lowest) else { return None };
        let is_unknown = |offset: &ExprId| pool.as_const(*offset).is_none();
        let mut found = Some(offset).filter(is_unknown);
        while let Node::Store(below, at, _) = pool.node(array) {
            found = found.or(Some(at).filter(is_unknown));
            array = below;
        }
        let Node::Input(symbol) = pool.node(array) else { return None };
        let offset = found.filter(|_| pool.width(term) == 64 && self.part_of(symbol).is_some())?;
        // The offsets of other bytes have another constant.
        match pool.node(offset) {
            Node::Binary(BinaryOp::Add, rest, constant) if pool.as_const(constant).is_some() => Some(rest),
            _ => Some(offset),
        }
    }

    /// Is a byte of an unknown pointer part of the value of an address? What an address is chosen by, or found at, does not count.
    pub(crate) fn has_pointer_in(&self, pool: &Pool, module: &Module, address: ExprId) -> bool {
        let (mut parts, mut seen) = (vec![address], FxHashSet::default());
        while let Some(part) = parts.pop() {
            if !seen.insert(part) || seen.len() > MOST_PARTS {
                continue;
            }
            match pool.node(part) {
                Node::Ite(_, a, b) => parts.extend([a, b]),
                Node::Select(array, index) => {
                    if let (Node::Input(symbol), Node::Const(index)) = (pool.node(array), pool.node(index))
                        && self.is_pointer_at(module, part, symbol, index / 8 * 8)
                    {
                        return true;
                    }
                }
                node => node.for_each_child(|child| parts.push(child)),
            }
        }
        false
    }

    fn is_pointer_at(&self, module: &Module, expr: ExprId, symbol: SymId, offset: u64) -> bool {
        self.pointer_type(module, &InputWord { expr, symbol, offset }).is_some()
    }

    /// The type of a word, if that is a pointer.
    pub(crate) fn pointer_type(&self, module: &Module, word: &InputWord) -> Option<CTypeId> {
        let place = self.place(module, word)?;
        let is_pointer = matches!(module.types.resolve(place.ty), CType::Pointer(_));
        (is_pointer && place.rest == 0).then_some(place.ty)
    }

    fn place(&self, module: &Module, word: &InputWord) -> Option<Designator> {
        let part = self.part_of(word.symbol)?;
        // `*pp` points to a structure: `(*pp)->next`.
        let root = if part.name.starts_with('*') { &*format!("({})", part.name) } else { &*part.name };
        let whole = Designator::variable(root, part.ty?);
        match part.role {
            super::Role::Object(_) => whole.pointee(&module.types, i64::try_from(word.offset).ok()?, 8),
            _ => Some(whole.inside(&module.types, word.offset, 8)),
        }
    }

    /// What a programmer calls a word.
    pub(crate) fn name_of(&self, module: &Module, word: &InputWord) -> String {
        let Some(part) = self.part_of(word.symbol) else { return "an unknown pointer".to_string() };
        match (self.place(module, word), &part.role) {
            (Some(place), _) if place.rest == 0 => place.text(),
            (_, super::Role::Object(_)) => match word.offset {
                0 => format!("*(void **){}", part.name),
                offset => format!("*(void **)((char *){} + {offset})", part.name),
            },
            (_, _) if word.offset == 0 => part.name.to_string(),
            (_, _) => format!("*(void **)((char *)&{} + {})", part.name, word.offset),
        }
    }
}
