//! The `.ktest` file format, version 3, as KLEE and the tools around it read and write it.
//!
//! Big-endian throughout: the magic `KTEST`, the version, the program's arguments, two numbers about symbolic arguments
//! (unused here), then the objects: name, size, bytes.

use crate::entry::heap::Heap;
use crate::error::Error;
use std::fs;
use std::path::Path;

const MAGIC: &[u8; 5] = b"KTEST";
const VERSION: u32 = 3;

/// One input of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KtestObject {
    pub name: String,
    pub bytes: Vec<u8>,
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
    pub fn size(&self) -> usize {
        self.objects.iter().map(|object| object.bytes.len()).sum()
    }

    pub fn encode(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let number = |out: &mut Vec<u8>, value: usize| out.extend((value as u32).to_be_bytes());
        number(&mut out, VERSION as usize);
        number(&mut out, self.args.len());
        for arg in &self.args {
            number(&mut out, arg.len());
            out.extend(arg.as_bytes());
        }
        number(&mut out, 0);
        number(&mut out, 0);
        let heap = self.heap.as_ref().and_then(|heap| serde_json::to_vec(heap).ok());
        let heap = heap.map(|bytes| KtestObject { name: HEAP.to_string(), bytes });
        number(&mut out, self.objects.len() + usize::from(heap.is_some()));
        for object in self.objects.iter().chain(&heap) {
            number(&mut out, object.name.len());
            out.extend(object.name.as_bytes());
            number(&mut out, object.bytes.len());
            out.extend(&object.bytes);
        }
        out
    }

    pub fn decode(bytes: &[u8]) -> Result<Self, String> {
        let mut reader = Reader { rest: bytes };
        if reader.take(MAGIC.len())? != MAGIC {
            return Err("not a .ktest file".to_string());
        }
        let version = reader.number()?;
        if version > VERSION {
            return Err(format!("version {version} of the format is newer than {VERSION}, the newest known"));
        }
        let args = (0..reader.number()?).map(|_| reader.text()).collect::<Result<_, _>>()?;
        if version >= 2 {
            reader.number()?;
            reader.number()?;
        }
        let object = |reader: &mut Reader<'_>| -> Result<KtestObject, String> {
            Ok(KtestObject { name: reader.text()?, bytes: reader.block()?.to_vec() })
        };
        let mut objects: Vec<KtestObject> =
            (0..reader.number()?).map(|_| object(&mut reader)).collect::<Result<_, _>>()?;
        let heap = match objects.iter().position(|object| object.name == HEAP) {
            Some(at) => {
                let heap = serde_json::from_slice(&objects.remove(at).bytes);
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
                KtestObject { name: "n".to_string(), bytes: vec![1, 0, 0, 255] },
                KtestObject { name: "empty".to_string(), bytes: vec![] },
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
            objects: vec![KtestObject { name: "ab".to_string(), bytes: vec![7] }],
            heap: None,
        };
        let expected: &[u8] =
            b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x01p\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x02ab\0\0\0\x01\x07";
        assert_eq!(test.encode(), expected);
    }

    #[test]
    fn every_cut_is_an_error() {
        let whole = sample().encode();
        for length in 0..whole.len() {
            assert!(Ktest::decode(&whole[..length]).is_err(), "cut at {length}");
        }
    }
}
