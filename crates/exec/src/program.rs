//! A module laid out in memory: addresses fixed, constants evaluated, the initial state made.

use crate::builtin::Builtin;
use crate::state::{Frame, Stage, State, StateId};
use crate::{PathTree, StackEntry};
use bowline_base::id::Id;
use bowline_expr::{Marker, Pool, fold};
use bowline_ir::{
    CastOp, ConstExpr, ConstId, Constant, FuncId, Function, GlobalId, Initializer, Module, Width,
    inst::block_address_offset,
};
use bowline_memory::{Allocation, Fill, Kind, Memory, ObjectId, Size, Value};
use bowline_solver::Path;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

/// What a run calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EntryPoint {
    /// `main(argc, argv, envp)`, as far as it takes them; its result is the exit status.
    Main { function: FuncId, argc: u32, argv: u64, envp: u64 },
    /// Any function, whose arguments are unknown, after one without parameters.
    Function { function: FuncId, setup: Option<FuncId> },
}

/// Why a run cannot start: the user's mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryError {
    /// The name, and names that are like it.
    NotFound(String, Vec<String>),
    NotDefined(String),
    SetupHasParameters {
        name: String,
        count: usize,
    },
    /// The program is larger than the address space.
    TooLarge,
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryError::NotFound(name, _) if name == "main" => {
                write!(f, "the program has no `main`; name the function to start with by --entry")
            }
            EntryError::NotFound(name, like) if like.is_empty() => {
                write!(
                    f,
                    "the program has no function `{name}`; check the spelling, and that its source file is given"
                )
            }
            EntryError::NotFound(name, like) => {
                let like: Vec<String> = like.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "the program has no function `{name}`; is {} meant?", like.join(" or "))
            }
            EntryError::NotDefined(name) => {
                write!(f, "`{name}` is declared but not defined; add the source file that defines it")
            }
            EntryError::SetupHasParameters { name, count } => write!(
                f,
                "--entry-setup {name}: it takes {count} parameter(s); write a small function without parameters that calls it, and name that one"
            ),
            EntryError::TooLarge => write!(f, "the program's globals do not fit the address space"),
        }
    }
}

impl std::error::Error for EntryError {}

/// See the module documentation.
pub struct Program {
    pub module: Module,
    pub(crate) constants: Vec<Value>,
    pub(crate) builtins: Vec<Option<Builtin>>,
    function_addresses: Vec<u64>,
    globals: Vec<(ObjectId, u64)>,
    memory: Memory,
}

impl Program {
    /// Lays out functions, then globals, and evaluates what depends on their addresses.
    pub fn new(module: Module, pool: &mut Pool) -> Result<Self, EntryError> {
        let mut memory = Memory::default();
        let mut function_addresses = Vec::with_capacity(module.functions.len());
        for (id, function) in module.functions.iter_ids() {
            let (_, base) = memory.alloc(code_object(id, function)).ok_or(EntryError::TooLarge)?;
            function_addresses.push(base);
        }
        let mut globals = Vec::with_capacity(module.globals.len());
        for global in module.globals.iter() {
            let allocation = Allocation {
                size: Size::Known(global.size),
                capacity: global.size,
                align: global.align,
                kind: Kind::Global,
                read_only: false,
                site: 0,
                name: Some(global.name.as_str().into()),
                track_initialised: false,
                fill: Fill::Zero,
            };
            globals.push(memory.alloc(allocation).ok_or(EntryError::TooLarge)?);
        }
        let mut program =
            Self { module, constants: Vec::new(), builtins: Vec::new(), function_addresses, globals, memory };
        program.evaluate_constants(pool);
        program.initialise_globals(pool);
        program.builtins = (program.module.functions.iter())
            .map(|f| if f.is_declaration() { Builtin::named(&f.name) } else { None })
            .collect();
        Ok(program)
    }

    pub fn function_address(&self, function: FuncId) -> u64 {
        self.function_addresses[function.index()]
    }

    pub fn global_address(&self, global: GlobalId) -> u64 {
        self.globals[global.index()].1
    }

    /// Is a declared function known to the executor itself?
    pub fn is_builtin(&self, function: FuncId) -> bool {
        self.builtins[function.index()].is_some()
    }

    /// Is it a builtin that makes or frees objects?
    pub fn changes_objects(&self, function: FuncId) -> bool {
        self.builtins[function.index()].is_some_and(Builtin::changes_objects)
    }

    /// The innermost call that is in the program under test rather than in our own C library.
    pub fn user_entry<'a>(&self, stack: &'a [StackEntry]) -> &'a StackEntry {
        let own = |entry: &&StackEntry| !self.module.runtime_functions.contains(&entry.function);
        stack.iter().find(own).unwrap_or(&stack[0])
    }

    /// Keeps the program's own constants alive.
    pub fn mark(&self, marker: &mut Marker) {
        for constant in &self.constants {
            if let Value::Expr(id) = constant {
                marker.mark(*id);
            }
        }
    }

    fn evaluate_constants(&mut self, pool: &mut Pool) {
        let mut values: Vec<Option<(u128, Width)>> = vec![None; self.module.constants.len()];
        for id in self.module.constants.ids() {
            self.constant(id, &mut values);
        }
        self.constants = values
            .into_iter()
            .map(|value| {
                let (value, width) = value.unwrap_or((0, 64));
                if width <= 64 { Value::Int(value as u64) } else { Value::Expr(pool.constant(value, width)) }
            })
            .collect();
    }

    /// Constant expressions are as deep as the source wrote them, so recursion is fine.
    fn constant(&self, id: ConstId, known: &mut Vec<Option<(u128, Width)>>) -> (u128, Width) {
        if let Some(value) = known[id.index()] {
            return value;
        }
        let value = match &self.module.constants[id] {
            Constant::Int { width, value } => (value & fold::mask(*width), *width),
            Constant::Global { global, offset } => {
                (u128::from(self.global_address(*global).wrapping_add_signed(*offset)), 64)
            }
            Constant::Function(function) => (u128::from(self.function_address(*function)), 64),
            Constant::Block { function, block } => {
                (u128::from(self.function_address(*function) + block_address_offset(*block)), 64)
            }
            Constant::Expr(expr) => self.constant_expr(expr, known),
        };
        known[id.index()] = Some(value);
        value
    }

    fn constant_expr(&self, expr: &ConstExpr, known: &mut Vec<Option<(u128, Width)>>) -> (u128, Width) {
        match expr {
            ConstExpr::Binary { op, width, a, b } => {
                let (x, y) = (self.constant(*a, known).0, self.constant(*b, known).0);
                (fold::binary(crate::arith::expr_op(*op), *width, x, y), *width)
            }
            ConstExpr::Compare { predicate, width, a, b } => {
                let (x, y) = (self.constant(*a, known).0, self.constant(*b, known).0);
                (u128::from(crate::arith::compare(*predicate, (*width).min(64), x as u64, y as u64)), 1)
            }
            ConstExpr::Cast { op, from, to, a } => {
                let value = self.constant(*a, known).0;
                let result = match op {
                    CastOp::SignExtend => fold::sign_extend(value, *from, *to),
                    _ => value & fold::mask(*to),
                };
                (result, *to)
            }
            ConstExpr::Select { width, cond, a, b } => {
                let chosen = if self.constant(*cond, known).0 == 1 { a } else { b };
                (self.constant(*chosen, known).0, *width)
            }
        }
    }

    fn initialise_globals(&mut self, pool: &mut Pool) {
        for (id, global) in self.module.globals.iter_ids() {
            let (object, _) = self.globals[id.index()];
            if let Initializer::Bytes { bytes, relocations } = &global.initializer {
                for (at, chunk) in bytes.chunks(8).enumerate() {
                    if chunk.iter().any(|byte| *byte != 0) {
                        let mut word = [0; 8];
                        word[..chunk.len()].copy_from_slice(chunk);
                        let value = Value::Int(u64::from_le_bytes(word));
                        self.memory.write(pool, object, 8 * at as u64, chunk.len() as u32, value);
                    }
                }
                for relocation in relocations {
                    let value = self.constants[relocation.value.index()];
                    self.memory.write(
                        pool,
                        object,
                        relocation.offset,
                        u32::from(relocation.width) / 8,
                        value,
                    );
                }
            }
            if global.read_only
                && let Some(object) = self.memory.object_mut(object)
            {
                object.set_read_only(true);
            }
        }
    }

    /// The state before the first instruction, about to run constructors and then a function like `main`, which takes
    /// `argc`, `argv` and `envp` as far as it wants them.
    pub fn start_main(&self, pool: &mut Pool, name: &str, arguments: &[String]) -> Result<State, EntryError> {
        let function = self.defined(name)?;
        let mut memory = self.memory.clone();
        let (argv, envp) = self.place_arguments(pool, &mut memory, arguments)?;
        let entry = EntryPoint::Main { function, argc: arguments.len() as u32, argv, envp };
        Ok(first_state(function, entry, memory))
    }

    /// The same for any function, whose arguments are unknown. `setup` is called before it.
    pub fn start_function(&self, name: &str, setup: Option<&str>) -> Result<State, EntryError> {
        let function = self.defined(name)?;
        let setup = setup.map(|name| self.defined(name)).transpose()?;
        if let Some(setup) =
            setup.map(|id| &self.module.functions[id]).filter(|setup| !setup.params.is_empty())
        {
            let (name, count) = (setup.name.clone(), setup.params.len());
            return Err(EntryError::SetupHasParameters { name, count });
        }
        Ok(first_state(function, EntryPoint::Function { function, setup }, self.memory.clone()))
    }

    fn defined(&self, name: &str) -> Result<FuncId, EntryError> {
        let function = self
            .module
            .function_named(name)
            .ok_or_else(|| EntryError::NotFound(name.to_string(), self.names_like(name)))?;
        match self.module.functions[function].is_declaration() {
            true => Err(EntryError::NotDefined(name.to_string())),
            false => Ok(function),
        }
    }

    /// Functions of the program whose names are a few letters from another, the nearest first.
    fn names_like(&self, wanted: &str) -> Vec<String> {
        let own = self.module.functions.iter_ids().filter(|(id, function)| {
            !function.is_declaration() && !self.module.runtime_functions.contains(id)
        });
        let most = 1 + wanted.len() / 4;
        let mut like: Vec<(usize, &str)> = own
            .map(|(_, function)| (letters_apart(wanted, &function.name), function.name.as_str()))
            .collect();
        like.retain(|(apart, _)| *apart <= most);
        like.sort_unstable();
        like.into_iter().take(MOST_SUGGESTED).map(|(_, name)| name.to_string()).collect()
    }

    /// `argv` and an empty environment.
    fn place_arguments(
        &self,
        pool: &mut Pool,
        memory: &mut Memory,
        arguments: &[String],
    ) -> Result<(u64, u64), EntryError> {
        let object = |memory: &mut Memory, size: u64, name: &str| {
            let allocation = Allocation {
                size: Size::Known(size),
                capacity: size,
                align: 16,
                kind: Kind::Input,
                read_only: false,
                site: 0,
                name: Some(name.into()),
                track_initialised: false,
                fill: Fill::Zero,
            };
            memory.alloc(allocation).ok_or(EntryError::TooLarge)
        };
        let (argv_object, argv) = object(memory, 8 * (arguments.len() as u64 + 1), "argv")?;
        for (at, argument) in arguments.iter().enumerate() {
            let bytes = argument.as_bytes();
            let (string_object, address) = object(memory, bytes.len() as u64 + 1, &format!("argv[{at}]"))?;
            for (offset, byte) in bytes.iter().enumerate() {
                memory.write(pool, string_object, offset as u64, 1, Value::Int(u64::from(*byte)));
            }
            memory.write(pool, argv_object, 8 * at as u64, 8, Value::Int(address));
        }
        let (_, envp) = object(memory, 8, "environ")?;
        Ok((argv, envp))
    }
}

/// Names that are suggested in place of one that does not exist.
const MOST_SUGGESTED: usize = 3;

/// Letters to insert, leave out or change, to make one name of another.
fn letters_apart(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

fn first_state(function: FuncId, entry: EntryPoint, memory: Memory) -> State {
    State {
        id: StateId(0),
        frame: Frame { function, ..Frame::vacant() },
        callers: None,
        memory,
        path: Path::new(),
        inputs: Default::default(),
        preferences: Default::default(),
        occurrences: Default::default(),
        jumps: Default::default(),
        stage: Stage::Constructors { next: 0 },
        entry,
        main_result: Value::Int(0),
        next_serial: 1,
        depth: 0,
        instructions: 0,
        busy: Duration::ZERO,
        queries: 0,
        covered_new: false,
        new_lines: 0,
        seeds: crate::seeds::Seeds::default(),
        last_new_at: 0,
        resolutions: 0,
        freed: Default::default(),
        forking_off: false,
        unknown_memory: None,
        aliases: None,
        unknown_sizes: Default::default(),
        lazy: None,
        unasked: None,
        lane: None,
        may_join: false,
        has_choices: false,
        path_node: PathTree::ROOT,
    }
}

/// Code occupies one byte for the function and one per block, so that every block has an address of its own.
fn code_object(id: FuncId, function: &Function) -> Allocation {
    let size = 1 + function.blocks.len() as u64;
    Allocation {
        size: Size::Known(size),
        capacity: size,
        align: 16,
        kind: Kind::Function(id.0),
        read_only: true,
        site: 0,
        name: Some(Rc::from(function.name.as_str())),
        track_initialised: false,
        fill: Fill::Zero,
    }
}
