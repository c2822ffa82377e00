//! What of a state still depends on the past.
//!
//! A symbol that stands for a register or for memory becomes something else further back. Input, and what nobody knows, stays what it is. Once the question is
//! about such symbols alone, nothing that is further back changes its answer, and a walk need not go there.

use crate::state::{Context, Pointer, Root, State};
use bowline_base::FxHashSet;
use bowline_expr::{ExprId, SymId};

impl State {
    /// Drops registers, cells and texts that nothing depends on any more.
    pub(crate) fn sweep(&mut self, context: &mut Context<'_>) {
        if self.live.is_empty() && self.cells.is_empty() && self.texts.is_empty() {
            return;
        }
        let mut needed: FxHashSet<SymId> = FxHashSet::default();
        let all: Vec<ExprId> =
            self.conditions.iter().chain(&self.carried).copied().chain([self.bad]).collect();
        for expr in all {
            needed.extend(context.questions.symbols(&context.pool, expr).iter());
        }
        if let Some(target) = self.target.clone() {
            self.need_pointer(context, target.pointer, &mut needed);
        }
        // A cell may be needed for where another one is.
        loop {
            let before = needed.len();
            let pointers: Vec<Pointer> = (self.cells.iter().filter(|cell| needed.contains(&cell.symbol)))
                .map(|cell| cell.pointer)
                .chain(
                    self.texts.iter().filter(|text| needed.contains(&text.symbol)).map(|text| text.pointer),
                )
                .collect();
            for pointer in pointers {
                self.need_pointer(context, pointer, &mut needed);
            }
            if needed.len() == before {
                break;
            }
        }
        self.cells.retain(|cell| needed.contains(&cell.symbol));
        self.texts.retain(|text| needed.contains(&text.symbol));
        self.live.retain(|_, (symbol, _)| needed.contains(symbol));
    }

    fn need_pointer(&self, context: &mut Context<'_>, pointer: Pointer, needed: &mut FxHashSet<SymId>) {
        match pointer.root {
            Root::Register { frame, reg } => {
                needed.extend(self.live.get(&(frame, reg)).map(|(symbol, _)| *symbol));
            }
            Root::Cell(symbol) => {
                needed.insert(symbol);
            }
            Root::Number(value) => needed.extend(context.questions.symbols(&context.pool, value).iter()),
            Root::Object(_) | Root::Null => {}
        }
        needed.extend(context.questions.symbols(&context.pool, pointer.offset).iter());
    }

    /// Does nothing here depend on the past? After [`Self::sweep`].
    pub(crate) fn is_settled(&self) -> bool {
        self.live.is_empty() && self.cells.is_empty() && self.texts.is_empty() && self.target.is_none()
    }

    /// Does what is asked, with all that has to do with it, depend on inputs alone? Other conditions may depend on the past, and calls on the
    /// way may not come back. After [`Self::sweep`].
    pub(crate) fn is_decided_by_input(&self, context: &mut Context<'_>) -> bool {
        // Whether a pointer is NULL, or two are equal, would have to be known from the past.
        if self.target.is_some() || self.through_null || self.splits > 0 {
            return false;
        }
        let mut all = self.conditions.clone();
        all.push(self.bad);
        let groups = context.questions.groups(&context.pool, &all);
        let Some(group) = groups.into_iter().find(|group| group.contains(&self.bad)) else { return true };
        let own: FxHashSet<SymId> = group
            .into_iter()
            .flat_map(|expr| context.questions.symbols(&context.pool, expr).to_vec())
            .collect();
        let is_open = |symbol: &SymId| own.contains(symbol);
        !self.live.values().any(|(symbol, _)| is_open(symbol))
            && !self.cells.iter().any(|cell| is_open(&cell.symbol))
            && !self.texts.iter().any(|text| is_open(&text.symbol))
            && !self.unknown.iter().any(|(symbol, _)| is_open(symbol))
    }
}
