//! What calls of functions may do to what their callers can see, callees first; and which functions a run may come to.

use crate::facts::{FunctionFacts, Origin};
use crate::library;
use crate::points_to::{Class, PointsTo};
use bowline_base::{FxHashSet, IdVec};
use bowline_ir::bitset::BitSet;
use bowline_ir::call_graph::CallGraph;
use bowline_ir::{Callee, FuncId, GlobalId, Inst, Module, Operand};

/// What a call of a function may do to what its caller can see.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub globals: FxHashSet<GlobalId>,
    /// The abstract objects that it may write, but for those that only its own activation can reach; whatever is in `globals` is not among them.
    written: BitSet,
    /// It writes through pointers that may point anywhere.
    anywhere: bool,
    /// It writes through pointers of which nothing is known here.
    pub others: bool,
    pub frees: bool,
    /// It may not come back.
    pub ends: bool,
    /// It may run code that is not given, and that may call functions whose address is taken.
    pub leaves: bool,
}

impl Effects {
    /// May it write, through a pointer, what another one points to?
    pub(crate) fn may_write(&self, class: Class<'_>) -> bool {
        self.anywhere || class.meets(Class::Any(&self.written))
    }

    fn writes(&mut self, class: Class<'_>, objects: usize) {
        if self.written == BitSet::default() {
            self.written = BitSet::new(objects);
        }
        match class {
            Class::One(object) => {
                self.written.insert(object);
            }
            Class::Any(set) => {
                self.written.union_with(set);
            }
            Class::Unknown => self.anywhere = true,
        }
    }

    fn add(&mut self, other: &Effects) {
        self.globals.extend(other.globals.iter().copied());
        if other.written != BitSet::default() {
            if self.written == BitSet::default() {
                self.written = other.written.clone();
            } else {
                self.written.union_with(&other.written);
            }
        }
        self.anywhere |= other.anywhere;
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
    points_to: &PointsTo,
) -> IdVec<FuncId, Effects> {
    let mut effects: IdVec<FuncId, Effects> = vec![Effects::default(); module.functions.len()].into();
    for group in calls.bottom_up() {
        let mut all = Effects::default();
        for &id in group {
            match &facts[id] {
                Some(facts) => all.add(&own_effects(module, calls, facts, id, (&effects, points_to))),
                None => all.add(&unknown_effects(&module.functions[id].name, points_to)),
            }
        }
        for &id in group {
            effects[id] = all.clone();
        }
    }
    effects
}

/// Of a function without a body, as far as arguments do not decide it.
fn unknown_effects(name: &str, points_to: &PointsTo) -> Effects {
    let outside = points_to.outside();
    let mut effects = match library::entry(name) {
        Some(entry) => Effects {
            others: !entry.writes.is_empty(),
            anywhere: !entry.writes.is_empty(),
            frees: entry.frees,
            ends: entry.ends,
            ..Effects::default()
        },
        None => {
            let ends = !library::comes_back(name);
            Effects { others: true, frees: true, ends, leaves: ends, ..Effects::default() }
        }
    };
    if effects.others {
        effects.writes(outside, points_to.objects());
    }
    effects
}

fn own_effects(
    module: &Module,
    calls: &CallGraph,
    facts: &FunctionFacts,
    id: FuncId,
    (effects, points_to): (&IdVec<FuncId, Effects>, &PointsTo),
) -> Effects {
    let function = &module.functions[id];
    let mut own = Effects::default();
    let writes = |own: &mut Effects, to: Operand| match facts.origin(module, to) {
        Origin::Local(_) => {}
        Origin::Global(global) => {
            own.globals.insert(global);
        }
        Origin::Heap(_) | Origin::Parameter(_) | Origin::Other => {
            own.others = true;
            own.writes(points_to.operand(module, id, to), points_to.objects());
        }
    };
    for inst in &function.insts {
        match *inst {
            Inst::Store { address, .. } => writes(&mut own, address),
            Inst::MemCopy { to, .. } | Inst::MemSet { to, .. } => writes(&mut own, to),
            Inst::Trap { .. } | Inst::Unsupported { .. } => own.ends = true,
            Inst::VaStart { list: to } | Inst::VaCopy { to, .. } => {
                own.others = true;
                own.writes(points_to.operand(module, id, to), points_to.objects());
            }
            Inst::Call { call } => {
                let site = &function.calls[call];
                own.ends |= site.no_return;
                if let Callee::EmptyAsm { .. } = site.callee {
                    continue;
                }
                let targets = calls.targets(module, site);
                if targets.is_empty() {
                    own.add(&unknown_effects("", points_to));
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
pub(crate) fn anything(
    calls: &CallGraph,
    effects: &mut IdVec<FuncId, Effects>,
    points_to: &PointsTo,
) -> Effects {
    let mut all = unknown_effects("", points_to);
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
