//! The `.ktest` file format, version 3, as KLEE and the tools around it read and write it.
//!
//! Big-endian throughout: the magic `KTEST`, the version, the program's arguments, two numbers about symbolic arguments
//! (unused here), then the objects: name, size, bytes.
//!
//! Version 4 is ours, for tests of which most is zeros, or one byte again and again: an object is its name, its size in 64 bits, and a number of pieces.
//! A piece is a place and a length of 64 bits, and a pattern that is repeated to that length; what lies between pieces is zero. It is written only where version 3
//! would take more than [`LARGE`] bytes and at least twice as many, so that ordinary tests stay readable for everybody.

mod bytes;

pub use bytes::Bytes;

use crate::entry::heap::Heap;
use crate::error::Error;
use std::fs;
use std::path::Path;

const MAGIC: &[u8; 5] = b"KTEST";
/// As KLEE writes it.
const PLAIN: u32 = 3;
/// With pieces in place of bytes.
const SPARSE: u32 = 4;
/// A test of up to so many bytes is written byte by byte.
const LARGE: u64 = 1 << 16;
/// The same byte so many times in a row is a piece of its own.
const SHORTEST_RUN: usize = 32;
/// A pattern is repeated to no more bytes than this.
const LARGEST_RUN: u64 = 1 << 32;
/// More bytes than this are not read from pieces: no machine could run the test.
const LARGEST_OBJECT: u64 = 1 << 44;

/// One input of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KtestObject {
    pub name: String,
    pub bytes: Bytes,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Ktest {
    /// The program's `argv`.
    pub args: Vec<String>,
    /// In the order in which the program made them.
    pub objects: Vec<KtestObject>,
    /// Of a function on its own: what its caller handed over. In the file it is one more object.
    pub heap: Option<Box<Heap>>,
}

/// The object of a file that is no input but says what the caller of a function handed over.
const HEAP: &str = "entry-heap";

impl Ktest {
    /// Bytes of input altogether.
    pub fn size(&self) -> u64 {
        self.objects.iter().map(|object| object.bytes.len()).sum()
    }

    pub fn encode(&self) -> Vec<u8> {
        let size = self.size();
        if size > LARGE {
            let sparse = self.encode_as(SPARSE);
            if sparse.len() as u64 <= size / 2 || size > u64::from(u32::MAX) {
                return sparse;
            }
        }
        self.encode_as(PLAIN)
    }

    fn encode_as(&self, version: u32) -> Vec<u8> {
        let mut out = Writer { out: MAGIC.to_vec() };
        out.number(version as usize);
        out.number(self.args.len());
        self.args.iter().for_each(|arg| out.block(arg.as_bytes()));
        out.number(0);
        out.number(0);
        let heap = self.heap.as_ref().and_then(|heap| serde_json::to_vec(heap).ok());
        let heap = heap.map(|bytes| KtestObject { name: HEAP.to_string(), bytes: bytes.into() });
        out.number(self.objects.len() + usize::from(heap.is_some()));
        for object in self.objects.iter().chain(&heap) {
            out.block(object.name.as_bytes());
            match version {
                SPARSE => out.pieces(&object.bytes),
                _ => out.block(&object.bytes.to_vec()),
            }
        }
        out.out
    }

    pub fn decode(bytes: &[u8]) -> Result<Self, String> {
        let mut reader = Reader { rest: bytes };
        if reader.take(MAGIC.len())? != MAGIC {
            return Err("not a .ktest file".to_string());
        }
        let version = reader.number()?;
        if version > SPARSE {
            return Err(format!("version {version} of the format is newer than {SPARSE}, the newest known"));
        }
        let args = (0..reader.number()?).map(|_| reader.text()).collect::<Result<_, _>>()?;
        if version >= 2 {
            reader.number()?;
            reader.number()?;
        }
        let object = |reader: &mut Reader<'_>| -> Result<KtestObject, String> {
            let name = reader.text()?;
            let bytes = match version {
                SPARSE => reader.pieces()?,
                _ => Bytes::from(reader.block()?),
            };
            Ok(KtestObject { name, bytes })
        };
        let mut objects: Vec<KtestObject> =
            (0..reader.number()?).map(|_| object(&mut reader)).collect::<Result<_, _>>()?;
        let heap = match objects.iter().position(|object| object.name == HEAP) {
            Some(at) => {
                let heap = serde_json::from_slice(&objects.remove(at).bytes.to_vec());
                Some(heap.map_err(|error| format!("its description of a call cannot be read: {error}"))?)
            }
            None => None,
        };
        Ok(Self { args, objects, heap })
    }

    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = fs::read(path).map_err(Error::file(path, "be read"))?;
        Self::decode(&bytes).map_err(|why| Error::BadTest { path: path.to_path_buf(), why })
    }
}

struct Writer {
    out: Vec<u8>,
}

impl Writer {
    fn number(&mut self, value: usize) {
        self.out.extend((value as u32).to_be_bytes());
    }

    fn long(&mut self, value: u64) {
        self.out.extend(value.to_be_bytes());
    }

    fn block(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.out.extend(bytes);
    }

    fn pieces(&mut self, bytes: &Bytes) {
        let pieces: Vec<(u64, &[u8], usize)> =
            bytes.stretches().flat_map(|(start, stretch)| cut_at_runs(start, stretch)).collect();
        self.long(bytes.len());
        self.number(pieces.len());
        for (start, pattern, length) in pieces {
            self.long(start);
            self.long(length as u64);
            self.block(pattern);
        }
    }
}

/// A stretch as pieces: place, pattern, length. Long runs of one byte are a pattern of one.
fn cut_at_runs(start: u64, stretch: &[u8]) -> Vec<(u64, &[u8], usize)> {
    let mut pieces = Vec::new();
    let (mut begin, mut at) = (0, 0);
    let place = |at: usize| start + at as u64;
    for run in stretch.chunk_by(|a, b| a == b) {
        if run.len() >= SHORTEST_RUN {
            if begin < at {
                pieces.push((place(begin), &stretch[begin..at], at - begin));
            }
            pieces.push((place(at), &run[..1], run.len()));
            begin = at + run.len();
        }
        at += run.len();
    }
    if begin < at {
        pieces.push((place(begin), &stretch[begin..at], at - begin));
    }
    pieces
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or("the .ktest file is cut short")?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, String> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }

    fn long(&mut self) -> Result<u64, String> {
        let bytes = self.take(8)?;
        Ok(bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    fn pieces(&mut self) -> Result<Bytes, String> {
        let bad = || "a piece of the .ktest file does not fit its object".to_string();
        let length = self.long()?;
        if length > LARGEST_OBJECT {
            return Err(format!("an object of {length} bytes in the .ktest file is larger than any memory"));
        }
        let (mut stretches, mut end) = (Vec::new(), 0);
        for _ in 0..self.number()? {
            let (start, span, pattern) = (self.long()?, self.long()?, self.block()?);
            let is_repeated = pattern.len() as u64 != span;
            if start < end || pattern.is_empty() || (is_repeated && span > LARGEST_RUN) {
                return Err(bad());
            }
            end = start.checked_add(span).filter(|end| *end <= length).ok_or_else(bad)?;
            stretches.push((start, pattern.iter().copied().cycle().take(span as usize).collect()));
        }
        Ok(Bytes::new(length, stretches))
    }

    fn block(&mut self) -> Result<&'a [u8], String> {
        let length = self.number()?;
        self.take(length as usize)
    }

    fn text(&mut self) -> Result<String, String> {
        Ok(String::from_utf8_lossy(self.block()?).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Ktest {
        Ktest {
            args: vec!["prog".to_string(), "-x".to_string()],
            objects: vec![
                KtestObject { name: "n".to_string(), bytes: [1, 0, 0, 255].into() },
                KtestObject { name: "empty".to_string(), bytes: Bytes::default() },
            ],
            heap: Some(Box::new(Heap { function: "f".to_string(), ..Heap::default() })),
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        assert_eq!(Ktest::decode(&sample().encode()), Ok(sample()));
    }

    #[test]
    fn the_layout_is_that_of_the_format() {
        let test = Ktest {
            args: vec!["p".to_string()],
            objects: vec![KtestObject { name: "ab".to_string(), bytes: [7].into() }],
            heap: None,
        };
        let expected: &[u8] =
            b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x01p\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x02ab\0\0\0\x01\x07";
        assert_eq!(test.encode(), expected);
    }

    #[test]
    fn every_cut_is_an_error() {
        for whole in [sample().encode(), sample().encode_as(SPARSE), large().encode()] {
            for length in 0..whole.len() {
                assert!(Ktest::decode(&whole[..length]).is_err(), "cut at {length}");
            }
        }
    }

    /// Zeros, a text in the middle, a long run of one byte, and a last byte.
    fn large() -> Ktest {
        let mut text = b"in the middle".to_vec();
        text.extend([9; 5000]);
        text.push(1);
        let bytes = Bytes::new(100_001, [(0, vec![1]), (70_000, text), (100_000, vec![3])]);
        Ktest { objects: vec![KtestObject { name: "big".to_string(), bytes }], ..Ktest::default() }
    }

    #[test]
    fn what_is_mostly_zeros_is_a_small_file() {
        let file = large().encode();
        assert!(file.len() < 300, "{} bytes", file.len());
        assert_eq!(Ktest::decode(&file), Ok(large()));
        assert_eq!(Ktest::decode(&large().encode_as(PLAIN)), Ok(large()), "both ways to write it are read");
    }

    #[test]
    fn ordinary_tests_are_written_as_ever() {
        let noise: Vec<u8> =
            (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8 | 1).collect();
        let objects = vec![KtestObject { name: "noise".to_string(), bytes: noise.into() }];
        for test in [sample(), Ktest { objects, ..Ktest::default() }] {
            assert_eq!(test.encode()[5..9], PLAIN.to_be_bytes());
        }
    }

    #[test]
    fn pieces_that_do_not_fit_are_refused() {
        let object = |length: u64, pieces: &[(u64, u64, &[u8])]| {
            let mut out = Writer { out: MAGIC.to_vec() };
            [SPARSE as usize, 0, 0, 0, 1].into_iter().for_each(|number| out.number(number));
            out.block(b"x");
            out.long(length);
            out.number(pieces.len());
            for (start, span, pattern) in pieces {
                out.long(*start);
                out.long(*span);
                out.block(pattern);
            }
            Ktest::decode(&out.out)
        };
        assert!(object(8, &[(0, 4, b"ab"), (4, 4, b"abcd")]).is_ok());
        assert!(object(8, &[(5, 4, b"abcd")]).is_err(), "beyond the end");
        assert!(object(8, &[(2, 4, b"abcd"), (1, 1, b"a")]).is_err(), "overlapping");
        assert!(object(8, &[(0, 4, b"")]).is_err(), "nothing to repeat");
        assert!(object(u64::MAX, &[(0, u64::MAX, b"a")]).is_err(), "more than there is memory");
    }
}
