//! The child: takes requests from its standard input until that ends, makes the calls, and replies.
//!
//! It locks itself in before it loads a library, since libraries run code when they are loaded. From then on everything
//! here happens with native code around that may have broken anything; whoever started the child believes none of it.

mod invoke;
mod libraries;
mod mapping;
mod regions;
mod sandbox;
mod signals;
mod streams;

use crate::protocol::{self, Call, Reply, Request, Returned, Type};
use libraries::Libraries;
use mapping::Mapping;
use std::io;
use std::path::PathBuf;

/// Serves until the other side closes the pipe. To be called early in a process that does nothing else.
pub fn serve(libraries: &[PathBuf]) -> io::Result<()> {
    sandbox::fix_addresses();
    let (mut requests, mut replies) = streams::take_over()?;
    sandbox::limit_resources();
    signals::report_crashes(&replies);
    let filtered = sandbox::filter_system_calls(&replies);
    let libraries = match Libraries::load(libraries) {
        Ok(libraries) => libraries,
        Err(why) => return protocol::send(&mut replies, &Reply::Failed(why).encode()),
    };
    protocol::send(&mut replies, &Reply::Ready { filtered }.encode())?;
    while let Some(payload) = protocol::receive(&mut requests)? {
        let reply = match Request::decode(&payload)? {
            Request::Resolve(names) => {
                Reply::Resolved(names.iter().map(|name| libraries.find(name).is_some()).collect())
            }
            Request::Call(call) => answer(&libraries, &call),
        };
        protocol::send(&mut replies, &reply.encode())?;
    }
    Ok(())
}

fn answer(libraries: &Libraries, call: &Call) -> Reply {
    let Some(code) = libraries.find(&call.function) else {
        return Reply::Failed("no library has it".to_string());
    };
    let mapping = match Mapping::of(&call.objects) {
        Ok(mapping) => mapping,
        Err(why) => return Reply::Failed(why),
    };
    let (result, errno) = match invoke::invoke(code, call) {
        Ok(returned) => returned,
        Err(why) => return Reply::Failed(why),
    };
    if let Some(object) = mapping.overflow() {
        return Reply::Overflow { object };
    }
    let foreign = match (call.result.first(), result.first_chunk()) {
        (Some(Type::Integer { bytes: 8, .. }), Some(word)) => {
            let address = u64::from_le_bytes(*word);
            if call.allocates { regions::take_text(address) } else { regions::copy_from(address) }
        }
        _ => None,
    };
    Reply::Returned(Returned { result, errno, changes: mapping.changes(), foreign })
}
