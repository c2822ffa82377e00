//! A collection of constraints that takes one more, or all of another, at once and shares the rest with its copies.

use bowline_expr::ExprId;
use std::rc::Rc;

/// See the module documentation.
#[derive(Clone, Default)]
pub struct Rope(Option<Rc<Piece>>);

struct Piece {
    /// Nothing where two ropes are joined.
    constraint: Option<ExprId>,
    rest: [Rope; 2],
    len: u32,
}

impl Rope {
    pub fn len(&self) -> u32 {
        self.0.as_ref().map_or(0, |piece| piece.len)
    }

    pub fn append(&mut self, constraint: ExprId) {
        let rest = std::mem::take(self);
        let len = rest.len() + 1;
        let piece = Piece { constraint: Some(constraint), rest: [rest, Self::default()], len };
        *self = Self(Some(Rc::new(piece)));
    }

    pub fn join(&mut self, other: Self) {
        if other.0.is_none() {
            return;
        }
        let own = std::mem::take(self);
        if own.0.is_none() {
            *self = other;
            return;
        }
        let len = own.len() + other.len();
        *self = Self(Some(Rc::new(Piece { constraint: None, rest: [own, other], len })));
    }

    /// The constraints, newest first within what was appended.
    pub fn list(&self, into: &mut Vec<ExprId>) {
        let mut pending: Vec<&Piece> = self.0.as_deref().into_iter().collect();
        while let Some(piece) = pending.pop() {
            into.extend(piece.constraint);
            pending.extend(piece.rest.iter().rev().filter_map(|rest| rest.0.as_deref()));
        }
    }
}

impl Drop for Piece {
    /// Without recursion: ropes are as long as paths.
    fn drop(&mut self) {
        let mut pending: Vec<Rc<Piece>> = self.rest.iter_mut().filter_map(|rest| rest.0.take()).collect();
        while let Some(piece) = pending.pop() {
            if let Ok(mut piece) = Rc::try_unwrap(piece) {
                pending.extend(piece.rest.iter_mut().filter_map(|rest| rest.0.take()));
            }
        }
    }
}
