//! Operands, widths and calls of single instructions.

use super::{FunctionCheck, is_width};
use crate::inst::{CallSite, Callee, CastOp, Inst, Operand, PassedArgument, UnaryOp, Width};
use crate::{CallId, ConstId, Reg};

impl FunctionCheck<'_> {
    /// Call only when blocks are well formed.
    pub(super) fn check_instructions(&mut self) {
        for (at, inst) in self.function.insts.iter().enumerate() {
            self.check_instruction(at as u32, inst);
        }
    }

    fn check_instruction(&mut self, at: u32, inst: &Inst) {
        if let Some(width) = widths(inst).into_iter().flatten().find(|width| !is_width(*width)) {
            self.report(Some(at), format!("is {width} bits wide"));
        }
        match *inst {
            Inst::Call { call } if !self.check_call(at, call) => return,
            Inst::Return { first, count } if !self.check_return(at, first, count) => return,
            Inst::Switch { width, table, .. } => self.check_switch(at, table, Some(width)),
            Inst::IndirectJump { table, .. } => self.check_switch(at, table, None),
            Inst::Unsupported { what } if self.module.texts.get(what).is_none() => {
                self.report(Some(at), format!("{what} does not exist"));
            }
            Inst::Unary { op: UnaryOp::ByteSwap, width, .. } if width % 8 != 0 => {
                self.report(Some(at), format!("swaps the bytes of {width} bits"));
            }
            Inst::Cast { op: CastOp::Truncate, from, to, .. } if from < to => {
                self.report(Some(at), format!("truncates {from} bits to {to}"));
            }
            Inst::Cast { op: CastOp::ZeroExtend | CastOp::SignExtend, from, to, .. } if from > to => {
                self.report(Some(at), format!("extends {from} bits to {to}"));
            }
            _ => {}
        }
        let mut operands: Vec<Operand> = Vec::new();
        inst.for_each_use(self.function, |operand| operands.push(operand));
        inst.for_each_def(self.function, |reg| operands.push(reg.into()));
        for operand in operands {
            if let Some(problem) = self.operand_problem(operand) {
                self.report(Some(at), problem);
            }
        }
    }

    pub(super) fn operand_problem(&self, operand: Operand) -> Option<String> {
        match (operand.as_reg(), operand.as_const()) {
            (Some(Reg(number)), _) if number >= self.function.registers => {
                Some(format!("%{number} is not one of its {} registers", self.function.registers))
            }
            (_, Some(id @ ConstId(_))) if self.module.constants.get(id).is_none() => {
                Some(format!("the constant {id} does not exist"))
            }
            _ => None,
        }
    }

    /// Whether the operands can be looked at.
    fn check_return(&mut self, at: u32, first: u32, count: u32) -> bool {
        let results = self.function.results.len();
        if count as usize != results {
            self.report(Some(at), format!("returns {count} values where the function has {results} results"));
        }
        let end = u64::from(first) + u64::from(count);
        let exist = end <= self.function.operands.len() as u64;
        if !exist {
            self.report(Some(at), format!("returns operands {first} to {end}, which do not exist"));
        }
        exist
    }

    /// Whether the operands can be looked at.
    fn check_call(&mut self, at: u32, id: CallId) -> bool {
        let Some(site) = self.function.calls.get(id) else {
            self.report(Some(at), format!("{id} does not exist"));
            return false;
        };
        let widths =
            site.args.iter().map(|(_, width)| *width).chain(site.results.iter().map(|(_, width)| *width));
        for width in widths.filter(|width| !is_width(*width)) {
            self.report(Some(at), format!("an argument or result is {width} bits wide"));
        }
        if let Callee::Direct(callee) = site.callee
            && self.module.functions.get(callee).is_none()
        {
            self.report(Some(at), format!("the callee {callee} does not exist"));
        }
        if let Callee::EmptyAsm { ties } = &site.callee {
            let dangling = ties.iter().flatten().any(|tie| *tie as usize >= site.args.len());
            if ties.len() != site.results.len() || dangling {
                self.report(
                    Some(at),
                    "the ties of the empty assembly do not pair results with arguments".to_string(),
                );
            }
        }
        let mut results: Vec<Reg> = site.results.iter().map(|(reg, _)| *reg).collect();
        results.sort_unstable();
        if !results.is_sorted_by(|a, b| a < b) {
            self.report(Some(at), "two results of the call go to one register".to_string());
        }
        if let Err(problem) = check_passed(site) {
            self.report(Some(at), problem);
        }
        true
    }
}

/// Arguments must use the scalars one after the other, all of them.
fn check_passed(site: &CallSite) -> Result<(), String> {
    let mut next = 0u32;
    for argument in &site.passed {
        let (first, count, align) = match *argument {
            PassedArgument::Scalars { first, count, align, .. } => (first, count, align),
            PassedArgument::ByValue { index, align, .. } => (index, 1, align),
        };
        if first != next {
            return Err(format!("an argument starts at scalar {first} where {next} is due"));
        }
        if !align.is_power_of_two() {
            return Err(format!("an argument's alignment {align} is not a power of two"));
        }
        next = first.saturating_add(count);
    }
    if next as usize == site.args.len() {
        Ok(())
    } else {
        Err(format!("the arguments cover {next} of {} scalars", site.args.len()))
    }
}

/// The widths that an instruction works at.
fn widths(inst: &Inst) -> [Option<Width>; 2] {
    match *inst {
        Inst::Binary { width, .. }
        | Inst::Unary { width, .. }
        | Inst::Ternary { width, .. }
        | Inst::Compare { width, .. }
        | Inst::Select { width, .. }
        | Inst::Copy { width, .. }
        | Inst::Load { width, .. }
        | Inst::Store { width, .. }
        | Inst::ObjectSize { width, .. }
        | Inst::Switch { width, .. } => [Some(width), None],
        Inst::Cast { from, to, .. } => [Some(from), Some(to)],
        _ => [None, None],
    }
}
