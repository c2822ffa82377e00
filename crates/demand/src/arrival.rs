//! The end of a walk: nothing is before this place. What of the condition there is input, and what does nobody know?

use crate::objects::ObjectId;
use crate::query::Reason;
use crate::resolve::text_length;
use crate::state::{Asked, Cell, Root, State, Text};
use crate::term::symbols;
use crate::walk::{Arrival, Walk};

impl Walk<'_, '_> {
    /// Nothing is before this: is the condition possible, and is it known what it depends on?
    pub(crate) fn arrive(&mut self, mut state: State, blocked: Option<Reason>) {
        // What runs before `main` may have changed globals.
        let is_main =
            self.context.facts.main == Some(state.function) && self.context.module.constructors.is_empty();
        state.forget_frame(self.context);
        self.settle_texts(&mut state, is_main);
        while let Some(cell) = state.take_outermost_cell() {
            let initial = if is_main { state.initial_value(self.context, &cell) } else { None };
            match (initial, cell.pointer.root, cell.pointer.object) {
                (Some((value, made_from)), ..) => {
                    state.resolve_cell(self.context, cell.symbol, value, made_from);
                }
                (None, Root::Object(ObjectId::Global(id)), _) | (None, _, Some(ObjectId::Global(id))) => {
                    let what = format!("what the global `{}` holds", self.context.module.globals[id].name);
                    state.forget_cell(self.context, &cell, Reason::Outside(what));
                }
                _ if state.has_root(Root::Cell(cell.symbol)) => {
                    let what = "an object behind a pointer in memory that was there before".to_string();
                    state.forget_cell(self.context, &cell, Reason::Outside(what));
                }
                // What anybody may have put there is input.
                _ => {}
            }
        }
        if let Some(target) = state.target.take() {
            let name = &self.context.module.functions[state.function].name;
            let what = Reason::Outside(format!("the size of an object that `{name}` is given a pointer to"));
            state.unknown.push((target.offset, what.clone()));
            state.unknown.push((target.size, what));
        }
        let mut all = state.conditions.clone();
        all.push(state.bad);
        let asked = self.ask(&all);
        if asked == Some(false) {
            return;
        }
        let own = symbols(&self.context.pool, all);
        let hidden =
            state.unknown.iter().find(|(symbol, _)| own.contains(symbol)).map(|(_, why)| why.clone());
        let undecided = asked.is_none().then(|| Reason::Limit("the solver did not decide it".to_string()));
        let by_input = undecided.is_none() && hidden.is_none();
        let blocked = undecided.or(hidden).or_else(|| state.doubts.first().cloned()).or(blocked);
        self.found.arrivals.push(Arrival { state, blocked, by_input });
    }

    /// Lengths of texts at the start: those of globals are as at first, those behind parameters are input.
    fn settle_texts(&mut self, state: &mut State, is_main: bool) {
        for text in std::mem::take(&mut state.texts) {
            if let Asked::Contents(why) = &text.asked {
                settle_contents(state, &text, why.clone());
                continue;
            }
            match (text.pointer.root, text.pointer.object) {
                (Root::Object(ObjectId::Global(id)), _) | (_, Some(ObjectId::Global(id))) => {
                    let known = matches!(text.pointer.root, Root::Object(_)) && is_main;
                    let length = known.then(|| text_length(self.context, id, text.pointer)).flatten();
                    match length {
                        Some(length) => {
                            let length = self.context.pool.constant(length.into(), 64);
                            state.substitute(self.context, text.symbol, length);
                        }
                        None => {
                            let what =
                                format!("the text in the global `{}`", self.context.module.globals[id].name);
                            state.unknown.push((text.symbol, Reason::Outside(what)));
                        }
                    }
                }
                (Root::Register { .. } | Root::Cell(_), None) => state.lengths.push(text.symbol),
                _ => {
                    let what = "a text at an address that is computed".to_string();
                    state.unknown.push((text.symbol, Reason::Outside(what)));
                }
            }
        }
    }
}

impl State {
    /// A cell that is not behind a pointer in another one, if there is one.
    fn take_outermost_cell(&mut self) -> Option<Cell> {
        let is_outermost =
            |cell: &Cell| !self.cells.iter().any(|one| cell.pointer.root == Root::Cell(one.symbol));
        match self.cells.iter().rposition(is_outermost) {
            Some(at) => Some(self.cells.remove(at)),
            None => self.cells.pop(),
        }
    }
}

/// What anybody may have put into a text that was there before is input.
fn settle_contents(state: &mut State, text: &Text, why: Reason) {
    let is_input =
        matches!(text.pointer.root, Root::Register { .. } | Root::Cell(_)) && text.pointer.object.is_none();
    if !is_input {
        state.unknown.push((text.symbol, why));
    }
}
