//! What a person wants to know about a bug beyond its sentence: the variables that led to it, the arguments of the calls,
//! and where the object in question came from.
//!
//! Names are those of debug information. A value is the one that it has under the path's model, which is the one in the
//! bug's test unless wishes about inputs changed that; for variables that are not known also all values are told, where they
//! are few. Asked once per distinct bug, so nothing here is fast.

use crate::state::Frame;
use crate::{Bug, BugKind, Executor, StackEntry, State};
use bowline_base::FxHashSet;
use bowline_expr::fold;
use bowline_ir::{Constant, Function, Inst, Operand, Reg, SourceLoc, Variable, VariableSort, Width};
use bowline_memory::{Kind, Located, Object, ObjectId, Size, Value};

/// Values of one variable that are enumerated.
const VALUES_ASKED: usize = 64;
/// Variables told.
const MOST_VALUES: usize = 6;
/// Calls told of a deep recursion, from each end.
const STACK_ENDS: usize = 16;

/// The depths of the calls that are told of a stack, innermost first: of a deep recursion only both ends.
pub fn told_depths(calls: usize) -> impl Iterator<Item = usize> {
    let inner = 0..calls.min(STACK_ENDS);
    let outer = calls.saturating_sub(STACK_ENDS).max(inner.end)..calls;
    inner.chain(outer)
}

/// All values that something has on a path: both ends included, and whether every one between them is possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    pub low: String,
    pub high: String,
    pub is_dense: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedValue {
    /// Variables that have this value; never empty.
    pub names: Vec<String>,
    pub value: String,
    /// None where the value is known, or its values are many.
    pub range: Option<Range>,
}

/// Where the object came from, and where it went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectStory {
    /// A variable, and where it is declared.
    pub declared: Option<(String, SourceLoc)>,
    pub made_at: Option<StackEntry>,
    pub freed_at: Option<StackEntry>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// In the innermost call outside our C library.
    pub values: Vec<NamedValue>,
    /// Arguments with names, for each call that is told (see [`told_depths`]).
    pub arguments: Vec<Vec<NamedValue>>,
    pub object: ObjectStory,
}

/// A variable that is read, and the register that has its value.
struct Reading {
    names: Vec<String>,
    reg: Reg,
    width: Width,
    sort: VariableSort,
}

impl Executor {
    /// Explains a bug that a state ended in.
    pub fn explain(&mut self, state: &State, bug: &Bug) -> Explanation {
        let object = bug.object.map(|object| self.story(state, object)).unwrap_or_default();
        if bug.kind == BugKind::MemoryLeak {
            // Of the calls that made the object nothing is left.
            let arguments = vec![Vec::new(); told_depths(bug.stack.len()).count()];
            return Explanation {
                values: Vec::new(),
                arguments,
                object: ObjectStory { made_at: None, ..object },
            };
        }
        let mut told = told_depths(bug.stack.len()).peekable();
        let is_told = |(depth, _): &(usize, &Frame)| told.next_if_eq(depth).is_some();
        let frames: Vec<&Frame> =
            state.frames().enumerate().filter(is_told).map(|(_, frame)| frame).collect();
        let arguments = frames.into_iter().map(|frame| self.arguments(state, frame)).collect();
        Explanation { values: self.values_of_bug(state, bug), arguments, object }
    }

    /// An object in a sentence.
    pub(crate) fn describe(&self, state: &State, object: &Object) -> String {
        if let Some(variable) = self.variable_at(state, object) {
            return format!("`{}`", variable.name);
        }
        match (object.name(), object.kind()) {
            (Some(name), Kind::Global) if name.starts_with(".str") => "a string literal".to_string(),
            (Some(name), _) => format!("`{name}`"),
            (None, Kind::Heap) => "a heap object".to_string(),
            (None, Kind::Stack) => "a local variable".to_string(),
            (None, _) => "an object".to_string(),
        }
    }

    /// The local variable that an object is.
    fn variable_at(&self, state: &State, object: &Object) -> Option<&Variable> {
        if object.kind() != Kind::Stack {
            return None;
        }
        let base = Value::Int(object.base());
        state.frames().find_map(|frame| {
            let function = &self.program.module.functions[frame.function];
            let is_here = |variable: &&Variable| {
                variable.in_memory && frame.registers.get(variable.reg.0 as usize) == Some(&base)
            };
            function.variables.iter().find(is_here)
        })
    }

    fn story(&self, state: &State, id: ObjectId) -> ObjectStory {
        let Some(object) = state.memory.object(id) else {
            let (made_at, freed_at) = self.end_of(state, id).unzip();
            return ObjectStory { made_at, freed_at, ..ObjectStory::default() };
        };
        let declared = self.variable_at(state, object).map(|variable| (variable.name.clone(), variable.loc));
        let made_at = if object.kind() == Kind::Heap { self.made_at(object) } else { None };
        let global = || {
            let name = object.name().filter(|_| object.kind() == Kind::Global)?;
            let global = self.program.module.globals.iter().find(|global| *global.name == **name)?;
            Some((global.name.clone(), global.loc?))
        };
        ObjectStory { declared: declared.or_else(global), made_at, freed_at: None }
    }

    fn arguments(&mut self, state: &State, frame: &Frame) -> Vec<NamedValue> {
        let program = self.program.clone();
        let function = &program.module.functions[frame.function];
        let mut told = Vec::new();
        for ((index, parameter), value) in (0..).zip(&function.params).zip(&frame.registers) {
            let reg = Reg(index);
            let variable = function.variables.iter().find(|variable| variable.reg == reg);
            let name = variable.map(|variable| &variable.name).or(parameter.name.as_ref());
            let by_value = variable.is_some_and(|variable| variable.in_memory);
            let (Some(name), false) = (name, by_value) else { continue };
            let sort = match variable {
                Some(variable) => variable.sort,
                None if parameter.is_pointer => VariableSort::Pointer,
                None => VariableSort::Signed,
            };
            let value = self.show(state, *value, parameter.width, sort);
            told.push(NamedValue { names: vec![name.clone()], value, range: None });
        }
        told
    }

    fn values_of_bug(&mut self, state: &State, bug: &Bug) -> Vec<NamedValue> {
        let program = self.program.clone();
        let runtime = &program.module.runtime_functions;
        let mut frames = state.frames().enumerate();
        let Some((depth, frame)) = frames.find(|(_, frame)| !runtime.contains(&frame.function)) else {
            return Vec::new();
        };
        let function = &program.module.functions[frame.function];
        let position = frame.position.saturating_sub(u32::from(depth > 0));
        let mut readings = Vec::new();
        let mut seen = FxHashSet::default();
        for operand in questionable(function, position, bug.kind) {
            self.read_names(function, operand, &mut seen, &mut readings);
        }
        readings.truncate(MOST_VALUES);
        let told = |executor: &mut Executor, reading: Reading| {
            let value = frame.registers.get(reading.reg.0 as usize).copied()?;
            if reading.sort == VariableSort::Pointer && executor.is_start_of(state, value, bug.object) {
                return None;
            }
            let shown = executor.show(state, value, reading.width, reading.sort);
            let range = executor.range_of(state, value, reading.width, reading.sort);
            Some(NamedValue { names: reading.names, value: shown, range })
        };
        readings.into_iter().filter_map(|reading| told(self, reading)).collect()
    }

    /// A pointer to the object that the bug's sentence is about says nothing more.
    fn is_start_of(&mut self, state: &State, pointer: Value, object: Option<ObjectId>) -> bool {
        let address = self.current(state, pointer, 64);
        match state.memory.locate(address) {
            Located::Object { id, offset } => offset == 0 && Some(id) == object,
            Located::Freed(id) => Some(id) == object,
            Located::Nothing => false,
        }
    }

    /// The variables that a value is computed from.
    fn read_names(
        &self,
        function: &Function,
        operand: Operand,
        seen: &mut FxHashSet<Reg>,
        found: &mut Vec<Reading>,
    ) {
        let Some(reg) = operand.as_reg().filter(|reg| seen.insert(*reg)) else { return };
        let mut variables = function.variables.iter().filter(|variable| variable.reg == reg).peekable();
        if let Some(first) = variables.peek().copied() {
            if !first.in_memory {
                let mut names: Vec<String> = variables.map(|variable| variable.name.clone()).collect();
                names.dedup();
                found.push(Reading { names, reg, width: first.width, sort: first.sort });
            }
            return;
        }
        let Some(inst) = function.insts.iter().find(|inst| writes(inst, function, reg)) else { return };
        match *inst {
            Inst::Load { width, address, .. } => {
                if let Some((name, sort)) = self.named_memory(function, address) {
                    found.push(Reading { names: vec![name], reg, width, sort });
                }
            }
            Inst::Binary { .. }
            | Inst::Unary { .. }
            | Inst::Compare { .. }
            | Inst::Cast { .. }
            | Inst::Select { .. }
            | Inst::Copy { .. }
            | Inst::Offset { .. } => {
                let mut operands = Vec::new();
                inst.for_each_use(function, |operand| operands.push(operand));
                for operand in operands {
                    self.read_names(function, operand, seen, found);
                }
            }
            _ => {}
        }
    }

    /// The variable that is all of the memory at an address.
    fn named_memory(&self, function: &Function, address: Operand) -> Option<(String, VariableSort)> {
        if let Some(reg) = address.as_reg() {
            let variable =
                function.variables.iter().find(|variable| variable.reg == reg && variable.in_memory)?;
            return (variable.sort != VariableSort::Other).then(|| (variable.name.clone(), variable.sort));
        }
        match self.program.module.constants[address.as_const()?] {
            Constant::Global { global, offset: 0 } => {
                let global = &self.program.module.globals[global];
                (global.size <= 8).then(|| (global.name.clone(), VariableSort::Signed))
            }
            _ => None,
        }
    }

    fn show(&mut self, state: &State, value: Value, width: Width, sort: VariableSort) -> String {
        let bits = self.current(state, value, width);
        if sort == VariableSort::Pointer {
            self.show_pointer(state, bits)
        } else {
            show_bits(bits, width, sort)
        }
    }

    fn show_pointer(&self, state: &State, address: u64) -> String {
        match state.memory.locate(address) {
            _ if address == 0 => "NULL".to_string(),
            Located::Object { id, offset } => {
                let object = state.memory.object(id);
                let name =
                    object.map_or_else(|| "an object".to_string(), |object| self.describe(state, object));
                let size = match object.map(Object::size) {
                    Some(Size::Known(size)) if object.is_some_and(|object| object.kind() == Kind::Heap) => {
                        format!(" of {size} {}", crate::access::plural(size))
                    }
                    _ => String::new(),
                };
                match offset {
                    0 => format!("{name}{size}"),
                    offset if offset > 0 => format!("{name}{size} + {offset}"),
                    offset => format!("{name}{size} - {}", offset.unsigned_abs()),
                }
            }
            Located::Freed(object) => state.freed.describe(object).to_string(),
            Located::Nothing => format!("{address:#x}"),
        }
    }

    fn range_of(&mut self, state: &State, value: Value, width: Width, sort: VariableSort) -> Option<Range> {
        let Value::Expr(expr) = value else { return None };
        if !matches!(sort, VariableSort::Signed | VariableSort::Unsigned) {
            return None;
        }
        let (values, all) = self.solver.values(&mut self.pool, &state.path, expr, VALUES_ASKED).ok()?;
        if !all || values.len() < 2 {
            return None;
        }
        let number = |bits: u128| match sort {
            VariableSort::Signed => fold::sign_extend(bits, width, 128) as i128,
            _ => bits as i128,
        };
        let mut numbers: Vec<i128> = values.iter().map(|(bits, _)| number(*bits)).collect();
        numbers.sort_unstable();
        let (low, high) = (*numbers.first()?, *numbers.last()?);
        let is_dense = high - low == numbers.len() as i128 - 1;
        Some(Range { low: low.to_string(), high: high.to_string(), is_dense })
    }
}

fn writes(inst: &Inst, function: &Function, reg: Reg) -> bool {
    let mut found = false;
    inst.for_each_def(function, |written| found |= written == reg);
    found
}

/// The operands of an instruction that a bug of this kind is about.
fn questionable(function: &Function, position: u32, kind: BugKind) -> Vec<Operand> {
    let Some(inst) = function.insts.get(position as usize) else { return Vec::new() };
    let mut operands = Vec::new();
    match *inst {
        Inst::Store { address, .. } => operands.push(address),
        _ => inst.for_each_use(function, |operand| operands.push(operand)),
    }
    if matches!(kind, BugKind::Assertion | BugKind::Abort | BugKind::Unreachable) {
        operands.extend(conditions_before(function, position));
    }
    operands
}

/// The conditions of the branches that led to an instruction, as far back as they are on its line.
fn conditions_before(function: &Function, position: u32) -> Vec<Operand> {
    let line = function.locs[position as usize].line;
    let mut block = function.block_of(position);
    let mut conditions = Vec::new();
    loop {
        let mut before = function.edges.iter().filter(|edge| edge.to == block);
        let (Some(edge), None) = (before.next(), before.next()) else { break };
        let Inst::Branch { cond, .. } = *function.terminator(edge.from) else { break };
        let end = function.blocks[edge.from].insts.end as usize;
        if !conditions.is_empty() && function.locs[end - 1].line != line {
            break;
        }
        conditions.push(cond);
        block = edge.from;
    }
    conditions.reverse();
    conditions
}

fn show_bits(bits: u64, width: Width, sort: VariableSort) -> String {
    match (sort, width) {
        (VariableSort::Float, 32) => f32::from_bits(bits as u32).to_string(),
        (VariableSort::Float, 64) => f64::from_bits(bits).to_string(),
        (VariableSort::Signed, 8) => match bits as u8 {
            byte @ b' '..=b'~' => format!("{} ('{}')", byte, char::from(byte)),
            byte => (byte as i8).to_string(),
        },
        (VariableSort::Signed, _) => (fold::sign_extend(u128::from(bits), width, 64) as i64).to_string(),
        _ => bits.to_string(),
    }
}
