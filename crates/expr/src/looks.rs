//! Bodies of bounded terms that look at a few bytes of inputs and at little else that depends on the number: `s[j] == ' '`, or a newline where no carriage
//! return is before it (and `j` is not 0).
//!
//! Whether such a body holds is the same wherever these bytes are, and comparisons of the number itself come out alike. So it is evaluated once for each of
//! their values, and going through a long text is looking them up. What a body must be for that is told from its form; any other is evaluated for each
//! number.

use crate::stretches::Stretches;
use crate::{BinaryOp, ExprId, Model, Node, Pool, SymId, Width, fold};
use bowline_base::{FxHashMap, FxHashSet};

/// Bytes that a body may look at.
const MOST_BYTES: usize = 4;
/// Comparisons of the number: a bit for each.
const MOST_TESTS: usize = 8;

/// What moves by the same for each number, in machine arithmetic, and may then be extended: what it is for the number 0, and how far on for the next.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Line {
    start: u128,
    step: u128,
    /// Before it is extended, and whether that keeps its sign.
    width: Width,
    is_signed: bool,
    extended: Width,
}

impl Line {
    /// The line that an expression is on; nothing where it is on none.
    fn of(walk: &mut Stretches<'_>, id: ExprId) -> Option<Self> {
        let extended = walk.pool.width(id);
        if let Some((start, step)) = walk.line_of(id) {
            return Some(Self { start, step, width: extended, is_signed: false, extended });
        }
        let (inner, is_signed) = match walk.pool.node(id) {
            Node::SignExtend(inner) => (inner, true),
            Node::ZeroExtend(inner) => (inner, false),
            _ => return None,
        };
        let (start, step) = walk.line_of(inner)?;
        Some(Self { start, step, width: walk.pool.width(inner), is_signed, extended })
    }

    fn at(self, number: u64) -> u128 {
        let value = self.start.wrapping_add(self.step.wrapping_mul(number.into())) & fold::mask(self.width);
        match self.is_signed {
            true => fold::sign_extend(value, self.width, self.extended),
            false => value,
        }
    }
}

/// A comparison between two lines.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Test {
    op: BinaryOp,
    sides: [Line; 2],
}

impl Test {
    fn holds(self, number: u64) -> bool {
        let [a, b] = self.sides.map(|side| side.at(number));
        fold::binary(self.op, self.sides[0].extended, a, b) == 1
    }
}

/// What decides whether a body holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Seen {
    bytes: [u8; MOST_BYTES],
    tests: [bool; MOST_TESTS],
}

/// See the module documentation.
#[derive(Default)]
pub(crate) struct Looks {
    bytes: Vec<(SymId, Line)>,
    tests: Vec<Test>,
    known: FxHashMap<Seen, bool>,
}

impl Looks {
    /// What a body looks at; nothing where that is something else.
    pub fn of(walk: &mut Stretches<'_>) -> Option<Self> {
        let mut this = Self::default();
        let (mut pending, mut seen) = (vec![walk.body], FxHashSet::default());
        while let Some(id) = pending.pop() {
            if walk.pool.levels_of(id).is_closed() || !seen.insert(id) {
                continue;
            }
            match walk.pool.node(id) {
                Node::Bound(_) | Node::Bounded { .. } => return None,
                Node::Select(array, index) => this.add_byte(walk, array, index)?,
                Node::Binary(op, a, b) if op.is_comparison() && this.add_test(walk, op, [a, b]) => {}
                node => node.for_each_child(|part| pending.push(part)),
            }
        }
        let is_few = this.bytes.len() <= MOST_BYTES && this.tests.len() <= MOST_TESTS;
        is_few.then_some(this)
    }

    fn add_byte(&mut self, walk: &mut Stretches<'_>, array: ExprId, index: ExprId) -> Option<()> {
        let Node::Input(of) = walk.pool.node(array) else { return None };
        let place = (of, Line::of(walk, index)?);
        if !self.bytes.contains(&place) {
            self.bytes.push(place);
        }
        Some(())
    }

    /// False where a comparison is of something else.
    fn add_test(&mut self, walk: &mut Stretches<'_>, op: BinaryOp, sides: [ExprId; 2]) -> bool {
        let [Some(a), Some(b)] = sides.map(|side| Line::of(walk, side)) else { return false };
        let test = Test { op, sides: [a, b] };
        if !self.tests.contains(&test) {
            self.tests.push(test);
        }
        true
    }

    /// Does the body hold for a number?
    pub fn truth(&mut self, walk: &mut Stretches<'_>, number: u64) -> bool {
        let seen = self.seen(walk.pool, walk.model, number);
        *self.known.entry(seen).or_insert_with(|| walk.holds(number))
    }

    fn seen(&self, pool: &Pool, model: &Model, number: u64) -> Seen {
        let mut seen = Seen { bytes: [0; MOST_BYTES], tests: [false; MOST_TESTS] };
        for (byte, &(of, place)) in seen.bytes.iter_mut().zip(&self.bytes) {
            let at = place.at(number) as u64;
            if at < pool.symbol_info(of).size {
                *byte = model.byte(of, at);
            }
        }
        for (holds, test) in seen.tests.iter_mut().zip(&self.tests) {
            *holds = test.holds(number);
        }
        seen
    }
}
