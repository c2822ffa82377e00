//! What only the C library makes: streams, directories, locales.
//!
//! A program holds pointers to such objects and never looks inside; what is inside is the library's own business, and ours has other fields than the one that
//! tests run with. So nothing is made up here. A stream that is given is one of the three that are always open; any other handle is lost, named.

use super::InputWord;
use crate::fork::Decision;
use crate::lazy::settle::bind;
use crate::{Executor, State};
use bowline_ir::CTypeId;
use bowline_ir::c_type::CType;

/// Tags of structures that the C library alone defines.
const HANDLES: [&str; 3] = [STREAM, "__dirstream", "__locale_struct"];

const STREAM: &str = "_IO_FILE";

/// Variables that hold streams.
pub const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

impl Executor {
    /// The tag of what a pointer points to, where only the C library makes that.
    pub(super) fn handle_behind(&self, ty: Option<CTypeId>) -> Option<&'static str> {
        let types = &self.program.module.types;
        let CType::Record(record) = types.resolve(types.pointee(ty?)?) else { return None };
        HANDLES.into_iter().find(|handle| record.name.as_deref() == Some(handle))
    }

    /// Is a pointer this address, and from now on known to be? Where it may be, a sibling goes on with it.
    pub(super) fn is_bound(&mut self, state: &mut State, word: &InputWord, at: u64) -> bool {
        let address = self.pool.constant(u128::from(at), 64);
        let differs = self.pool.ne(word.expr, address);
        match self.decide(state, differs) {
            Decision::Yes => false,
            Decision::No => {
                bind(state, word.expr, at);
                true
            }
            Decision::Both(mut other) => {
                bind(&mut other, word.expr, at);
                self.retry(*other);
                false
            }
        }
    }

    /// One of the streams that are always open, if the pointer may be one; siblings are others.
    pub(super) fn open_stream(&mut self, state: &mut State, word: &InputWord, handle: &str) -> Option<u64> {
        if handle != STREAM {
            return None;
        }
        for name in STREAMS {
            let Some(at) = self.stream(state, name) else { continue };
            if self.is_bound(state, word, at) {
                return Some(at);
            }
        }
        None
    }

    /// What a variable such as `stdin` holds, if the program has it.
    pub fn stream(&self, state: &State, name: &str) -> Option<u64> {
        let globals = &self.program.module.globals;
        let (variable, _) = globals.iter_ids().find(|(_, global)| global.name == name)?;
        state.memory.load_concrete(self.program.global_address(variable), 8)
    }
}
