//! The constraints of a module's instructions, calls and initial values.

use super::solve::{Node, Solve};
use super::{Object, PointsTo};
use crate::library::{self, Gives};
use bowline_base::{FxHashMap, IdVec};
use bowline_ir::bitset::BitSet;
use bowline_ir::call_graph::CallGraph;
use bowline_ir::{
    BinaryOp, CallSite, Callee, ConstExpr, ConstId, Constant, FuncId, Function, GlobalId, Initializer, Inst,
    Module, Operand, PassedArgument, Position, Reg,
};

/// Objects that stand for many.
const OUTSIDE: Object = 0;
/// Arguments behind `...`.
const VARIABLE: Object = 1;
/// The arguments of `main`, and the texts behind them.
const ARGUMENTS: Object = 2;
const TEXTS: Object = 3;
/// All that never changes and has no addresses in it.
const CONSTANT: Object = 4;
const FIRST: Object = 5;

/// Functions that move memory as it is, from the second argument to the first.
const MOVE: [&str; 3] = ["memcpy", "memmove", "mempcpy"];
/// Functions that keep what they are given, although they are done with it otherwise.
const KEEP: [&str; 2] = ["setbuf", "setvbuf"];

/// Variables of the library that point into the arguments of `main`.
const NAMES: [&str; 3] = ["program_invocation_name", "program_invocation_short_name", "__progname"];

pub(super) struct Constraints<'a> {
    module: &'a Module,
    calls: &'a CallGraph,
    main: Option<FuncId>,
    first: IdVec<FuncId, u32>,
    globals: IdVec<GlobalId, Object>,
    sites: FxHashMap<(FuncId, Position), Object>,
    /// Structures that are passed by value, by function and parameter.
    copies: FxHashMap<(FuncId, u32), Object>,
    functions: IdVec<FuncId, Object>,
    pub objects: usize,
    registers: u32,
}

impl<'a> Constraints<'a> {
    /// Numbers all nodes and objects.
    pub fn of(module: &'a Module, calls: &'a CallGraph, main: Option<FuncId>) -> Self {
        let mut next = FIRST;
        let mut object = || {
            next += 1;
            next - 1
        };
        let globals: Vec<Object> =
            module.globals.iter().map(|one| if is_plain(one) { CONSTANT } else { object() }).collect();
        let functions: Vec<Object> = module.functions.iter().map(|_| object()).collect();
        let (mut sites, mut copies) = (FxHashMap::default(), FxHashMap::default());
        let mut first = Vec::new();
        let mut registers = 0;
        for (id, function) in module.functions.iter_ids() {
            first.push(registers);
            registers += function.registers.max(function.params.len() as u32);
            for (at, inst) in (0..).zip(&function.insts) {
                let makes = match *inst {
                    Inst::Alloca { .. } => true,
                    Inst::Call { call } => {
                        let targets = calls.targets(module, &function.calls[call]);
                        targets.iter().any(|target| gives_new(&module.functions[*target]))
                    }
                    _ => false,
                };
                if makes {
                    sites.insert((id, at), object());
                }
            }
            for parameter in 0..function.params.len() as u32 {
                copies.insert((id, parameter), OUTSIDE);
            }
        }
        for function in module.functions.iter() {
            for site in function.calls.iter() {
                let by_value = site.passed.iter().filter_map(|passed| match passed {
                    PassedArgument::ByValue { index, .. } => Some(*index),
                    _ => None,
                });
                for index in by_value.collect::<Vec<_>>() {
                    for target in calls.targets(module, site) {
                        copies.entry((target, index)).and_modify(|one| {
                            if *one == OUTSIDE {
                                *one = object();
                            }
                        });
                    }
                }
            }
        }
        Self {
            module,
            calls,
            main,
            first: first.into(),
            globals: globals.into(),
            sites,
            copies,
            functions: functions.into(),
            objects: next as usize,
            registers,
        }
    }

    pub fn nodes(&self) -> usize {
        self.registers as usize + self.objects
    }

    pub fn solved(self) -> PointsTo {
        let mut constant = BitSet::new(self.objects);
        constant.insert(CONSTANT);
        for (id, global) in self.module.globals.iter_ids() {
            if global.read_only && global.initializer != Initializer::External {
                constant.insert(self.globals[id]);
            }
        }
        let mut solve = Solve::new(self.registers, self.objects, constant);
        self.surroundings(&mut solve);
        self.initial_values(&mut solve);
        for (id, function) in self.module.functions.iter_ids() {
            self.body(&mut solve, id, function);
        }
        let outside = solve.held_by(OUTSIDE);
        let by_object: FxHashMap<Object, FuncId> =
            self.functions.iter_ids().map(|(id, object)| (*object, id)).collect();
        // A function whose address is outside may be called from there, with anything that is there.
        solve.run(outside, |solve, object| {
            let Some(id) = by_object.get(&object).filter(|id| !self.module.functions[**id].is_declaration())
            else {
                return;
            };
            let function = &self.module.functions[*id];
            for reg in 0..function.params.len() as u32 {
                solve.copy(outside, self.reg(*id, Reg(reg)));
            }
            if function.variadic {
                solve.copy(outside, solve.held_by(VARIABLE));
            }
            for value in returned(function) {
                if let Some(from) = self.node(solve, *id, value) {
                    solve.copy(from, outside);
                }
            }
        });
        let Self { first, globals, sites, objects, registers, .. } = self;
        let mut sets = solve.sets;
        let outside = std::mem::take(&mut sets[outside as usize]);
        sets.truncate(registers as usize);
        PointsTo { first, sets, globals, sites, objects, outside }
    }

    fn reg(&self, function: FuncId, reg: Reg) -> Node {
        self.first[function] + reg.0
    }

    /// The node of an operand; a new one for a constant with addresses, none for other constants.
    fn node(&self, solve: &mut Solve, function: FuncId, operand: Operand) -> Option<Node> {
        if let Some(reg) = operand.as_reg() {
            return Some(self.reg(function, reg));
        }
        let mut objects = Vec::new();
        self.addresses(operand.as_const()?, &mut objects);
        if objects.is_empty() {
            return None;
        }
        let node = solve.fresh();
        objects.into_iter().for_each(|object| solve.has(node, object));
        Some(node)
    }

    /// All objects that a constant may be made from the address of.
    fn addresses(&self, id: ConstId, found: &mut Vec<Object>) {
        match self.module.constants[id] {
            Constant::Int { .. } | Constant::Block { .. } => {}
            Constant::Global { global, .. } => found.push(self.globals[global]),
            Constant::Function(id) => found.push(self.functions[id]),
            Constant::Expr(ConstExpr::Compare { .. }) => {}
            Constant::Expr(ConstExpr::Binary { a, b, .. } | ConstExpr::Select { a, b, .. }) => {
                self.addresses(a, found);
                self.addresses(b, found);
            }
            Constant::Expr(ConstExpr::Cast { a, .. }) => self.addresses(a, found),
        }
    }

    /// What code that is not given has from the beginning, and what it may do with it.
    fn surroundings(&self, solve: &mut Solve) {
        let outside = solve.held_by(OUTSIDE);
        solve.has(outside, OUTSIDE);
        // The system has put addresses of the arguments there.
        if self.module.globals.iter().any(|one| NAMES.contains(&one.name.as_str())) {
            solve.has(outside, ARGUMENTS);
            solve.has(outside, TEXTS);
        }
        // Whatever it can reach it may put everywhere that it can reach.
        solve.load(outside, outside);
        solve.store(outside, outside);
        let variable = solve.held_by(VARIABLE);
        solve.has(variable, VARIABLE);
        solve.has(solve.held_by(ARGUMENTS), TEXTS);
        for (id, global) in self.module.globals.iter_ids() {
            let is_named = self.main.is_none() && !self.module.static_globals.contains(&id);
            if is_named || global.initializer == Initializer::External {
                solve.has(outside, self.globals[id]);
            }
        }
        for (id, function) in self.module.functions.iter_ids() {
            if self.main == Some(id) || self.module.constructors.contains(&id) {
                for reg in 0..function.params.len() as u32 {
                    solve.has(self.reg(id, Reg(reg)), ARGUMENTS);
                    // The environment is also known elsewhere.
                    if reg > 1 {
                        solve.copy(outside, self.reg(id, Reg(reg)));
                    }
                }
            } else if self.main.is_none() && !function.is_declaration() {
                solve.has(outside, self.functions[id]);
            }
        }
    }

    fn initial_values(&self, solve: &mut Solve) {
        for (id, global) in self.module.globals.iter_ids() {
            let Initializer::Bytes { relocations, .. } = &global.initializer else { continue };
            let held = solve.held_by(self.globals[id]);
            let mut objects = Vec::new();
            relocations.iter().for_each(|one| self.addresses(one.value, &mut objects));
            objects.into_iter().for_each(|object| solve.has(held, object));
        }
    }

    fn body(&self, solve: &mut Solve, id: FuncId, function: &Function) {
        for edge in function.edges.iter() {
            for (to, from) in &edge.moves {
                self.flows(solve, id, *from, *to);
            }
        }
        for (at, inst) in (0..).zip(&function.insts) {
            match *inst {
                // A distance between two is no address.
                Inst::Binary { op: BinaryOp::Sub, dst, a, b, .. } => {
                    self.flows(solve, id, a, dst);
                    if a.as_reg().is_none() {
                        self.flows(solve, id, b, dst);
                    }
                }
                Inst::Binary { dst, a, b, .. } | Inst::Select { dst, a, b, .. } => {
                    self.flows(solve, id, a, dst);
                    self.flows(solve, id, b, dst);
                }
                Inst::Ternary { dst, a, b, c, .. } => {
                    [a, b, c].into_iter().for_each(|from| self.flows(solve, id, from, dst));
                }
                Inst::Unary { dst, a, .. } | Inst::Cast { dst, a, .. } | Inst::Copy { dst, a, .. } => {
                    self.flows(solve, id, a, dst);
                }
                Inst::Offset { dst, base, index, .. } => {
                    self.flows(solve, id, base, dst);
                    if base
                        .as_const()
                        .is_some_and(|id| matches!(self.module.constants[id], Constant::Int { .. }))
                    {
                        self.flows(solve, id, index, dst);
                    }
                }
                Inst::Load { dst, address, .. } => {
                    if let Some(pointer) = self.node(solve, id, address) {
                        solve.load(pointer, self.reg(id, dst));
                    }
                }
                Inst::Store { address, value, .. } => {
                    if let (Some(to), Some(from)) =
                        (self.node(solve, id, address), self.node(solve, id, value))
                    {
                        solve.store(to, from);
                    }
                }
                Inst::Alloca { dst, .. } => solve.has(self.reg(id, dst), self.sites[&(id, at)]),
                Inst::MemCopy { to, from, .. } | Inst::VaCopy { to, from } => {
                    self.moves(solve, id, to, from);
                }
                Inst::VaStart { list } => {
                    if let Some(to) = self.node(solve, id, list) {
                        solve.store(to, solve.held_by(VARIABLE));
                    }
                }
                Inst::Call { call } => self.call(solve, (id, at), &function.calls[call]),
                _ => {}
            }
        }
    }

    fn flows(&self, solve: &mut Solve, function: FuncId, from: Operand, to: Reg) {
        if let Some(from) = self.node(solve, function, from) {
            solve.copy(from, self.reg(function, to));
        }
    }

    /// What is behind one pointer is then behind the other, too.
    fn moves(&self, solve: &mut Solve, function: FuncId, to: Operand, from: Operand) {
        if let (Some(to), Some(from)) = (self.node(solve, function, to), self.node(solve, function, from)) {
            let between = solve.fresh();
            solve.load(from, between);
            solve.store(to, between);
        }
    }

    fn call(&self, solve: &mut Solve, (id, at): (FuncId, Position), site: &CallSite) {
        if let Callee::EmptyAsm { .. } = site.callee {
            for (to, _) in &site.results {
                site.args.iter().for_each(|(from, _)| self.flows(solve, id, *from, *to));
            }
            return;
        }
        let targets = self.calls.targets(self.module, site);
        if targets.is_empty() {
            return self.leaves(solve, id, site);
        }
        for target in targets {
            let called = &self.module.functions[target];
            if !called.is_declaration() {
                self.enters(solve, id, site, target);
                continue;
            }
            match library::entry(&called.name).filter(|_| !KEEP.contains(&called.name.as_str())) {
                Some(entry) => self.library(solve, (id, at), site, (&called.name, entry.gives)),
                None => self.leaves(solve, id, site),
            }
        }
    }

    fn enters(&self, solve: &mut Solve, id: FuncId, site: &CallSite, target: FuncId) {
        let called = &self.module.functions[target];
        let by_value = |number: u32| {
            site.passed
                .iter()
                .any(|one| matches!(one, PassedArgument::ByValue { index, .. } if *index == number))
        };
        for (number, (argument, _)) in (0..).zip(&site.args) {
            let Some(from) = self.node(solve, id, *argument) else { continue };
            match self.copies.get(&(target, number)).filter(|_| by_value(number)) {
                Some(copy) => {
                    solve.has(self.reg(target, Reg(number)), *copy);
                    solve.load(from, solve.held_by(*copy));
                }
                None if (number as usize) < called.params.len() => {
                    solve.copy(from, self.reg(target, Reg(number)));
                }
                None => {
                    solve.copy(from, solve.held_by(VARIABLE));
                    if by_value(number) {
                        solve.load(from, solve.held_by(VARIABLE));
                    }
                }
            }
        }
        let returns = called.insts.iter().filter_map(|inst| match *inst {
            Inst::Return { first, count } => Some(called.return_values(first, count)),
            _ => None,
        });
        for values in returns {
            for ((to, _), value) in site.results.iter().zip(values) {
                if let Some(from) = self.node(solve, target, *value) {
                    solve.copy(from, self.reg(id, *to));
                }
            }
        }
    }

    /// Code that is not given gets everything, and gives back anything that it has.
    fn leaves(&self, solve: &mut Solve, id: FuncId, site: &CallSite) {
        let outside = solve.held_by(OUTSIDE);
        for (argument, _) in &site.args {
            if let Some(from) = self.node(solve, id, *argument) {
                solve.copy(from, outside);
            }
        }
        for (to, _) in &site.results {
            solve.copy(outside, self.reg(id, *to));
        }
    }

    fn library(
        &self,
        solve: &mut Solve,
        (id, at): (FuncId, Position),
        site: &CallSite,
        (name, gives): (&str, Gives),
    ) {
        let argument = |number: u32| site.args.get(number as usize).map(|(operand, _)| *operand);
        if let (true, Some(to), Some(from)) = (MOVE.contains(&name), argument(0), argument(1)) {
            self.moves(solve, id, to, from);
        }
        for (to, _) in &site.results {
            match gives {
                Gives::Argument(number) | Gives::Inside(number) => {
                    if let Some(from) = argument(number) {
                        self.flows(solve, id, from, *to);
                    }
                }
                Gives::Fresh(_) | Gives::FreshZero(_) => {
                    let object = self.sites[&(id, at)];
                    solve.has(self.reg(id, *to), object);
                    // What is moved to a new place is there as it was.
                    if let Some(from) = argument(0).and_then(|from| self.node(solve, id, from)) {
                        solve.load(from, solve.held_by(object));
                    }
                }
                Gives::Input(..) | Gives::Counted(..) | Gives::Length(_) => {}
                Gives::Any | Gives::Static(_) | Gives::Handle | Gives::Text | Gives::Holding { .. } => {
                    solve.copy(solve.held_by(OUTSIDE), self.reg(id, *to));
                    // Some return what they were given.
                    site.args.iter().for_each(|(from, _)| self.flows(solve, id, *from, *to));
                }
            }
        }
    }
}

fn returned(function: &Function) -> impl Iterator<Item = Operand> + '_ {
    function.insts.iter().flat_map(|inst| match *inst {
        Inst::Return { first, count } => function.return_values(first, count).to_vec(),
        _ => Vec::new(),
    })
}

/// Does it never change, and hold no address?
fn is_plain(global: &bowline_ir::Global) -> bool {
    global.read_only
        && match &global.initializer {
            Initializer::External => false,
            Initializer::Zero => true,
            Initializer::Bytes { relocations, .. } => relocations.is_empty(),
        }
}

/// Does a function without a body give an object of its own?
fn gives_new(function: &Function) -> bool {
    function.is_declaration()
        && library::entry(&function.name)
            .is_some_and(|entry| matches!(entry.gives, Gives::Fresh(_) | Gives::FreshZero(_)))
}
