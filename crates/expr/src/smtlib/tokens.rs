//! Parentheses, words and strings of a text.

pub(super) enum Token<'t> {
    Open,
    Close,
    Word(&'t str),
    Quoted(String),
}

/// The tokens of a text, and the line they are in.
pub(super) struct Tokens<'t> {
    pub rest: &'t str,
    pub line: usize,
}

impl<'t> Tokens<'t> {
    pub fn next(&mut self) -> Result<Option<Token<'t>>, String> {
        loop {
            let trimmed = self.rest.trim_start();
            self.take(self.rest.len() - trimmed.len());
            if !self.rest.starts_with(';') {
                break;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        Ok(Some(match first {
            '(' => {
                self.take(1);
                Token::Open
            }
            ')' => {
                self.take(1);
                Token::Close
            }
            '"' => Token::Quoted(self.quoted()?),
            '|' => {
                let end = self.rest[1..].find('|').ok_or("a quoted symbol does not end")?;
                Token::Word(&self.take(end + 2)[1..=end])
            }
            _ => {
                let stop = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '"' | '|');
                Token::Word(self.take(self.rest.find(stop).unwrap_or(self.rest.len())))
            }
        }))
    }

    /// Steps over `length` bytes, counting lines.
    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    /// A string; two quotes in it stand for one.
    fn quoted(&mut self) -> Result<String, String> {
        let mut text = String::new();
        self.take(1);
        loop {
            let end = self.rest.find('"').ok_or("a string does not end")?;
            text.push_str(self.take(end));
            self.take(1);
            if !self.rest.starts_with('"') {
                return Ok(text);
            }
            text.push('"');
            self.take(1);
        }
    }
}
