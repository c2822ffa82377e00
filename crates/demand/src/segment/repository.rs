//! What was learned of the segments of a program, for all who answer questions about it: what is measured does not depend on who does it.

use super::library::MeasuredCall;
use super::{Declined, Rounds, Summary, Told};
use bowline_base::FxHashMap;
use bowline_infer::Store;
use bowline_infer::call::{CallModel, Request};
use bowline_ir::{FuncId, LoopId, Module, Position};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Measured = Result<Arc<MeasuredCall>, String>;

#[derive(Default)]
struct Known {
    loops: FxHashMap<(FuncId, LoopId), Result<Arc<Rounds>, Declined>>,
    /// By the place of the call, with the function that is called.
    calls: FxHashMap<(FuncId, Position), (FuncId, Measured)>,
    /// Several calls may be the same request.
    responses: FxHashMap<Request, Result<CallModel, String>>,
}

#[derive(Clone, Default)]
pub struct Repository {
    known: Arc<Mutex<Known>>,
    /// Where responses outlive the process.
    pub store: Store,
}

impl Repository {
    pub fn new(store: Store) -> Self {
        Self { store, ..Self::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn rounds(&self, key: (FuncId, LoopId)) -> Option<Result<Arc<Rounds>, Declined>> {
        self.known().loops.get(&key).cloned()
    }

    pub(super) fn insert_rounds(&self, key: (FuncId, LoopId), rounds: Result<Arc<Rounds>, Declined>) {
        self.known().loops.insert(key, rounds);
    }

    pub(super) fn call(&self, place: (FuncId, Position)) -> Option<Measured> {
        self.known().calls.get(&place).map(|(_, told)| told.clone())
    }

    pub(super) fn insert_call(&self, place: (FuncId, Position), called: FuncId, told: Measured) {
        self.known().calls.insert(place, (called, told));
    }

    pub(super) fn response(&self, request: &Request) -> Option<Result<CallModel, String>> {
        self.known().responses.get(request).cloned()
    }

    pub(super) fn insert_response(&self, request: &Request, response: Result<CallModel, String>) {
        self.known().responses.insert(request.clone(), response);
    }

    /// All segments that were asked about, in the order of the program: loops, then calls.
    pub fn told(&self, module: &Module) -> Vec<Told> {
        let known = self.known();
        let mut loops: Vec<_> = known.loops.iter().collect();
        loops.sort_unstable_by_key(|(key, _)| **key);
        let mut calls: Vec<_> = known.calls.iter().collect();
        calls.sort_unstable_by_key(|(place, _)| **place);
        let loops = loops.into_iter().map(|(&(function, id), rounds)| Told {
            function,
            loc: module.functions[function].loops.loops[id].line,
            called: None,
            response: rounds.as_ref().map(|rounds| rounds.summary()).map_err(ToString::to_string),
        });
        let calls = calls.into_iter().map(|(&(function, at), (called, told))| Told {
            function,
            loc: module.functions[function].locs[at as usize],
            called: Some(*called),
            response: told.as_ref().map(|call| call.summary()).map_err(Clone::clone),
        });
        loops.chain(calls).collect()
    }
}

impl Rounds {
    fn summary(&self) -> Summary {
        Summary {
            text: self.text.clone(),
            form: self.model.kind().name(),
            trust: self.trust,
            runs: self.runs,
        }
    }
}

impl MeasuredCall {
    fn summary(&self) -> Summary {
        let CallModel { trust, runs, .. } = self.model;
        Summary { text: self.text.clone(), form: self.model.form(), trust, runs }
    }
}
