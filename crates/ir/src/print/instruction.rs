//! The text of one instruction.

use super::function::FunctionText;
use super::scope::cast_text;
use super::{push, reg};
use crate::inst::{CallSite, Callee, FloatKind, Inst, Operand, PassedArgument, Reg, Width, Wrapping};
use crate::spelling::Spelled;
use crate::{CallId, SwitchId, TextId};
use std::fmt::Display;

impl FunctionText<'_> {
    /// Several lines for a branch or switch, else one.
    pub(super) fn instruction(&self, inst: &Inst) -> String {
        let o = |operand: Operand, width: Width| self.operand(operand, width);
        match *inst {
            Inst::Binary { op, width, wrapping, dst, a, b } => self.of_words(
                dst,
                format_args!("{}{}", op.spelled(), wrapping_text(wrapping)),
                width,
                &[a, b],
            ),
            Inst::Unary { op, width, dst, a } => self.of_words(dst, op.spelled(), width, &[a]),
            Inst::Ternary { op, width, dst, a, b, c } => self.of_words(dst, op.spelled(), width, &[a, b, c]),
            Inst::Compare { predicate, width, dst, a, b } => {
                self.of_words(dst, format_args!("compare {}", predicate.spelled()), width, &[a, b])
            }
            Inst::Copy { width, dst, a } => self.of_words(dst, "copy", width, &[a]),
            Inst::Cast { op, from, to, dst, a } => {
                format!("{} = {} i{from} {} to i{to}", reg(dst), cast_text(op), o(a, from))
            }
            Inst::Select { width, dst, cond, a, b } => {
                format!("{} = select i{width} {} ? {} : {}", reg(dst), o(cond, 1), o(a, width), o(b, width))
            }
            Inst::Offset { dst, base, index, scale } => {
                format!("{} = offset {} + {} * {scale}", reg(dst), o(base, 64), o(index, 64))
            }
            Inst::FloatBinary { op, kind, dst, a, b } => self.of_floats(dst, op.spelled(), kind, &[a, b]),
            Inst::FloatUnary { op, kind, dst, a } => self.of_floats(dst, op.spelled(), kind, &[a]),
            Inst::FloatFma { kind, dst, a, b, c } => self.of_floats(dst, "fma", kind, &[a, b, c]),
            Inst::FloatCompare { predicate, kind, dst, a, b } => {
                self.of_floats(dst, format_args!("compare {}", predicate.spelled()), kind, &[a, b])
            }
            Inst::FloatClass { kind, dst, a, mask } => {
                format!("{}, mask {mask:#x}", self.of_floats(dst, "class", kind, &[a]))
            }
            Inst::Load { width, dst, address } => {
                format!("{} = load i{width} at {}", reg(dst), o(address, 64))
            }
            Inst::Store { width, address, value } => {
                format!("store i{width} {} at {}", o(value, width), o(address, 64))
            }
            Inst::Alloca { dst, element, count, align_log2 } => {
                let align = 1u64.checked_shl(align_log2.into());
                let align = align.map_or(format!("2^{align_log2}"), |align| align.to_string());
                format!("{} = alloca {} * {element} bytes, align {align}", reg(dst), o(count, 64))
            }
            Inst::MemCopy { to, from, length, may_overlap } => {
                let name = if may_overlap { "mem_move" } else { "mem_copy" };
                format!("{name} to {}, from {}, length {}", o(to, 64), o(from, 64), o(length, 64))
            }
            Inst::MemSet { to, byte, length } => {
                format!("mem_set to {}, byte {}, length {}", o(to, 64), o(byte, 8), o(length, 64))
            }
            Inst::StackSave { dst } => format!("{} = stack_save", reg(dst)),
            Inst::StackRestore { saved } => format!("stack_restore {}", o(saved, 64)),
            Inst::ScopeStart { variable } => format!("scope_start {}", o(variable, 64)),
            Inst::ScopeEnd { variable } => format!("scope_end {}", o(variable, 64)),
            Inst::VaStart { list } => format!("va_start {}", o(list, 64)),
            Inst::VaCopy { to, from } => format!("va_copy to {}, from {}", o(to, 64), o(from, 64)),
            Inst::ObjectSize { dst, width, address, zero_if_unknown } => {
                let unknown = if zero_if_unknown { "zero" } else { "all ones" };
                format!("{} = object_size i{width} of {}, {unknown} if unknown", reg(dst), o(address, 64))
            }
            Inst::Call { call } => self.call(call),
            Inst::Jump { edge } => format!("jump {}", self.edge(edge)),
            Inst::Branch { cond, then_edge, else_edge } => {
                let (then_edge, else_edge) = (self.edge(then_edge), self.edge(else_edge));
                format!("branch {}\nthen {then_edge}\nelse {else_edge}", o(cond, 1))
            }
            Inst::Switch { value, width, table } => {
                format!("switch i{width} {} by {table}{}", o(value, width), self.switch(table))
            }
            Inst::IndirectJump { address, table } => {
                format!("indirect_jump {} by {table}{}", o(address, 64), self.switch(table))
            }
            Inst::Return { first, count } => self.returned(first, count),
            Inst::Trap { kind } => format!("trap {}", kind.spelled()),
            Inst::Unsupported { what } => self.unsupported(what),
        }
    }

    /// An operation on words of one width.
    fn of_words(&self, dst: Reg, name: impl Display, width: Width, operands: &[Operand]) -> String {
        format!("{} = {name} i{width} {}", reg(dst), self.operands(operands, width))
    }

    fn of_floats(&self, dst: Reg, name: impl Display, kind: FloatKind, operands: &[Operand]) -> String {
        format!("{} = float_{name} {} {}", reg(dst), kind.spelled(), self.operands(operands, kind.width()))
    }

    fn operands(&self, operands: &[Operand], width: Width) -> String {
        let texts: Vec<String> = operands.iter().map(|operand| self.operand(*operand, width)).collect();
        texts.join(", ")
    }

    fn unsupported(&self, what: TextId) -> String {
        let known = self.scope.module().and_then(|module| module.texts.get(what));
        known.map_or(format!("unsupported {what}"), |text| format!("unsupported {what} {text:?}"))
    }

    fn returned(&self, first: u32, count: u32) -> String {
        let values = self.function.operands.get(first as usize..first.saturating_add(count) as usize);
        let Some(values) = values else {
            return format!("return (no operands {first} + {count})");
        };
        let widths = self.function.results.iter().copied().chain(std::iter::repeat(0));
        let values: Vec<String> =
            values.iter().zip(widths).map(|(value, width)| self.operand(*value, width)).collect();
        format!("return {}", values.join(", ")).trim_end().to_string()
    }

    fn switch(&self, id: SwitchId) -> String {
        let Some(table) = self.function.switches.get(id) else {
            return " (no such table)".to_string();
        };
        let mut text = String::new();
        for (value, edge) in &table.cases {
            push(&mut text, format_args!("\ncase {value}: {}", self.edge(*edge)));
        }
        if let Some(edge) = table.default {
            push(&mut text, format_args!("\ndefault: {}", self.edge(edge)));
        }
        text
    }

    fn call(&self, id: CallId) -> String {
        let Some(site) = self.function.calls.get(id) else {
            return format!("{id} (no such call)");
        };
        let mut text = String::new();
        if !site.results.is_empty() {
            let results: Vec<String> =
                site.results.iter().map(|(dst, width)| format!("{}:i{width}", reg(*dst))).collect();
            push(&mut text, format_args!("{} = ", results.join(", ")));
        }
        let args: Vec<String> = site
            .args
            .iter()
            .map(|(value, width)| format!("i{width} {}", self.operand(*value, *width)))
            .collect();
        push(&mut text, format_args!("{id} {}({})", self.callee(&site.callee), args.join(", ")));
        if site.no_return {
            text.push_str(" no_return");
        }
        if self.function.is_tail_call(id) {
            text.push_str(" tail");
        }
        text.push_str(&passed_text(site));
        text
    }

    fn callee(&self, callee: &Callee) -> String {
        match callee {
            Callee::Direct(id) => self.scope.function(*id),
            Callee::Indirect(address) => format!("through {}", self.operand(*address, 64)),
            Callee::EmptyAsm { ties } => {
                let ties = ties.iter().map(|tie| tie.map_or("none".to_string(), |at| at.to_string()));
                format!("empty_asm ties [{}]", ties.collect::<Vec<_>>().join(" "))
            }
        }
    }
}

/// How the arguments group; it starts a second line, if they do not travel one by one.
fn passed_text(site: &CallSite) -> String {
    if site.passed == PassedArgument::one_by_one(&site.args) {
        return String::new();
    }
    let passed: Vec<String> = site
        .passed
        .iter()
        .map(|argument| match argument {
            PassedArgument::Scalars { first, count, size, align, class } => {
                format!("{first} + {count}: {size} bytes align {align}, {}", class.spelled())
            }
            PassedArgument::ByValue { index, size, align } => {
                format!("{index} by value: {size} bytes align {align}")
            }
        })
        .collect();
    format!("\npassing {}", passed.join("; "))
}

fn wrapping_text(wrapping: Wrapping) -> &'static str {
    match (wrapping.no_signed_wrap, wrapping.no_unsigned_wrap) {
        (false, false) => "",
        (true, false) => " nsw",
        (false, true) => " nuw",
        (true, true) => " nsw nuw",
    }
}
