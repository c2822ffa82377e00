//! The queries of a module, and what each is a condition on.

use crate::facts::{Facts, Origin};
use crate::library;
use crate::query::{Kind, Query};
use crate::state::{Context, State, Target};
use crate::term::word;
use bowline_expr::{ExprId, Pool};
use bowline_ir::def_use::Definition;
use bowline_ir::{Callee, Constant, FuncId, Function, Inst, Module, Operand, Position};

/// What is asked.
#[derive(Clone, Debug)]
pub struct Selection {
    pub kinds: Vec<Kind>,
    /// Only at this line of a file whose path ends like this.
    pub at: Option<(String, u32)>,
}

impl Selection {
    fn wants(&self, module: &Module, query: &Query) -> bool {
        let here = self.at.as_ref().is_none_or(|(file, line)| {
            let path = module.files.get(query.loc.file).map_or("", String::as_str);
            let same = path == file || path.ends_with(&format!("/{file}"));
            *line == query.loc.line && same
        });
        self.kinds.contains(&query.kind) && here
    }
}

/// All queries of a selection, in the order of the program; how many accesses need none, because they are at a known place within
/// a local or global.
pub fn queries(module: &Module, facts: &Facts, selection: &Selection) -> (Vec<Query>, u64) {
    let mut found = Vec::new();
    let mut trivial = 0;
    for (id, function) in module.functions.iter_ids() {
        if function.is_declaration() || module.runtime_functions.contains(&id) {
            continue;
        }
        let cfg = &facts.function(id).cfg;
        for (at, loc) in (0..).zip(&function.locs) {
            if loc.line == 0 || !cfg.is_reachable(function.block_of(at)) {
                continue;
            }
            for (kind, argument) in asked(module, function, at) {
                let query = Query { kind, function: id, at, loc: *loc, argument };
                if !selection.wants(module, &query) {
                    continue;
                }
                match is_trivial(module, facts, id, at, kind) {
                    true => trivial += 1,
                    false => found.push(query),
                }
            }
        }
    }
    (found, trivial)
}

/// What there is to ask about an instruction.
fn asked(module: &Module, function: &Function, at: Position) -> Vec<(Kind, u32)> {
    match function.insts[at as usize] {
        Inst::Store { .. } | Inst::MemSet { .. } => vec![(Kind::Write, 0)],
        Inst::Load { .. } => vec![(Kind::Read, 0)],
        Inst::MemCopy { .. } => vec![(Kind::Write, 0), (Kind::Read, 1)],
        Inst::Branch { cond, then_edge, else_edge } if cond.as_reg().is_some() && then_edge != else_edge => {
            vec![(Kind::Branch, 0)]
        }
        Inst::Call { call } => {
            let Callee::Direct(id) = function.calls[call].callee else { return Vec::new() };
            let called = &module.functions[id];
            match library::entry(&called.name).filter(|_| called.is_declaration()) {
                Some(entry) => {
                    let writes = entry.writes.iter().map(|(argument, _)| (Kind::Write, *argument));
                    writes.chain(entry.reads.iter().map(|(argument, _)| (Kind::Read, *argument))).collect()
                }
                None => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// Is an access at a known place within a local or global?
fn is_trivial(module: &Module, facts: &Facts, id: FuncId, at: Position, kind: Kind) -> bool {
    let function = &module.functions[id];
    let (address, bytes) = match function.insts[at as usize] {
        Inst::Store { width, address, .. } | Inst::Load { width, address, .. } => {
            (address, u64::from(width.div_ceil(8)))
        }
        _ => return false,
    };
    let Some((origin, offset)) = known_place(module, facts, id, address) else { return false };
    let size = match origin {
        Origin::Global(global) => {
            let global = &module.globals[global];
            if global.read_only && kind == Kind::Write { 0 } else { global.size }
        }
        Origin::Local(at) => match function.insts[at as usize] {
            Inst::Alloca { element, count, .. } => match count.as_const().map(|id| &module.constants[id]) {
                Some(Constant::Int { value, .. }) => u64::from(element).saturating_mul(*value as u64),
                _ => return false,
            },
            _ => return false,
        },
        _ => return false,
    };
    offset >= 0 && (offset as u64).checked_add(bytes).is_some_and(|end| end <= size)
}

/// An object and an offset that no path changes.
fn known_place(module: &Module, facts: &Facts, id: FuncId, address: Operand) -> Option<(Origin, i64)> {
    let function = &module.functions[id];
    let def_use = &facts.function(id).def_use;
    let (mut operand, mut total) = (address, 0_i64);
    loop {
        if let Some(constant) = operand.as_const() {
            let Constant::Global { global, offset } = module.constants[constant] else { return None };
            return Some((Origin::Global(global), total.checked_add(offset)?));
        }
        let reg = operand.as_reg()?;
        if let Some(at) = facts.function(id).local(function, reg) {
            return Some((Origin::Local(at), total));
        }
        let Definition::Inst(at) = def_use.sole_definition(reg)? else { return None };
        match function.insts[at as usize] {
            Inst::Copy { a, .. } => operand = a,
            Inst::Offset { base, index, scale, .. } => {
                let Constant::Int { value, .. } = module.constants[index.as_const()?] else { return None };
                let moved = (value as u64 as i64).checked_mul(scale.into())?;
                (operand, total) = (base, total.checked_add(moved)?);
            }
            _ => return None,
        }
    }
}

/// The state in which a query starts, or nothing where what it is about is not known. Of a branch: that it goes this way.
pub fn start(context: &mut Context<'_>, query: &Query, way: bool) -> Option<State> {
    let function = &context.module.functions[query.function];
    let mut state = State::new(query.function, function.block_of(query.at), query.at);
    state.pass(query.loc);
    match function.insts[query.at as usize] {
        Inst::Branch { cond, .. } => {
            let condition = state.operand(context, cond, 1);
            state.bad = if way { condition } else { context.pool.not(condition) };
            return Some(state);
        }
        Inst::Store { width, address, .. } | Inst::Load { width, address, .. } => {
            let bytes = context.pool.constant(width.div_ceil(8).into(), 64);
            access(context, &mut state, address, bytes, query.kind);
        }
        Inst::MemSet { to, length, .. } => {
            let bytes = state.operand(context, length, 64);
            access(context, &mut state, to, bytes, query.kind);
        }
        Inst::MemCopy { to, from, length, .. } => {
            let bytes = state.operand(context, length, 64);
            access(context, &mut state, if query.argument == 0 { to } else { from }, bytes, query.kind);
        }
        Inst::Call { call } => {
            let site = &function.calls[call];
            let Callee::Direct(id) = site.callee else { return None };
            let entry = library::entry(&context.module.functions[id].name)?;
            let extents = if query.kind == Kind::Write { entry.writes } else { entry.reads };
            let (argument, bytes) = extents.iter().find(|(argument, _)| *argument == query.argument)?;
            let (operand, _) = site.args.get(*argument as usize).copied()?;
            let bytes = match bytes {
                // If all that may be written fits, it is safe; otherwise nobody knows how much is.
                library::Bytes::AtMost(limit) => {
                    let most = state.bytes(context, site, library::Bytes::Argument(*limit))?;
                    let name = context.module.functions[id].name.clone();
                    let place = context.place(query.function, query.at);
                    let why = crate::query::Reason::Call { function: name, place };
                    let written = state.unknown(&mut context.pool, 64, why);
                    let limited = context.pool.ule(written, most);
                    state.assume(limited);
                    written
                }
                _ => state.bytes(context, site, *bytes)?,
            };
            access(context, &mut state, operand, bytes, query.kind);
        }
        _ => return None,
    }
    Some(state)
}

/// The condition that so many bytes from an address on are not within their object.
fn access(context: &mut Context<'_>, state: &mut State, address: Operand, bytes: ExprId, kind: Kind) {
    let pointer = state.pointer(context, address);
    let offset = state.fresh(&mut context.pool, "offset", 64);
    let size = state.fresh(&mut context.pool, "size", 64);
    let pool = &mut context.pool;
    let (at, all) = (word(pool, offset, 64), word(pool, size, 64));
    let starts = pool.ule(at, all);
    let room = pool.sub(all, at);
    let fits = pool.ule(bytes, room);
    let within = pool.and(starts, fits);
    let zero = pool.constant(0, 64);
    let nothing = pool.eq(bytes, zero);
    let fine = pool.or(within, nothing);
    state.bad = pool.not(fine);
    // No object is larger than what addresses leave for it.
    let limit = pool.constant(1 << 40, 64);
    let sized = pool.ule(all, limit);
    if sized != Pool::TRUE {
        state.assume(sized);
    }
    state.target = Some(Target { pointer, writes: kind == Kind::Write, offset, size });
    state.settle(context);
}
