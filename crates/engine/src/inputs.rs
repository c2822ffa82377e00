//! Inputs as people read them: hex, text, numbers.

use crate::ktest::{Ktest, KtestObject};
use std::fmt::Write;

const PER_LINE: usize = 16;
/// Longer inputs are cut in messages; the test file has them whole.
const SHOWN: usize = 4096;

/// Every object of a test.
pub fn describe(test: &Ktest) -> String {
    if test.objects.is_empty() {
        return "(no input)\n".to_string();
    }
    test.objects.iter().map(describe_object).collect()
}

fn describe_object(object: &KtestObject) -> String {
    let bytes = &object.bytes;
    let mut out = format!("{}: {} byte(s)", object.name, bytes.len());
    if let Some(number) = as_number(bytes) {
        write!(out, ", as a number {number}").unwrap_or_default();
    }
    out.push('\n');
    for (row, chunk) in bytes[..bytes.len().min(SHOWN)].chunks(PER_LINE).enumerate() {
        let hex: Vec<String> = chunk.iter().map(|byte| format!("{byte:02x}")).collect();
        let visible = |byte: &u8| if (b' '..=b'~').contains(byte) { char::from(*byte) } else { '.' };
        let text: String = chunk.iter().map(visible).collect();
        writeln!(out, "  {:04x}  {:<47}  {text}", row * PER_LINE, hex.join(" ")).unwrap_or_default();
    }
    if bytes.len() > SHOWN {
        writeln!(out, "  ... {} more", bytes.len() - SHOWN).unwrap_or_default();
    }
    if !bytes.is_empty() {
        writeln!(out, "  text: {}", c_string(&bytes[..bytes.len().min(SHOWN)])).unwrap_or_default();
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
        let object = KtestObject { name: "n".to_string(), bytes: (-2i32).to_le_bytes().to_vec() };
        let text = describe(&Ktest { args: vec![], objects: vec![object] });
        assert!(text.starts_with("n: 4 byte(s), as a number -2\n  0000  fe ff ff ff"), "{text}");
        assert!(text.contains(r#"text: "\376\377\377\377""#), "{text}");
    }

    #[test]
    fn strings_are_what_c_reads() {
        assert_eq!(c_string(b"a\"\\\n\x001~"), r#""a\"\\\n\0001~""#);
    }
}
