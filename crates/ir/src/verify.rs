//! The invariants of the IR, and a check of each. Run after every lowering; the executor relies on them.
//!
//! **Module**
//! * Every id (function, global, constant, text, source file of a known line) names something that exists.
//! * An integer constant has a width of 1 to 128 and no bit set above it. Constant expressions have operands, widths and
//!   no cycles.
//! * A global's bytes are as many as its size, and its relocations lie inside them. Alignments are powers of two.
//! * A declaration has no instructions.
//!
//! **Shape of a function with a body**
//! * There is a source position for each instruction, and a register for each parameter.
//! * Blocks are not empty and follow one another without a gap or a rest; the last instruction of a block, and no
//!   other, is a terminator.
//! * No edge leads to the entry.
//! * The edges that a terminator names start at its block; every edge is named by its block.
//! * A switch has a default and its cases fit its width; a computed goto has none, and its cases are the blocks that its
//!   edges lead to. Cases are sorted and unique.
//! * Loops are as [`crate::loops`] computes them, or have not been computed.
//!
//! **Instructions**
//! * Widths are 1 to 128. Truncations do not widen, extensions do not narrow, byte swaps are of whole bytes.
//! * Registers, operand lists, calls and switch tables are in range.
//! * A return has as many values as the function has results.
//! * A call's `passed` covers its `args` exactly and in order; its results are different registers; ties of empty
//!   assembly pair its results with arguments that exist.
//! * On every path from the entry to a read of a register there is a write to it. Parameters count as written; moves on
//!   an edge are done in order.
//!
//! Not checked: that operands have the width which their instruction expects (registers have no declared width), and
//! that a call's arguments suit its callee (C lets them differ).

mod assignment;
mod instruction;
mod shape;
#[cfg(test)]
mod tests;

use crate::constant::{ConstExpr, Constant};
use crate::function::{Function, Position, SourceLoc};
use crate::inst::Width;
use crate::module::{Global, Initializer, Module};
use crate::{ConstId, FuncId};
use std::fmt;

/// A broken invariant: a bug in whatever made the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// `None` where it concerns no function.
    pub function: Option<FuncId>,
    /// The instruction, where it concerns one.
    pub position: Option<Position>,
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.function, self.position) {
            (Some(function), Some(position)) => write!(f, "{function} at {position}: {}", self.message),
            (Some(function), None) => write!(f, "{function}: {}", self.message),
            _ => write!(f, "{}", self.message),
        }
    }
}

/// Checks every invariant; lists what is broken. Later checks of a function need the earlier ones to pass, so fixing
/// one violation may uncover others.
pub fn verify(module: &Module) -> Result<(), Vec<Violation>> {
    let mut violations = Vec::new();
    check_module(module, &mut |message| {
        violations.push(Violation { function: None, position: None, message });
    });
    for (id, function) in module.functions.iter_ids() {
        let mut check = FunctionCheck { module, id, function, violations: &mut violations };
        check.run();
    }
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

/// The checks of one function.
struct FunctionCheck<'a> {
    module: &'a Module,
    id: FuncId,
    function: &'a Function,
    violations: &'a mut Vec<Violation>,
}

impl FunctionCheck<'_> {
    fn run(&mut self) {
        let before = self.violations.len();
        self.check_signature();
        if self.function.is_declaration() {
            if !self.function.insts.is_empty() {
                self.report(None, "has instructions but no blocks".to_string());
            }
            return;
        }
        self.check_blocks();
        // Edges are looked up through terminators, and paths through edges: only where these can be trusted.
        if self.violations.len() == before {
            self.check_instructions();
        }
        if self.violations.len() == before {
            self.check_edges();
        }
        if self.violations.len() == before {
            self.check_loops();
            self.check_assignment();
        }
    }

    fn report(&mut self, position: Option<Position>, message: String) {
        let loc = position.and_then(|at| self.function.locs.get(at as usize)).filter(|loc| loc.line > 0);
        let place = loc.map_or(String::new(), |loc| format!(" ({})", self.module.describe(*loc)));
        let message = format!("in `{}`{place}: {message}", self.function.name);
        self.violations.push(Violation { function: Some(self.id), position, message });
    }

    fn check_signature(&mut self) {
        let widths = self.function.params.iter().map(|param| param.width);
        for width in widths.chain(self.function.results.iter().copied()) {
            if !is_width(width) {
                self.report(None, format!("a parameter or result is {width} bits wide"));
            }
        }
        if !names_a_file(self.module, self.function.loc) {
            self.report(None, "its source file does not exist".to_string());
        }
    }
}

fn is_width(width: Width) -> bool {
    (1..=128).contains(&width)
}

fn fits(width: Width, value: u128) -> bool {
    value.checked_shr(width.into()).unwrap_or(0) == 0
}

fn names_a_file(module: &Module, loc: Option<SourceLoc>) -> bool {
    loc.is_none_or(|loc| loc.line == 0 || module.files.get(loc.file).is_some())
}

fn check_module(module: &Module, report: &mut impl FnMut(String)) {
    for (id, constant) in module.constants.iter_ids() {
        if let Err(problem) = check_constant(module, constant) {
            report(format!("constant {id}: {problem}"));
        }
    }
    if let Some(id) = constant_in_a_cycle(module) {
        report(format!("constant {id} depends on itself"));
    }
    for global in module.globals.iter() {
        check_global(module, global, &mut |problem| report(format!("global `{}`: {problem}", global.name)));
    }
    let named = module.by_name.values().chain(&module.runtime_functions);
    for id in named.chain(&module.constructors).chain(&module.destructors) {
        if module.functions.get(*id).is_none() {
            report(format!(
                "{id} is listed by name, as runtime, constructor or destructor, but does not exist"
            ));
        }
    }
}

fn check_constant(module: &Module, constant: &Constant) -> Result<(), String> {
    let exists = |found: bool, what: &dyn fmt::Display| {
        if found { Ok(()) } else { Err(format!("{what} does not exist")) }
    };
    match constant {
        Constant::Int { width, .. } if !is_width(*width) => Err(format!("is {width} bits wide")),
        Constant::Int { width, value } if !fits(*width, *value) => {
            Err(format!("{value:#x} does not fit in {width} bits"))
        }
        Constant::Int { .. } => Ok(()),
        Constant::Global { global, .. } => exists(module.globals.get(*global).is_some(), global),
        Constant::Function(id) => exists(module.functions.get(*id).is_some(), id),
        Constant::Block { function, block } => {
            exists(module.functions.get(*function).is_some_and(|f| f.blocks.get(*block).is_some()), block)
        }
        Constant::Expr(expr) => {
            let (operands, widths) = parts(expr);
            operands
                .into_iter()
                .flatten()
                .try_for_each(|id| exists(module.constants.get(id).is_some(), &id))?;
            match widths.into_iter().find(|width| !is_width(*width)) {
                Some(width) => Err(format!("is {width} bits wide")),
                None => Ok(()),
            }
        }
    }
}

fn parts(expr: &ConstExpr) -> ([Option<ConstId>; 3], [Width; 2]) {
    match *expr {
        ConstExpr::Binary { width, a, b, .. } | ConstExpr::Compare { width, a, b, .. } => {
            ([Some(a), Some(b), None], [width, width])
        }
        ConstExpr::Cast { from, to, a, .. } => ([Some(a), None, None], [from, to]),
        ConstExpr::Select { width, cond, a, b } => ([Some(cond), Some(a), Some(b)], [width, width]),
    }
}

/// A constant expression that, through its operands, contains itself.
fn constant_in_a_cycle(module: &Module) -> Option<ConstId> {
    let count = module.constants.len();
    let edges: Vec<(u32, u32)> = module
        .constants
        .iter_ids()
        .filter_map(
            |(id, constant)| if let Constant::Expr(expr) = constant { Some((id, expr)) } else { None },
        )
        .flat_map(|(id, expr)| parts(expr).0.into_iter().flatten().map(move |operand| (id.0, operand.0)))
        .filter(|(_, operand)| (*operand as usize) < count)
        .collect();
    let graph = crate::graph::Graph::new(count, edges.iter().copied());
    let components = graph.components().members.into_iter();
    let mut cyclic = components.filter(|members| members.len() > 1 || graph.has_edge(members[0], members[0]));
    cyclic.next().map(|members| ConstId(members[0]))
}

fn check_global(module: &Module, global: &Global, report: &mut impl FnMut(String)) {
    if !global.align.is_power_of_two() {
        report(format!("alignment {} is not a power of two", global.align));
    }
    if !names_a_file(module, global.loc) {
        report("its source file does not exist".to_string());
    }
    let Initializer::Bytes { bytes, relocations } = &global.initializer else {
        return;
    };
    if bytes.len() as u64 != global.size {
        report(format!("{} initial bytes for a size of {}", bytes.len(), global.size));
    }
    for it in relocations {
        let at = it.offset;
        if !is_width(it.width) || it.width % 8 != 0 {
            report(format!("the relocation at {at} is {} bits wide", it.width));
        }
        if at.checked_add(u64::from(it.width / 8)).is_none_or(|end| end > global.size) {
            report(format!("the relocation at {at} ends outside"));
        }
        if module.constants.get(it.value).is_none() {
            report(format!("the relocation at {at} has the value {}, which does not exist", it.value));
        }
    }
}
