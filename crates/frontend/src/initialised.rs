//! Which reads of local variables may come before any write: definite assignment, as a forward dataflow analysis.
//!
//! Such a read is made volatile, which keeps `mem2reg` from promoting its variable, so that the executor sees the read
//! of uninitialised memory. The analysis is per variable and ignores values: a variable that is written and read under
//! the same condition stays in memory, which costs time but changes nothing.
//!
//! `mem2reg` also promotes a variable that is reached through a pointer only, once the pointer itself is promoted. So taking the address of a variable into another one
//! before the first write counts as such a read, and keeps the pointer in memory.
//!
//! The variable for the return value is exempt: falling off the end of a function is only wrong if the caller uses
//! the value, which is `undef` then (see [`crate::undefined`]).

use crate::llvm::{BasicBlock, Global, Instruction, Opcode, Value};
use bowline_base::FxHashMap;

/// A set of variables, one bit each.
#[derive(Clone, PartialEq, Eq)]
struct VariableSet(Vec<u64>);

impl VariableSet {
    fn empty(variables: usize) -> Self {
        Self(vec![0; variables.div_ceil(64)])
    }

    fn full(variables: usize) -> Self {
        Self(vec![u64::MAX; variables.div_ceil(64)])
    }

    fn insert(&mut self, variable: usize) {
        self.0[variable / 64] |= 1 << (variable % 64);
    }

    fn contains(&self, variable: usize) -> bool {
        self.0[variable / 64] >> (variable % 64) & 1 == 1
    }

    /// Keeps what both have; says whether that changed anything.
    fn intersect(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *word & !other != 0;
            *word &= other;
        }
        changed
    }
}

enum Access<'m> {
    Write(usize),
    Read(usize, Instruction<'m>),
}

/// Marks the reads of `function` that may see an uninitialised variable.
pub fn keep_uninitialised_reads(function: Global<'_>) {
    let variables = promotable_variables(function);
    if variables.is_empty() {
        return;
    }
    let blocks = function.blocks();
    let index_of: FxHashMap<BasicBlock<'_>, usize> =
        blocks.iter().enumerate().map(|(index, block)| (*block, index)).collect();
    let accesses: Vec<Vec<Access<'_>>> = blocks.iter().map(|block| accesses(*block, &variables)).collect();

    // On entry to each block; everything is assigned until a path shows otherwise.
    let mut assigned = vec![VariableSet::full(variables.len()); blocks.len()];
    assigned[0] = VariableSet::empty(variables.len());
    let mut worklist = vec![0];
    let mut seen = vec![false; blocks.len()];
    seen[0] = true;
    while let Some(block) = worklist.pop() {
        let mut at_end = assigned[block].clone();
        for access in &accesses[block] {
            if let Access::Write(variable) = access {
                at_end.insert(*variable);
            }
        }
        for successor in successors(blocks[block]) {
            let Some(&successor) = index_of.get(&successor) else { continue };
            let changed = assigned[successor].intersect(&at_end);
            if changed || !std::mem::replace(&mut seen[successor], true) {
                worklist.push(successor);
            }
        }
    }

    for (block, accesses) in accesses.iter().enumerate() {
        let mut assigned = assigned[block].clone();
        for access in accesses {
            match access {
                Access::Write(variable) => assigned.insert(*variable),
                Access::Read(variable, load) if !assigned.contains(*variable) => load.make_volatile(),
                Access::Read(..) => {}
            }
        }
    }
}

/// Variables that are only loaded and stored, perhaps through other variables, so that `mem2reg` would promote them.
fn promotable_variables<'m>(function: Global<'m>) -> FxHashMap<Value<'m>, usize> {
    let mut variables = FxHashMap::default();
    let Some(entry) = function.blocks().into_iter().next() else { return variables };
    for instruction in entry.instructions() {
        if instruction.opcode() != Opcode::LLVMAlloca || instruction.value().name() == "retval" {
            continue;
        }
        let variable = instruction.value();
        let promotable =
            variable.users().into_iter().filter_map(Value::as_instruction).all(|user| match user.opcode() {
                Opcode::LLVMLoad => !user.is_volatile(),
                Opcode::LLVMStore => {
                    !user.is_volatile() && (user.operand(0) != variable || is_variable(user.operand(1)))
                }
                _ => false,
            });
        if promotable {
            let index = variables.len();
            variables.insert(variable, index);
        }
    }
    variables
}

fn is_variable(place: Value<'_>) -> bool {
    place.as_instruction().is_some_and(|instruction| instruction.opcode() == Opcode::LLVMAlloca)
}

fn accesses<'m>(block: BasicBlock<'m>, variables: &FxHashMap<Value<'m>, usize>) -> Vec<Access<'m>> {
    block
        .instructions()
        .flat_map(|instruction| {
            let read = |place| variables.get(&place).map(|index| Access::Read(*index, instruction));
            match instruction.opcode() {
                Opcode::LLVMStore => {
                    let write = variables.get(&instruction.operand(1)).map(|index| Access::Write(*index));
                    [read(instruction.operand(0)), write]
                }
                Opcode::LLVMLoad => [read(instruction.operand(0)), None],
                _ => [None, None],
            }
        })
        .flatten()
        .collect()
}

fn successors(block: BasicBlock<'_>) -> Vec<BasicBlock<'_>> {
    match block.terminator() {
        Some(terminator) => match terminator.opcode() {
            Opcode::LLVMBr | Opcode::LLVMSwitch | Opcode::LLVMIndirectBr | Opcode::LLVMInvoke => {
                terminator.successors()
            }
            _ => Vec::new(),
        },
        None => Vec::new(),
    }
}
