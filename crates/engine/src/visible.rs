//! Text of others (names of objects, what a program printed, sources) for people to read: nothing in it is obeyed by a terminal.

use std::borrow::Cow;

/// Control characters become escapes, as C writes them; line ends and tabulators stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match is_hidden(c) {
            true => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// For one line of a table or a list: also without line ends.
pub fn visible_line(text: &str) -> String {
    visible(text).replace('\n', "\\n").replace('\t', "\\t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_nothing() {
        assert_eq!(visible("plain\n\ttext é"), "plain\n\ttext é");
        assert_eq!(visible("\x1b[2J\r\x07\u{9b}31m\0"), "\\x1b[2J\\x0d\\x07\\x9b31m\\x00");
        assert_eq!(visible_line("a\n\x1b]0;b\tc"), "a\\n\\x1b]0;b\\tc");
    }
}
