//! Requests and replies as bytes.

use super::wire::{Reader, Writer, broken};
use super::{Argument, Call, Change, Foreign, Hidden, Mapped, Reply, Request, Returned, Span};
use std::io;

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
