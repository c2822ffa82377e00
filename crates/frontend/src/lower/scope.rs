//! Where variables of inner blocks come into scope and go out of it.
//!
//! A variable in memory that is declared in an inner block of its function is alive from where control enters that block to where it leaves it.
//! Both are read off debug information: every instruction has the block of the source that it belongs to. So clang need not be asked for
//! lifetime markers, with which it would lead every `break` and `return` through blocks of its own.
//!
//! A mark does nothing where it finds things as it wants them, so it stands wherever control *may* come from the other side. A variable that code
//! outside its block names directly (a `cleanup` function, say) is left alone: there debug information says less than the compiler knows.
//!
//! Only for code that we compiled ourselves, without optimisation.

use super::plan::successors;
use crate::llvm::{BasicBlock, DebugNodes, DebugScope, Global, Instruction, Opcode, Value};
use crate::passes::PLAIN_MARK;
use bowline_base::FxHashMap;

/// Work that is not worth it: variables times instructions.
const MAX_WORK: usize = 20_000_000;

/// Behind the names of variables of inner blocks that are named elsewhere, too.
const EVERYWHERE: &str = ".everywhere";

/// A variable comes into scope, or goes out of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Start,
    End,
}

/// The marks of a function.
#[derive(Default)]
pub struct Marks<'m> {
    before: FxHashMap<Value<'m>, Vec<(Value<'m>, Mark)>>,
    scoped: Vec<Value<'m>>,
}

impl<'m> Marks<'m> {
    /// Those that stand before an instruction, each with its variable's `alloca`.
    pub fn before(&self, instruction: Instruction<'m>) -> &[(Value<'m>, Mark)] {
        self.before.get(&instruction.value()).map_or(&[], Vec::as_slice)
    }

    /// Is it the `alloca` of a variable that starts out of scope?
    pub fn is_scoped(&self, alloca: Instruction<'m>) -> bool {
        self.scoped.contains(&alloca.value())
    }

    pub fn of(function: Global<'m>, nodes: &DebugNodes<'m>) -> Self {
        let mut marks = Self::default();
        if !function.has_mark(PLAIN_MARK) {
            return marks;
        }
        let blocks = function.blocks();
        let variables = inner_variables(&blocks, nodes);
        let instructions: usize = blocks.iter().map(|block| block.instructions().count()).sum();
        if variables.is_empty() || variables.len() * instructions > MAX_WORK {
            return marks;
        }
        let code: Vec<Vec<Placed<'m>>> = blocks.iter().map(|block| placed(*block)).collect();
        let index: FxHashMap<BasicBlock<'m>, usize> = blocks.iter().copied().zip(0..).collect();
        let follows: Vec<Vec<usize>> = blocks
            .iter()
            .map(|block| {
                let next = block.terminator().map(successors).unwrap_or_default();
                next.iter().filter_map(|block| index.get(block).copied()).collect()
            })
            .collect();
        for (alloca, scope) in variables {
            marks.scoped.push(alloca);
            let inside: Vec<Vec<Option<bool>>> =
                code.iter().map(|block| block.iter().map(|at| at.is_in(scope)).collect()).collect();
            let arrivals = arrivals(&inside, &follows);
            for ((code, inside), arrival) in code.iter().zip(&inside).zip(arrivals) {
                marks.place(alloca, code, inside, arrival);
            }
        }
        marks
    }

    /// Marks of one variable in one block.
    fn place(&mut self, alloca: Value<'m>, code: &[Placed<'m>], inside: &[Option<bool>], mut from: Arrival) {
        // The first instruction behind the last one of which anything is known.
        let mut gap = 0;
        for (at, known) in inside.iter().enumerate() {
            let Some(is_inside) = *known else { continue };
            match is_inside {
                // As early, and as late, as can be.
                true if from.outside => self.add(code[gap].instruction, alloca, Mark::Start),
                false if from.inside => self.add(code[at].instruction, alloca, Mark::End),
                _ => {}
            }
            from = Arrival { inside: is_inside, outside: !is_inside };
            gap = at + 1;
        }
    }

    fn add(&mut self, instruction: Instruction<'m>, alloca: Value<'m>, mark: Mark) {
        self.before.entry(instruction.value()).or_default().push((alloca, mark));
    }
}

/// Where control may have been before.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Arrival {
    inside: bool,
    outside: bool,
}

/// For each block: may it be entered from inside the scope, and from outside?
fn arrivals(inside: &[Vec<Option<bool>>], follows: &[Vec<usize>]) -> Vec<Arrival> {
    let mut arrivals = vec![Arrival::default(); inside.len()];
    arrivals[0].outside = true;
    let mut open: Vec<usize> = (0..inside.len()).rev().collect();
    while let Some(block) = open.pop() {
        let leaving = match inside[block].iter().rev().find_map(|known| *known) {
            Some(is_inside) => Arrival { inside: is_inside, outside: !is_inside },
            None => arrivals[block],
        };
        for &next in &follows[block] {
            let before = arrivals[next];
            let after = Arrival {
                inside: before.inside || leaving.inside,
                outside: before.outside || leaving.outside,
            };
            if after != before {
                arrivals[next] = after;
                open.push(next);
            }
        }
    }
    arrivals
}

/// An instruction, and the blocks of the source that it is in, innermost first; empty where that is not known.
struct Placed<'m> {
    instruction: Instruction<'m>,
    scopes: Vec<DebugScope<'m>>,
}

impl<'m> Placed<'m> {
    fn is_in(&self, scope: DebugScope<'m>) -> Option<bool> {
        (!self.scopes.is_empty()).then(|| self.scopes.contains(&scope))
    }
}

/// The instructions before which a mark can stand.
fn placed<'m>(block: BasicBlock<'m>) -> Vec<Placed<'m>> {
    block
        .instructions()
        .filter(|instruction| !matches!(instruction.opcode(), Opcode::LLVMPHI | Opcode::LLVMAlloca))
        .filter(|instruction| !instruction.is_debug())
        .map(|instruction| Placed { instruction, scopes: scopes_of(instruction) })
        .collect()
}

fn scopes_of(instruction: Instruction<'_>) -> Vec<DebugScope<'_>> {
    std::iter::successors(instruction.debug_scope(), |scope| scope.parent()).collect()
}

/// Variables of inner blocks, with these blocks, as far as they have an `alloca` of their own.
fn inner_variables<'m>(
    blocks: &[BasicBlock<'m>],
    nodes: &DebugNodes<'m>,
) -> Vec<(Value<'m>, DebugScope<'m>)> {
    let mut found: Vec<(Value<'m>, DebugScope<'m>)> = Vec::new();
    let Some(entry) = blocks.first() else { return found };
    let allocas: Vec<Value<'m>> = entry
        .instructions()
        .filter(|instruction| instruction.opcode() == Opcode::LLVMAlloca)
        .map(Instruction::value)
        .filter(|alloca| !alloca.name().ends_with(EVERYWHERE))
        .collect();
    for call in blocks.iter().flat_map(|block| block.instructions()).filter(|call| call.is_debug()) {
        let Some(description) = call.description(nodes).filter(|said| said.is_address) else { continue };
        let Some(value) = description.value.filter(|value| allocas.contains(value)) else { continue };
        let scope = description.variable.scope().filter(|scope| scope.parent().is_some());
        match scope.filter(|_| !call.is_inlined()) {
            Some(scope) => found.push((value, scope)),
            None => found.retain(|(known, _)| *known != value),
        }
    }
    let once = |alloca: Value<'m>| found.iter().filter(|(known, _)| *known == alloca).count() == 1;
    found.iter().copied().filter(|&(alloca, _)| once(alloca)).collect()
}

/// Marks the variables of inner blocks that code outside names. To be asked before registers take the place of variables: after that, also a
/// pointer to a variable is the variable's name.
pub fn mark_named_outside<'m>(function: Global<'m>, nodes: &DebugNodes<'m>) {
    let is_outside = |user: Instruction<'m>, scope: DebugScope<'m>| {
        let scopes = scopes_of(user);
        !user.is_debug() && !scopes.is_empty() && !scopes.contains(&scope)
    };
    for (alloca, scope) in inner_variables(&function.blocks(), nodes) {
        let mut users = alloca.users().into_iter().filter_map(Value::as_instruction);
        if users.any(|user| is_outside(user, scope)) {
            alloca.set_name(&format!("{}{EVERYWHERE}", alloca.name()));
        }
    }
}
