//! What is known of a module before any question is asked. Flow is not looked at: what holds here holds everywhere.
//!
//! Registers must be those of the front end, each with one definition but for those that phis made; the compacted form, in which values share
//! registers, says nothing about origins.

use crate::library::{self, Gives};
use bowline_base::{FxHashMap, FxHashSet, IdVec};
use bowline_ir::call_graph::CallGraph;
use bowline_ir::cfg::Cfg;
use bowline_ir::def_use::{DefUse, Definition};
use bowline_ir::{
    Callee, ConstExpr, ConstId, Constant, FuncId, Function, GlobalId, Initializer, Inst, Loop, LoopId,
    Module, Operand, Position, Reg,
};

/// The object that a pointer was made from, where there is only one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Origin {
    /// The local that this instruction makes, once per activation.
    Local(Position),
    Global(GlobalId),
    /// What this call of an allocator gave.
    Heap(Position),
    Parameter(u32),
    Other,
}

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

pub struct FunctionFacts {
    pub cfg: Cfg,
    pub def_use: DefUse,
    /// By register.
    origins: Vec<Origin>,
    /// Locals, and objects of allocators, whose address others may know, by the instruction that makes them.
    escaping: FxHashSet<Position>,
}

pub struct Facts {
    functions: IdVec<FuncId, Option<FunctionFacts>>,
    pub calls: CallGraph,
    effects: IdVec<FuncId, Effects>,
    pub main: Option<FuncId>,
    /// Code that is not given may call functions whose address it gets.
    pub calls_back: bool,
    /// What code that is not given may do.
    pub anything: Effects,
    /// Globals whose address is used in accesses alone: nothing else reaches them.
    private_globals: FxHashSet<GlobalId>,
    /// Called, perhaps, in a run from `main` on.
    reached: FxHashSet<FuncId>,
}

impl Facts {
    pub fn of(module: &Module) -> Self {
        let calls = CallGraph::of(module);
        let functions: IdVec<FuncId, Option<FunctionFacts>> = module
            .functions
            .iter()
            .map(|function| (!function.is_declaration()).then(|| FunctionFacts::of(module, function)))
            .collect::<Vec<_>>()
            .into();
        let mut effects = effects(module, &calls, &functions);
        let anything = anything(&calls, &mut effects);
        let main = module.function_named("main").filter(|main| !module.functions[*main].is_declaration());
        let calls_back = module.functions.iter().any(|function| {
            let is_known = library::entry(&function.name).is_some() && function.name != "signal";
            function.is_declaration() && !is_known && !function.name.starts_with("llvm.")
        });
        let private_globals = private_globals(module, &functions, main.is_some());
        let reached = reached(module, &calls, main);
        Self { functions, calls, effects, main, calls_back, anything, private_globals, reached }
    }

    /// Can this global be reached by its name alone?
    pub fn is_private_global(&self, id: GlobalId) -> bool {
        self.private_globals.contains(&id)
    }

    /// Does something lead to the function, as far as calls tell? Without a `main`, anybody may call it.
    pub fn is_reached(&self, id: FuncId) -> bool {
        self.main.is_none() || self.reached.contains(&id)
    }

    /// Of a function that has a body.
    pub fn function(&self, id: FuncId) -> &FunctionFacts {
        self.functions[id].as_ref().unwrap_or_else(|| unreachable!("{id} has no body"))
    }

    pub fn effects(&self, id: FuncId) -> &Effects {
        &self.effects[id]
    }
}

impl FunctionFacts {
    fn of(module: &Module, function: &Function) -> Self {
        let def_use = DefUse::of(function);
        let mut origins = Origins { module, function, def_use: &def_use, known: FxHashMap::default() };
        let origins: Vec<Origin> = (0..function.registers).map(|reg| origins.of(Reg(reg))).collect();
        let escaping = escaping(module, function, &origins, &def_use);
        Self { cfg: Cfg::of(function), def_use, origins, escaping }
    }

    pub fn origin(&self, module: &Module, operand: Operand) -> Origin {
        match (operand.as_reg(), operand.as_const()) {
            (Some(reg), _) => self.origins[reg.0 as usize],
            (_, Some(id)) => constant_origin(module, id),
            _ => Origin::Other,
        }
    }

    pub fn escapes(&self, local: Position) -> bool {
        self.escaping.contains(&local)
    }

    /// The local that a register is the address of, if that is made once per activation and has a known size.
    pub fn local(&self, function: &Function, reg: Reg) -> Option<Position> {
        match self.def_use.sole_definition(reg)? {
            Definition::Inst(at) if is_local(function, at) => Some(at),
            _ => None,
        }
    }

    /// Registers that the edges into a loop's header set.
    pub fn phis(function: &Function, one: &Loop) -> Vec<Reg> {
        let mut phis: Vec<Reg> = one
            .latches
            .iter()
            .chain(&one.entries)
            .flat_map(|edge| function.edges[*edge].moves.iter().map(|(reg, _)| *reg))
            .collect();
        phis.sort_unstable();
        phis.dedup();
        phis
    }

    /// The loop that a block is the header of.
    pub fn loop_at(function: &Function, block: bowline_ir::BlockId) -> Option<LoopId> {
        let mut at = function.loops.innermost.get(block).copied().flatten();
        while let Some(id) = at {
            let one = &function.loops.loops[id];
            if one.header == block {
                return Some(id);
            }
            at = one.parent;
        }
        None
    }
}

/// An alloca in the entry block.
fn is_local(function: &Function, at: Position) -> bool {
    matches!(function.insts[at as usize], Inst::Alloca { count, .. } if count.as_const().is_some())
        && function.block_of(at) == Function::ENTRY
}

/// Is it a call of a function that gives a new object each time?
fn allocates(module: &Module, function: &Function, call: bowline_ir::CallId) -> bool {
    let Callee::Direct(id) = function.calls[call].callee else { return false };
    let called = &module.functions[id];
    called.is_declaration()
        && library::entry(&called.name)
            .is_some_and(|entry| matches!(entry.gives, Gives::Fresh(_) | Gives::FreshZero(_)) && !entry.frees)
}

fn constant_origin(module: &Module, id: bowline_ir::ConstId) -> Origin {
    match module.constants[id] {
        Constant::Global { global, .. } => Origin::Global(global),
        _ => Origin::Other,
    }
}

struct Origins<'a> {
    module: &'a Module,
    function: &'a Function,
    def_use: &'a DefUse,
    known: FxHashMap<Reg, Origin>,
}

impl Origins<'_> {
    /// Follows copies, offsets and moves to where they begin.
    fn of(&mut self, reg: Reg) -> Origin {
        if let Some(known) = self.known.get(&reg) {
            return *known;
        }
        let mut seen: FxHashSet<Reg> = FxHashSet::default();
        let mut work = vec![reg];
        let mut found: Option<Origin> = None;
        let mut add = |origin: Origin| match found {
            None => found = Some(origin),
            Some(other) if other == origin => {}
            Some(_) => found = Some(Origin::Other),
        };
        while let Some(reg) = work.pop() {
            if !seen.insert(reg) {
                continue;
            }
            let definitions = self.def_use.definitions(reg);
            if definitions.is_empty() {
                add(Origin::Other);
            }
            for definition in definitions {
                let source = match *definition {
                    Definition::Parameter => {
                        add(Origin::Parameter(reg.0));
                        continue;
                    }
                    Definition::Move(edge, index) => self.function.edges[edge].moves[index as usize].1,
                    Definition::Inst(at) => match self.function.insts[at as usize] {
                        Inst::Copy { a, .. } | Inst::Offset { base: a, .. } => a,
                        Inst::Alloca { .. } if is_local(self.function, at) => {
                            add(Origin::Local(at));
                            continue;
                        }
                        Inst::Call { call } if allocates(self.module, self.function, call) => {
                            add(Origin::Heap(at));
                            continue;
                        }
                        _ => {
                            add(Origin::Other);
                            continue;
                        }
                    },
                };
                match (source.as_reg(), source.as_const()) {
                    (Some(reg), _) => work.push(reg),
                    (_, Some(id)) => add(constant_origin(self.module, id)),
                    _ => add(Origin::Other),
                }
            }
        }
        let origin = found.unwrap_or(Origin::Other);
        self.known.insert(reg, origin);
        origin
    }
}

/// Locals whose address goes anywhere but into accesses, offsets and comparisons.
fn escaping(
    module: &Module,
    function: &Function,
    origins: &[Origin],
    def_use: &DefUse,
) -> FxHashSet<Position> {
    let mut escaping = FxHashSet::default();
    given_away(module, function, origins, def_use, &mut |operand| {
        if let Some(Origin::Local(at) | Origin::Heap(at)) =
            operand.as_reg().map(|reg| origins[reg.0 as usize])
        {
            escaping.insert(at);
        }
    });
    escaping
}

/// Globals whose address goes nowhere but into accesses, offsets and comparisons. Without a `main`, only those that other units cannot name.
fn private_globals(
    module: &Module,
    functions: &IdVec<FuncId, Option<FunctionFacts>>,
    is_program: bool,
) -> FxHashSet<GlobalId> {
    let mut private: FxHashSet<GlobalId> = module
        .globals
        .iter_ids()
        .filter(|(id, global)| {
            global.initializer != Initializer::External && (is_program || module.static_globals.contains(id))
        })
        .map(|(id, _)| id)
        .collect();
    for (id, function) in module.functions.iter_ids() {
        let Some(facts) = &functions[id] else { continue };
        given_away(module, function, &facts.origins, &facts.def_use, &mut |operand| {
            if let Origin::Global(global) = facts.origin(module, operand) {
                private.remove(&global);
            }
        });
    }
    // Addresses in initial values, and in constants that compute with them.
    let initial = module.globals.iter().flat_map(|global| match &global.initializer {
        Initializer::Bytes { relocations, .. } => relocations.as_slice(),
        _ => &[],
    });
    let mut work: Vec<ConstId> = initial.map(|relocation| relocation.value).collect();
    for constant in module.constants.iter() {
        if let Constant::Expr(expr) = constant {
            work.extend(parts(expr));
        }
    }
    for id in work {
        if let Constant::Global { global, .. } = module.constants[id] {
            private.remove(&global);
        }
    }
    private
}

fn parts(expr: &ConstExpr) -> Vec<ConstId> {
    match *expr {
        ConstExpr::Binary { a, b, .. } | ConstExpr::Compare { a, b, .. } => vec![a, b],
        ConstExpr::Cast { a, .. } => vec![a],
        ConstExpr::Select { cond, a, b, .. } => vec![cond, a, b],
    }
}

/// What code that is not given may do: also what functions do that it may call back. Whoever runs such code may do that, too.
fn anything(calls: &CallGraph, effects: &mut IdVec<FuncId, Effects>) -> Effects {
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
fn reached(module: &Module, calls: &CallGraph, main: Option<FuncId>) -> FxHashSet<FuncId> {
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

/// Tells all operands whose value goes anywhere but into accesses, offsets and comparisons.
fn given_away(
    module: &Module,
    function: &Function,
    origins: &[Origin],
    def_use: &DefUse,
    mut note: &mut dyn FnMut(Operand),
) {
    for inst in &function.insts {
        match *inst {
            Inst::Copy { .. }
            | Inst::Offset { .. }
            | Inst::Load { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::ScopeStart { .. }
            | Inst::ScopeEnd { .. }
            | Inst::Compare { .. } => {}
            Inst::Store { value, .. } => note(value),
            Inst::Call { call } => {
                let site = &function.calls[call];
                let used = site.results.iter().any(|(reg, _)| !def_use.uses(*reg).is_empty());
                if !keeps_nothing(module, site, used) {
                    inst.for_each_use(function, &mut note);
                }
            }
            _ => inst.for_each_use(function, &mut note),
        }
    }
    for edge in function.edges.iter() {
        for (target, source) in &edge.moves {
            // A phi of nothing but this object is followed by its origin.
            let followed =
                source.as_reg().is_some_and(|reg| origins[reg.0 as usize] == origins[target.0 as usize])
                    || source
                        .as_const()
                        .is_some_and(|id| constant_origin(module, id) == origins[target.0 as usize]);
            if !followed {
                note(*source);
            }
        }
    }
}

/// Is it a call of a function that is known, and has forgotten its arguments when it is back? Some return one of them, which may be used.
fn keeps_nothing(module: &Module, site: &bowline_ir::CallSite, used: bool) -> bool {
    let Callee::Direct(id) = site.callee else { return false };
    let called = &module.functions[id];
    called.is_declaration()
        && library::entry(&called.name)
            .is_some_and(|entry| !used || !matches!(entry.gives, Gives::Argument(_) | Gives::Inside(_)))
}

/// What calls of every function may do, callees first.
fn effects(
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
