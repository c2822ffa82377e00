//! Version 1.1 of the exchange format for test suites that competitions use: a directory with `metadata.xml` and one XML
//! file per test case, whose `input` elements are the values that `__VERIFIER_nondet_*` return, in order.
//!
//! Values are written as C literals: integers in decimal (negative where the type has a sign), floating point so that it
//! reads back exactly, memory byte by byte. The `type` of each value is written as well, and needed to read a file back.

use crate::ktest::{Ktest, KtestObject};
use std::fmt::Write as _;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Signed,
    Unsigned,
    Bool,
    Float,
    Double,
    /// The 80-bit format of x86.
    LongDouble,
}

/// The function's suffix, the type in C, bytes, how the value is written. The first of a C type is the one it is read as.
const TYPES: &[(&str, &str, usize, Kind)] = &[
    ("bool", "_Bool", 1, Kind::Bool),
    ("char", "char", 1, Kind::Signed),
    ("schar", "signed char", 1, Kind::Signed),
    ("uchar", "unsigned char", 1, Kind::Unsigned),
    ("short", "short", 2, Kind::Signed),
    ("ushort", "unsigned short", 2, Kind::Unsigned),
    ("int", "int", 4, Kind::Signed),
    ("uint", "unsigned int", 4, Kind::Unsigned),
    ("unsigned", "unsigned", 4, Kind::Unsigned),
    ("long", "long", 8, Kind::Signed),
    ("ulong", "unsigned long", 8, Kind::Unsigned),
    ("longlong", "long long", 8, Kind::Signed),
    ("ulonglong", "unsigned long long", 8, Kind::Unsigned),
    ("size_t", "size_t", 8, Kind::Unsigned),
    ("loff_t", "loff_t", 8, Kind::Signed),
    ("pointer", "void *", 8, Kind::Unsigned),
    ("pchar", "char *", 8, Kind::Unsigned),
    ("u8", "u8", 1, Kind::Unsigned),
    ("u16", "u16", 2, Kind::Unsigned),
    ("u32", "u32", 4, Kind::Unsigned),
    ("u64", "u64", 8, Kind::Unsigned),
    ("s8", "s8", 1, Kind::Signed),
    ("s16", "s16", 2, Kind::Signed),
    ("s32", "s32", 4, Kind::Signed),
    ("s64", "s64", 8, Kind::Signed),
    ("int128", "__int128", 16, Kind::Signed),
    ("uint128", "unsigned __int128", 16, Kind::Unsigned),
    ("float", "float", 4, Kind::Float),
    ("double", "double", 8, Kind::Double),
    ("longdouble", "long double", 10, Kind::LongDouble),
];

const MEMORY: &str = "nondet_memory";

/// What `metadata.xml` tells.
pub struct Metadata<'a> {
    pub producer: &'a str,
    pub program: &'a str,
    /// SHA-256, in hexadecimal.
    pub hash: &'a str,
    pub entry: &'a str,
    /// ISO 8601.
    pub created: &'a str,
}

pub fn metadata(about: &Metadata<'_>) -> String {
    let mut text = format!(
        "{HEAD}<!DOCTYPE test-metadata PUBLIC \"+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN\" \
         \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n"
    );
    let entry = about.entry;
    let goal = format!("COVER( init({entry}()), FQL(COVER EDGES(@DECISIONEDGE)) )");
    for (name, value) in [
        ("sourcecodelang", "C"),
        ("producer", about.producer),
        ("specification", &goal),
        ("programfile", about.program),
        ("programhash", about.hash),
        ("entryfunction", entry),
        ("architecture", "64bit"),
        ("creationtime", about.created),
    ] {
        writeln!(text, "  <{name}>{}</{name}>", escaped(value)).unwrap_or_default();
    }
    text.push_str("</test-metadata>\n");
    text
}

/// More bytes than any number has.
const BEYOND_NUMBERS: u64 = 17;
/// Bytes of one memory that are written.
const MOST_MEMORY: u64 = 1 << 20;

/// A test case, or why the test is none: it has inputs that no function of the format gives.
pub fn write(test: &Ktest, covers_error: bool) -> Result<String, String> {
    let attribute = if covers_error { " coversError=\"true\"" } else { "" };
    let mut text = format!(
        "{HEAD}<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase{attribute}>\n"
    );
    for object in &test.objects {
        if object.name == MEMORY {
            if object.bytes.len() > MOST_MEMORY {
                let length = object.bytes.len();
                return Err(format!(
                    "an unknown memory of {length} bytes, each an element, is no test case that a tool could read"
                ));
            }
            for (at, byte) in object.bytes.to_vec().into_iter().enumerate() {
                writeln!(text, "  <input type=\"unsigned char\" variable=\"memory[{at}]\">{byte}</input>")
                    .unwrap_or_default();
            }
            continue;
        }
        let (c_type, value) = literal(object)?;
        writeln!(text, "  <input type=\"{c_type}\">{value}</input>").unwrap_or_default();
    }
    text.push_str("</testcase>\n");
    Ok(text)
}

fn literal(object: &KtestObject) -> Result<(&'static str, String), String> {
    let (name, bytes) = (&object.name, object.bytes.first(BEYOND_NUMBERS));
    let known = name
        .strip_prefix("nondet_")
        .and_then(|suffix| TYPES.iter().find(|(known, _, size, _)| *known == suffix && *size == bytes.len()));
    let Some((_, c_type, _, kind)) = known else {
        return Err(format!(
            "Test-Comp test cases are results of __VERIFIER_nondet_* functions, but this test has an input `{name}`"
        ));
    };
    let unsigned = little_endian(&bytes);
    let value = match kind {
        Kind::Unsigned => unsigned.to_string(),
        Kind::Bool => (unsigned & 1).to_string(),
        Kind::Signed => {
            let unused = 128 - 8 * bytes.len() as u32;
            ((unsigned << unused) as i128 >> unused).to_string()
        }
        Kind::Float => float_text(f64::from(f32::from_bits(unsigned as u32)), |_| {
            format!("{:?}", f32::from_bits(unsigned as u32))
        }),
        Kind::Double => float_text(f64::from_bits(unsigned as u64), |value| format!("{value:?}")),
        Kind::LongDouble => long_double_text(unsigned),
    };
    Ok((c_type, value))
}

fn little_endian(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte))
}

fn float_text(value: f64, finite: impl FnOnce(f64) -> String) -> String {
    match (value.is_nan(), value.is_infinite(), value.is_sign_negative()) {
        (true, ..) => "nan".to_string(),
        (_, true, true) => "-inf".to_string(),
        (_, true, false) => "inf".to_string(),
        _ => finite(value),
    }
}

/// As a hexadecimal number of C, which shows all bits; the format has an explicit leading bit.
fn long_double_text(bits: u128) -> String {
    let (mantissa, exponent) = (bits as u64, (bits >> 64) as u32 & 0x7fff);
    let sign = if bits >> 79 & 1 == 1 { "-" } else { "" };
    match (exponent, mantissa << 1) {
        (0x7fff, 0) => format!("{sign}inf"),
        (0x7fff, _) => "nan".to_string(),
        _ => format!("{sign}0x{mantissa:x}p{}", exponent.max(1) as i32 - 16383 - 63),
    }
}

/// A test case as the inputs of a test; the error says what is not understood.
pub fn read(text: &str) -> Result<Ktest, String> {
    let not_one = || "no test case of Test-Comp: there is no <testcase> element".to_string();
    let start = text.find("<testcase").ok_or_else(not_one)?;
    let body = &text[start..];
    if !body.contains("</testcase>") && !body.contains("/>") {
        return Err("the test case is cut short: there is no </testcase>".to_string());
    }
    let mut objects: Vec<KtestObject> = Vec::new();
    let mut rest = body;
    let mut number = 0;
    while let Some(at) = rest.find("<input") {
        number += 1;
        let cut = || format!("input {number} is cut short");
        let element = &rest[at + "<input".len()..];
        let (attributes, after) = element.split_once('>').ok_or_else(cut)?;
        let (value, after) = after.split_once("</input>").ok_or_else(cut)?;
        rest = after;
        let value = value.trim();
        if let Some(index) = attribute(attributes, "variable").and_then(memory_index) {
            let byte = value.parse().map_err(|_| format!("input {number}: `{value}` is no byte"))?;
            match objects.last_mut().filter(|last| last.name == MEMORY && last.bytes.len() == index as u64) {
                Some(last) => last.bytes.push(byte),
                None => objects.push(KtestObject { name: MEMORY.to_string(), bytes: [byte].into() }),
            }
            continue;
        }
        let c_type = attribute(attributes, "type").unwrap_or_default();
        let known = TYPES.iter().find(|(suffix, known, ..)| *known == c_type || *suffix == c_type);
        let Some(&(suffix, _, size, kind)) = known else {
            return Err(match c_type {
                "" => format!("input {number} has no `type`, so how many bytes it has is not known"),
                other => format!("input {number} is of the type `{other}`, which is not known"),
            });
        };
        let bits = parse(value, kind)
            .ok_or_else(|| format!("input {number}: `{value}` is no value of the type {c_type}"))?;
        let bytes = bits.to_le_bytes()[..size].to_vec();
        objects.push(KtestObject { name: format!("nondet_{suffix}"), bytes: bytes.into() });
    }
    Ok(Ktest { objects, ..Ktest::default() })
}

fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = attributes.split_once(&format!("{name}=\""))?;
    value.split_once('"').map(|(value, _)| value)
}

fn memory_index(variable: &str) -> Option<usize> {
    variable.strip_prefix("memory[")?.strip_suffix(']')?.parse().ok()
}

fn parse(value: &str, kind: Kind) -> Option<u128> {
    match kind {
        Kind::Float => value.parse().ok().map(|value: f32| u128::from(value.to_bits())),
        Kind::Double => value.parse().ok().map(|value: f64| u128::from(value.to_bits())),
        Kind::LongDouble => parse_long_double(value),
        Kind::Signed | Kind::Unsigned | Kind::Bool => {
            let (negative, digits) = value.strip_prefix('-').map_or((false, value), |digits| (true, digits));
            let number = match digits.strip_prefix("0x") {
                Some(hex) => u128::from_str_radix(hex, 16).ok()?,
                None => digits.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok()?,
            };
            Some(if negative { number.wrapping_neg() } else { number })
        }
    }
}

fn parse_long_double(value: &str) -> Option<u128> {
    let (sign, digits) = value.strip_prefix('-').map_or((0, value), |digits| (1u128 << 79, digits));
    let special = |mantissa: u64| Some(sign | 0x7fff << 64 | u128::from(mantissa));
    match digits {
        "inf" => return special(1 << 63),
        "nan" => return special(3 << 62),
        _ => {}
    }
    let (mantissa, exponent) = digits.strip_prefix("0x")?.split_once('p')?;
    let mantissa = u64::from_str_radix(mantissa, 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()? + 16383 + 63;
    let stored = if mantissa >> 63 == 0 && exponent == 1 { 0 } else { u128::try_from(exponent).ok()? };
    Some(sign | stored << 64 | u128::from(mantissa))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_of(objects: &[(&str, &[u8])]) -> Ktest {
        let object =
            |(name, bytes): &(&str, &[u8])| KtestObject { name: name.to_string(), bytes: (*bytes).into() };
        Ktest { objects: objects.iter().map(object).collect(), ..Ktest::default() }
    }

    #[test]
    fn values_of_every_type_come_back() {
        let one = 1u128 << 63 | 0x3fff << 64;
        let (double, float) = ((-0.1f64).to_le_bytes(), 3.0e38f32.to_le_bytes());
        let mut objects: Vec<(String, Vec<u8>)> = Vec::new();
        for (suffix, _, size, kind) in TYPES {
            for fill in [0u8, 1, 0x7f, 0x80, 0xff] {
                let bytes = match kind {
                    Kind::Bool => vec![fill & 1],
                    Kind::Float => float.to_vec(),
                    Kind::Double => double.to_vec(),
                    Kind::LongDouble => (one | u128::from(fill) << 3).to_le_bytes()[..10].to_vec(),
                    _ => vec![fill; *size],
                };
                objects.push((format!("nondet_{suffix}"), bytes));
            }
        }
        objects.push((MEMORY.to_string(), vec![1, 2, 255]));
        objects.push((MEMORY.to_string(), vec![7]));
        let borrowed: Vec<(&str, &[u8])> =
            objects.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        let test = test_of(&borrowed);
        assert_eq!(read(&write(&test, false).expect("a test case")), Ok(test));
    }

    #[test]
    fn values_are_written_as_c_reads_them() {
        let test = test_of(&[
            ("nondet_int", &(-7i32).to_le_bytes()),
            ("nondet_uchar", &[200]),
            ("nondet_char", &[200]),
            ("nondet_double", &f64::INFINITY.to_le_bytes()),
        ]);
        let text = write(&test, true).expect("a test case");
        let values: Vec<&str> = text.lines().filter(|line| line.contains("<input")).map(str::trim).collect();
        assert_eq!(
            values,
            [
                "<input type=\"int\">-7</input>",
                "<input type=\"unsigned char\">200</input>",
                "<input type=\"char\">-56</input>",
                "<input type=\"double\">inf</input>",
            ]
        );
        assert!(text.contains("<testcase coversError=\"true\">"), "{text}");
    }

    #[test]
    fn what_is_no_test_case_is_refused() {
        assert!(write(&test_of(&[("data", b"ab")]), false).is_err());
        for bad in [
            "<html/>",
            "<testcase><input type=\"int\">1</input>",
            "<testcase><input type=\"int\">1</testcase>",
            "<testcase><input>1</input></testcase>",
            "<testcase><input type=\"struct s\">1</input></testcase>",
            "<testcase><input type=\"int\">one</input></testcase>",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(read("<testcase/>").map(|test| test.objects), Ok(vec![]));
    }
}
