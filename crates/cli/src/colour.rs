//! Colours, where somebody sees them: on a terminal, unless `NO_COLOR` is set or the terminal has none.

use bowline_engine::message::{Message, Tone};
use std::env;
use std::io::IsTerminal;

pub fn is_wanted(stream: &impl IsTerminal) -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    stream.is_terminal()
        && !is_set("NO_COLOR")
        && env::var_os("TERM").is_none_or(|terminal| terminal != "dumb")
}

/// With the escapes of ANSI terminals.
pub fn paint(message: &Message) -> String {
    message.pieces.iter().map(|(tone, text)| paint_text(*tone, text)).collect()
}

pub fn paint_text(tone: Tone, text: &str) -> String {
    let code = match tone {
        Tone::Plain => return text.to_string(),
        Tone::Strong => "1",
        Tone::Bad => "1;31",
        Tone::Good => "1;32",
        Tone::Pointer => "1;36",
        Tone::Quiet => "2",
    };
    // A line's end stays outside, so that no terminal paints the rest of the line.
    let (body, end) = text.strip_suffix('\n').map_or((text, ""), |body| (body, "\n"));
    format!("\x1b[{code}m{body}\x1b[0m{end}")
}
