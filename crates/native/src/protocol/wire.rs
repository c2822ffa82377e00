//! Frames, and the pieces that their payloads are put together from.

use super::{Patch, Type};
use std::io::{self, Read, Write};

/// No frame is longer: the most memory that is transferred, and some room for the rest.
pub const MAX_FRAME: usize = 24 << 20;

pub(super) fn broken(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("a broken message: {what}"))
}

/// Sends one frame.
pub fn send(to: &mut impl Write, payload: &[u8]) -> io::Result<()> {
    let length = u32::try_from(payload.len()).map_err(|_| broken("too long"))?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(payload)?;
    to.flush()
}

/// Receives one frame; none at the end of the stream.
pub fn receive(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    let mut filled = 0;
    while filled < length.len() {
        match from.read(&mut length[filled..])? {
            0 if filled == 0 => return Ok(None),
            0 => return Err(broken("cut short")),
            count => filled += count,
        }
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_FRAME {
        return Err(broken("too long"));
    }
    let mut payload = vec![0; length];
    from.read_exact(&mut payload)?;
    Ok(Some(payload))
}

/// Builds a payload.
#[derive(Default)]
pub(super) struct Writer(pub Vec<u8>);

impl Writer {
    pub fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    pub fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    pub fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.u32(bytes.len() as u32);
        self.0.extend_from_slice(bytes);
    }

    pub fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.u32(items.len() as u32);
        items.iter().for_each(|item| each(self, item));
    }

    pub fn patches(&mut self, patches: &[Patch]) {
        self.list(patches, |out, patch| {
            out.u64(patch.address);
            out.bytes(&patch.bytes);
        });
    }

    /// A list of at most one list.
    pub fn some_patches(&mut self, patches: Option<&Vec<Patch>>) {
        self.list(patches.as_slice(), |out, patches| out.patches(patches));
    }

    pub fn ty(&mut self, ty: &Type) {
        let (tag, number) = match *ty {
            Type::Integer { bytes, signed } => (u8::from(signed), u32::from(bytes)),
            Type::Float => (2, 0),
            Type::Double => (3, 0),
            Type::LongDouble => (4, 0),
            Type::Memory { bytes } => (5, bytes),
        };
        self.u8(tag);
        self.u32(number);
    }
}

/// Takes a payload apart.
pub(super) struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn take(&mut self, count: usize) -> io::Result<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(count).ok_or_else(|| broken("cut short"))?;
        self.0 = tail;
        Ok(head)
    }

    pub fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        self.take(N)?.try_into().map_err(|_| broken("cut short"))
    }

    pub fn u8(&mut self) -> io::Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    pub fn bool(&mut self) -> io::Result<bool> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(broken("no truth value")),
        }
    }

    pub fn u32(&mut self) -> io::Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub fn u64(&mut self) -> io::Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    pub fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let length = self.u32()? as usize;
        Ok(self.take(length)?.to_vec())
    }

    pub fn text(&mut self) -> io::Result<String> {
        String::from_utf8(self.bytes()?).map_err(|_| broken("no text"))
    }

    pub fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> io::Result<T>) -> io::Result<Vec<T>> {
        let length = self.u32()?;
        (0..length).map(|_| each(self)).collect()
    }

    pub fn patches(&mut self) -> io::Result<Vec<Patch>> {
        self.list(|from| Ok(Patch { address: from.u64()?, bytes: from.bytes()? }))
    }

    pub fn some_patches(&mut self) -> io::Result<Option<Vec<Patch>>> {
        Ok(self.list(Reader::patches)?.pop())
    }

    pub fn ty(&mut self) -> io::Result<Type> {
        let (tag, number) = (self.u8()?, self.u32()?);
        Ok(match tag {
            0 | 1 if matches!(number, 1 | 2 | 4 | 8) => {
                Type::Integer { bytes: number as u8, signed: tag == 1 }
            }
            2 => Type::Float,
            3 => Type::Double,
            4 => Type::LongDouble,
            5 => Type::Memory { bytes: number },
            _ => return Err(broken("no type")),
        })
    }

    pub fn end<T>(self, value: T) -> io::Result<T> {
        if self.0.is_empty() { Ok(value) } else { Err(broken("too long")) }
    }
}
