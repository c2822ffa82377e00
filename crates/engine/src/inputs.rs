//! Inputs as people read them: hex, text, numbers.

use crate::entry::driver;
use crate::ktest::{Bytes, Ktest, KtestObject};
use crate::visible::visible_line;
use std::fmt::Write;

const PER_LINE: usize = 16;
/// Longer inputs are cut in messages; the test file has them whole.
const SHOWN: u64 = 4096;

/// Every object of a test.
pub fn describe(test: &Ktest) -> String {
    if test.objects.is_empty() {
        return "(no input)\n".to_string();
    }
    if let Some(heap) = &test.heap {
        return driver::statements(heap).join("\n") + "\n";
    }
    test.objects.iter().map(describe_object).collect()
}

/// Bytes of one object in a message; all are in the bug's folder.
const BRIEF: usize = 96;

/// One line for each object, or for each statement of a call: a C string where it is text, a number or hex otherwise.
pub fn brief(test: &Ktest) -> Vec<String> {
    if let Some(heap) = &test.heap {
        return driver::statements(heap);
    }
    let name = |object: &KtestObject| visible_line(&object.name);
    let width = test.objects.iter().map(|object| name(object).len()).max().unwrap_or_default();
    let line = |object: &KtestObject| {
        format!("{:<width$}  {}: {}", name(object), bytes(object.bytes.len()), brief_value(&object.bytes))
    };
    test.objects.iter().map(line).collect()
}

fn brief_value(all: &Bytes) -> String {
    let value = all.first(SHOWN);
    let shown = &value[..value.len().min(BRIEF)];
    let more = if (shown.len() as u64) < all.len() { " ..." } else { "" };
    if is_text(&value) {
        let code = if let [only] = value[..] { format!(" ({only})") } else { String::new() };
        return format!("{}{code}{more}", c_string(shown));
    }
    let hex: Vec<String> = shown.iter().map(|byte| format!("{byte:02x}")).collect();
    match as_number(&value) {
        Some(number) => format!("{} ({number})", hex.join(" ")),
        None => format!("{}{more}", hex.join(" ")),
    }
}

/// Characters that are printed, and zeros only at the end. One or two characters before zeros are rather a number.
fn is_text(value: &[u8]) -> bool {
    let end = value.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let is_printed = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r');
    (end == value.len() || end >= 3 || end > 0 && as_number(value).is_none())
        && value[..end].iter().all(is_printed)
}

/// `1 byte`, `2 bytes`
pub fn bytes(count: u64) -> String {
    if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") }
}

fn describe_object(object: &KtestObject) -> String {
    let (length, bytes) = (object.bytes.len(), object.bytes.first(SHOWN));
    let mut out = format!("{}: {length} byte(s)", visible_line(&object.name));
    if let Some(number) = as_number(&bytes) {
        write!(out, ", as a number {number}").unwrap_or_default();
    }
    out.push('\n');
    for (row, chunk) in bytes.chunks(PER_LINE).enumerate() {
        let hex: Vec<String> = chunk.iter().map(|byte| format!("{byte:02x}")).collect();
        let visible = |byte: &u8| if (b' '..=b'~').contains(byte) { char::from(*byte) } else { '.' };
        let text: String = chunk.iter().map(visible).collect();
        writeln!(out, "  {:04x}  {:<47}  {text}", row * PER_LINE, hex.join(" ")).unwrap_or_default();
    }
    if length > SHOWN {
        writeln!(out, "  ... {} more", length - SHOWN).unwrap_or_default();
    }
    if !bytes.is_empty() {
        writeln!(out, "  text: {}", c_string(&bytes)).unwrap_or_default();
    }
    out
}

/// As a C string literal. Octal escapes have three digits, so that no following digit is taken for a part of them.
pub fn c_string(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => write!(out, "\\{byte:03o}").unwrap_or_default(),
        }
    }
    out.push('"');
    out
}

/// Little-endian and signed, for sizes that C's integers have.
fn as_number(bytes: &[u8]) -> Option<i64> {
    match *bytes {
        [a] => Some(i64::from(a as i8)),
        [a, b] => Some(i64::from(i16::from_le_bytes([a, b]))),
        [a, b, c, d] => Some(i64::from(i32::from_le_bytes([a, b, c, d]))),
        _ => bytes.try_into().ok().map(i64::from_le_bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_text_are_shown() {
        let object = KtestObject { name: "n".to_string(), bytes: (-2i32).to_le_bytes().into() };
        let text = describe(&Ktest { objects: vec![object], ..Ktest::default() });
        assert!(text.starts_with("n: 4 byte(s), as a number -2\n  0000  fe ff ff ff"), "{text}");
        assert!(text.contains(r#"text: "\376\377\377\377""#), "{text}");
    }

    #[test]
    fn a_message_has_text_as_text() {
        let brief_value = |value: &[u8]| brief_value(&value.into());
        assert_eq!(brief_value(b"ab\n\0\0"), r#""ab\n\000\000""#);
        assert_eq!(brief_value(b""), r#""""#);
        assert_eq!(brief_value(b"a"), r#""a" (97)"#);
        assert_eq!(brief_value(&52i32.to_le_bytes()), "34 00 00 00 (52)");
        assert_eq!(brief_value(&300i32.to_le_bytes()), "2c 01 00 00 (300)");
        assert_eq!(brief_value(&[0, 0]), "00 00 (0)");
        assert_eq!(brief_value(&[1; 100]), format!("{} ...", ["01"; 96].join(" ")));
    }

    #[test]
    fn strings_are_what_c_reads() {
        assert_eq!(c_string(b"a\"\\\n\x001~"), r#""a\"\\\n\0001~""#);
    }
}
