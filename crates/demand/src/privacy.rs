//! What can be reached by its name alone: locals and globals whose address goes nowhere but into accesses, offsets and comparisons.
//!
//! Functions of the library that forget their arguments ([`crate::library`]) take nothing away. Flow is not looked at: what is given away once is given away.

use crate::facts::{FunctionFacts, Origin, constant_origin};
use crate::library::{self, Gives};
use bowline_base::{FxHashSet, IdVec};
use bowline_ir::def_use::DefUse;
use bowline_ir::{
    CallSite, Callee, ConstExpr, ConstId, Constant, FuncId, Function, GlobalId, Initializer, Inst, Module,
    Operand, Position,
};

/// Locals whose address goes anywhere but into accesses, offsets and comparisons.
pub(crate) fn escaping(
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
pub(crate) fn private_globals(
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
fn keeps_nothing(module: &Module, site: &CallSite, used: bool) -> bool {
    let Callee::Direct(id) = site.callee else { return false };
    let called = &module.functions[id];
    called.is_declaration()
        && library::entry(&called.name)
            .is_some_and(|entry| !used || !matches!(entry.gives, Gives::Argument(_) | Gives::Inside(_)))
}
