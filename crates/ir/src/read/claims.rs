//! What a text says of loops although it can be computed: taken down while reading, compared at the end.

use super::body::Body;
use super::cursor::{Cursor, Outcome};
use super::error::{Problem, TextPos};
use crate::function::{Arrival, Function, LoopCrossing};
use crate::loops::Loop;
use crate::{BlockId, EdgeId, LoopId};

#[derive(Default)]
pub(super) struct Claims {
    loops: Vec<(Loop, TextPos)>,
    innermost: Vec<(BlockId, LoopId, TextPos)>,
    crossings: Vec<(EdgeId, LoopCrossing, TextPos)>,
}

impl Claims {
    /// To be called when the loops of the function are known.
    pub(super) fn check(&self, function: &Function) -> Outcome<()> {
        let found = &function.loops.loops;
        let mut known = found.iter();
        for (claimed, place) in &self.loops {
            if known.next() != Some(claimed) {
                return Err(Problem::new(*place, "this is not a loop of the function as it stands here"));
            }
        }
        match self.loops.last() {
            Some((_, place)) if self.loops.len() < found.len() => {
                let message = format!("the function has {} loops; list all of them or none", found.len());
                return Err(Problem::new(*place, message));
            }
            _ => {}
        }
        for (block, claimed, place) in &self.innermost {
            let inner = function.loops.innermost(*block);
            if inner != Some(*claimed) {
                let inner = inner.map_or("no loop".to_string(), |inner| inner.to_string());
                return Err(Problem::new(*place, format!("the innermost loop of this block is {inner}")));
            }
        }
        for (edge, claimed, place) in &self.crossings {
            let crossing = function.edges[*edge].crossing;
            if crossing != *claimed {
                let message = match crossing.is_none() {
                    true => "this edge crosses no loop".to_string(),
                    false => format!("this edge{crossing}"),
                };
                return Err(Problem::new(*place, message));
            }
        }
        Ok(())
    }
}

fn loop_id(cursor: &mut Cursor<'_>) -> Outcome<LoopId> {
    cursor.id("loop").map(LoopId)
}

fn edges(cursor: &mut Cursor<'_>, keyword: &str) -> Outcome<Vec<EdgeId>> {
    cursor.expect_mark(',')?;
    cursor.expect_word(keyword)?;
    cursor.list(|cursor| cursor.id("e").map(EdgeId))
}

impl Body<'_, '_> {
    /// `loop0 = header b1, blocks [b1 b2], depth 1, inside loop3, around [loop4], entries [e0], ...`
    pub(super) fn claimed_loop(&mut self) -> Outcome<()> {
        let place = self.cursor().place();
        let number = loop_id(self.cursor())?;
        self.reader.check_next_id("loop", number.0, self.claims.loops.len(), place)?;
        let labels = &self.header.labels;
        let block = |cursor: &mut Cursor<'_>| {
            let place = cursor.place();
            let label = cursor.word("the label of a block")?;
            let found = labels.get(label).copied();
            found.ok_or_else(|| Problem::new(place, format!("there is no block `{label}`")))
        };
        let cursor = &mut self.reader.cursor;
        cursor.expect_mark('=')?;
        cursor.expect_word("header")?;
        let header = block(cursor)?;
        cursor.expect_mark(',')?;
        cursor.expect_word("blocks")?;
        let blocks = cursor.list(block)?;
        cursor.expect_mark(',')?;
        cursor.expect_word("depth")?;
        let depth = cursor.number("a depth")?;
        let (mut parent, mut children) = (None, Vec::new());
        if eat_part(cursor, "inside") {
            parent = Some(loop_id(cursor)?);
        }
        if eat_part(cursor, "around") {
            children = cursor.list(loop_id)?;
        }
        let entries = edges(cursor, "entries")?;
        let latches = edges(cursor, "latches")?;
        let exits = edges(cursor, "exits")?;
        let reducible = !eat_part(cursor, "irreducible");
        let line = self.reader.location_or_none(place.line);
        let claimed =
            Loop { header, blocks, parent, children, depth, exits, entries, latches, line, reducible };
        self.claims.loops.push((claimed, place));
        Ok(())
    }

    /// `loop0`, behind `in`.
    pub(super) fn claim_innermost(&mut self, block: BlockId) -> Outcome<()> {
        let place = self.cursor().place();
        let id = loop_id(self.cursor())?;
        self.claims.innermost.push((block, id, place));
        Ok(())
    }

    /// `leaves loop0`, `enters loop1` or both, perhaps.
    pub(super) fn claim_crossing(&mut self, edge: EdgeId) -> Outcome<()> {
        let place = self.cursor().place();
        let cursor = self.cursor();
        let mut crossing = LoopCrossing::NONE;
        if cursor.eat_word("leaves") {
            crossing.left = Some(loop_id(cursor)?);
        }
        if cursor.eat_word("enters") {
            crossing.arrival = Some(Arrival::Enter(loop_id(cursor)?));
        } else if cursor.eat_word("repeats") {
            crossing.arrival = Some(Arrival::Back(loop_id(cursor)?));
        }
        if !crossing.is_none() {
            self.claims.crossings.push((edge, crossing, place));
        }
        Ok(())
    }
}

/// A comma and a keyword, or nothing.
fn eat_part(cursor: &mut Cursor<'_>, keyword: &str) -> bool {
    let before = cursor.at();
    let found = cursor.eat_mark(',') && cursor.eat_word(keyword);
    if !found {
        cursor.go_to(before);
    }
    found
}
