//! What calls of functions may do to what their callers can see, callees first; and which functions a run may come to.

use crate::facts::{FunctionFacts, Origin};
use crate::library;
use bowline_base::{FxHashSet, IdVec};
use bowline_ir::call_graph::CallGraph;
use bowline_ir::{Callee, FuncId, Function, GlobalId, Inst, Module, Operand};

/// What a call of a function may do to what its caller can see.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub globals: FxHashSet<GlobalId>,
    /// It writes through pointers of which nothing is known here.
    pub others: bool,
    pub frees: bool,
    /// It may not come back.
    pub ends: bool,
    /// It may run code that is not given, and that may call functions whose address is taken.
    pub leaves: bool,
}

impl Effects {
    fn add(&mut self, other: &Effects) {
        self.globals.extend(other.globals.iter().copied());
        self.others |= other.others;
        self.frees |= other.frees;
        self.ends |= other.ends;
        self.leaves |= other.leaves;
    }
}

/// What calls of every function may do, callees first.
pub(crate) fn effects(
    module: &Module,
    calls: &CallGraph,
    facts: &IdVec<FuncId, Option<FunctionFacts>>,
) -> IdVec<FuncId, Effects> {
    let mut effects: IdVec<FuncId, Effects> = vec![Effects::default(); module.functions.len()].into();
    for group in calls.bottom_up() {
        let mut all = Effects::default();
        for &id in group {
            match &facts[id] {
                Some(facts) => all.add(&own_effects(module, calls, facts, &module.functions[id], &effects)),
                None => all.add(&unknown_effects(&module.functions[id].name)),
            }
        }
        for &id in group {
            effects[id] = all.clone();
        }
    }
    effects
}

/// Of a function without a body, as far as arguments do not decide it.
fn unknown_effects(name: &str) -> Effects {
    match library::entry(name) {
        Some(entry) => Effects {
            others: !entry.writes.is_empty(),
            frees: entry.frees,
            ends: entry.ends,
            ..Effects::default()
        },
        None => {
            let ends = !library::comes_back(name);
            Effects { others: true, frees: true, ends, leaves: ends, ..Effects::default() }
        }
    }
}

fn own_effects(
    module: &Module,
    calls: &CallGraph,
    facts: &FunctionFacts,
    function: &Function,
    effects: &IdVec<FuncId, Effects>,
) -> Effects {
    let mut own = Effects::default();
    let writes = |own: &mut Effects, to: Operand| match facts.origin(module, to) {
        Origin::Local(_) => {}
        Origin::Global(global) => {
            own.globals.insert(global);
        }
        Origin::Heap(_) | Origin::Parameter(_) | Origin::Other => own.others = true,
    };
    for inst in &function.insts {
        match *inst {
            Inst::Store { address, .. } => writes(&mut own, address),
            Inst::MemCopy { to, .. } | Inst::MemSet { to, .. } => writes(&mut own, to),
            Inst::Trap { .. } | Inst::Unsupported { .. } => own.ends = true,
            Inst::VaStart { .. } | Inst::VaCopy { .. } => own.others = true,
            Inst::Call { call } => {
                let site = &function.calls[call];
                own.ends |= site.no_return;
                if let Callee::EmptyAsm { .. } = site.callee {
                    continue;
                }
                let targets = calls.targets(module, site);
                if targets.is_empty() {
                    own.add(&unknown_effects(""));
                }
                for target in targets {
                    let called = &module.functions[target];
                    match library::entry(&called.name).filter(|_| called.is_declaration()) {
                        Some(entry) => {
                            for (argument, _) in entry.writes {
                                if let Some((to, _)) = site.args.get(*argument as usize) {
                                    writes(&mut own, *to);
                                }
                            }
                            own.frees |= entry.frees;
                            own.ends |= entry.ends;
                        }
                        None => own.add(&effects[target].clone()),
                    }
                }
            }
            _ => {}
        }
    }
    own
}
/// What code that is not given may do: also what functions do that it may call back. Whoever runs such code may do that, too.
pub(crate) fn anything(calls: &CallGraph, effects: &mut IdVec<FuncId, Effects>) -> Effects {
    let mut all = unknown_effects("");
    for id in calls.address_taken() {
        all.add(&effects[id].clone());
    }
    for one in effects.iter_mut().filter(|one| one.leaves) {
        one.add(&all);
    }
    all
}

/// Functions that are called, directly or not, from where a program begins, and all whose address is taken.
pub(crate) fn reached(module: &Module, calls: &CallGraph, main: Option<FuncId>) -> FxHashSet<FuncId> {
    let starts = main.into_iter().chain(calls.address_taken());
    let mut work: Vec<FuncId> =
        starts.chain(module.constructors.iter().chain(&module.destructors).copied()).collect();
    let mut reached = FxHashSet::default();
    while let Some(id) = work.pop() {
        if reached.insert(id) {
            work.extend(calls.callees(id));
        }
    }
    reached
}
