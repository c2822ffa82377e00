//! Which loops are small.
//!
//! Merging pays for loops that scan: their paths differ in how far they came, and little is asked of that later. The paths of a loop over a whole
//! parser differ in everything; a merged state of theirs is a heap of choices that each later question has to dig through. What a loop
//! is cannot be told, but its size can: a small loop makes no objects, calls only small functions, and consists of few blocks.
//!
//! Everything inside a small loop is small: its inner loops have fewer blocks, and so have the functions it calls. So a fork that opens no context
//! for a loop because that is not small opens none for a loop around it either.

use crate::config::SmallLoops;
use crate::ledger::LoopKey;
use bowline_base::FxHashMap;
use bowline_exec::Program;
use bowline_ir::{Callee, FuncId, Function, Inst};
use std::fmt;

/// Why a loop is not small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotSmall {
    /// It has so many blocks, with those of the functions it calls.
    Blocks {
        has: usize,
        most: usize,
    },
    /// It calls a function of so many blocks, with those that this one calls.
    Calls {
        callee: String,
        has: usize,
        most: usize,
    },
    /// It makes or frees objects, by this function.
    Allocates {
        by: String,
    },
    CallsThroughPointer,
    /// Of a function without a body nothing is known.
    CallsUnknown {
        callee: String,
    },
    /// A function it calls may call itself, or others without an end in sight.
    Deep {
        callee: String,
    },
}

impl fmt::Display for NotSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocks { has, most } => {
                write!(f, "{has} blocks, with those of the functions it calls; small is {most}")
            }
            Self::Calls { callee, has, most } => {
                write!(f, "calls `{callee}`, which has {has} blocks with those it calls; small is {most}")
            }
            Self::Allocates { by } => write!(f, "makes or frees objects: `{by}`"),
            Self::CallsThroughPointer => write!(f, "calls through a pointer"),
            Self::CallsUnknown { callee } => write!(f, "calls `{callee}`, which has no body"),
            Self::Deep { callee } => write!(f, "calls `{callee}`, whose calls go deep"),
        }
    }
}

/// Calls within calls that are looked at.
const MAX_DEPTH: usize = 20;

/// Blocks of a function with those it calls, or why it is not small whatever its size.
type Weight = Result<usize, NotSmall>;

/// Answers are remembered: a loop is asked about at each of its forks.
#[derive(Default)]
pub(crate) struct Smallness {
    loops: FxHashMap<LoopKey, Option<NotSmall>>,
    functions: FxHashMap<FuncId, Weight>,
}

impl Smallness {
    /// Why a loop is not small; nothing if it is.
    pub fn objection(&mut self, program: &Program, limits: &SmallLoops, key: LoopKey) -> Option<&NotSmall> {
        if !self.loops.contains_key(&key) {
            let objection = self.look(program, limits, key).err();
            self.loops.insert(key, objection);
        }
        self.loops[&key].as_ref()
    }

    fn look(
        &mut self,
        program: &Program,
        limits: &SmallLoops,
        (function, id): LoopKey,
    ) -> Result<(), NotSmall> {
        let body = &program.module.functions[function];
        let blocks = &body.loops.loops[id].blocks;
        let mut has = blocks.len();
        let mut callees: Vec<FuncId> = Vec::new();
        for &block in blocks {
            for inst in body.block_insts(block) {
                if matches!(inst, Inst::Alloca { .. }) {
                    return Err(NotSmall::Allocates { by: "alloca".to_string() });
                }
                callees.extend(callee(program, body, inst)?);
            }
        }
        for callee in callees {
            let weight = self.weight(program, callee, &mut vec![function])?;
            if weight > limits.callee_blocks {
                let callee = name(program, callee);
                return Err(NotSmall::Calls { callee, has: weight, most: limits.callee_blocks });
            }
            has += weight;
        }
        match has > limits.blocks {
            true => Err(NotSmall::Blocks { has, most: limits.blocks }),
            false => Ok(()),
        }
    }

    /// `active` are the functions that are being weighed.
    fn weight(&mut self, program: &Program, function: FuncId, active: &mut Vec<FuncId>) -> Weight {
        if let Some(known) = self.functions.get(&function) {
            return known.clone();
        }
        if active.contains(&function) || active.len() > MAX_DEPTH {
            return Err(NotSmall::Deep { callee: name(program, function) });
        }
        active.push(function);
        let weight = self.weigh(program, function, active);
        active.pop();
        self.functions.insert(function, weight.clone());
        weight
    }

    fn weigh(&mut self, program: &Program, function: FuncId, active: &mut Vec<FuncId>) -> Weight {
        let body = &program.module.functions[function];
        if body.is_declaration() {
            let by = || name(program, function);
            return match program.is_builtin(function) {
                true if program.changes_objects(function) => Err(NotSmall::Allocates { by: by() }),
                true => Ok(0),
                false => Err(NotSmall::CallsUnknown { callee: by() }),
            };
        }
        let mut has = body.blocks.len();
        for inst in &body.insts {
            if let Some(callee) = callee(program, body, inst)? {
                has = has.saturating_add(self.weight(program, callee, active)?);
            }
        }
        Ok(has)
    }
}

/// The function that an instruction calls, if it is a call.
fn callee(program: &Program, body: &Function, inst: &Inst) -> Result<Option<FuncId>, NotSmall> {
    let Inst::Call { call } = inst else { return Ok(None) };
    let site = &body.calls[*call];
    match (bowline_ir::call_graph::known_callee(&program.module, site), &site.callee) {
        (Some(callee), _) => Ok(Some(callee)),
        (None, Callee::EmptyAsm { .. }) => Ok(None),
        (None, _) => Err(NotSmall::CallsThroughPointer),
    }
}

fn name(program: &Program, function: FuncId) -> String {
    program.module.functions[function].name.clone()
}
