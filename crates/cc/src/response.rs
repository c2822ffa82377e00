//! Response files: `@file` stands for the arguments in that file.
//!
//! Words are separated by white space; quotes of both kinds and backslashes work as in clang's default (GNU) reading.
//! A file that cannot be read stays as it is: the compiler says what is wrong with it.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Files may name each other in a circle.
const DEEPEST: usize = 16;

pub fn expand(args: &[OsString]) -> Vec<OsString> {
    let mut expanded = Vec::new();
    for arg in args {
        add(arg, 0, &mut expanded);
    }
    expanded
}

fn add(arg: &OsStr, depth: usize, expanded: &mut Vec<OsString>) {
    let file = arg.as_bytes().strip_prefix(b"@").filter(|_| depth < DEEPEST);
    match file.and_then(|file| fs::read(OsStr::from_bytes(file)).ok()) {
        Some(text) => words(&text).iter().for_each(|word| add(word, depth + 1, expanded)),
        None => expanded.push(arg.to_os_string()),
    }
}

fn words(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', _) => word.get_or_insert_default().extend(bytes.next()),
            (_, Some(end)) if byte == end => quote = None,
            (_, Some(_)) => word.get_or_insert_default().push(byte),
            (b'"' | b'\'', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (_, None) if byte.is_ascii_whitespace() => words.extend(word.take()),
            (_, None) => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_split_and_unquoted() {
        let text = br#"-DA=1  "two words" -DS=\"x\" 'it''s'
            -I a\ b "" end"#;
        assert_eq!(words(text), ["-DA=1", "two words", "-DS=\"x\"", "its", "-I", "a b", "", "end"]);
    }
}
