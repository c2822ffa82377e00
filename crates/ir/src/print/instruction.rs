//! The text of one instruction.

use super::{FunctionText, push, reg, snake, symbol};
use crate::inst::{CallSite, Callee, Inst, Operand, PassedArgument, Wrapping};
use crate::{CallId, FuncId, SwitchId};

impl FunctionText<'_> {
    /// Several lines for a switch, else one.
    pub(super) fn instruction(&self, inst: &Inst) -> String {
        let o = |operand: Operand| self.operand(operand);
        match *inst {
            Inst::Binary { op, width, wrapping, dst, a, b } => {
                format!(
                    "{} = {}{} i{width} {}, {}",
                    reg(dst),
                    snake(&op),
                    wrapping_text(wrapping),
                    o(a),
                    o(b)
                )
            }
            Inst::Unary { op, width, dst, a } => format!("{} = {} i{width} {}", reg(dst), snake(&op), o(a)),
            Inst::Ternary { op, width, dst, a, b, c } => {
                format!("{} = {} i{width} {}, {}, {}", reg(dst), snake(&op), o(a), o(b), o(c))
            }
            Inst::Compare { predicate, width, dst, a, b } => {
                format!("{} = compare {} i{width} {}, {}", reg(dst), snake(&predicate), o(a), o(b))
            }
            Inst::Cast { op, from, to, dst, a } => {
                format!("{} = {} i{from} {} to i{to}", reg(dst), snake(&op), o(a))
            }
            Inst::Select { width, dst, cond, a, b } => {
                format!("{} = select i{width} {} ? {} : {}", reg(dst), o(cond), o(a), o(b))
            }
            Inst::Copy { width, dst, a } => format!("{} = copy i{width} {}", reg(dst), o(a)),
            Inst::Offset { dst, base, index, scale } => {
                format!("{} = offset {} + {} * {scale}", reg(dst), o(base), o(index))
            }
            Inst::FloatBinary { op, kind, dst, a, b } => {
                format!("{} = float_{} {} {}, {}", reg(dst), snake(&op), snake(&kind), o(a), o(b))
            }
            Inst::FloatUnary { op, kind, dst, a } => {
                format!("{} = float_{} {} {}", reg(dst), snake(&op), snake(&kind), o(a))
            }
            Inst::FloatFma { kind, dst, a, b, c } => {
                format!("{} = float_fma {} {}, {}, {}", reg(dst), snake(&kind), o(a), o(b), o(c))
            }
            Inst::FloatCompare { predicate, kind, dst, a, b } => {
                format!(
                    "{} = float_compare {} {} {}, {}",
                    reg(dst),
                    snake(&predicate),
                    snake(&kind),
                    o(a),
                    o(b)
                )
            }
            Inst::FloatClass { kind, dst, a, mask } => {
                format!("{} = float_class {} {}, mask {mask:#x}", reg(dst), snake(&kind), o(a))
            }
            Inst::Load { width, dst, address } => format!("{} = load i{width} at {}", reg(dst), o(address)),
            Inst::Store { width, address, value } => format!("store i{width} {} at {}", o(value), o(address)),
            Inst::Alloca { dst, element, count, align_log2 } => {
                format!("{} = alloca {} * {element} bytes, align 2^{align_log2}", reg(dst), o(count))
            }
            Inst::MemCopy { to, from, length, may_overlap } => {
                let name = if may_overlap { "mem_move" } else { "mem_copy" };
                format!("{name} to {}, from {}, length {}", o(to), o(from), o(length))
            }
            Inst::MemSet { to, byte, length } => {
                format!("mem_set to {}, byte {}, length {}", o(to), o(byte), o(length))
            }
            Inst::StackSave { dst } => format!("{} = stack_save", reg(dst)),
            Inst::StackRestore { saved } => format!("stack_restore {}", o(saved)),
            Inst::VaStart { list } => format!("va_start {}", o(list)),
            Inst::VaCopy { to, from } => format!("va_copy to {}, from {}", o(to), o(from)),
            Inst::ObjectSize { dst, width, address, zero_if_unknown } => {
                let unknown = if zero_if_unknown { "zero" } else { "all ones" };
                format!("{} = object_size i{width} of {}, {unknown} if unknown", reg(dst), o(address))
            }
            Inst::Call { call } => self.call(call),
            Inst::Jump { edge } => format!("jump {}", self.edge(edge)),
            Inst::Branch { cond, then_edge, else_edge } => {
                format!("branch {}\nthen {}\nelse {}", o(cond), self.edge(then_edge), self.edge(else_edge))
            }
            Inst::Switch { value, width, table } => {
                format!("switch i{width} {} by {table}{}", o(value), self.switch(table))
            }
            Inst::IndirectJump { address, table } => {
                format!("indirect_jump {} by {table}{}", o(address), self.switch(table))
            }
            Inst::Return { first, count } => self.returned(first, count),
            Inst::Trap { kind } => format!("trap {}", snake(&kind)),
            Inst::Unsupported { what } => {
                let known = self.module().and_then(|module| module.texts.get(what));
                known.map_or(format!("unsupported {what}"), |text| format!("unsupported {what} {text:?}"))
            }
        }
    }

    fn returned(&self, first: u32, count: u32) -> String {
        let values = self.function.operands.get(first as usize..first.saturating_add(count) as usize);
        let Some(values) = values else {
            return format!("return (no operands {first} + {count})");
        };
        let values: Vec<String> = values.iter().map(|value| self.operand(*value)).collect();
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
        let args: Vec<String> =
            site.args.iter().map(|(value, width)| format!("i{width} {}", self.operand(*value))).collect();
        push(&mut text, format_args!("{id} {}({})", self.callee(&site.callee), args.join(", ")));
        if site.no_return {
            text.push_str(" no_return");
        }
        text.push_str(&passed_text(site));
        text
    }

    fn callee(&self, callee: &Callee) -> String {
        match callee {
            Callee::Direct(id) => self.function_name(*id),
            Callee::Indirect(address) => format!("through {}", self.operand(*address)),
            Callee::EmptyAsm { ties } => {
                let ties = ties.iter().map(|tie| tie.map_or("none".to_string(), |at| at.to_string()));
                format!("empty_asm ties [{}]", ties.collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn function_name(&self, id: FuncId) -> String {
        let function = self.module().and_then(|module| module.functions.get(id));
        function.map_or(id.to_string(), |function| symbol(&function.name))
    }
}

/// How the arguments group; it starts a second line, if there is anything to group.
fn passed_text(site: &CallSite) -> String {
    let passed: Vec<String> = site
        .passed
        .iter()
        .map(|argument| match argument {
            PassedArgument::Scalars { first, count, size, align, class } => {
                let class = format!("{class:?}").to_lowercase();
                format!("{first} + {count}: {size} bytes align {align}, {class}")
            }
            PassedArgument::ByValue { index, size, align } => {
                format!("{index} by value: {size} bytes align {align}")
            }
        })
        .collect();
    if passed.is_empty() { String::new() } else { format!("\npassing {}", passed.join("; ")) }
}

fn wrapping_text(wrapping: Wrapping) -> &'static str {
    match (wrapping.no_signed_wrap, wrapping.no_unsigned_wrap) {
        (false, false) => "",
        (true, false) => " nsw",
        (false, true) => " nuw",
        (true, true) => " nsw nuw",
    }
}
