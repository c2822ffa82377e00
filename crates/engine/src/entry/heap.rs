//! What the caller of a function handed over on one path, read off the path.

use super::leaves::{self, Leaf};
use super::relations::Relations;
use crate::ktest::Bytes;
use bowline_exec::{Executor, LazyHeap, Part, Role, STREAMS, State};
use bowline_expr::Model;
use bowline_ir::c_type::CType;
use bowline_ir::c_type::function::{BareParam, Passing};
use bowline_ir::{CTypeId, FuncId, Module};
use bowline_memory::{Kind, Located, Value};
use bowline_solver::Path;
use serde::{Deserialize, Serialize};

/// Addresses of one object have these bits in common (see [`bowline_memory::memory`]).
const WINDOW_BITS: u32 = 28;
/// The numbers above may wrap around where an object is elsewhere; all addresses of a process have 47 bits.
const LAST_ADDRESSES: u64 = u64::MAX << 48;
/// Elements of an object that are all told.
const MOST_TOLD: u64 = 1024;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Heap {
    /// The function that is called.
    pub function: String,
    /// The file that defines it, as debug information spells it; empty without that.
    pub source: String,
    pub arguments: Vec<Item>,
    /// Bytes of a result that its caller makes room for.
    #[serde(default)]
    pub result: Option<u64>,
    #[serde(default)]
    pub globals: Vec<Item>,
    pub objects: Vec<Item>,
    #[serde(default)]
    pub stubs: Vec<StubItem>,
}

/// A value or an object.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Item {
    /// What a programmer calls it: an argument by its name, an object by the pointer to it.
    pub name: String,
    /// The declaration of a variable `@` that holds the value, or points to the object; none where the type is not known.
    pub declared: Option<String>,
    /// Elements of an object that the declared pointer points to; 1 for values.
    pub count: u64,
    pub bytes: Bytes,
    /// What the bytes are, as far as types tell.
    pub leaves: Vec<Leaf>,
    /// Where pointers are, also in what no leaf tells.
    pub pointers: Vec<(u64, Target)>,
    /// Its type is not known, but that it travels in a vector register.
    #[serde(default, alias = "is_double")]
    pub is_vector: bool,
}

/// Where a pointer points to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Target {
    Null,
    Object {
        index: usize,
        offset: i64,
    },
    Stub(usize),
    Function(String),
    Global {
        name: String,
        offset: i64,
    },
    /// What a variable of the C library holds, such as `stdin`.
    Held(String),
    /// Nothing: it was never dereferenced.
    Number(u64),
}

/// An unknown function.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StubItem {
    pub name: String,
    /// The head of a definition of `@`, without its body; none where the type is not known.
    pub head: Option<String>,
    /// What its calls returned.
    pub results: Vec<Item>,
}

/// What the caller handed over on a path, with the values of a model that satisfies it.
pub fn heap_of(
    executor: &mut Executor,
    state: &State,
    lazy: &LazyHeap,
    path: &Path,
    function: FuncId,
) -> Heap {
    let program = executor.program().clone();
    let module = &program.module;
    let model = std::rc::Rc::clone(path.model());
    let mut heap = Heap {
        function: module.functions[function].name.clone(),
        source: source_of(module, function),
        result: result_in_memory(module, function),
        ..Heap::default()
    };
    heap.stubs = lazy.stubs.iter().map(|stub| stub_item(module, stub)).collect();
    let relations =
        Relations::of(executor, lazy, path, |address| object_near(lazy, address).map(|(index, _)| index));
    for part in &lazy.parts {
        let bytes = bytes_of(executor, state, path, &model, part);
        let mut item = item(module, part, bytes);
        item.pointers = pointers(executor, state, lazy, &relations, part, &item);
        match &part.role {
            Role::Argument(_) | Role::VectorArgument | Role::Variadic { .. } => heap.arguments.push(item),
            Role::Global(_) => heap.globals.push(item),
            Role::Object(_) => heap.objects.push(item),
            Role::Result { stub } => heap.stubs[*stub].results.push(item),
        }
    }
    heap
}

fn result_in_memory(module: &Module, function: FuncId) -> Option<u64> {
    let bare = module.types.bare_params(function).unwrap_or_default();
    let written = |param: &BareParam| match param {
        BareParam::Result { bytes, .. } => Some(*bytes),
        _ => None,
    };
    let told = module.types.function(function).filter(|told| matches!(told.returned, Passing::Memory { .. }));
    bare.iter().find_map(written).or_else(|| module.types.size_of(told?.result))
}

/// The file to include for a function: that of its unit, or else the one that defines it.
fn source_of(module: &Module, function: FuncId) -> String {
    if let Some(unit) = module.units.get(&function).and_then(|unit| module.files.get(*unit)) {
        return unit.clone();
    }
    let locs = &module.functions[function].locs;
    let known = locs.iter().find(|loc| loc.line > 0);
    known.and_then(|loc| module.files.get(loc.file)).cloned().unwrap_or_default()
}

fn stub_item(module: &Module, stub: &bowline_exec::Stub) -> StubItem {
    let function = stub.ty.and_then(|ty| module.types.pointee(ty));
    let function = function.filter(|ty| matches!(module.types.resolve(*ty), CType::Function(_)));
    let head = function.map(|ty| module.types.declare_function(module.types.bare(ty), "@", &[]));
    StubItem { name: stub.name.to_string(), head, results: Vec::new() }
}

fn bytes_of(executor: &mut Executor, state: &State, path: &Path, model: &Model, part: &Part) -> Bytes {
    let size = state.inputs.iter().find(|input| input.symbol == part.symbol).map(|input| input.size);
    let size = match size {
        Some(Value::Int(size)) => size,
        Some(Value::Expr(size)) => executor.eval(path, size) as u64,
        None => 0,
    };
    Bytes::new(size, model.stretches(part.symbol, size))
}

fn item(module: &Module, part: &Part, bytes: Bytes) -> Item {
    let types = &module.types;
    let size = bytes.len();
    let mut item = Item { name: part.name.to_string(), count: 1, bytes, ..Item::default() };
    item.is_vector = matches!(part.role, Role::VectorArgument | Role::Variadic { is_double: true });
    let Some(ty) = part.ty else { return item };
    match &part.role {
        Role::Object(object) => {
            let Some(to) = types.pointee(ty).map(|to| unqualified(module, to)) else { return item };
            let is_plain =
                !matches!(types.resolve(to), CType::Void | CType::Array { .. } | CType::Function(_));
            if !(is_plain && types.size_of(to) == Some(object.element) && size.is_multiple_of(object.element))
            {
                return item;
            }
            item.count = size / object.element;
            item.declared = Some(types.declare(to, "*@"));
            for index in told_elements(&item, object.element) {
                let (place, at) = (format!("@[{index}]"), index * object.element);
                let bytes = item.bytes.get(at, object.element).unwrap_or_default();
                leaves::cut(types, to, &place, at, &bytes, &mut item.leaves);
            }
        }
        _ => {
            let ty = unqualified(module, ty);
            item.declared = Some(types.declare(ty, "@"));
            leaves::cut(types, ty, "@", 0, &item.bytes.to_vec(), &mut item.leaves);
        }
    }
    item
}

/// Elements of an object that a test tells: all of a few, and of many those that are not zero, as all of the memory that it gets.
fn told_elements(item: &Item, element: u64) -> Vec<u64> {
    if item.count <= MOST_TOLD {
        return (0..item.count).collect();
    }
    let touched = item
        .bytes
        .stretches()
        .flat_map(|(start, bytes)| start / element..=(start + bytes.len() as u64 - 1) / element);
    let mut touched: Vec<u64> = touched.collect();
    touched.dedup();
    touched
}

/// A type that can be assigned to.
fn unqualified(module: &Module, mut ty: CTypeId) -> CTypeId {
    while let CType::Qualified { of, .. } = module.types.get(ty) {
        ty = *of;
    }
    ty
}

/// The pointers of a part: what types call so, what was dereferenced as one, words that are the address of an object whatever their type (what a
/// pointer was found equal to), and words without a type that are close to one.
fn pointers(
    executor: &Executor,
    state: &State,
    lazy: &LazyHeap,
    relations: &Relations,
    part: &Part,
    item: &Item,
) -> Vec<(u64, Target)> {
    let mut offsets: Vec<u64> =
        item.leaves.iter().filter(|leaf| leaf.is_pointer()).map(|leaf| leaf.offset).collect();
    let dereferenced = lazy.bound.iter().filter_map(|(pointer, _)| executor.input_word(*pointer));
    offsets.extend(dereferenced.filter(|word| word.symbol == part.symbol).map(|word| word.offset));
    let is_told =
        |at: u64| item.leaves.iter().any(|leaf| (leaf.offset..leaf.offset + leaf.size).contains(&at));
    for (start, bytes) in item.bytes.stretches() {
        for offset in (start / 8 * 8..start + bytes.len() as u64).step_by(8) {
            let Some(word) = item.bytes.word(offset) else { continue };
            let near = object_near(lazy, word).map(|(_, base)| base);
            let is_related = || near.is_some() || relations.object_of(part.symbol, offset).is_some();
            if near == Some(word) || !is_told(offset) && is_related() {
                offsets.push(offset);
            }
        }
    }
    offsets.sort_unstable();
    offsets.dedup();
    let value = |offset: u64| {
        let target = target(executor, state, lazy, item.bytes.word(offset)?);
        let related = relations.object_of(part.symbol, offset);
        Some((offset, related.map_or(target.clone(), |object| related_to(lazy, object, target))))
    };
    offsets.into_iter().filter_map(value).collect()
}

/// A number that is no address, as what is so far from an object.
fn related_to(lazy: &LazyHeap, index: usize, target: Target) -> Target {
    let base = lazy.objects().nth(index).map_or(0, |(_, object)| object.base);
    match target {
        // At the very end of all addresses it would not stay there.
        Target::Number(number) if number < LAST_ADDRESSES => {
            Target::Object { index, offset: number.wrapping_sub(base) as i64 }
        }
        target => target,
    }
}

/// The object that an address is in, or close to: its place among all, and where it begins.
fn object_near(lazy: &LazyHeap, address: u64) -> Option<(usize, u64)> {
    let same_window = |base: &u64| *base >> WINDOW_BITS == address >> WINDOW_BITS;
    lazy.objects().map(|(_, object)| object.base).enumerate().find(|(_, base)| same_window(base))
}

fn target(executor: &Executor, state: &State, lazy: &LazyHeap, address: u64) -> Target {
    if address == 0 {
        return Target::Null;
    }
    let same_window = |base: u64| base >> WINDOW_BITS == address >> WINDOW_BITS;
    if let Some((index, base)) = object_near(lazy, address) {
        return Target::Object { index, offset: address.wrapping_sub(base) as i64 };
    }
    if let Some(stub) = lazy.stubs.iter().position(|stub| same_window(stub.base)) {
        return Target::Stub(stub);
    }
    if let Some(held) = STREAMS.into_iter().find(|name| executor.stream(state, name) == Some(address)) {
        return Target::Held(held.to_string());
    }
    let Located::Object { id, offset } = state.memory.locate(address) else { return Target::Number(address) };
    let Some(object) = state.memory.object(id) else { return Target::Number(address) };
    let module = &executor.program().module;
    let Some(explored) = state.explored_function() else { return Target::Number(address) };
    let can_name = |name: &str| {
        let global = module.globals.iter_ids().find(|(_, global)| global.name == name);
        global.is_none_or(|(id, _)| module.can_name_global(explored, id))
    };
    match (object.kind(), object.name()) {
        (Kind::Function(function), _) if module.can_name(explored, FuncId(function)) => {
            Target::Function(module.functions[FuncId(function)].name.clone())
        }
        (Kind::Global, Some(name)) if can_name(name) => Target::Global { name: name.to_string(), offset },
        _ => Target::Number(address),
    }
}
