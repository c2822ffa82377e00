//! A plain interpreter of the IR over flat memory, as simple as can be: the reference that lowering is tested with.
//!
//! It finds no bugs in the program under test and knows no symbols. Programs are small, deterministic, and only need
//! a few functions of the C library. `long double` is not implemented.

mod arithmetic;
mod library;
mod memory;

use bowline_ir::inst::block_address_offset;
use bowline_ir::*;
use memory::Memory;

/// Why a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    Exit(i32),
    Abort,
    Trap(String),
    /// The reference cannot go on: nothing is known about the program.
    Unknown(String),
}

const FUNCTION_BASE: u64 = 1 << 40;
const FUNCTION_STRIDE: u64 = 1 << 16;
const MAX_DEPTH: u32 = 2000;

pub struct Machine<'a> {
    module: &'a Module,
    pub memory: Memory,
    globals: Vec<u64>,
    constants: Vec<u128>,
    steps: u64,
    depth: u32,
}

struct Frame<'a> {
    function: &'a Function,
    registers: Vec<u128>,
    /// Where the variadic arguments are.
    variadic: u64,
}

pub fn low(value: u128, width: Width) -> u128 {
    if width >= 128 { value } else { value & ((1 << width) - 1) }
}

pub fn signed(value: u128, width: Width) -> i128 {
    let unused = 128 - u32::from(width);
    ((value << unused) as i128) >> unused
}

/// Runs constructors and `main`, for at most `steps` instructions.
pub fn run(module: &Module, steps: u64) -> Stop {
    let mut machine = Machine::new(module, steps);
    match machine.run_main() {
        Ok(code) => Stop::Exit(code),
        Err(stop) => stop,
    }
}

impl<'a> Machine<'a> {
    fn new(module: &'a Module, steps: u64) -> Self {
        let mut memory = Memory::new();
        let globals =
            module.globals.iter().map(|global| memory.allocate(global.size, global.align)).collect();
        let mut machine = Self { module, memory, globals, constants: Vec::new(), steps, depth: 0 };
        for id in module.constants.ids() {
            let value = machine.evaluate(id);
            machine.constants.push(value);
        }
        for (global, address) in module.globals.iter().zip(machine.globals.clone()) {
            if let Initializer::Bytes { bytes, relocations } = &global.initializer {
                machine
                    .memory
                    .bytes_mut(address, bytes.len() as u64)
                    .expect("just made")
                    .copy_from_slice(bytes);
                for relocation in relocations {
                    let value = machine.constants[relocation.value.0 as usize];
                    machine
                        .memory
                        .write(address + relocation.offset, relocation.width, value)
                        .expect("inside");
                }
            }
        }
        machine
    }

    fn evaluate(&self, id: ConstId) -> u128 {
        match &self.module.constants[id] {
            Constant::Int { value, .. } => *value,
            Constant::Global { global, offset } => {
                u128::from(self.globals[global.0 as usize].wrapping_add(*offset as u64))
            }
            Constant::Function(function) => u128::from(function_address(*function)),
            Constant::Block { function, block } => {
                u128::from(function_address(*function) + block_address_offset(*block))
            }
            Constant::Expr(ConstExpr::Binary { op, width, a, b }) => {
                arithmetic::binary(*op, *width, self.evaluate(*a), self.evaluate(*b)).expect("no division")
            }
            Constant::Expr(ConstExpr::Cast { op, from, to, a }) => {
                arithmetic::cast(*op, *from, *to, self.evaluate(*a)).expect("no float")
            }
            Constant::Expr(other) => panic!("{other:?}"),
        }
    }

    fn run_main(&mut self) -> Result<i32, Stop> {
        for constructor in &self.module.constructors {
            self.call(*constructor, vec![], 0)?;
        }
        let main = self.module.function_named("main").expect("a program has main");
        let arguments = [1, 0, 0][..self.module.functions[main].params.len()].to_vec();
        let results = self.call(main, arguments, 0)?;
        let code = results.first().map_or(0, |value| *value as i32);
        for destructor in &self.module.destructors {
            self.call(*destructor, vec![], 0)?;
        }
        Ok(code)
    }

    fn call(&mut self, id: FuncId, arguments: Vec<u128>, variadic: u64) -> Result<Vec<u128>, Stop> {
        let function = &self.module.functions[id];
        if function.is_declaration() {
            return self.library(&function.name, &arguments);
        }
        if self.depth > MAX_DEPTH {
            return Err(Stop::Unknown("deep recursion".to_string()));
        }
        self.depth += 1;
        let top = self.memory.top();
        let mut registers = arguments;
        registers.resize(function.params.len(), 0);
        registers.resize(function.registers as usize, 0);
        let result = self.run_blocks(Frame { function, registers, variadic });
        self.memory.release(top);
        self.depth -= 1;
        result
    }

    fn run_blocks(&mut self, mut frame: Frame<'a>) -> Result<Vec<u128>, Stop> {
        let function = frame.function;
        let mut block = Function::ENTRY;
        loop {
            for position in function.blocks[block].insts.clone() {
                self.steps =
                    self.steps.checked_sub(1).ok_or_else(|| Stop::Unknown("too many steps".to_string()))?;
                let inst = &function.insts[position as usize];
                let edge = match *inst {
                    Inst::Jump { edge } => edge,
                    Inst::Branch { cond, then_edge, else_edge } => {
                        if self.get(&frame, cond) == 1 {
                            then_edge
                        } else {
                            else_edge
                        }
                    }
                    Inst::Switch { value, table, .. } => {
                        let value = self.get(&frame, value);
                        function.switches[table].find(value).expect("a switch has a default")
                    }
                    Inst::IndirectJump { address, table } => {
                        let target = self.get(&frame, address) as u64 % FUNCTION_STRIDE - 1;
                        let found = function.switches[table].find(u128::from(target));
                        found.ok_or_else(|| Stop::Trap("goto nowhere".to_string()))?
                    }
                    Inst::Return { first, count } => {
                        let values = function.return_values(first, count);
                        return Ok(values.iter().map(|value| self.get(&frame, *value)).collect());
                    }
                    Inst::Trap { kind } => return Err(Stop::Trap(format!("{kind:?}"))),
                    Inst::Unsupported { what } => {
                        return Err(Stop::Unknown(self.module.texts[what].clone()));
                    }
                    _ => {
                        self.step(&mut frame, inst)?;
                        continue;
                    }
                };
                for (to, from) in &function.edges[edge].moves {
                    frame.registers[to.0 as usize] = self.get(&frame, *from);
                }
                block = function.edges[edge].to;
                break;
            }
        }
    }

    fn get(&self, frame: &Frame<'_>, operand: Operand) -> u128 {
        match (operand.as_reg(), operand.as_const()) {
            (Some(reg), _) => frame.registers[reg.0 as usize],
            (_, Some(id)) => self.constants[id.0 as usize],
            _ => unreachable!("an operand is a register or a constant"),
        }
    }

    fn address(&self, frame: &Frame<'_>, operand: Operand) -> u64 {
        self.get(frame, operand) as u64
    }

    fn step(&mut self, frame: &mut Frame<'a>, inst: &Inst) -> Result<(), Stop> {
        let (dst, value) = match *inst {
            Inst::Binary { op, width, dst, a, b, .. } => {
                (dst, arithmetic::binary(op, width, self.get(frame, a), self.get(frame, b))?)
            }
            Inst::Unary { op, width, dst, a } => (dst, arithmetic::unary(op, width, self.get(frame, a))),
            Inst::Ternary { op, width, dst, a, b, c } => {
                let (a, b, c) = (self.get(frame, a), self.get(frame, b), self.get(frame, c));
                (dst, arithmetic::funnel(op, width, a, b, c))
            }
            Inst::Compare { predicate, width, dst, a, b } => {
                let (a, b) = (self.get(frame, a), self.get(frame, b));
                (dst, u128::from(arithmetic::compare(predicate, width, a, b)))
            }
            Inst::Cast { op, from, to, dst, a } => (dst, arithmetic::cast(op, from, to, self.get(frame, a))?),
            Inst::Select { dst, cond, a, b, .. } => {
                (dst, if self.get(frame, cond) == 1 { self.get(frame, a) } else { self.get(frame, b) })
            }
            Inst::Copy { dst, a, .. } => (dst, self.get(frame, a)),
            Inst::Offset { dst, base, index, scale } => {
                let bytes = (self.address(frame, index) as i64).wrapping_mul(i64::from(scale));
                (dst, u128::from(self.address(frame, base).wrapping_add(bytes as u64)))
            }
            Inst::FloatBinary { op, kind, dst, a, b } => {
                (dst, arithmetic::float_binary(op, kind, self.get(frame, a), self.get(frame, b))?)
            }
            Inst::FloatUnary { op, kind, dst, a } => {
                (dst, arithmetic::float_unary(op, kind, self.get(frame, a))?)
            }
            Inst::FloatFma { kind, dst, a, b, c } => {
                let [a, b, c] = [a, b, c].map(|operand| self.get(frame, operand));
                (dst, arithmetic::fma(kind, a, b, c)?)
            }
            Inst::FloatCompare { predicate, kind, dst, a, b } => {
                let (a, b) = (self.get(frame, a), self.get(frame, b));
                (dst, u128::from(arithmetic::float_compare(predicate, kind, a, b)?))
            }
            Inst::FloatClass { kind, dst, a, mask } => {
                (dst, u128::from(arithmetic::float_class(kind, self.get(frame, a), mask)?))
            }
            Inst::Load { width, dst, address } => {
                (dst, low(self.memory.read(self.address(frame, address), width)?, width))
            }
            Inst::Store { width, address, value } => {
                let value = low(self.get(frame, value), width);
                return self.memory.write(self.address(frame, address), width, value);
            }
            Inst::Alloca { dst, element, count, align_log2 } => {
                let size = u64::from(element) * self.get(frame, count) as u64;
                (dst, u128::from(self.memory.allocate(size, 1 << align_log2)))
            }
            Inst::MemCopy { to, from, length, .. } => {
                let length = self.address(frame, length);
                return self.memory.copy(self.address(frame, to), self.address(frame, from), length);
            }
            Inst::MemSet { to, byte, length } => {
                let (byte, length) = (self.get(frame, byte) as u8, self.address(frame, length));
                self.memory.bytes_mut(self.address(frame, to), length)?.fill(byte);
                return Ok(());
            }
            Inst::StackSave { dst } => (dst, 0),
            Inst::StackRestore { .. } | Inst::ScopeStart { .. } | Inst::ScopeEnd { .. } => return Ok(()),
            Inst::VaStart { list } => {
                let list = self.address(frame, list);
                self.memory.write(list, 32, 48)?;
                self.memory.write(list + 4, 32, 176)?;
                return self.memory.write(list + 8, 64, u128::from(frame.variadic));
            }
            Inst::VaCopy { to, from } => {
                return self.memory.copy(self.address(frame, to), self.address(frame, from), 24);
            }
            Inst::ObjectSize { dst, width, zero_if_unknown, .. } => {
                (dst, if zero_if_unknown { 0 } else { low(u128::MAX, width) })
            }
            Inst::Call { call } => return self.step_call(frame, &frame.function.calls[call]),
            other => return Err(Stop::Unknown(format!("{other:?}"))),
        };
        frame.registers[dst.0 as usize] = value;
        Ok(())
    }

    fn step_call(&mut self, frame: &mut Frame<'a>, site: &CallSite) -> Result<(), Stop> {
        let values: Vec<u128> = site.args.iter().map(|(operand, _)| self.get(frame, *operand)).collect();
        let callee = match &site.callee {
            Callee::Direct(callee) => *callee,
            Callee::Indirect(address) => {
                let at = self.address(frame, *address);
                let id = FuncId((at.wrapping_sub(FUNCTION_BASE) / FUNCTION_STRIDE) as u32);
                let exists = self.module.functions.get(id).is_some() && function_address(id) == at;
                if !exists {
                    return Err(Stop::Trap(format!("call of {at:#x}")));
                }
                id
            }
            Callee::EmptyAsm { ties } => {
                for ((reg, _), tie) in site.results.iter().zip(ties) {
                    frame.registers[reg.0 as usize] = tie.map_or(0, |index| values[index as usize]);
                }
                return Ok(());
            }
        };
        let top = self.memory.top();
        let (arguments, variadic) = self.pass(site, &values, self.module.functions[callee].params.len())?;
        let results = self.call(callee, arguments, variadic)?;
        self.memory.release(top);
        for ((reg, width), value) in site.results.iter().zip(results) {
            frame.registers[reg.0 as usize] = low(value, *width);
        }
        Ok(())
    }

    /// The scalars for the fixed parameters, and where the others were put in memory.
    fn pass(&mut self, site: &CallSite, values: &[u128], fixed: usize) -> Result<(Vec<u128>, u64), Stop> {
        let mut arguments = values[..fixed.min(values.len())].to_vec();
        let area = self.memory.allocate(4096, 16);
        let mut next = area;
        for passed in &site.passed {
            match *passed {
                PassedArgument::ByValue { index, size, align } => {
                    let from = values[index as usize] as u64;
                    let to = if (index as usize) < fixed {
                        let copy = self.memory.allocate(size, u64::from(align));
                        arguments[index as usize] = u128::from(copy);
                        copy
                    } else {
                        let at = next.next_multiple_of(u64::from(align));
                        next = at + size.next_multiple_of(8);
                        at
                    };
                    self.memory.copy(to, from, size)?;
                }
                PassedArgument::Scalars { first, count, size, align, .. } if first as usize >= fixed => {
                    let mut at = next.next_multiple_of(u64::from(align));
                    next = at + u64::from(size);
                    for index in first..first + count {
                        let width = site.args[index as usize].1;
                        self.memory.write(at, width, values[index as usize])?;
                        at += u64::from(width.div_ceil(8));
                    }
                }
                PassedArgument::Scalars { .. } => {}
            }
        }
        Ok((arguments, area))
    }
}

fn function_address(function: FuncId) -> u64 {
    FUNCTION_BASE + u64::from(function.0) * FUNCTION_STRIDE
}
