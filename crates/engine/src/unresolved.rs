//! Symbols that the program uses and nobody defines, as a linker would find them.
//!
//! Only uses by the program itself count: what our own C library cannot do is not the user's mistake, and ends a path when
//! it is reached.

use bowline_base::FxHashSet;
use bowline_exec::Program;
use bowline_ir::{
    Callee, ConstExpr, ConstId, Constant, FuncId, Function, GlobalId, Initializer, Module, Operand,
};

#[derive(Default, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// Sorted by name.
    pub functions: Vec<String>,
    pub globals: Vec<String>,
}

pub fn unresolved(program: &Program) -> Unresolved {
    let module = &program.module;
    let mut uses = Uses::new(module);
    for (id, function) in module.functions.iter_ids() {
        if !module.runtime_functions.contains(&id) {
            uses.in_function(function);
        }
    }
    // A linker also resolves what variables refer to that nobody uses.
    for (_, global) in module.globals.iter_ids() {
        uses.in_initializer(&global.initializer);
    }
    let missing = |id: &FuncId| module.functions[*id].is_declaration() && !program.is_builtin(*id);
    let mut found = Unresolved {
        functions: (uses.functions.iter().filter(|id| missing(id)))
            .map(|id| module.functions[*id].name.clone())
            .collect(),
        globals: (uses.globals.iter().map(|id| &module.globals[*id]))
            .filter(|global| global.initializer == Initializer::External)
            .map(|global| global.name.clone())
            .collect(),
    };
    found.functions.sort();
    found.globals.sort();
    found
}

struct Uses<'m> {
    module: &'m Module,
    functions: FxHashSet<FuncId>,
    globals: FxHashSet<GlobalId>,
    constants: FxHashSet<ConstId>,
}

impl<'m> Uses<'m> {
    fn new(module: &'m Module) -> Self {
        Self {
            module,
            functions: FxHashSet::default(),
            globals: FxHashSet::default(),
            constants: FxHashSet::default(),
        }
    }

    fn in_function(&mut self, function: &Function) {
        for site in function.calls.iter() {
            if let Callee::Direct(callee) = site.callee {
                self.functions.insert(callee);
            }
        }
        for inst in &function.insts {
            inst.for_each_use(function, |operand| self.operand(operand));
        }
        for edge in function.edges.iter() {
            edge.moves.iter().for_each(|(_, operand)| self.operand(*operand));
        }
    }

    fn operand(&mut self, operand: Operand) {
        if let Some(id) = operand.as_const() {
            self.constant(id);
        }
    }

    fn in_initializer(&mut self, initializer: &Initializer) {
        if let Initializer::Bytes { relocations, .. } = initializer {
            relocations.iter().for_each(|relocation| self.constant(relocation.value));
        }
    }

    /// Also what the contents of a used variable refer to. A work list: tables of pointers form long chains.
    fn constant(&mut self, first: ConstId) {
        let mut pending = vec![first];
        while let Some(id) = pending.pop() {
            if !self.constants.insert(id) {
                continue;
            }
            match &self.module.constants[id] {
                Constant::Int { .. } => {}
                Constant::Function(function) | Constant::Block { function, .. } => {
                    self.functions.insert(*function);
                }
                Constant::Global { global, .. } => {
                    if self.globals.insert(*global)
                        && let Initializer::Bytes { relocations, .. } =
                            &self.module.globals[*global].initializer
                    {
                        pending.extend(relocations.iter().map(|relocation| relocation.value));
                    }
                }
                Constant::Expr(expr) => match expr {
                    ConstExpr::Binary { a, b, .. } | ConstExpr::Compare { a, b, .. } => {
                        pending.extend([a, b])
                    }
                    ConstExpr::Cast { a, .. } => pending.push(*a),
                    ConstExpr::Select { cond, a, b, .. } => pending.extend([cond, a, b]),
                },
            }
        }
    }
}
