//! Words, names and marks of the text.
//!
//! Lines count: a line break is a token, and nothing goes on past it. `//` starts a comment. Source positions (`! a.c:3:5`
//! at the end of a line) are kept aside by line, since they belong to what the line says as a whole.

use super::error::{Problem, TextPos};
use bowline_base::FxHashMap;
use std::borrow::Cow;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind<'t> {
    /// Letters, digits, `_`, `.` and `$`: keywords, labels, numbers.
    Word(&'t str),
    /// `%name`, without the mark.
    Register(&'t str),
    /// `@name`, with what follows it immediately.
    Symbol(Symbol<'t>),
    /// A quoted text, unescaped.
    Text(Cow<'t, str>),
    Mark(char),
    /// `->`
    Arrow,
    LineEnd,
    End,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Symbol<'t> {
    pub name: Cow<'t, str>,
    /// `#f3`: which one of several of that name.
    pub id: Option<&'t str>,
    /// `+8`
    pub offset: Option<i64>,
    /// `:b2`
    pub label: Option<&'t str>,
}

#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub kind: Kind<'t>,
    pub place: TextPos,
}

/// A source position as written.
#[derive(Clone, Debug)]
pub(super) struct Location<'t> {
    pub file: Cow<'t, str>,
    pub line: u32,
    pub column: u32,
    pub place: TextPos,
}

pub(super) struct Lexed<'t> {
    /// Ends with a line end and [`Kind::End`].
    pub tokens: Vec<Token<'t>>,
    /// By line.
    pub locations: FxHashMap<u32, Location<'t>>,
}

pub(super) fn lex(text: &str) -> Result<Lexed<'_>, Problem> {
    let mut lexed = Lexed { tokens: Vec::new(), locations: FxHashMap::default() };
    let mut place = TextPos::default();
    for (number, line) in (0..).zip(text.lines()) {
        let mut lexer = Lexer { line, at: 0, number };
        while lexer.skip_to_token() {
            place = lexer.place();
            if lexer.eat('!') {
                lexed.locations.insert(number, lexer.location(place)?);
                continue;
            }
            let kind = lexer.token()?;
            lexed.tokens.push(Token { kind, place });
        }
        place = lexer.place();
        lexed.tokens.push(Token { kind: Kind::LineEnd, place });
    }
    lexed.tokens.extend([Kind::LineEnd, Kind::End].map(|kind| Token { kind, place }));
    Ok(lexed)
}

struct Lexer<'t> {
    line: &'t str,
    at: usize,
    number: u32,
}

impl<'t> Lexer<'t> {
    fn place(&self) -> TextPos {
        TextPos { line: self.number, byte: self.at as u32 }
    }

    fn rest(&self) -> &'t str {
        &self.line[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Whether there is a token left on the line.
    fn skip_to_token(&mut self) -> bool {
        self.take_while(char::is_whitespace);
        !self.rest().is_empty() && !self.rest().starts_with("//")
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, Problem> {
        Err(Problem::new(self.place(), message))
    }

    fn token(&mut self) -> Result<Kind<'t>, Problem> {
        let Some(first) = self.peek() else { return Ok(Kind::LineEnd) };
        match first {
            '"' => Ok(Kind::Text(self.text()?)),
            '%' => {
                self.eat('%');
                Ok(Kind::Register(self.word("the name or number of a register")?))
            }
            '@' => {
                self.eat('@');
                Ok(Kind::Symbol(self.symbol()?))
            }
            '-' if self.rest().starts_with("->") => {
                self.at += 2;
                Ok(Kind::Arrow)
            }
            _ if is_word(first) => Ok(Kind::Word(self.take_while(is_word))),
            _ if "=,:()[]{}+-*?;".contains(first) => {
                self.eat(first);
                Ok(Kind::Mark(first))
            }
            _ => self.fail(format!("{first:?} has no meaning here")),
        }
    }

    fn word(&mut self, what: &str) -> Result<&'t str, Problem> {
        match self.take_while(is_word) {
            "" => self.fail(format!("expected {what}")),
            word => Ok(word),
        }
    }

    fn symbol(&mut self) -> Result<Symbol<'t>, Problem> {
        let name = match self.peek() {
            Some('"') => self.text()?,
            _ => Cow::Borrowed(self.word("a name, or a text in quotes")?),
        };
        let id = if self.eat('#') { Some(self.word("an id such as f3 or g3")?) } else { None };
        let mut next = self.rest().chars();
        let (mark, after) = (next.next(), next.next());
        let (mut offset, mut label) = (None, None);
        match mark {
            Some('+' | '-') if after.is_some_and(|c| c.is_ascii_digit()) => {
                let place = self.place();
                let digits = &self.rest()[1..];
                let length = digits.find(|c| !is_word(c)).unwrap_or(digits.len());
                let number = self.rest()[..1 + length].parse();
                let number = number.map_err(|_| Problem::new(place, "expected an offset of at most 64 bits"));
                offset = Some(number?);
                self.at += 1 + length;
            }
            Some(':') if after.is_some_and(is_word) => {
                self.eat(':');
                label = Some(self.word("a label")?);
            }
            _ => {}
        }
        Ok(Symbol { name, id, offset, label })
    }

    /// Behind the `!`.
    fn location(&mut self, place: TextPos) -> Result<Location<'t>, Problem> {
        const EXPECTED: &str = "expected a source position such as `! file.c:3` or `! file.c:3:5`";
        self.take_while(char::is_whitespace);
        let file = match self.peek() {
            Some('"') => self.text()?,
            _ => Cow::Borrowed(self.take_while(|c| c != ':' && !c.is_whitespace())),
        };
        if !self.eat(':') {
            return self.fail(EXPECTED);
        }
        let number = |lexer: &mut Self| {
            let place = lexer.place();
            let digits = lexer.take_while(|c| c.is_ascii_digit());
            digits.parse::<u32>().map_err(|_| Problem::new(place, EXPECTED))
        };
        let line = number(self)?;
        let column = if self.eat(':') { number(self)? } else { 0 };
        if self.skip_to_token() {
            return self.fail("a source position ends its line");
        }
        Ok(Location { file, line, column, place })
    }

    /// A text in quotes; escapes are those of Rust's `Debug`.
    fn text(&mut self) -> Result<Cow<'t, str>, Problem> {
        self.eat('"');
        let plain = self.take_while(|c| c != '"' && c != '\\');
        if self.eat('"') {
            return Ok(Cow::Borrowed(plain));
        }
        let mut text = plain.to_string();
        loop {
            text.push_str(self.take_while(|c| c != '"' && c != '\\'));
            if self.eat('"') {
                return Ok(Cow::Owned(text));
            }
            if !self.eat('\\') {
                return self.fail("this text has no closing quote");
            }
            text.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Result<char, Problem> {
        let Some(c) = self.peek() else { return self.fail("this text has no closing quote") };
        let meaning = match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            '\\' | '"' | '\'' => c,
            'u' => return self.code_point(),
            _ => {
                return self.fail(format!(
                    "\\{c} is no escape; there are \\n \\t \\r \\0 \\\\ \\\" \\' and \\u{{..}}"
                ));
            }
        };
        self.eat(c);
        Ok(meaning)
    }

    fn code_point(&mut self) -> Result<char, Problem> {
        let place = self.place();
        self.eat('u');
        let opened = self.eat('{');
        let digits = self.take_while(|c| c.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        match number {
            Some(c) if opened && self.eat('}') => Ok(c),
            _ => Err(Problem::new(place, "expected the number of a character, as in \\u{1f}")),
        }
    }
}

pub(super) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.$".contains(c)
}
