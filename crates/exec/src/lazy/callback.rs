//! Calls through unknown function pointers.
//!
//! The pointer is NULL, a function of the program whose address is taken somewhere and whose type is that of the pointer, or a stub. Functions that a caller
//! could not name, because they are static in another file, are left out: nobody could write that test. A
//! stub returns unknown values, each call others, and changes no memory: what a real callback would write is not explored.

use super::{EntryPointers, InputWord, Part, Role, Stub, settle::bind};
use crate::access::{Intent, Target};
use crate::executor::Flow;
use crate::{BugKind, Ending, Executor, LostKind, State};
use bowline_ir::c_type::{CType, CTypes};
use bowline_ir::call_graph::CallGraph;
use bowline_ir::{CTypeId, CallSite, FuncId};
use bowline_memory::{Allocation, Kind, Located, Value};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Functions of the program that one pointer is tried as.
const MOST_FUNCTIONS: usize = 16;

/// Bytes of a structure that a stub returns in memory; each is an unknown.
const LARGEST_RESULT: u64 = 4096;

/// Bytes of a register that results come in.
const REGISTER: u64 = 8;

/// What a pointer calls.
pub(crate) enum Called {
    Function(FuncId),
    /// By its place among the stubs of the heap.
    Stub(usize),
}

impl Executor {
    /// What an unknown function pointer is; nothing for any other pointer. Siblings call others.
    pub(crate) fn unknown_callee(&mut self, state: &mut State, address: Value) -> Flow<Option<Called>> {
        let program = Rc::clone(&self.program);
        if state.lazy.is_none() {
            return ControlFlow::Continue(None);
        }
        let mut address = address;
        let word = match self.pointer_of(state, &mut address)? {
            Some((word, expr)) if word.expr == expr => word,
            _ => match address {
                Value::Int(at) => return ControlFlow::Continue(stub_at(state, at).map(Called::Stub)),
                Value::Expr(_) => return ControlFlow::Continue(None),
            },
        };
        let Some(heap) = state.lazy.clone() else { return ControlFlow::Continue(None) };
        if let Some(at) = heap.address_of(word.expr) {
            return ControlFlow::Continue(self.callee_at(state, at));
        }
        self.call_of_null(state, &word)?;
        let functions = self.fitting_functions(state, &word);
        if functions.len() > MOST_FUNCTIONS {
            let what = format!("further functions that `{}` may be", self.name_of_word(state, &word));
            self.lose(LostKind::Resolutions, what, state);
        }
        for function in functions.into_iter().take(MOST_FUNCTIONS) {
            let at = program.function_address(function);
            if self.is_bound(state, &word, at) {
                return ControlFlow::Continue(Some(Called::Function(function)));
            }
        }
        self.new_stub(state, &word)
    }

    fn callee_at(&self, state: &State, at: u64) -> Option<Called> {
        if let Some(stub) = stub_at(state, at) {
            return Some(Called::Stub(stub));
        }
        match state.memory.locate(at) {
            Located::Object { id, offset: 0 } => match state.memory.object(id)?.kind() {
                Kind::Function(function) => Some(Called::Function(FuncId(function))),
                _ => None,
            },
            _ => None,
        }
    }

    fn call_of_null(&mut self, state: &mut State, word: &InputWord) -> Flow {
        let name = self.name_of_word(state, word);
        let failure = |executor: &mut Self, state: &mut State| match executor.config.entry.pointers {
            EntryPointers::Valid => Ending::Infeasible,
            EntryPointers::Any => {
                let message = format!("call of `{name}`, which is NULL");
                executor.bug(state, BugKind::NullDereference, message)
            }
        };
        let zero = self.pool.constant(0, 64);
        let is_some = self.pool.ne(word.expr, zero);
        self.demand(state, is_some, failure)
    }

    /// Functions of the program that a pointer may point to: of its type, and used as a value somewhere.
    fn fitting_functions(&mut self, state: &State, word: &InputWord) -> Vec<FuncId> {
        let module = &self.program.module;
        let Some(ty) = state.lazy.as_ref().and_then(|heap| heap.pointer_type(module, word)) else {
            return Vec::new();
        };
        let Some(explored) = state.explored_function() else { return Vec::new() };
        let Some(wanted) = module.types.pointee(ty).map(|to| module.types.bare(to)) else {
            return Vec::new();
        };
        let fits = |function: &&FuncId| {
            let declared = module.types.function(**function);
            !module.runtime_functions.contains(function)
                && module.can_name(explored, **function)
                && declared.is_some_and(|declared| same_function_type(&module.types, declared.ty, wanted))
        };
        let taken = self.address_taken.get_or_insert_with(|| CallGraph::of(module).address_taken().collect());
        taken.iter().filter(fits).copied().collect()
    }

    /// A function that nobody knows.
    fn new_stub(&mut self, state: &mut State, word: &InputWord) -> Flow<Option<Called>> {
        let program = Rc::clone(&self.program);
        let before = state.clone();
        let Some(heap) = state.lazy.clone() else { return ControlFlow::Continue(None) };
        let name: Rc<str> = heap.name_of(&program.module, word).into();
        let ty = heap.pointer_type(&program.module, word);
        let depth = heap.part_of(word.symbol).map_or(0, |part| part.depth) + 1;
        let allocation = Allocation {
            name: Some(Rc::clone(&name)),
            read_only: true,
            ..Allocation::of_size(Kind::Input, 1)
        };
        let Some((_, base)) = state.memory.alloc(allocation) else {
            let what = "more objects than the address space holds";
            return ControlFlow::Break(self.lost_path(LostKind::Limit, what, state));
        };
        let at = self.pool.constant(u128::from(base), 64);
        let points = self.pool.eq(word.expr, at);
        if !self.assume(state, points) {
            *state = before;
            return ControlFlow::Continue(None);
        }
        let heap = Rc::make_mut(state.lazy.get_or_insert_default());
        heap.stubs.push(Stub { name, pointer: word.expr, ty, depth, base });
        let stub = heap.stubs.len() - 1;
        bind(state, word.expr, base);
        ControlFlow::Continue(Some(Called::Stub(stub)))
    }

    /// A call of a stub: its results are new unknown values.
    pub(crate) fn call_stub(&mut self, state: &mut State, stub: usize, site: &CallSite) -> Flow {
        let program = Rc::clone(&self.program);
        let Some(heap) = state.lazy.clone() else { return ControlFlow::Continue(()) };
        let Stub { name, ty, depth, .. } = &heap.stubs[stub];
        let types = &program.module.types;
        let result = ty.and_then(|ty| types.pointee(ty)).and_then(|to| match types.resolve(to) {
            CType::Function(function) => Some(function.result),
            _ => None,
        });
        let Some(place) = place_of(types, result, site) else {
            let what = format!("the structure that `{name}`, an unknown function, returns");
            return ControlFlow::Break(self.lost_path(LostKind::Unsupported, what, state));
        };
        let returned = heap.parts.iter().filter(|part| matches!(part.role, Role::Result { .. })).count();
        if place != Place::Nowhere && returned as u32 >= self.config.entry.objects {
            let what = format!("further calls of `{name}`, an unknown function, after {returned}");
            return ControlFlow::Break(self.lost_path(LostKind::Limit, what, state));
        }
        let memory = match place {
            Place::Memory { bytes } => {
                let address = self.operand(&program, state, site.args[0].0);
                Some(self.access(state, address, Value::Int(bytes), Intent::Write)?)
            }
            _ => None,
        };
        let input = |executor: &mut Self, state: &mut State, bytes| {
            let input: Rc<str> = format!("{name}()").into();
            let symbol = executor.new_symbol(state, &input, bytes, Value::Int(bytes));
            let part = Part { name: input, symbol, ty: result, depth: *depth, role: Role::Result { stub } };
            Rc::make_mut(state.lazy.get_or_insert_default()).parts.push(part);
            symbol
        };
        match place {
            Place::Nowhere => {}
            Place::Registers { bytes, offsets } => {
                let symbol = input(self, state, bytes);
                for (offset, &(reg, width)) in offsets.into_iter().zip(&site.results) {
                    let value = self.bytes_of(symbol, offset, width);
                    state.set(reg, value);
                }
            }
            Place::Memory { bytes } => {
                let symbol = input(self, state, bytes);
                if let Some(Target { object, offset: Value::Int(start) }) = memory {
                    for at in 0..bytes {
                        let value = self.bytes_of(symbol, at, 8);
                        state.memory.write(&mut self.pool, object, start + at, 1, value);
                    }
                }
            }
        }
        state.frame.position += 1;
        ControlFlow::Continue(())
    }
}

/// Where the caller finds a result.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Nowhere,
    /// Each scalar is at one of these offsets of the value.
    Registers {
        bytes: u64,
        offsets: Vec<u64>,
    },
    /// Where the first argument points to.
    Memory {
        bytes: u64,
    },
}

/// Where a result of a type is; nothing where registers hold it in a way that the type does not tell.
fn place_of(types: &CTypes, result: Option<CTypeId>, site: &CallSite) -> Option<Place> {
    let is_record = result.is_some_and(|ty| matches!(types.resolve(ty), CType::Record(_)));
    let size = result.and_then(|ty| types.size_of(ty)).unwrap_or(0);
    let widths: Vec<u64> = site.results.iter().map(|(_, width)| u64::from(*width).div_ceil(8)).collect();
    let offsets = match widths.as_slice() {
        [] if is_record && size > 0 => {
            let fits = !site.args.is_empty() && size <= LARGEST_RESULT;
            return fits.then_some(Place::Memory { bytes: size });
        }
        [] => return Some(Place::Nowhere),
        [_] => vec![0],
        // Two of one register, such as a pair of floats.
        [first, _] if is_record && size <= REGISTER => vec![0, *first],
        // One in each of two registers, whatever of them is used.
        [_, _] if is_record => vec![0, REGISTER],
        _ if is_record => {
            let ends: Vec<u64> = widths.iter().scan(0, |end, width| Some((*end, *end += width).0)).collect();
            // The second register begins where the first is full.
            ends.contains(&REGISTER).then_some(ends)?
        }
        _ => return None,
    };
    let end = offsets.iter().zip(&widths).map(|(offset, width)| offset + width).max().unwrap_or(0);
    Some(Place::Registers { bytes: size.max(end), offsets })
}

fn stub_at(state: &State, at: u64) -> Option<usize> {
    let heap = state.lazy.as_ref()?;
    heap.stubs.iter().position(|stub| stub.base == at)
}

fn same_function_type(types: &CTypes, a: CTypeId, b: CTypeId) -> bool {
    let same = |a: CTypeId, b: CTypeId| types.bare(a) == types.bare(b);
    match (types.resolve(a), types.resolve(b)) {
        _ if same(a, b) => true,
        (CType::Function(a), CType::Function(b)) => {
            a.params.len() == b.params.len()
                && a.variadic == b.variadic
                && same(a.result, b.result)
                && a.params.iter().zip(&b.params).all(|(a, b)| same(*a, *b))
        }
        _ => false,
    }
}
