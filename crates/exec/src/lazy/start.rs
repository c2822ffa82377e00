//! The call of the function that a run starts with: arguments of every type, all unknown.
//!
//! What travels in several scalars is one input, cut as the compiler cuts it. What travels as an address is an object of the callee's. Where debug
//! information does not tell how a parameter travels, each scalar is an input by itself.

use super::{LazyHeap, Part, Role};
use crate::executor::Flow;
use crate::variadic::Variadic;
use crate::{Executor, LostKind, Program, State};
use bowline_expr::SymId;
use bowline_ir::c_type::function::{BareParam, CFunction, Passing};
use bowline_ir::c_type::{BasicKind, CType, CTypes};
use bowline_ir::{CTypeId, FloatKind, FuncId, Parameter, Width};
use bowline_memory::{Kind, Located, ObjectId, Value};
use std::ops::ControlFlow;
use std::rc::Rc;

/// Arguments beyond the named ones that a variadic function gets: so many integers or pointers, and so many of type `double`, whatever it
/// asks for.
const MORE_INTEGERS: usize = 3;
const MORE_DOUBLES: usize = 2;

/// Objects that unknown pointers lead to with addresses of their own; further ones come in the order they are made.
const APART: u32 = 4096;

/// Larger variables keep their initial values: tests would have to tell all of their bytes.
const LARGEST_GLOBAL: u64 = 4096;

/// What a call of the function starts with.
#[derive(Default)]
pub(crate) struct Arguments {
    pub scalars: Vec<Value>,
    /// Objects that belong to the call.
    pub locals: Vec<ObjectId>,
    /// Where arguments beyond the named ones are.
    pub variadic: Option<Variadic>,
}

impl Executor {
    /// Unknown arguments for a function, and unknown globals where they are asked for; the state remembers what they are.
    pub(crate) fn unknown_arguments(
        &mut self,
        state: &mut State,
        program: &Program,
        function: FuncId,
    ) -> Flow<Arguments> {
        let callee = &program.module.functions[function];
        let declared = program.module.types.function(function);
        let told = declared.filter(|declared| accounts_for_all(declared, program, function));
        let scalars = vec![Value::Int(0); callee.params.len()];
        let mut arguments = Arguments { scalars, ..Arguments::default() };
        state.lazy = Some(Rc::new(LazyHeap::default()));
        let largest = self.largest_lazy(state);
        state.memory.set_apart(APART, largest);
        if self.config.entry.unknown_globals {
            self.unknown_globals(state, program, function);
        }
        match told {
            Some(declared) => self.typed_arguments(state, program, function, declared, &mut arguments)?,
            None => self.bare_arguments(state, program, function, &mut arguments)?,
        }
        if callee.variadic {
            let vectors = declared.map_or(0, |declared| vector_registers(&program.module.types, declared));
            let integers = callee.params.len().saturating_sub(vectors);
            let values = self.variadic_arguments(state, integers, vectors);
            let (variadic, objects) = self.place_unknown_variadic(state, integers, vectors, &values)?;
            arguments.locals.extend(objects);
            arguments.variadic = Some(variadic);
        }
        ControlFlow::Continue(arguments)
    }

    /// Integers first, then doubles, as far as there are registers for them.
    fn variadic_arguments(&mut self, state: &mut State, integers: usize, vectors: usize) -> [Vec<Value>; 2] {
        let counts = [
            (MORE_INTEGERS.min(6usize.saturating_sub(integers)), false),
            (MORE_DOUBLES.min(8usize.saturating_sub(vectors)), true),
        ];
        let mut number = 0;
        counts.map(|(count, is_double)| {
            let mut values = Vec::new();
            for _ in 0..count {
                number += 1;
                let name = format!("variadic{number}");
                let symbol = self.new_symbol(state, &name, 8, Value::Int(8));
                let heap = Rc::make_mut(state.lazy.get_or_insert_default());
                let role = Role::Variadic { is_double };
                heap.parts.push(Part { name: name.into(), symbol, ty: None, depth: 0, role });
                values.push(self.bytes_of(symbol, 0, 64));
            }
            values
        })
    }

    /// The variables of the file that defines the function become unknown, as far as C code elsewhere can name them.
    fn unknown_globals(&mut self, state: &mut State, program: &Program, function: FuncId) {
        let module = &program.module;
        let home = module.functions[function].locs.iter().find(|loc| loc.line > 0).map(|loc| loc.file);
        for (id, global) in module.globals.iter_ids() {
            let Some(ty) = module.types.global(id) else { continue };
            let is_here = home.is_some() && global.loc.map(|loc| loc.file) == home;
            if !is_here || global.read_only || global.name.contains('.') || global.size == 0 {
                continue;
            }
            if global.size > LARGEST_GLOBAL {
                let what = format!(
                    "values of `{}` other than the initial one, which has {} bytes",
                    global.name, global.size
                );
                self.lose(LostKind::Limit, what, state);
                continue;
            }
            let Located::Object { id: object, .. } = state.memory.locate(program.global_address(id)) else {
                continue;
            };
            let symbol = self.new_symbol(state, &global.name, global.size, Value::Int(global.size));
            let array = self.pool.input(symbol);
            state.memory.make_symbolic(&mut self.pool, object, array);
            let heap = Rc::make_mut(state.lazy.get_or_insert_default());
            let name: Rc<str> = global.name.as_str().into();
            let role = Role::Global(Rc::clone(&name));
            heap.parts.push(Part { name, symbol, ty: Some(ty), depth: 0, role });
        }
    }

    fn typed_arguments(
        &mut self,
        state: &mut State,
        program: &Program,
        function: FuncId,
        declared: &CFunction,
        arguments: &mut Arguments,
    ) -> Flow {
        let params = &program.module.functions[function].params;
        for (index, param) in declared.params.iter().enumerate() {
            let name = param.name.clone().unwrap_or_else(|| format!("arg{index}"));
            let size = program.module.types.size_of(param.ty).unwrap_or(0);
            match &param.passed {
                // Whoever calls it has to write something there all the same.
                Passing::Nothing | Passing::Unknown => {
                    self.argument(state, &name, index, Some(param.ty), size);
                }
                Passing::Scalars(parts) => {
                    let end = parts.iter().map(|part| part.offset + u64::from(part.width).div_ceil(8)).max();
                    let bytes = size.max(end.unwrap_or(0));
                    let symbol = self.argument(state, &name, index, Some(param.ty), bytes);
                    for part in parts {
                        arguments.scalars[part.scalar as usize] =
                            self.bytes_of(symbol, part.offset, part.width);
                    }
                }
                Passing::Promoted { scalar } => {
                    let width = params[*scalar as usize].width;
                    let bytes = u64::from(width).div_ceil(8);
                    let symbol = self.argument(state, &name, index, None, bytes);
                    arguments.scalars[*scalar as usize] = self.bytes_of(symbol, 0, width);
                }
                Passing::Memory { scalar } => {
                    let base = self.copied_argument(state, &name, index, Some(param.ty), size, arguments)?;
                    arguments.scalars[*scalar as usize] = Value::Int(base);
                }
            }
        }
        if let Passing::Memory { scalar } = declared.returned {
            let size = program.module.types.size_of(declared.result).unwrap_or(0);
            let (object, base, _) = self.allocate(state, Value::Int(size), 16, Kind::Stack)?;
            arguments.locals.push(object);
            arguments.scalars[scalar as usize] = Value::Int(base);
        }
        ControlFlow::Continue(())
    }

    /// What a function takes that debug information says nothing about.
    fn bare_arguments(
        &mut self,
        state: &mut State,
        program: &Program,
        function: FuncId,
        arguments: &mut Arguments,
    ) -> Flow {
        let params = &program.module.functions[function].params;
        let integers = || (0..params.len() as u32).map(|scalar| BareParam::Integer { scalar }).collect();
        let known = program.module.types.bare_params(function).map(<[BareParam]>::to_vec);
        for (index, param) in known.unwrap_or_else(integers).iter().enumerate() {
            let name = format!("arg{index}");
            match param {
                BareParam::Integer { scalar } => {
                    let Parameter { name: own, width, .. } = &params[*scalar as usize];
                    let bytes = u64::from(*width).div_ceil(8);
                    let symbol = self.argument(state, own.as_ref().unwrap_or(&name), index, None, bytes);
                    arguments.scalars[*scalar as usize] = self.bytes_of(symbol, 0, *width);
                }
                BareParam::Vector { parts, bytes } => {
                    let symbol = self.part(state, &name, Role::VectorArgument, None, *bytes);
                    for part in parts {
                        arguments.scalars[part.scalar as usize] =
                            self.bytes_of(symbol, part.offset, part.width);
                    }
                }
                BareParam::Copied { scalar, bytes } => {
                    let base = self.copied_argument(state, &name, index, None, *bytes, arguments)?;
                    arguments.scalars[*scalar as usize] = Value::Int(base);
                }
                BareParam::Result { scalar, bytes } => {
                    let (object, base, _) = self.allocate(state, Value::Int(*bytes), 16, Kind::Stack)?;
                    arguments.locals.push(object);
                    arguments.scalars[*scalar as usize] = Value::Int(base);
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// An argument of which the callee gets the address of a copy.
    fn copied_argument(
        &mut self,
        state: &mut State,
        name: &str,
        index: usize,
        ty: Option<CTypeId>,
        bytes: u64,
        arguments: &mut Arguments,
    ) -> Flow<u64> {
        let (object, base, _) = self.allocate(state, Value::Int(bytes), 16, Kind::Stack)?;
        let symbol = self.argument(state, name, index, ty, bytes);
        let array = self.pool.input(symbol);
        state.memory.make_symbolic(&mut self.pool, object, array);
        arguments.locals.push(object);
        ControlFlow::Continue(base)
    }

    fn argument(
        &mut self,
        state: &mut State,
        name: &str,
        index: usize,
        ty: Option<CTypeId>,
        bytes: u64,
    ) -> SymId {
        self.part(state, name, Role::Argument(index), ty, bytes)
    }

    fn part(&mut self, state: &mut State, name: &str, role: Role, ty: Option<CTypeId>, bytes: u64) -> SymId {
        let symbol = self.new_symbol(state, name, bytes, Value::Int(bytes));
        let heap = Rc::make_mut(state.lazy.get_or_insert_default());
        heap.parts.push(Part { name: name.into(), symbol, ty, depth: 0, role });
        symbol
    }

    /// Some bits of an input, from a byte on.
    pub(super) fn bytes_of(&mut self, symbol: SymId, offset: u64, width: Width) -> Value {
        let mut word = self.pool.input_byte(symbol, offset);
        for at in 1..u64::from(width).div_ceil(8) {
            let byte = self.pool.input_byte(symbol, offset + at);
            word = self.pool.concat(byte, word);
        }
        let word = self.pool.truncate(word, width);
        Value::from_expr(&self.pool, word)
    }
}

/// Is it known of every parameter of the IR what it is?
fn accounts_for_all(declared: &CFunction, program: &Program, function: FuncId) -> bool {
    let mut all: Vec<u32> = declared.params.iter().flat_map(|param| param.passed.scalars()).collect();
    if let Passing::Memory { scalar } = declared.returned {
        all.push(scalar);
    }
    all.sort_unstable();
    all.iter().copied().eq(0..program.module.functions[function].params.len() as u32)
}

/// Fixed parameters that travel in vector registers.
fn vector_registers(types: &CTypes, declared: &CFunction) -> usize {
    let is_vector = |ty: CTypeId| match types.resolve(ty) {
        CType::Basic(basic) => {
            matches!(basic.kind, BasicKind::Float(Some(FloatKind::Single | FloatKind::Double)))
        }
        _ => false,
    };
    declared.params.iter().filter(|param| is_vector(param.ty)).count()
}
