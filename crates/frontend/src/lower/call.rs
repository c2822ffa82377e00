//! Calls: arguments as flat scalars, grouped the way the source language sees them.

use super::Unsupported;
use super::asm::{empty_asm_ties, is_empty_asm};
use super::function::{Flow, FunctionLowering, Lowered};
use super::layout::{Leaf, Scalar};
use crate::llvm::{Instruction, Opcode, Type, TypeKind, Value, ValueKind};
use bowline_ir::{
    ArgumentClass, CallId, CallSite, Callee, CastOp, FloatKind, Inst, Operand, PassedArgument, Reg, Width,
};

/// The least size and alignment of an argument in memory.
const STACK_SLOT: u64 = 8;

#[derive(Default)]
struct Arguments {
    args: Vec<(Operand, Width)>,
    passed: Vec<PassedArgument>,
}

impl<'m> FunctionLowering<'_, 'm> {
    /// A call, or an `invoke`, whose unwinding is left out: C does not throw.
    pub fn lower_call(&mut self, instruction: Instruction<'m>) -> Lowered {
        let callee = instruction.callee();
        let flow = match callee.kind() {
            ValueKind::InlineAsm => self.lower_asm(instruction, callee)?,
            ValueKind::Function if callee.name().starts_with("llvm.") => {
                self.lower_intrinsic(instruction, &callee.name())?
            }
            _ => self.lower_plain_call(instruction, callee)?,
        };
        if flow == Flow::Next && instruction.opcode() == Opcode::LLVMInvoke {
            let normal = instruction.successors()[0];
            return self.go_to(normal);
        }
        Ok(flow)
    }

    fn lower_plain_call(&mut self, instruction: Instruction<'m>, callee: Value<'m>) -> Lowered {
        let target = match self.module.function_behind(callee) {
            Some(function) if self.is_called_as_defined(instruction, callee) => Callee::Direct(function),
            _ => Callee::Indirect(self.scalar(callee)?),
        };
        let Arguments { args, passed } = self.arguments(instruction)?;
        let results = self.results(instruction)?;
        let no_return = instruction.call_has_attribute("noreturn");
        let call = self.call(CallSite { callee: target, args, passed, results: results.clone(), no_return });
        if instruction.is_tail_call() {
            self.function.tail_calls.push(call);
        }
        let scalars: Vec<Operand> = results.into_iter().map(|(reg, _)| Operand::reg(reg)).collect();
        self.bind(instruction, scalars)
    }

    /// Old C allows a call that does not fit the definition; what it does then is for the executor to say.
    fn is_called_as_defined(&self, instruction: Instruction<'m>, callee: Value<'m>) -> bool {
        callee.as_global().is_some_and(|global| {
            global.value_type() == instruction.called_type() && !self.module.is_missing(global)
        })
    }

    pub fn call(&mut self, site: CallSite) -> CallId {
        let call = self.function.calls.push(site);
        self.emit(Inst::Call { call });
        call
    }

    /// A call of a function of the C library that takes and returns scalars.
    pub fn call_library(&mut self, name: &str, args: &[(Operand, Leaf)], results: &[Leaf]) -> Vec<Operand> {
        let leaves: Vec<Leaf> = args.iter().map(|(_, leaf)| *leaf).collect();
        let function = self.module.library_function(name, &leaves, results);
        let passed = leaves
            .iter()
            .enumerate()
            .map(|(index, leaf)| PassedArgument::Scalars {
                first: index as u32,
                count: 1,
                size: u32::from(leaf.width.div_ceil(8)).next_multiple_of(STACK_SLOT as u32),
                align: STACK_SLOT as u32,
                class: leaf.class(),
            })
            .collect();
        let results: Vec<(Reg, Width)> = results.iter().map(|leaf| (self.fresh(), leaf.width)).collect();
        let scalars = results.iter().map(|(reg, _)| Operand::reg(*reg)).collect();
        self.call(CallSite {
            callee: Callee::Direct(function),
            args: args.iter().map(|(operand, leaf)| (*operand, leaf.width)).collect(),
            passed,
            results,
            no_return: false,
        });
        scalars
    }

    fn results(&mut self, instruction: Instruction<'m>) -> Result<Vec<(Reg, Width)>, Unsupported> {
        let layout = self.layout(instruction.ty())?;
        Ok(layout.leaves.iter().map(|leaf| (self.fresh(), leaf.width)).collect())
    }

    fn arguments(&mut self, instruction: Instruction<'m>) -> Result<Arguments, Unsupported> {
        let mut arguments = Arguments::default();
        for (index, value) in instruction.arguments().into_iter().enumerate() {
            if value.ty().kind() == TypeKind::Metadata {
                continue;
            }
            let layout = self.layout(value.ty())?;
            let scalars = self.scalars(value)?;
            let first = arguments.args.len() as u32;
            arguments.args.extend(scalars.iter().zip(&layout.leaves).map(|(s, leaf)| (*s, leaf.width)));
            let by_value = match value.ty().kind() {
                TypeKind::Pointer { .. } => instruction.by_value_type(index as u32),
                _ => None,
            };
            arguments.passed.push(match by_value {
                Some(ty) => {
                    let data = self.module.layouts.data();
                    let stated = instruction.argument_align(index as u32).unwrap_or(1);
                    PassedArgument::ByValue {
                        index: first,
                        size: data.size(ty),
                        align: stated.max(STACK_SLOT) as u32,
                    }
                }
                None => PassedArgument::Scalars {
                    first,
                    count: layout.leaves.len() as u32,
                    size: layout.size.next_multiple_of(STACK_SLOT) as u32,
                    align: layout.align.max(STACK_SLOT) as u32,
                    class: match class_of(value.ty(), layout.size) {
                        ArgumentClass::Integer if instruction.sign_extends(index as u32) => {
                            ArgumentClass::SignedInteger
                        }
                        class => class,
                    },
                },
            });
        }
        Ok(arguments)
    }

    fn lower_asm(&mut self, instruction: Instruction<'m>, callee: Value<'m>) -> Lowered {
        let Some((template, constraints)) = callee.inline_asm() else {
            return Err(Unsupported("inline assembly".to_string()));
        };
        let unsupported = || Unsupported(format!("inline assembly {template:?}"));
        if !is_empty_asm(&template) {
            return Err(unsupported());
        }
        let Arguments { args, passed } = self.arguments(instruction)?;
        let results = self.results(instruction)?;
        // Constraints count operands, which are scalars unless something unusual like a vector is tied.
        if passed.len() != args.len() {
            return Err(unsupported());
        }
        let ties = empty_asm_ties(&constraints, results.len()).ok_or_else(unsupported)?;
        let tied_memory = ties.stores.iter().flat_map(|(to, from)| [to, from]);
        if ties.results.iter().flatten().chain(tied_memory).any(|tie| *tie as usize >= args.len()) {
            return Err(unsupported());
        }
        // An argument with a type of its own stands for what it points to, which is there already.
        let stores = ties.stores.iter().filter(|(_, from)| instruction.element_type(*from).is_none());
        let stores: Vec<_> =
            stores.map(|(to, from)| (*to, args[*to as usize].0, args[*from as usize])).collect();
        let scalars: Vec<Operand> = results.iter().map(|(reg, _)| Operand::reg(*reg)).collect();
        self.call(CallSite {
            callee: Callee::EmptyAsm { ties: ties.results },
            args,
            passed,
            results,
            no_return: false,
        });
        for (argument, address, (value, width)) in stores {
            let layout = self.layout(instruction.element_type(argument).ok_or_else(unsupported)?)?;
            let [access] = layout.accesses[..] else { return Err(unsupported()) };
            let value = self.resize(CastOp::ZeroExtend, width, access.width, value);
            self.store(&layout, address, &[value])?;
        }
        self.bind(instruction, scalars)
    }
}

impl Leaf {
    pub fn class(self) -> ArgumentClass {
        match self.scalar {
            Scalar::Float(FloatKind::X87) => ArgumentClass::Memory,
            Scalar::Float(_) => ArgumentClass::Vector,
            Scalar::Integer | Scalar::Pointer => ArgumentClass::Integer,
        }
    }
}

pub fn class_of(ty: Type<'_>, size: u64) -> ArgumentClass {
    match ty.kind() {
        TypeKind::Float(FloatKind::X87) => ArgumentClass::Memory,
        TypeKind::Float(_) => ArgumentClass::Vector,
        TypeKind::Vector if size <= 16 => ArgumentClass::Vector,
        TypeKind::Integer(_) | TypeKind::Pointer { .. } if size <= 8 => ArgumentClass::Integer,
        _ => ArgumentClass::Memory,
    }
}
