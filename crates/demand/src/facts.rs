//! What is known of a module before any question is asked. Flow is not looked at: what holds here holds everywhere.
//!
//! Registers must be those of the front end, each with one definition but for those that phis made; the compacted form, in which values share
//! registers, says nothing about origins.

pub use crate::effects::Effects;
use crate::effects::{anything, effects, reached};
use crate::library::{self, Gives};
use crate::points_to::PointsTo;
use crate::privacy::{escaping, private_globals};
use bowline_base::{FxHashMap, FxHashSet, IdVec};
use bowline_ir::call_graph::CallGraph;
use bowline_ir::cfg::Cfg;
use bowline_ir::def_use::{DefUse, Definition};
use bowline_ir::{
    Callee, Constant, FuncId, Function, GlobalId, Inst, Loop, LoopId, Module, Operand, Position, Reg,
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

pub struct FunctionFacts {
    pub cfg: Cfg,
    pub def_use: DefUse,
    /// By register.
    pub(crate) origins: Vec<Origin>,
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
    pub(crate) points_to: PointsTo,
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
        let main = module.function_named("main").filter(|main| !module.functions[*main].is_declaration());
        let points_to = PointsTo::of(module, &calls, main);
        let mut effects = effects(module, &calls, &functions, &points_to);
        let anything = anything(&calls, &mut effects, &points_to);
        let calls_back = module.functions.iter().any(|function| {
            let is_known = library::entry(&function.name).is_some() && function.name != "signal";
            function.is_declaration() && !is_known && !function.name.starts_with("llvm.")
        });
        let private_globals = private_globals(module, &functions, main.is_some());
        let reached = reached(module, &calls, main);
        Self { functions, calls, effects, main, calls_back, anything, private_globals, points_to, reached }
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

pub(crate) fn constant_origin(module: &Module, id: bowline_ir::ConstId) -> Origin {
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
