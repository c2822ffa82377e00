//! The child: takes requests from its standard input until that ends, makes the calls, and replies.
//!
//! It locks itself in before it loads a library, since libraries run code when they are loaded. From then on everything
//! here happens with native code around that may have broken anything; whoever started the child believes none of it.

mod heap;
mod invoke;
mod libraries;
mod mapping;
mod regions;
mod sandbox;
mod segments;
mod signals;
mod streams;
mod watch;

pub use heap::ENVIRONMENT;

use crate::protocol::{self, Call, Reply, Request, Returned, Type};
use invoke::Invoked;
use libraries::Libraries;
use mapping::Mapping;
use std::io;
use std::path::PathBuf;
use watch::Watch;

/// Serves until the other side closes the pipe. To be called early in a process that does nothing else.
pub fn serve(libraries: &[PathBuf]) -> io::Result<()> {
    sandbox::fix_addresses();
    heap::prepare();
    let (mut requests, mut replies) = streams::take_over()?;
    sandbox::limit_resources();
    signals::report_crashes(&replies);
    let filtered = sandbox::filter_system_calls(&replies);
    let libraries = match Libraries::load(libraries) {
        Ok(libraries) => libraries,
        Err(why) => return protocol::send(&mut replies, &Reply::Failed(why).encode()),
    };
    streams::use_output();
    let mut watch = Watch::new();
    protocol::send(&mut replies, &Reply::Ready { filtered }.encode())?;
    while let Some(payload) = protocol::receive(&mut requests)? {
        let reply = match Request::decode(&payload)? {
            Request::Resolve(names) => {
                Reply::Resolved(names.iter().map(|name| libraries.find(name).is_some()).collect())
            }
            Request::Call(call) => answer(&libraries, &call, &mut watch).unwrap_or_else(Reply::Failed),
        };
        protocol::send(&mut replies, &reply.encode())?;
    }
    Ok(())
}

/// The error says why the call could not be made.
fn answer(libraries: &Libraries, call: &Call, watch: &mut Watch) -> Result<Reply, String> {
    let code = libraries.find(&call.function).ok_or("no library has it")?;
    let mapping = Mapping::of(&call.objects)?;
    if let Some(variables) = &call.variables {
        watch.segments.put_back(variables)?;
    }
    let wrote_shared = watch.segments.write(&call.writes)?;
    let Invoked { result, errno, mut hidden } = invoke::invoke(code, call, watch)?;
    if let Some(object) = mapping.overflow() {
        return Ok(Reply::Overflow { object });
    }
    hidden.heap |= wrote_shared;
    // What the program wrote is part of the version that the path has from now on.
    if !call.writes.is_empty() && hidden.own.is_none() {
        hidden.own = Some(watch.segments.differences());
    }
    let foreign = match (call.result.first(), result.first_chunk()) {
        (Some(Type::Integer { bytes: 8, .. }), Some(word)) => {
            let address = u64::from_le_bytes(*word);
            if call.allocates { regions::take_text(address) } else { regions::copy_from(address) }
        }
        _ => None,
    };
    if call.allocates {
        hidden.keeps = false;
    }
    let looked = call.looks.iter().map(regions::look).collect();
    Ok(Reply::Returned(Returned { result, errno, changes: mapping.changes(), foreign, hidden, looked }))
}
