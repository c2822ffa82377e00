//! How a unit is written into a section, so that units behind each other can be told apart again.
//!
//! A frame is a magic number, the format's version, the length of the body, its hash and the body. All numbers are little-endian.
//! Linkers may put zeros between frames for alignment; anything else there is damage.

use super::{Content, Hash, Unit, hash};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

const MAGIC: &[u8; 8] = b"\x7fBOWLINE";
const VERSION: u32 = 2;

const BITCODE: u32 = 0;
const OPAQUE: u32 = 1;
const LIBRARIES: u32 = 2;

/// A unit with the hash of its frame: equal hashes, equal units.
#[derive(Clone, Debug)]
pub struct Framed {
    pub unit: Unit,
    pub hash: Hash,
}

pub fn encode(unit: &Unit) -> Vec<u8> {
    let mut body = Vec::new();
    let (kind, content): (u32, &[u8]) = match &unit.content {
        Content::Bitcode(bitcode) => (BITCODE, bitcode),
        Content::Opaque(why) => (OPAQUE, why.as_bytes()),
        Content::Libraries => (LIBRARIES, &[]),
    };
    body.extend(kind.to_le_bytes());
    put(&mut body, unit.source.as_os_str().as_bytes());
    put(&mut body, unit.directory.as_os_str().as_bytes());
    put(&mut body, unit.source_hash.as_ref().map_or(&[], |hash| hash.as_slice()));
    body.extend((unit.headers.len() as u32).to_le_bytes());
    for (header, hash) in &unit.headers {
        put(&mut body, header.as_os_str().as_bytes());
        body.extend(hash);
    }
    put(&mut body, unit.compiler.as_bytes());
    body.extend((unit.flags.len() as u32).to_le_bytes());
    for flag in &unit.flags {
        put(&mut body, flag.as_bytes());
    }
    put(&mut body, content);

    let mut frame = MAGIC.to_vec();
    frame.extend(VERSION.to_le_bytes());
    frame.extend((body.len() as u64).to_le_bytes());
    frame.extend(hash(&body));
    frame.extend(body);
    frame
}

fn put(body: &mut Vec<u8>, field: &[u8]) {
    body.extend((field.len() as u64).to_le_bytes());
    body.extend(field);
}

/// All units of a section, in order. The error says what is wrong with it.
pub fn decode_all(mut section: &[u8]) -> Result<Vec<Framed>, String> {
    let mut found = Vec::new();
    loop {
        let padding = section.iter().take_while(|byte| **byte == 0).count();
        section = &section[padding..];
        if section.is_empty() {
            return Ok(found);
        }
        let number = found.len() + 1;
        let mut reader = Reader { rest: section };
        let framed = reader.frame().map_err(|what| format!("entry {number} of its bitcode {what}"))?;
        section = reader.rest;
        found.push(framed);
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn frame(&mut self) -> Result<Framed, String> {
        if self.take(MAGIC.len())? != MAGIC {
            return Err("is damaged".to_string());
        }
        let version = self.number32()?;
        if version != VERSION {
            return Err(format!("has format {version}, which this version does not read"));
        }
        let length = self.number64()?;
        let expected = self.hash()?;
        let body = self.take(usize::try_from(length).unwrap_or(usize::MAX))?;
        if hash(body) != expected {
            return Err("is damaged".to_string());
        }
        let unit = Reader { rest: body }.unit()?;
        Ok(Framed { unit, hash: expected })
    }

    fn unit(&mut self) -> Result<Unit, String> {
        let kind = self.number32()?;
        let source = PathBuf::from(self.text()?);
        let directory = PathBuf::from(self.text()?);
        let source_hash = Hash::try_from(self.field()?).ok();
        let count = self.number32()?;
        let header = |reader: &mut Self| Ok((PathBuf::from(reader.text()?), reader.hash()?));
        let headers = (0..count).map(|_| header(self)).collect::<Result<Vec<_>, String>>()?;
        let compiler = self.text()?;
        let count = self.number32()?;
        let flags = (0..count).map(|_| self.text()).collect::<Result<Vec<_>, _>>()?;
        let content = self.field()?;
        let content = match kind {
            BITCODE => Content::Bitcode(content.to_vec()),
            OPAQUE => Content::Opaque(String::from_utf8_lossy(content).into_owned()),
            LIBRARIES => Content::Libraries,
            _ => return Err(format!("is of kind {kind}, which this version does not know")),
        };
        Ok(Unit { content, source, directory, source_hash, headers, compiler, flags })
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or("is cut short")?;
        self.rest = rest;
        Ok(taken)
    }

    fn number32(&mut self) -> Result<u32, String> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes(bytes.try_into().map_err(|_| "is cut short")?))
    }

    fn number64(&mut self) -> Result<u64, String> {
        let bytes = self.take(8)?;
        Ok(u64::from_le_bytes(bytes.try_into().map_err(|_| "is cut short")?))
    }

    fn hash(&mut self) -> Result<Hash, String> {
        Hash::try_from(self.take(size_of::<Hash>())?).map_err(|_| "is cut short".to_string())
    }

    fn field(&mut self) -> Result<&'a [u8], String> {
        let length = self.number64()?;
        self.take(usize::try_from(length).unwrap_or(usize::MAX))
    }

    fn text(&mut self) -> Result<OsString, String> {
        Ok(OsString::from_vec(self.field()?.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(name: &str, content: Content) -> Unit {
        Unit {
            content,
            source: PathBuf::from(name),
            directory: PathBuf::from("/somewhere/else"),
            source_hash: Some(hash(name.as_bytes())),
            headers: vec![(PathBuf::from("some.h"), hash(b"text"))],
            compiler: OsString::from("clang-19"),
            flags: vec![OsString::from("-DX=1"), OsString::new(), OsString::from_vec(vec![0xff, b' '])],
        }
    }

    fn units() -> Vec<Unit> {
        vec![
            unit("a.c", Content::Bitcode(b"BC\xc0\xde and more".to_vec())),
            unit("b.s", Content::Opaque("assembler source".to_string())),
            Unit { source_hash: None, ..unit("", Content::Libraries) },
        ]
    }

    #[test]
    fn what_was_written_is_read_with_or_without_padding() {
        for padding in [0, 1, 7] {
            let mut section = Vec::new();
            for unit in units() {
                section.extend(encode(&unit));
                section.extend(vec![0; padding]);
            }
            let read: Vec<Unit> =
                decode_all(&section).expect("valid").into_iter().map(|framed| framed.unit).collect();
            assert_eq!(read, units());
        }
    }

    #[test]
    fn every_cut_and_every_changed_byte_is_noticed() {
        let first = encode(&units()[0]);
        let whole = [first.clone(), encode(&units()[1])].concat();
        for length in 1..whole.len() {
            let read = decode_all(&whole[..length]);
            assert_eq!(read.is_ok(), length == first.len(), "cut at {length}");
        }
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x40;
            assert!(decode_all(&damaged).is_err(), "byte {at}");
        }
    }
}
