//! What a loop reads, and whether it can be run alone.

use super::Declined;
use crate::facts::{Facts, FunctionFacts, Origin};
use bowline_base::FxHashSet;
use bowline_ir::def_use::Definition;
use bowline_ir::{Callee, Constant, FuncId, Function, Inst, Loop, LoopId, Module, Operand, Reg, Width};

/// Callees inside callees that are looked at.
const DEEPEST: u32 = 3;

/// One thing that a loop finds at its entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Input {
    Number {
        reg: Reg,
        width: Width,
    },
    /// The same whenever the loop is entered.
    Fixed {
        reg: Reg,
        width: Width,
        value: u128,
    },
    /// A pointer through which bytes are read, and perhaps written.
    Text {
        reg: Reg,
        is_written: bool,
    },
    /// A pointer through which is only written.
    Buffer {
        reg: Reg,
    },
}

impl Input {
    pub const fn reg(self) -> Reg {
        match self {
            Input::Number { reg, .. }
            | Input::Fixed { reg, .. }
            | Input::Text { reg, .. }
            | Input::Buffer { reg } => reg,
        }
    }

    /// Is it something that a model may depend on?
    pub const fn varies(self) -> bool {
        matches!(self, Input::Number { .. } | Input::Text { .. })
    }
}

/// A loop cut out of its function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    pub function: FuncId,
    pub loop_id: LoopId,
    pub inputs: Vec<Input>,
    /// Bytes that the loop compares with.
    pub alphabet: Vec<u8>,
}

impl Cut {
    pub fn varying(&self) -> impl Iterator<Item = Input> + '_ {
        self.inputs.iter().copied().filter(|input| input.varies())
    }

    /// Pointers to texts that the loop only reads, and that are taken for apart from what it writes.
    pub fn apart(&self) -> Vec<Reg> {
        let is_apart = |input: &&Input| matches!(input, Input::Text { is_written: false, .. });
        self.inputs.iter().filter(is_apart).map(|input| input.reg()).collect()
    }

    pub fn of(module: &Module, facts: &Facts, id: FuncId, loop_id: LoopId) -> Result<Self, Declined> {
        let function = &module.functions[id];
        let one = &function.loops.loops[loop_id];
        let knife = Knife { module, facts, own: facts.function(id), function, one };
        let Accesses { read, written } = knife.accesses()?;
        knife.pointers_stay_pointers(&read, &written)?;
        let widths = bowline_ir::widths::of(function, module);
        let mut inputs = Vec::new();
        for reg in knife.found_at_entry() {
            let Some(width) = widths[reg.0 as usize] else { continue };
            inputs.push(match (read.contains(&reg), written.contains(&reg), knife.fixed(reg)) {
                (true, is_written, _) => Input::Text { reg, is_written },
                (_, true, _) => Input::Buffer { reg },
                (.., Some(value)) => Input::Fixed { reg, width, value },
                _ if width > 64 => return Err(Declined::Cut("it computes with more than 64 bits")),
                _ => Input::Number { reg, width },
            });
        }
        Ok(Self { function: id, loop_id, inputs, alphabet: knife.alphabet() })
    }
}

/// Registers that addresses are made from.
struct Accesses {
    read: FxHashSet<Reg>,
    written: FxHashSet<Reg>,
}

struct Knife<'k> {
    module: &'k Module,
    facts: &'k Facts,
    own: &'k FunctionFacts,
    function: &'k Function,
    one: &'k Loop,
}

impl Knife<'_> {
    /// Everything that the loop reads and does not itself set first; its phis among it.
    fn found_at_entry(&self) -> Vec<Reg> {
        let mut found: Vec<Reg> = FunctionFacts::phis(self.function, self.one);
        let mut read = |operand: Operand| {
            if let Some(reg) = operand.as_reg()
                && !self.is_set_inside(reg)
            {
                found.push(reg);
            }
        };
        for block in &self.one.blocks {
            for inst in self.function.block_insts(*block) {
                inst.for_each_use(self.function, &mut read);
            }
        }
        for edge in self.function.edges.iter().filter(|edge| self.one.contains(edge.from)) {
            edge.moves.iter().for_each(|(_, source)| read(*source));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn is_set_inside(&self, reg: Reg) -> bool {
        self.own.def_use.definitions(reg).iter().any(|definition| match *definition {
            Definition::Inst(at) => self.one.contains(self.function.block_of(at)),
            Definition::Move(edge, _) => self.one.contains(self.function.edges[edge].from),
            Definition::Parameter => false,
        })
    }

    fn is_phi(&self, reg: Reg) -> bool {
        self.one
            .latches
            .iter()
            .any(|latch| self.function.edges[*latch].moves.iter().any(|(to, _)| *to == reg))
    }

    /// The constant that every entry gives a phi.
    fn fixed(&self, reg: Reg) -> Option<u128> {
        if !self.is_phi(reg) {
            return None;
        }
        let mut values = self.one.entries.iter().map(|edge| {
            let moves = &self.function.edges[*edge].moves;
            let (_, source) = moves.iter().find(|(to, _)| *to == reg)?;
            match self.module.constants[source.as_const()?] {
                Constant::Int { value, .. } => Some(value),
                _ => None,
            }
        });
        let first = values.next().flatten()?;
        values.all(|other| other == Some(first)).then_some(first)
    }

    fn accesses(&self) -> Result<Accesses, Declined> {
        let mut accesses = Accesses { read: FxHashSet::default(), written: FxHashSet::default() };
        for block in &self.one.blocks {
            for inst in self.function.block_insts(*block) {
                match *inst {
                    Inst::Load { address, width, .. } => {
                        let roots = self.roots(address, true)?;
                        if width > 8 && !roots.is_empty() {
                            return Err(Declined::Cut("it reads memory that is no text"));
                        }
                        accesses.read.extend(roots);
                    }
                    Inst::Store { address, .. } | Inst::MemSet { to: address, .. } => {
                        accesses.written.extend(self.roots(address, false)?);
                    }
                    Inst::MemCopy { to, from, .. } => {
                        accesses.written.extend(self.roots(to, false)?);
                        accesses.read.extend(self.roots(from, true)?);
                    }
                    Inst::Call { call } => match self.function.calls[call].callee {
                        Callee::Direct(id) if self.is_pure(id, DEEPEST) => {}
                        _ => return Err(Declined::Cut("it calls a function that is not run alone")),
                    },
                    Inst::Alloca { .. }
                    | Inst::StackSave { .. }
                    | Inst::VaStart { .. }
                    | Inst::VaCopy { .. }
                    | Inst::IndirectJump { .. }
                    | Inst::Unsupported { .. } => {
                        return Err(Declined::Cut("an instruction of it is not run alone"));
                    }
                    _ => {}
                }
            }
        }
        Ok(accesses)
    }

    /// The registers found at the entry that an address in the loop is made from. Constant memory is read as it is.
    fn roots(&self, address: Operand, reads: bool) -> Result<FxHashSet<Reg>, Declined> {
        let mut roots = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut work = vec![address];
        while let Some(operand) = work.pop() {
            if let Some(constant) = operand.as_const() {
                match self.module.constants[constant] {
                    Constant::Global { global, .. } if !reads || self.module.globals[global].read_only => {}
                    _ => return Err(Declined::Cut("it reads a variable that others write")),
                }
                continue;
            }
            let Some(reg) = operand.as_reg().filter(|reg| seen.insert(*reg)) else { continue };
            if self.is_phi(reg) || !self.is_set_inside(reg) {
                roots.insert(reg);
                continue;
            }
            for definition in self.own.def_use.definitions(reg) {
                match *definition {
                    Definition::Parameter => return Err(Declined::Cut("an address is not followed")),
                    Definition::Move(edge, index) => {
                        work.push(self.function.edges[edge].moves[index as usize].1);
                    }
                    Definition::Inst(at) => match self.function.insts[at as usize] {
                        Inst::Copy { a, .. } | Inst::Offset { base: a, .. } => work.push(a),
                        Inst::Select { a, b, .. } => work.extend([a, b]),
                        _ => return Err(Declined::Cut("it follows pointers in memory")),
                    },
                }
            }
        }
        Ok(roots)
    }

    /// Pointers are moved and accessed through, and compared with NULL at most: where objects lie must not matter.
    fn pointers_stay_pointers(
        &self,
        read: &FxHashSet<Reg>,
        written: &FxHashSet<Reg>,
    ) -> Result<(), Declined> {
        let is_pointer = |operand: Operand| {
            operand.as_reg().is_some()
                && self
                    .roots(operand, false)
                    .is_ok_and(|roots| roots.iter().any(|root| read.contains(root) || written.contains(root)))
        };
        let is_null = |operand: Operand| {
            operand
                .as_const()
                .is_some_and(|id| matches!(self.module.constants[id], Constant::Int { value: 0, .. }))
        };
        for inst in self.one.blocks.iter().flat_map(|block| self.function.block_insts(*block)) {
            let computes = match *inst {
                Inst::Compare { a, b, .. } => is_pointer(a) && !is_null(b) || is_pointer(b) && !is_null(a),
                Inst::Binary { a, b, .. } => is_pointer(a) || is_pointer(b),
                Inst::Cast { a, .. } => is_pointer(a),
                Inst::Store { value, .. } => is_pointer(value),
                _ => false,
            };
            if computes {
                return Err(Declined::Cut("it computes with pointers"));
            }
        }
        Ok(())
    }

    /// A function that only computes: its locals and constant memory are all that it touches.
    fn is_pure(&self, id: FuncId, depth: u32) -> bool {
        let function = &self.module.functions[id];
        if function.is_declaration() || depth == 0 {
            return false;
        }
        let own = self.facts.function(id);
        let is_local = |address: Operand| matches!(own.origin(self.module, address), Origin::Local(_));
        let is_constant = |address: Operand| match own.origin(self.module, address) {
            Origin::Global(global) => self.module.globals[global].read_only,
            _ => false,
        };
        function.insts.iter().all(|inst| match *inst {
            Inst::Load { address, .. } => is_local(address) || is_constant(address),
            Inst::Store { address, .. } => is_local(address),
            Inst::Call { call } => {
                matches!(function.calls[call].callee, Callee::Direct(id) if self.is_pure(id, depth - 1))
            }
            Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::VaStart { .. }
            | Inst::VaCopy { .. }
            | Inst::IndirectJump { .. }
            | Inst::Unsupported { .. } => false,
            _ => true,
        })
    }

    fn alphabet(&self) -> Vec<u8> {
        let insts = self.one.blocks.iter().flat_map(|block| self.function.block_insts(*block));
        let mut found = vec![b'a', b'Z', b'0', b' ', 0xe9];
        found.extend(compared_with(self.module, insts));
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Bytes that code compares with, sorted.
pub(super) fn compared_with<'i>(module: &Module, insts: impl Iterator<Item = &'i Inst>) -> Vec<u8> {
    let mut found = Vec::new();
    for inst in insts {
        let Inst::Compare { a, b, .. } = *inst else { continue };
        for operand in [a, b] {
            if let Some(Constant::Int { value, .. }) = operand.as_const().map(|id| &module.constants[id])
                && (1..256).contains(value)
            {
                found.push(*value as u8);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
