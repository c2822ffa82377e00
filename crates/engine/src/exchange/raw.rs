//! Raw files, as fuzzers keep them: the bytes of an input and nothing else.
//!
//! A libFuzzer harness has one input, `data[0..size)`, and a test of it is one file. Other programs have several; each is a
//! file of its own, named after the test and the input. Numbers that only say how long another input is, or how
//! many arguments there are, are left out.

use super::names::Names;
use crate::harness::HarnessKind;
use crate::ktest::{Bytes, Ktest, KtestObject};
use crate::world::World;
use std::collections::HashSet;

/// The inputs of a libFuzzer harness: see `runtime/libc/start_fuzzer.c`.
const SIZE: &str = "size";
pub const DATA: &str = "data";

/// A test of a libFuzzer harness.
pub fn fuzzer_test(bytes: &[u8]) -> Ktest {
    sized_test(SIZE, DATA, bytes)
}

fn sized_test(size: &str, name: &str, bytes: &[u8]) -> Ktest {
    let object = |name: &str, bytes: &[u8]| KtestObject { name: name.to_string(), bytes: bytes.into() };
    let length = (bytes.len() as u64).to_le_bytes();
    Ktest { objects: vec![object(size, &length), object(name, bytes)], ..Ktest::default() }
}

/// A test of a program of which one thing is unknown and is these bytes; why there is none otherwise.
pub fn one_input_test(kind: HarnessKind, world: &World, bytes: &[u8]) -> Result<Ktest, String> {
    if kind == HarnessKind::LibFuzzer {
        return Ok(fuzzer_test(bytes));
    }
    let name = match (world.args.is_empty() && world.env.is_empty(), world.stdin, world.files.as_slice()) {
        (true, Some(_), []) => "stdin".to_string(),
        (true, None, [file]) => format!("file-{}", file.name),
        _ => {
            return Err("a raw file is one input, and this program does not have exactly one: it takes a \
                        libFuzzer harness, or a program with --sym-stdin or one --sym-file and nothing else unknown; \
                        give .ktest files instead"
                .to_string());
        }
    };
    if kind != HarnessKind::Plain {
        return Err("a raw file is one input, but this program also asks for values itself; give .ktest files instead"
            .to_string());
    }
    Ok(sized_test(&format!("{name}-size"), &name, bytes))
}

/// `data[0..size)`, when the inputs are those of a libFuzzer harness.
pub fn fuzzer_data(test: &Ktest) -> Option<Bytes> {
    match test.objects.as_slice() {
        [size, data] if size.name == SIZE && data.name == DATA && is_size_of(size, data) => {
            Some(data.bytes.clone())
        }
        [size] if size.name == SIZE && size.bytes == [0; 8].into() => Some(Bytes::default()),
        _ => None,
    }
}

fn is_size_of(size: &KtestObject, data: &KtestObject) -> bool {
    size.bytes == data.bytes.len().to_le_bytes().into()
}

/// What a test is as raw files: the end of each name, and its contents.
pub fn files(test: &Ktest) -> Vec<(String, Vec<u8>)> {
    if let Some(data) = fuzzer_data(test) {
        return vec![(String::new(), data.to_vec())];
    }
    let known: HashSet<&str> = test.objects.iter().map(|object| object.name.as_str()).collect();
    let is_length = |object: &KtestObject| match object.name.strip_suffix("-size") {
        Some(name) => object.bytes.len() == 8 && known.contains(name),
        None => object.name == "n-args",
    };
    let mut names = Names::default();
    let mut files = Vec::new();
    for object in test.objects.iter().filter(|object| !is_length(object)) {
        let visible = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let name: String = object.name.chars().map(visible).collect();
        files.push((format!("-{}", names.free(&name, '.', 1)), object.bytes.to_vec()));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::UnknownText;

    fn object(name: &str, bytes: &[u8]) -> KtestObject {
        KtestObject { name: name.to_string(), bytes: bytes.into() }
    }

    #[test]
    fn a_fuzzers_input_is_its_bytes_in_both_directions() {
        for bytes in [b"".as_slice(), b"ab\0c"] {
            let test = fuzzer_test(bytes);
            assert_eq!(fuzzer_data(&test), Some(bytes.into()));
            assert_eq!(files(&test), [(String::new(), bytes.to_vec())]);
        }
        let mut odd = fuzzer_test(b"ab");
        odd.objects[1].bytes.push(0);
        assert_eq!(fuzzer_data(&odd), None, "the size is another");
    }

    #[test]
    fn every_other_input_is_a_file_without_the_sizes() {
        let test = Ktest {
            args: vec![],
            objects: vec![
                object("n-args", &1u64.to_le_bytes()),
                object("arg1-size", &2u64.to_le_bytes()),
                object("arg1", b"-x"),
                object("a/b", b"1"),
                object("a/b", b"2"),
                object("box-size", b"1234"),
            ],
            heap: None,
        };
        let names: Vec<String> = files(&test).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["-arg1", "-a_b", "-a_b.1", "-box-size"]);
    }

    #[test]
    fn a_raw_file_needs_exactly_one_unknown_input() {
        let stdin = World { stdin: Some(4), ..World::default() };
        let test = one_input_test(HarnessKind::Plain, &stdin, b"hey").expect("standard input");
        assert_eq!(test.objects[0], object("stdin-size", &3u64.to_le_bytes()));
        assert_eq!(test.objects[1], object("stdin", b"hey"));
        let file = vec![UnknownText { name: "f".to_string(), size: 4 }];
        assert!(
            one_input_test(HarnessKind::Plain, &World { files: file.clone(), ..stdin.clone() }, b"").is_err()
        );
        assert!(one_input_test(HarnessKind::Plain, &World { files: file, ..World::default() }, b"").is_ok());
        assert!(one_input_test(HarnessKind::Klee, &stdin, b"").is_err());
        assert!(one_input_test(HarnessKind::Klee, &World::default(), b"").is_err());
    }
}
