//! The call of the function that a run starts with: arguments of every type, all unknown.
//!
//! What travels in several scalars is one input, cut as the compiler cuts it. What travels as an address is an object of the callee's. Where debug
//! information does not tell how a parameter travels, each scalar is an input by itself.

use super::{LazyHeap, Part, Role};
use crate::executor::Flow;
use crate::{Executor, Program, State};
use bowline_expr::SymId;
use bowline_ir::c_type::function::{CFunction, Passing};
use bowline_ir::{CTypeId, FuncId, Width};
use bowline_memory::{Kind, ObjectId, Value};
use std::ops::ControlFlow;
use std::rc::Rc;

/// What a call of the function starts with.
#[derive(Default)]
pub(crate) struct Arguments {
    pub scalars: Vec<Value>,
    /// Objects that belong to the call.
    pub locals: Vec<ObjectId>,
}

impl Executor {
    /// Unknown arguments for a function; the state remembers what they are.
    pub(crate) fn unknown_arguments(
        &mut self,
        state: &mut State,
        program: &Program,
        function: FuncId,
    ) -> Flow<Arguments> {
        let declared = program.module.types.function(function);
        let told = declared.filter(|declared| accounts_for_all(declared, program, function));
        let mut arguments = Arguments {
            scalars: vec![Value::Int(0); program.module.functions[function].params.len()],
            locals: Vec::new(),
        };
        state.lazy = Some(Rc::new(LazyHeap::default()));
        match told {
            Some(declared) => self.typed_arguments(state, program, function, declared, &mut arguments)?,
            None => self.untyped_arguments(state, program, function, &mut arguments),
        }
        ControlFlow::Continue(arguments)
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
                Passing::Nothing | Passing::Unknown => {}
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
                    let (object, base, _) = self.allocate(state, Value::Int(size), 16, Kind::Stack)?;
                    let symbol = self.argument(state, &name, index, Some(param.ty), size);
                    let array = self.pool.input(symbol);
                    state.memory.make_symbolic(&mut self.pool, object, array);
                    arguments.locals.push(object);
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

    fn untyped_arguments(
        &mut self,
        state: &mut State,
        program: &Program,
        function: FuncId,
        arguments: &mut Arguments,
    ) {
        for (index, param) in program.module.functions[function].params.iter().enumerate() {
            let name = param.name.clone().unwrap_or_else(|| format!("arg{index}"));
            let symbol = self.argument(state, &name, index, None, u64::from(param.width).div_ceil(8));
            arguments.scalars[index] = self.bytes_of(symbol, 0, param.width);
        }
    }

    fn argument(
        &mut self,
        state: &mut State,
        name: &str,
        index: usize,
        ty: Option<CTypeId>,
        bytes: u64,
    ) -> SymId {
        let symbol = self.new_symbol(state, name, bytes, Value::Int(bytes));
        let heap = Rc::make_mut(state.lazy.get_or_insert_default());
        heap.parts.push(Part { name: name.into(), symbol, ty, depth: 0, role: Role::Argument(index) });
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
