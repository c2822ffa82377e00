//! What is wrong with a text, and where.

use std::fmt;

/// A position in the text: a line, counted from 0, and a byte of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct TextPos {
    pub line: u32,
    pub byte: u32,
}

/// A problem with a place; what the parts of the reader pass on until the text is at hand.
#[derive(Debug)]
pub(super) struct Problem {
    pub place: TextPos,
    pub message: String,
}

impl Problem {
    pub(super) fn new(place: TextPos, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }
}

/// Why a text is not a module.
///
/// It is displayed with the line and a mark below the column; its `Debug` form is the same, for tests that unwrap.
#[derive(Clone, PartialEq, Eq)]
pub struct ReadError {
    /// Counted from 1.
    pub line: u32,
    /// In characters, counted from 1.
    pub column: u32,
    pub message: String,
    /// The whole line, for whoever has not got the text.
    pub excerpt: String,
}

impl ReadError {
    pub(super) fn new(text: &str, problem: Problem) -> Self {
        let TextPos { line, byte } = problem.place;
        let excerpt = text.lines().nth(line as usize).unwrap_or_default();
        let before = excerpt.get(..byte as usize).unwrap_or(excerpt);
        Self {
            line: line + 1,
            column: before.chars().count() as u32 + 1,
            message: problem.message,
            excerpt: excerpt.to_string(),
        }
    }
}

/// Lines are cut to this many characters around the place.
const SHOWN: usize = 100;

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, message, excerpt } = self;
        let at = *column as usize - 1;
        let start = at.saturating_sub(SHOWN / 2);
        let shown: String = excerpt.chars().skip(start).take(SHOWN).collect();
        let mark = " ".repeat(at - start);
        write!(f, "line {line}, column {column}: {message}\n  {}\n  {mark}^", shown.replace('\t', " "))
    }
}

impl fmt::Debug for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for ReadError {}
