//! `ifunc` symbols: a function of ours that asks the resolver and calls what it answers, each time.

use super::{ModuleLowering, Scalars};
use crate::llvm::Global;
use bowline_ir::{
    ArgumentClass, Block, CallSite, Callee, Inst, Operand, PassedArgument, Reg, SourceLoc, Width,
};

impl<'m> ModuleLowering<'m> {
    pub fn lower_ifunc(&mut self, ifunc: Global<'m>) {
        let id = self.functions[&ifunc.value()];
        let resolver = ifunc.resolver().and_then(|value| self.function_behind(value));
        let mut function = std::mem::take(&mut self.out.functions[id]);
        let loc = function.loc.unwrap_or(super::source::NOWHERE);
        let mut emit = |inst: Inst, loc: SourceLoc| {
            function.insts.push(inst);
            function.locs.push(loc);
        };
        match resolver {
            Some(resolver) if !function.variadic => {
                let parameters = function.params.len() as u32;
                let address = Reg(parameters);
                let call = function.calls.push(CallSite {
                    callee: Callee::Direct(resolver),
                    args: Vec::new(),
                    passed: Vec::new(),
                    results: vec![(address, 64)],
                    no_return: false,
                });
                emit(Inst::Call { call }, loc);
                let args: Vec<(Operand, Width)> = function
                    .params
                    .iter()
                    .enumerate()
                    .map(|(index, param)| (Operand::reg(Reg(index as u32)), param.width))
                    .collect();
                let passed = (0..parameters)
                    .map(|first| PassedArgument::Scalars {
                        first,
                        count: 1,
                        size: 8,
                        align: 8,
                        class: ArgumentClass::Integer,
                    })
                    .collect();
                let results: Vec<(Reg, Width)> = function
                    .results
                    .iter()
                    .enumerate()
                    .map(|(index, width)| (Reg(parameters + 1 + index as u32), *width))
                    .collect();
                let returned: Scalars = results.iter().map(|(reg, _)| Operand::reg(*reg)).collect();
                function.registers = parameters + 1 + results.len() as u32;
                let callee = Callee::Indirect(Operand::reg(address));
                let call = function.calls.push(CallSite { callee, args, passed, results, no_return: false });
                emit(Inst::Call { call }, loc);
                function.operands.extend_from_slice(&returned);
                emit(Inst::Return { first: 0, count: returned.len() as u32 }, loc);
            }
            _ => {
                let what = self.text(format!("ifunc {}", ifunc.name()));
                function.registers = function.params.len() as u32;
                emit(Inst::Unsupported { what }, loc);
            }
        }
        let end = function.insts.len() as u32;
        function.blocks.push(Block { insts: 0..end });
        self.out.functions[id] = function;
    }
}
