//! A place in the sequence of tokens, and what may be asked for there.

use super::error::{Problem, TextPos};
use super::lexer::{Kind, Lexed, Location, Symbol, Token};
use crate::inst::Width;
use crate::spelling::Spelled;
use bowline_base::FxHashMap;
use std::borrow::Cow;
use std::fmt::Display;

pub(super) type Outcome<T> = Result<T, Problem>;

pub(super) struct Cursor<'t> {
    tokens: Vec<Token<'t>>,
    at: usize,
    /// Positions that nothing has asked for yet.
    locations: FxHashMap<u32, Location<'t>>,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(lexed: Lexed<'t>) -> Self {
        Self { tokens: lexed.tokens, at: 0, locations: lexed.locations }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn peek(&self) -> &Kind<'t> {
        &self.tokens[self.at].kind
    }

    pub(super) fn peek_second(&self) -> &Kind<'t> {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    pub(super) fn place(&self) -> TextPos {
        self.tokens[self.at].place
    }

    /// The last token, which says that the text ends, is never passed.
    pub(super) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(self.place(), message)
    }

    pub(super) fn expected<T>(&self, what: impl Display) -> Outcome<T> {
        let found = match self.peek() {
            Kind::Word(word) => format!("`{word}`"),
            Kind::Register(name) => format!("`%{name}`"),
            Kind::Symbol(symbol) => format!("`@{}`", symbol.name),
            Kind::Text(text) => format!("{text:?}"),
            Kind::Mark(mark) => format!("`{mark}`"),
            Kind::Arrow => "`->`".to_string(),
            Kind::LineEnd => "the end of the line".to_string(),
            Kind::End => "the end of the text".to_string(),
        };
        Err(self.problem(format!("expected {what}, found {found}")))
    }

    pub(super) fn peek_word(&self) -> Option<&'t str> {
        if let Kind::Word(word) = self.peek() { Some(word) } else { None }
    }

    pub(super) fn word(&mut self, what: impl Display) -> Outcome<&'t str> {
        let Some(word) = self.peek_word() else { return self.expected(what) };
        self.advance();
        Ok(word)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Outcome<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(format_args!("`{word}`")) }
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        *self.peek() == Kind::Mark(mark)
    }

    pub(super) fn eat_mark(&mut self, mark: char) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect_mark(&mut self, mark: char) -> Outcome<()> {
        if self.eat_mark(mark) { Ok(()) } else { self.expected(format_args!("`{mark}`")) }
    }

    /// A word of the form `prefix` and a number, such as `e3`.
    pub(super) fn peek_id(&self, prefix: &str) -> Option<u32> {
        id_in(self.peek_word()?, prefix)
    }

    pub(super) fn eat_id(&mut self, prefix: &str) -> Option<u32> {
        let id = self.peek_id(prefix)?;
        self.advance();
        Some(id)
    }

    pub(super) fn id(&mut self, prefix: &str) -> Outcome<u32> {
        match self.eat_id(prefix) {
            Some(id) => Ok(id),
            None => self.expected(format_args!("an id such as `{prefix}0`")),
        }
    }

    pub(super) fn peek_number(&self) -> Option<u128> {
        let word = self.peek_word()?;
        match word.strip_prefix("0x") {
            Some(digits) => u128::from_str_radix(digits, 16).ok(),
            None => word.parse().ok(),
        }
    }

    /// A number without sign, which must fit the type asked for.
    pub(super) fn number<T: TryFrom<u128>>(&mut self, what: &str) -> Outcome<T> {
        let Some(number) = self.peek_number() else { return self.expected(what) };
        let Ok(number) = T::try_from(number) else {
            return Err(self.problem(format!("{number} is too large for {what}")));
        };
        self.advance();
        Ok(number)
    }

    /// `i32`
    pub(super) fn width(&mut self) -> Outcome<Width> {
        let width = self.peek_id("i").and_then(|width| Width::try_from(width).ok());
        match width.filter(|width| (1..=128).contains(width)) {
            Some(width) => {
                self.advance();
                Ok(width)
            }
            None => self.expected("a width from `i1` to `i128`"),
        }
    }

    /// One of the names of an enum.
    pub(super) fn spelled<T: Spelled>(&mut self, what: &str) -> Outcome<T> {
        match self.peek_word().and_then(T::from_spelling) {
            Some(found) => {
                self.advance();
                Ok(found)
            }
            None => {
                let names: Vec<String> = T::VARIANTS.iter().map(|(variant, _)| variant.spelled()).collect();
                self.expected(format_args!("{what} ({})", names.join(", ")))
            }
        }
    }

    pub(super) fn text(&mut self, what: &str) -> Outcome<Cow<'t, str>> {
        let Kind::Text(text) = self.peek() else { return self.expected(what) };
        let text = text.clone();
        self.advance();
        Ok(text)
    }

    pub(super) fn symbol(&mut self, what: &str) -> Outcome<Symbol<'t>> {
        let Kind::Symbol(symbol) = self.peek() else { return self.expected(what) };
        let symbol = symbol.clone();
        self.advance();
        Ok(symbol)
    }

    /// A name that is being given, without anything behind it.
    pub(super) fn new_name(&mut self, what: &str) -> Outcome<Cow<'t, str>> {
        let place = self.place();
        match self.symbol(what)? {
            Symbol { name, id: None, offset: None, label: None } => Ok(name),
            _ => Err(Problem::new(place, format!("expected {what} and nothing behind it"))),
        }
    }

    /// `[a b c]`
    pub(super) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Outcome<T>) -> Outcome<Vec<T>> {
        self.expect_mark('[')?;
        let mut items = Vec::new();
        while !self.eat_mark(']') {
            items.push(item(self)?);
        }
        Ok(items)
    }

    pub(super) fn end_line(&mut self) -> Outcome<()> {
        if *self.peek() != Kind::LineEnd {
            return self.expected("the end of the line");
        }
        self.skip_line_ends();
        Ok(())
    }

    pub(super) fn skip_line_ends(&mut self) {
        while *self.peek() == Kind::LineEnd {
            self.advance();
        }
    }

    /// To the beginning of the next line that says anything.
    pub(super) fn skip_line(&mut self) {
        while !matches!(self.peek(), Kind::LineEnd | Kind::End) {
            self.advance();
        }
        self.skip_line_ends();
    }

    /// The same as [`Self::eat_word`], but the word may also start the next line.
    pub(super) fn eat_continuing_word(&mut self, word: &str) -> bool {
        let before = self.at;
        self.skip_line_ends();
        let found = self.eat_word(word);
        if !found {
            self.at = before;
        }
        found
    }

    /// The source position at the end of a line, for whoever is the first to ask.
    pub(super) fn take_location(&mut self, line: u32) -> Option<Location<'t>> {
        self.locations.remove(&line)
    }

    /// The first source position that belongs to nothing.
    pub(super) fn left_over_location(&self) -> Option<TextPos> {
        self.locations.values().map(|location| location.place).min()
    }
}

/// The number in a word that is `prefix` and a number.
pub(super) fn id_in(word: &str, prefix: &str) -> Option<u32> {
    let digits = word.strip_prefix(prefix)?;
    if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}
