//! What an instruction reads and writes, for every analysis that follows values: liveness, verification, slicing.
//!
//! Moves on edges belong to the edge and not to the terminator that takes it; see [`crate::Edge::moves`].

use crate::function::Function;
use crate::inst::{Callee, Inst, Operand, Reg};

impl Inst {
    /// Calls `f` with every operand that the instruction reads, in the order in which it is written; also constants,
    /// also repeated ones.
    pub fn for_each_use(&self, function: &Function, mut f: impl FnMut(Operand)) {
        match *self {
            Inst::Binary { a, b, .. }
            | Inst::Compare { a, b, .. }
            | Inst::FloatBinary { a, b, .. }
            | Inst::FloatCompare { a, b, .. }
            | Inst::Offset { base: a, index: b, .. }
            | Inst::Store { address: a, value: b, .. }
            | Inst::VaCopy { to: a, from: b } => [a, b].into_iter().for_each(f),
            Inst::Unary { a, .. }
            | Inst::Cast { a, .. }
            | Inst::Copy { a, .. }
            | Inst::FloatUnary { a, .. }
            | Inst::FloatClass { a, .. }
            | Inst::Load { address: a, .. }
            | Inst::Alloca { count: a, .. }
            | Inst::StackRestore { saved: a }
            | Inst::ScopeStart { variable: a }
            | Inst::ScopeEnd { variable: a }
            | Inst::VaStart { list: a }
            | Inst::ObjectSize { address: a, .. }
            | Inst::Branch { cond: a, .. }
            | Inst::Switch { value: a, .. }
            | Inst::IndirectJump { address: a, .. } => f(a),
            Inst::Ternary { a, b, c, .. }
            | Inst::Select { cond: a, a: b, b: c, .. }
            | Inst::FloatFma { a, b, c, .. }
            | Inst::MemCopy { to: a, from: b, length: c, .. }
            | Inst::MemSet { to: a, byte: b, length: c } => [a, b, c].into_iter().for_each(f),
            Inst::Call { call } => {
                let site = &function.calls[call];
                if let Callee::Indirect(address) = site.callee {
                    f(address);
                }
                site.args.iter().for_each(|(argument, _)| f(*argument));
            }
            Inst::Return { first, count } => function.return_values(first, count).iter().copied().for_each(f),
            Inst::StackSave { .. } | Inst::Jump { .. } | Inst::Trap { .. } | Inst::Unsupported { .. } => {}
        }
    }

    /// Calls `f` with every register that the instruction reads, as [`Self::for_each_use`].
    pub fn for_each_read(&self, function: &Function, mut f: impl FnMut(Reg)) {
        self.for_each_use(function, |operand| {
            if let Some(reg) = operand.as_reg() {
                f(reg);
            }
        });
    }

    /// Calls `f` with every register that the instruction writes.
    pub fn for_each_def(&self, function: &Function, mut f: impl FnMut(Reg)) {
        match *self {
            Inst::Binary { dst, .. }
            | Inst::Unary { dst, .. }
            | Inst::Ternary { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::Cast { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Copy { dst, .. }
            | Inst::Offset { dst, .. }
            | Inst::FloatBinary { dst, .. }
            | Inst::FloatUnary { dst, .. }
            | Inst::FloatFma { dst, .. }
            | Inst::FloatCompare { dst, .. }
            | Inst::FloatClass { dst, .. }
            | Inst::Load { dst, .. }
            | Inst::Alloca { dst, .. }
            | Inst::StackSave { dst }
            | Inst::ObjectSize { dst, .. } => f(dst),
            Inst::Call { call } => function.calls[call].results.iter().for_each(|(reg, _)| f(*reg)),
            Inst::Store { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::StackRestore { .. }
            | Inst::ScopeStart { .. }
            | Inst::ScopeEnd { .. }
            | Inst::VaStart { .. }
            | Inst::VaCopy { .. }
            | Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::IndirectJump { .. }
            | Inst::Return { .. }
            | Inst::Trap { .. }
            | Inst::Unsupported { .. } => {}
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
