//! What an instruction reads and writes, for every analysis that follows values: liveness, verification, slicing.
//!
//! Moves on edges belong to the edge and not to the terminator that takes it; see [`crate::Edge::moves`].

use crate::function::Function;
use crate::inst::{Callee, Inst, Operand, Reg};

/// What stands in an instruction itself: the register that it writes, and the operands that it reads, in the order in which they are written.
pub(crate) type Slots<'i> = (Option<&'i mut Reg>, [Option<&'i mut Operand>; 3]);

impl Inst {
    /// The one list of what each instruction has. Registers of calls and returns stand beside the instructions.
    pub(crate) fn slots(&mut self) -> Slots<'_> {
        match self {
            Inst::Binary { dst, a, b, .. }
            | Inst::Compare { dst, a, b, .. }
            | Inst::FloatBinary { dst, a, b, .. }
            | Inst::FloatCompare { dst, a, b, .. }
            | Inst::Offset { dst, base: a, index: b, .. } => (Some(dst), [Some(a), Some(b), None]),
            Inst::Unary { dst, a, .. }
            | Inst::Cast { dst, a, .. }
            | Inst::Copy { dst, a, .. }
            | Inst::FloatUnary { dst, a, .. }
            | Inst::FloatClass { dst, a, .. }
            | Inst::Load { dst, address: a, .. }
            | Inst::Alloca { dst, count: a, .. }
            | Inst::ObjectSize { dst, address: a, .. } => (Some(dst), [Some(a), None, None]),
            Inst::Ternary { dst, a, b, c, .. }
            | Inst::Select { dst, cond: a, a: b, b: c, .. }
            | Inst::FloatFma { dst, a, b, c, .. } => (Some(dst), [Some(a), Some(b), Some(c)]),
            Inst::StackSave { dst } => (Some(dst), [None, None, None]),
            Inst::Store { address: a, value: b, .. } | Inst::VaCopy { to: a, from: b } => {
                (None, [Some(a), Some(b), None])
            }
            Inst::MemCopy { to: a, from: b, length: c, .. } | Inst::MemSet { to: a, byte: b, length: c } => {
                (None, [Some(a), Some(b), Some(c)])
            }
            Inst::StackRestore { saved: a }
            | Inst::ScopeStart { variable: a }
            | Inst::ScopeEnd { variable: a }
            | Inst::VaStart { list: a }
            | Inst::Branch { cond: a, .. }
            | Inst::Switch { value: a, .. }
            | Inst::IndirectJump { address: a, .. } => (None, [Some(a), None, None]),
            Inst::Call { .. }
            | Inst::Return { .. }
            | Inst::Jump { .. }
            | Inst::Trap { .. }
            | Inst::Unsupported { .. } => (None, [None, None, None]),
        }
    }

    /// Calls `f` with every operand that the instruction reads, in the order in which it is written; also constants,
    /// also repeated ones.
    pub fn for_each_use(mut self, function: &Function, mut f: impl FnMut(Operand)) {
        match self {
            Inst::Call { call } => {
                let site = &function.calls[call];
                if let Callee::Indirect(address) = site.callee {
                    f(address);
                }
                site.args.iter().for_each(|(argument, _)| f(*argument));
            }
            Inst::Return { first, count } => function.return_values(first, count).iter().copied().for_each(f),
            _ => self.slots().1.into_iter().flatten().for_each(|operand| f(*operand)),
        }
    }

    /// Calls `f` with every register that the instruction reads, as [`Self::for_each_use`].
    pub fn for_each_read(self, function: &Function, mut f: impl FnMut(Reg)) {
        self.for_each_use(function, |operand| {
            if let Some(reg) = operand.as_reg() {
                f(reg);
            }
        });
    }

    /// Calls `f` with every register that the instruction writes.
    pub fn for_each_def(mut self, function: &Function, mut f: impl FnMut(Reg)) {
        match self {
            Inst::Call { call } => function.calls[call].results.iter().for_each(|(reg, _)| f(*reg)),
            _ => self.slots().0.into_iter().for_each(|reg| f(*reg)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::builder::FunctionBuilder;
    use crate::{CallSite, Callee, ConstId, Inst, Operand, Reg};

    #[test]
    fn a_call_reads_callee_and_arguments_and_writes_its_results() {
        let mut builder = FunctionBuilder::new("f", &[64, 32], &[]);
        let [low, high] = [builder.reg(), builder.reg()];
        builder.call(CallSite {
            callee: Callee::Indirect(builder.param(0)),
            args: vec![(builder.param(1), 32), (ConstId(7).into(), 8)],
            passed: Vec::new(),
            results: vec![(low, 64), (high, 64)],
            no_return: false,
        });
        builder.ret(&[high.into()]);
        let function = builder.finish();
        let uses = |inst: &Inst| {
            let mut uses = Vec::new();
            inst.for_each_use(&function, |operand| uses.push(operand));
            uses
        };
        let mut defs = Vec::new();
        function.insts[0].for_each_def(&function, |reg| defs.push(reg));
        assert_eq!(defs, [low, high]);
        assert_eq!(uses(&function.insts[0]), [Reg(0).into(), Reg(1).into(), Operand::constant(ConstId(7))]);
        assert_eq!(uses(&function.insts[1]), [Operand::reg(high)]);
        let mut reads = Vec::new();
        function.insts[0].for_each_read(&function, |reg| reads.push(reg));
        assert_eq!(reads, [Reg(0), Reg(1)]);
    }
}
