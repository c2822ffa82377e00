//! What a run and its child say to each other: one request, one reply, each a frame of `length: u32` and that many bytes.
//!
//! Numbers are little endian; a list is its length (`u32`) and its elements; text is a list of bytes. Decoding trusts
//! nothing: a frame that is cut short or has an unknown tag is an error, since native code may have written to the pipe.

use std::io::{self, Read, Write};
use std::ops::Range;

/// Where the child's own memory is: its executable, its heap, libraries and stack. Objects of the program are below.
pub const FOREIGN: Range<u64> = 0x5000_0000_0000..0x8000_0000_0000;

/// No frame is longer: the most memory that is transferred, and some room for the rest.
pub const MAX_FRAME: usize = 24 << 20;

/// How a value travels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    /// An integer of so many bytes (1, 2, 4, 8).
    Integer {
        bytes: u8,
        signed: bool,
    },
    Float,
    /// Also two floats side by side in one register.
    Double,
    LongDouble,
    /// So many bytes, copied into the callee's stack frame.
    Memory {
        bytes: u32,
    },
}

impl Type {
    /// Bytes of a value of this type as it is sent.
    pub fn size(&self) -> usize {
        match self {
            Type::Integer { bytes, .. } => usize::from(*bytes),
            Type::Float => 4,
            Type::Double => 8,
            Type::LongDouble => 16,
            Type::Memory { bytes } => *bytes as usize,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    pub ty: Type,
    /// [`Type::size`] bytes.
    pub bytes: Vec<u8>,
}

/// An object of the program as the callee is to find it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapped {
    /// A multiple of the page size.
    pub base: u64,
    pub writable: bool,
    pub bytes: Vec<u8>,
}

/// Bytes at an address of the child's own memory.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Patch {
    pub address: u64,
    pub bytes: Vec<u8>,
}

/// A place in the child's own memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    pub address: u64,
    pub length: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub function: String,
    pub args: Vec<Argument>,
    /// How many arguments come before the variable ones; none for a function that takes no variable ones.
    pub fixed: Option<u32>,
    /// One part each in a register of its own; none for `void`.
    pub result: Vec<Type>,
    pub errno: i32,
    pub objects: Vec<Mapped>,
    /// A pointer that comes back is memory of the function's `malloc`.
    pub allocates: bool,
    /// The variables of libraries that this path has, as differences from the beginning; none: as the last call left them.
    pub variables: Option<Vec<Patch>>,
    /// What the program has written to the child's memory since the last call.
    pub writes: Vec<Patch>,
    /// What it wants to know of the child's memory afterwards.
    pub looks: Vec<Span>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Which of these functions exist?
    Resolve(Vec<String>),
    Call(Call),
}

/// Bytes of an object that the call changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Of [`Call::objects`].
    pub object: u32,
    pub offset: u32,
    pub bytes: Vec<u8>,
}

/// Memory of the child that a returned pointer points to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    pub address: u64,
    pub writable: bool,
    pub bytes: Vec<u8>,
}

/// What a call did to memory that is not the program's.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// Variables of libraries changed: now they differ from the beginning like this.
    pub own: Option<Vec<Patch>>,
    /// Variables of the C library or the loader changed.
    pub system: bool,
    /// Memory that an earlier call had allocated was changed or freed.
    pub heap: bool,
    /// It allocated memory that is still in use.
    pub keeps: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Returned {
    /// The parts of the result, one after the other.
    pub result: Vec<u8>,
    pub errno: i32,
    pub changes: Vec<Change>,
    pub foreign: Option<Foreign>,
    pub hidden: Hidden,
    /// The bytes at [`Call::looks`]; empty where there is no memory any more.
    pub looked: Vec<Vec<u8>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    Resolved(Vec<bool>),
    Returned(Returned),
    /// The function wrote behind this one of [`Call::objects`].
    Overflow {
        object: u32,
    },
    /// A signal; `detail` is the number of a forbidden system call, or else the address that was touched. The child ends.
    Crashed {
        signal: u32,
        detail: u64,
    },
    /// The call could not be made.
    Failed(String),
    /// The child is set up and listens; `filtered`: system calls that it must not make are forbidden to it.
    Ready {
        filtered: bool,
    },
}

fn broken(what: &str) -> io::Error {
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
struct Writer(Vec<u8>);

impl Writer {
    fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    fn u32(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.u32(bytes.len() as u32);
        self.0.extend_from_slice(bytes);
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.u32(items.len() as u32);
        items.iter().for_each(|item| each(self, item));
    }

    fn patches(&mut self, patches: &[Patch]) {
        self.list(patches, |out, patch| {
            out.u64(patch.address);
            out.bytes(&patch.bytes);
        });
    }

    /// A list of at most one list.
    fn some_patches(&mut self, patches: Option<&Vec<Patch>>) {
        self.list(patches.as_slice(), |out, patches| out.patches(patches));
    }

    fn ty(&mut self, ty: &Type) {
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
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> io::Result<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(count).ok_or_else(|| broken("cut short"))?;
        self.0 = tail;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        self.take(N)?.try_into().map_err(|_| broken("cut short"))
    }

    fn u8(&mut self) -> io::Result<u8> {
        Ok(self.array::<1>()?[0])
    }

    fn bool(&mut self) -> io::Result<bool> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(broken("no truth value")),
        }
    }

    fn u32(&mut self) -> io::Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn u64(&mut self) -> io::Result<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let length = self.u32()? as usize;
        Ok(self.take(length)?.to_vec())
    }

    fn text(&mut self) -> io::Result<String> {
        String::from_utf8(self.bytes()?).map_err(|_| broken("no text"))
    }

    fn list<T>(&mut self, mut each: impl FnMut(&mut Self) -> io::Result<T>) -> io::Result<Vec<T>> {
        let length = self.u32()?;
        (0..length).map(|_| each(self)).collect()
    }

    fn patches(&mut self) -> io::Result<Vec<Patch>> {
        self.list(|from| Ok(Patch { address: from.u64()?, bytes: from.bytes()? }))
    }

    fn some_patches(&mut self) -> io::Result<Option<Vec<Patch>>> {
        Ok(self.list(Reader::patches)?.pop())
    }

    fn ty(&mut self) -> io::Result<Type> {
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

    fn end<T>(self, value: T) -> io::Result<T> {
        if self.0.is_empty() { Ok(value) } else { Err(broken("too long")) }
    }
}

impl Request {
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        match self {
            Request::Resolve(names) => {
                out.u8(0);
                out.list(names, |out, name| out.bytes(name.as_bytes()));
            }
            Request::Call(call) => {
                out.u8(1);
                out.bytes(call.function.as_bytes());
                out.list(&call.args, |out, argument| {
                    out.ty(&argument.ty);
                    out.bytes(&argument.bytes);
                });
                out.u8(u8::from(call.fixed.is_some()));
                out.u32(call.fixed.unwrap_or(0));
                out.list(&call.result, Writer::ty);
                out.u32(call.errno as u32);
                out.list(&call.objects, |out, object| {
                    out.u64(object.base);
                    out.u8(u8::from(object.writable));
                    out.bytes(&object.bytes);
                });
                out.u8(u8::from(call.allocates));
                out.some_patches(call.variables.as_ref());
                out.patches(&call.writes);
                out.list(&call.looks, |out, span| {
                    out.u64(span.address);
                    out.u32(span.length);
                });
            }
        }
        out.0
    }

    pub fn decode(payload: &[u8]) -> io::Result<Request> {
        let mut from = Reader(payload);
        let request = match from.u8()? {
            0 => Request::Resolve(from.list(Reader::text)?),
            1 => {
                let function = from.text()?;
                let args = from.list(|from| {
                    let (ty, bytes) = (from.ty()?, from.bytes()?);
                    let fits = bytes.len() == ty.size();
                    if fits { Ok(Argument { ty, bytes }) } else { Err(broken("no value of its type")) }
                })?;
                let (is_variadic, fixed) = (from.bool()?, from.u32()?);
                Request::Call(Call {
                    function,
                    args,
                    fixed: is_variadic.then_some(fixed),
                    result: from.list(Reader::ty)?,
                    errno: from.u32()? as i32,
                    objects: from.list(|from| {
                        Ok(Mapped { base: from.u64()?, writable: from.bool()?, bytes: from.bytes()? })
                    })?,
                    allocates: from.bool()?,
                    variables: from.some_patches()?,
                    writes: from.patches()?,
                    looks: from.list(|from| Ok(Span { address: from.u64()?, length: from.u32()? }))?,
                })
            }
            _ => return Err(broken("no request")),
        };
        from.end(request)
    }
}

impl Reply {
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Writer::default();
        match self {
            Reply::Resolved(found) => {
                out.u8(0);
                out.list(found, |out, found| out.u8(u8::from(*found)));
            }
            Reply::Returned(returned) => {
                out.u8(1);
                out.bytes(&returned.result);
                out.u32(returned.errno as u32);
                out.list(&returned.changes, |out, change| {
                    out.u32(change.object);
                    out.u32(change.offset);
                    out.bytes(&change.bytes);
                });
                out.list(returned.foreign.as_slice(), |out, foreign| {
                    out.u64(foreign.address);
                    out.u8(u8::from(foreign.writable));
                    out.bytes(&foreign.bytes);
                });
                out.some_patches(returned.hidden.own.as_ref());
                for truth in [returned.hidden.system, returned.hidden.heap, returned.hidden.keeps] {
                    out.u8(u8::from(truth));
                }
                out.list(&returned.looked, |out, bytes| out.bytes(bytes));
            }
            Reply::Overflow { object } => {
                out.u8(2);
                out.u32(*object);
            }
            Reply::Crashed { signal, detail } => out.0.extend(crash_payload(*signal, *detail)),
            Reply::Failed(why) => {
                out.u8(4);
                out.bytes(why.as_bytes());
            }
            Reply::Ready { filtered } => {
                out.u8(5);
                out.u8(u8::from(*filtered));
            }
        }
        out.0
    }

    pub fn decode(payload: &[u8]) -> io::Result<Reply> {
        let mut from = Reader(payload);
        let reply = match from.u8()? {
            0 => Reply::Resolved(from.list(Reader::bool)?),
            1 => Reply::Returned(Returned {
                result: from.bytes()?,
                errno: from.u32()? as i32,
                changes: from.list(|from| {
                    Ok(Change { object: from.u32()?, offset: from.u32()?, bytes: from.bytes()? })
                })?,
                foreign: from
                    .list(|from| {
                        Ok(Foreign { address: from.u64()?, writable: from.bool()?, bytes: from.bytes()? })
                    })?
                    .pop(),
                hidden: Hidden {
                    own: from.some_patches()?,
                    system: from.bool()?,
                    heap: from.bool()?,
                    keeps: from.bool()?,
                },
                looked: from.list(Reader::bytes)?,
            }),
            2 => Reply::Overflow { object: from.u32()? },
            3 => Reply::Crashed { signal: from.u32()?, detail: from.u64()? },
            4 => Reply::Failed(from.text()?),
            5 => Reply::Ready { filtered: from.bool()? },
            _ => return Err(broken("no reply")),
        };
        from.end(reply)
    }
}

const CRASH_LENGTH: usize = 1 + 4 + 8;

fn crash_payload(signal: u32, detail: u64) -> [u8; CRASH_LENGTH] {
    let mut payload = [3; CRASH_LENGTH];
    payload[1..5].copy_from_slice(&signal.to_le_bytes());
    payload[5..].copy_from_slice(&detail.to_le_bytes());
    payload
}

/// A whole frame that tells of a crash, made without allocating: signal handlers send it.
pub fn crash_frame(signal: u32, detail: u64) -> [u8; 4 + CRASH_LENGTH] {
    let mut frame = [0; 4 + CRASH_LENGTH];
    frame[..4].copy_from_slice(&(CRASH_LENGTH as u32).to_le_bytes());
    frame[4..].copy_from_slice(&crash_payload(signal, detail));
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_call() -> Request {
        let double = Argument { ty: Type::Double, bytes: 2.5f64.to_le_bytes().to_vec() };
        let byte = Argument { ty: Type::Integer { bytes: 1, signed: true }, bytes: vec![0xff] };
        let copy = Argument { ty: Type::Memory { bytes: 3 }, bytes: vec![1, 2, 3] };
        Request::Call(Call {
            function: "f".to_string(),
            args: vec![double, byte, copy],
            fixed: Some(1),
            result: vec![Type::Integer { bytes: 8, signed: false }, Type::LongDouble],
            errno: -1,
            objects: vec![Mapped { base: 1 << 28, writable: true, bytes: vec![7; 40] }],
            allocates: true,
            variables: Some(vec![Patch { address: 0x7fff_0000_0100, bytes: vec![1, 2] }]),
            writes: vec![Patch { address: 0x7fff_0000_0200, bytes: vec![3] }],
            looks: vec![Span { address: 0x7fff_0000_0300, length: 4 }],
        })
    }

    fn replies() -> Vec<Reply> {
        let change = Change { object: 1, offset: 2, bytes: vec![3] };
        let foreign = Foreign { address: 0x7fff_0000_0000, writable: false, bytes: b"text".to_vec() };
        let own = Some(vec![Patch { address: 0x7fff_0000_0100, bytes: vec![2, 2] }]);
        let mut returned = Returned {
            result: vec![1; 8],
            errno: 34,
            changes: vec![change],
            foreign: Some(foreign),
            hidden: Hidden { own, system: true, heap: false, keeps: true },
            looked: vec![vec![4; 4], Vec::new()],
        };
        let first = Reply::Returned(returned.clone());
        returned.foreign = None;
        vec![
            first,
            Reply::Returned(returned),
            Reply::Resolved(vec![true, false]),
            Reply::Overflow { object: 9 },
            Reply::Crashed { signal: 11, detail: 0x1234 },
            Reply::Failed("why".to_string()),
            Reply::Ready { filtered: true },
        ]
    }

    #[test]
    fn messages_survive_the_way() {
        for request in [a_call(), Request::Resolve(vec!["a".to_string(), String::new()])] {
            assert_eq!(Request::decode(&request.encode()).expect("whole"), request);
        }
        for reply in replies() {
            assert_eq!(Reply::decode(&reply.encode()).expect("whole"), reply);
        }
    }

    #[test]
    fn broken_messages_are_refused_and_never_panic() {
        let whole = a_call().encode();
        for length in 0..whole.len() {
            assert!(Request::decode(&whole[..length]).is_err(), "cut at {length}");
        }
        for reply in replies() {
            let whole = reply.encode();
            for length in 0..whole.len() {
                assert!(Reply::decode(&whole[..length]).is_err(), "{reply:?} cut at {length}");
            }
            let longer = [whole.as_slice(), &[0]].concat();
            assert!(Reply::decode(&longer).is_err(), "{reply:?} and more");
        }
        assert!(Reply::decode(&[99]).is_err());
        // A length that lies does not make room for what is not there.
        assert!(Reply::decode(&[0, 0xff, 0xff, 0xff, 0xff]).is_err());
    }

    #[test]
    fn frames_come_one_after_the_other() {
        let mut stream = Vec::new();
        send(&mut stream, b"first").expect("written");
        send(&mut stream, b"").expect("written");
        stream.extend(crash_frame(6, 0));
        let mut from = stream.as_slice();
        assert_eq!(receive(&mut from).expect("read"), Some(b"first".to_vec()));
        assert_eq!(receive(&mut from).expect("read"), Some(Vec::new()));
        let crash = receive(&mut from).expect("read").expect("a frame");
        assert_eq!(Reply::decode(&crash).expect("whole"), Reply::Crashed { signal: 6, detail: 0 });
        assert_eq!(receive(&mut from).expect("read"), None);
        assert!(receive(&mut [1u8, 0].as_slice()).is_err());
        assert!(receive(&mut u32::MAX.to_le_bytes().as_slice()).is_err());
    }
}
