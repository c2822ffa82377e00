//! Which input bytes an expression depends on.

use crate::{ExprId, Node, Pool, SymId};
use bowline_base::FxHashMap;
use std::rc::Rc;

/// One thing an expression depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Support {
    /// A byte of an input, read at a constant index.
    Byte(SymId, u32),
    /// An input read at an index that is not constant: all of its bytes.
    Whole(SymId),
}

/// Remembers supports; sorted, without repetition, shared.
#[derive(Default)]
pub struct SupportCache {
    known: FxHashMap<ExprId, Rc<[Support]>>,
}

impl SupportCache {
    pub fn new() -> Self {
        Self::default()
    }

    /// Everything `root` depends on.
    pub fn of(&mut self, pool: &Pool, root: ExprId) -> Rc<[Support]> {
        if let Some(known) = self.known.get(&root) {
            return known.clone();
        }
        let mut seen = bowline_base::FxHashSet::default();
        let mut found = Vec::new();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            if let Some(known) = self.known.get(&id) {
                found.extend_from_slice(known);
                continue;
            }
            match pool.node(id) {
                Node::Select(array, index) => match (pool.node(array), pool.as_const(index)) {
                    (Node::Input(symbol), Some(at)) => found.push(Support::Byte(symbol, at as u32)),
                    _ => {
                        stack.push(array);
                        stack.push(index);
                    }
                },
                Node::Input(symbol) => found.push(Support::Whole(symbol)),
                node => node.for_each_child(|child| stack.push(child)),
            }
        }
        found.sort_unstable();
        found.dedup();
        let shared: Rc<[Support]> = found.into();
        self.known.insert(root, shared.clone());
        shared
    }

    /// Drops entries of collected expressions.
    pub fn retain(&mut self, keep: impl Fn(ExprId) -> bool) {
        self.known.retain(|id, _| keep(*id));
    }
}
