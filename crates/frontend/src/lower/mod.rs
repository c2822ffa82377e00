//! An LLVM module into our IR.
//!
//! One pass gives every function and variable its id, so that constants can name them; then variables get their
//! contents and functions their bodies. Each family of instructions has its file. What cannot be lowered is an
//! [`Unsupported`], which ends its block with an instruction that says so.

mod arithmetic;
mod asm;
mod atomic;
mod bits;
mod c_function;
mod c_type;
mod call;
mod constant;
mod function;
mod global;
mod ifunc;
mod initializer;
mod intrinsic;
mod layout;
mod memory;
mod moves;
mod phi;
mod plan;
mod scalars;
pub mod scope;
mod source;
mod terminator;
mod unevaluated;
mod variable;
mod vector;
mod wide;
mod wide_shift;

pub use intrinsic::libm_symbol;

use crate::link::RUNTIME_MARK;
use crate::llvm::{DebugLoc, DebugNodes, Global, Linkage, Module, Type, TypeKind, Value};
use bowline_base::{FxHashMap, FxHashSet};
use bowline_ir::{
    ConstId, Constant, FuncId, Function, GlobalId, Parameter, ReturnedPart, SourceLoc, TextId, Width,
};
use c_type::TypeReader;
use layout::{Layouts, Leaf, Scalar};
use plan::Plan;
use scalars::Scalars;
use source::Sources;
use std::rc::Rc;

/// Names what could not be lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

/// The module being made, and what is known about the one it is made from.
struct ModuleLowering<'m> {
    out: bowline_ir::Module,
    layouts: Layouts<'m>,
    sources: Sources<'m>,
    functions: FxHashMap<Value<'m>, FuncId>,
    variables: FxHashMap<Value<'m>, GlobalId>,
    /// Constants of the IR by content, so that each exists once.
    constant_ids: FxHashMap<Constant, ConstId>,
    /// What LLVM constants were lowered to.
    constants: FxHashMap<Value<'m>, Scalars>,
    texts: FxHashMap<String, TextId>,
    plans: FxHashMap<Value<'m>, Rc<Plan<'m>>>,
    /// Instructions that are there but are not meant to be executed.
    unevaluated: FxHashSet<Value<'m>>,
    debug_nodes: DebugNodes<'m>,
    types: TypeReader<'m>,
    /// Where masked-out lanes of vector stores go; made when first needed.
    scratch: Option<GlobalId>,
}

pub fn lower(module: &Module<'_>) -> bowline_ir::Module {
    let mut lowering = ModuleLowering {
        out: bowline_ir::Module::default(),
        layouts: Layouts::new(module.data_layout()),
        sources: Sources::new(),
        functions: FxHashMap::default(),
        variables: FxHashMap::default(),
        constant_ids: FxHashMap::default(),
        constants: FxHashMap::default(),
        texts: FxHashMap::default(),
        plans: FxHashMap::default(),
        unevaluated: unevaluated::unevaluated(module),
        debug_nodes: module.debug_nodes(),
        types: TypeReader::default(),
        scratch: None,
    };
    let functions: Vec<Global<'_>> = module.functions().into_iter().filter(|f| is_ours(*f)).collect();
    let variables: Vec<Global<'_>> = module.variables().into_iter().filter(|v| is_ours(*v)).collect();
    for function in functions.iter().copied().chain(module.ifuncs()) {
        lowering.declare_function(function);
    }
    for variable in &variables {
        lowering.declare_variable(*variable);
    }
    for alias in module.aliases() {
        lowering.name_alias(alias);
    }
    for variable in &variables {
        lowering.lower_initializer(*variable);
    }
    lowering.lower_constructors(module);
    for function in functions {
        if !function.is_declaration() {
            function::lower_function(&mut lowering, function);
        }
    }
    for ifunc in module.ifuncs() {
        lowering.lower_ifunc(ifunc);
    }
    lowering.out.types.unify();
    lowering.out
}

/// Leaves out intrinsics, LLVM's own lists, and declarations that nothing refers to.
fn is_ours(global: Global<'_>) -> bool {
    !global.name().starts_with("llvm.") && (!global.is_declaration() || global.value().has_uses())
}

impl<'m> ModuleLowering<'m> {
    fn declare_function(&mut self, global: Global<'m>) {
        let name = global.name();
        let mut function = Function { name: name.clone(), ..Function::default() };
        function.loc = global.debug_loc().map(|loc| self.locate(loc));
        // A signature that we cannot express is left empty: calls with such arguments are unsupported anyway.
        if let Ok((params, results)) = self.signature(global) {
            function.params = params;
            function.results = results;
            function.returned = self.returned(global.value_type().return_type()).unwrap_or_default();
        }
        function.variadic = global.value_type().is_variadic();
        let is_runtime = global.is_function() && global.has_mark(RUNTIME_MARK);
        let id = self.out.functions.push(function);
        self.functions.insert(global.value(), id);
        self.out.by_name.insert(name, id);
        self.describe_function(id, global);
        if let Some(file) = global.unit_file() {
            let unit = self.locate(DebugLoc { file, line: 0, column: 0 });
            self.out.units.insert(id, unit.file);
        }
        if global.linkage() == Linkage::Local {
            self.out.static_functions.insert(id);
        }
        if is_runtime {
            self.out.runtime_functions.insert(id);
        }
    }

    fn signature(&mut self, global: Global<'m>) -> Result<(Vec<Parameter>, Vec<Width>), Unsupported> {
        let result = self.layouts.of(global.value_type().return_type())?;
        let mut params = Vec::new();
        let values = if global.is_function() { global.params() } else { Vec::new() };
        for (index, ty) in global.value_type().params().into_iter().enumerate() {
            let name = values.get(index).map(|value| value.name()).filter(|name| !name.is_empty());
            let layout = self.layouts.of(ty)?;
            params.extend(layout.leaves.iter().map(|leaf| Parameter {
                width: leaf.width,
                name: name.clone(),
                is_pointer: leaf.scalar == Scalar::Pointer,
            }));
        }
        Ok((params, result.leaves.iter().map(|leaf| leaf.width).collect()))
    }

    /// A returned structure has a part for each of its fields.
    fn returned(&mut self, ty: Type<'m>) -> Result<Vec<ReturnedPart>, Unsupported> {
        let fields: Vec<Type<'m>> = match ty.kind() {
            TypeKind::Void => Vec::new(),
            TypeKind::Struct => (0..ty.field_count()).map(|field| ty.field(field)).collect(),
            _ => vec![ty],
        };
        let part = |field: &Type<'m>| {
            let layout = self.layouts.of(*field)?;
            Ok(ReturnedPart { count: layout.leaves.len() as u32, class: call::class_of(*field, layout.size) })
        };
        fields.iter().map(part).collect()
    }

    /// The function of that name, declared if the program has none.
    fn library_function(&mut self, name: &str, params: &[Leaf], results: &[Leaf]) -> FuncId {
        if let Some(known) = self.out.by_name.get(name) {
            return *known;
        }
        let param = |leaf: &Leaf| Parameter { width: leaf.width, name: None, is_pointer: false };
        let id = self.out.functions.push(Function {
            name: name.to_string(),
            params: params.iter().map(param).collect(),
            results: results.iter().map(|leaf| leaf.width).collect(),
            returned: results.iter().map(|leaf| ReturnedPart { count: 1, class: leaf.class() }).collect(),
            ..Function::default()
        });
        self.out.by_name.insert(name.to_string(), id);
        id
    }

    fn locate(&mut self, loc: DebugLoc<'m>) -> SourceLoc {
        self.sources.locate(loc, &mut self.out.files)
    }

    fn text(&mut self, text: String) -> TextId {
        let texts = &mut self.out.texts;
        *self.texts.entry(text).or_insert_with_key(|text| texts.push(text.clone()))
    }

    fn plan(&mut self, function: Global<'m>) -> Rc<Plan<'m>> {
        self.plans.entry(function.value()).or_insert_with(|| Rc::new(Plan::of(function))).clone()
    }

    /// Is it a reference to something that may be missing, and is missing?
    fn is_missing(&self, global: Global<'m>) -> bool {
        global.is_declaration() && global.linkage() == Linkage::WeakReference
    }
}
