//! What is asked about an object is answered as soon as the path tells which one it is.

use crate::objects::ObjectId;
use crate::query::Reason;
use crate::state::{Asked, Cell, Context, Pointer, Root, State, Target, Text};
use crate::term::word;
use bowline_expr::ExprId;
use bowline_ir::{Constant, GlobalId, Initializer, Inst};

impl State {
    /// Looks at all pointers whose roots have become known.
    pub(crate) fn settle(&mut self, context: &mut Context<'_>) {
        self.settle_target(context);
        self.settle_constants(context);
        self.unify(context);
    }

    /// What is at one place is the same, however often it is asked for.
    fn unify(&mut self, context: &mut Context<'_>) {
        let mut at = 1;
        while at < self.texts.len() {
            let text = &self.texts[at];
            let same = |one: &&Text| {
                one.pointer == text.pointer && one.asked == Asked::Length && text.asked == Asked::Length
            };
            match self.texts[..at].iter().find(same).map(|one| one.symbol) {
                Some(symbol) => {
                    let text = self.texts.remove(at);
                    let length = word(&mut context.pool, symbol, 64);
                    self.substitute(context, text.symbol, length);
                    at = 1;
                }
                None => at += 1,
            }
        }
        let mut at = 1;
        while at < self.cells.len() {
            let cell = &self.cells[at];
            let same = |one: &&Cell| one.pointer == cell.pointer && one.bytes == cell.bytes;
            match self.cells[..at].iter().find(same).map(|one| one.symbol) {
                Some(symbol) => {
                    let cell = self.cells.remove(at);
                    let value = word(&mut context.pool, symbol, (8 * cell.bytes) as u16);
                    self.substitute(context, cell.symbol, value);
                    self.pointers_mut(&mut |pointer| {
                        if pointer.root == Root::Cell(cell.symbol) {
                            pointer.root = Root::Cell(symbol);
                        }
                    });
                    at = 1;
                }
                None => at += 1,
            }
        }
    }

    fn settle_target(&mut self, context: &mut Context<'_>) {
        let Some(Target { pointer, writes, offset, size }) = self.target.clone() else { return };
        match pointer.root {
            Root::Object(object) => {
                let constant = matches!(object, ObjectId::Global(id) if context.module.globals[id].read_only);
                let bytes = match writes && constant {
                    // Nothing of it may be written.
                    true => Some(context.pool.constant(0, 64)),
                    false => self.size_of(context, object),
                };
                let Some(bytes) = bytes else { return };
                self.resolve_target(context, pointer.offset, bytes);
            }
            Root::Null => {
                let zero = context.pool.constant(0, 64);
                self.through_null = true;
                self.resolve_target(context, pointer.offset, zero);
            }
            Root::Number(_) => {
                let why = Reason::Instruction("an address that is computed as a number".to_string());
                self.unknown.push((offset, why.clone()));
                self.unknown.push((size, why));
                self.target = None;
            }
            Root::Register { .. } | Root::Cell(_) => {}
        }
    }

    /// The access is known to be at this offset of an object of so many bytes.
    pub(crate) fn resolve_target(&mut self, context: &mut Context<'_>, at: ExprId, bytes: ExprId) {
        if let Some(target) = self.target.take() {
            self.substitute(context, target.offset, at);
            self.substitute(context, target.size, bytes);
        }
    }

    /// Of locals and globals. Objects of the heap have theirs from the call that made them.
    pub(crate) fn size_of(&mut self, context: &mut Context<'_>, object: ObjectId) -> Option<ExprId> {
        let bytes = match object {
            ObjectId::Global(global) => {
                let global = &context.module.globals[global];
                // `extern char a[];` says nothing about its size.
                if global.initializer == Initializer::External && global.size == 0 {
                    return None;
                }
                global.size
            }
            ObjectId::Local { at, .. } => self.local_size(context, object, at)?,
            ObjectId::Heap { .. } => return None,
        };
        Some(context.pool.constant(bytes.into(), 64))
    }

    fn local_size(&self, context: &Context<'_>, object: ObjectId, at: u32) -> Option<u64> {
        let function = self.function_of(object)?;
        let Inst::Alloca { element, count, .. } = context.module.functions[function].insts[at as usize]
        else {
            return None;
        };
        match count.as_const().map(|id| &context.module.constants[id]) {
            Some(Constant::Int { value, .. }) => u64::from(element).checked_mul(*value as u64),
            _ => None,
        }
    }

    /// The function of the activation that a local belongs to.
    pub(crate) fn function_of(&self, object: ObjectId) -> Option<bowline_ir::FuncId> {
        let (ObjectId::Local { frame, .. } | ObjectId::Heap { frame, .. }) = object else { return None };
        self.function_in(frame)
    }

    /// The function of an activation that the path has not left.
    pub(crate) fn function_in(&self, frame: u32) -> Option<bowline_ir::FuncId> {
        if frame == self.frame {
            return Some(self.function);
        }
        self.entered.iter().find(|entered| entered.frame == frame).map(|entered| entered.caller)
    }

    /// Cells and texts in constant memory hold what they always hold.
    fn settle_constants(&mut self, context: &mut Context<'_>) {
        let mut at = 0;
        while at < self.cells.len() {
            let Cell { symbol, pointer, bytes, .. } = self.cells[at].clone();
            match constant_bytes(context, pointer)
                .and_then(|global| initial(context, global, pointer.offset, bytes))
            {
                Some((value, made_from)) => {
                    self.cells.swap_remove(at);
                    self.resolve_cell(context, symbol, value, made_from);
                    at = 0;
                }
                None => at += 1,
            }
        }
        let mut at = 0;
        while at < self.texts.len() {
            let (symbol, pointer) = (self.texts[at].symbol, self.texts[at].pointer);
            match constant_length(context, pointer) {
                Some(length) => {
                    let text = self.texts.swap_remove(at);
                    match text.asked {
                        Asked::Length => {
                            let length = context.pool.constant(length.into(), 64);
                            self.substitute(context, symbol, length);
                        }
                        // Constant, and so no input.
                        Asked::Contents(why) => self.unknown.push((symbol, why)),
                    }
                    at = 0;
                }
                None => at += 1,
            }
        }
    }

    /// The bytes of a cell, which is no longer here, are known to be this value.
    pub(crate) fn resolve_cell(
        &mut self,
        context: &mut Context<'_>,
        symbol: bowline_expr::SymId,
        value: ExprId,
        made_from: Option<Pointer>,
    ) {
        let root = Root::Cell(symbol);
        let has_root = self.has_root(root);
        self.substitute(context, symbol, value);
        if has_root {
            let offset = context.pool.constant(0, 64);
            let to = match (made_from, context.pool.as_const(value)) {
                (Some(pointer), _) => pointer,
                (None, Some(0)) => Pointer { root: Root::Null, object: None, offset },
                (None, _) => Pointer { root: Root::Number(value), object: None, offset },
            };
            self.reroot(context, root, to);
        }
    }

    /// Nobody knows what a cell holds; it is no longer here.
    pub(crate) fn forget_cell(&mut self, context: &mut Context<'_>, cell: &Cell, why: Reason) {
        self.unknown.push((cell.symbol, why.clone()));
        let value = word(&mut context.pool, cell.symbol, (8 * cell.bytes) as u16);
        let root = Root::Cell(cell.symbol);
        if self.has_root(root) {
            let offset = context.pool.constant(0, 64);
            // Which object it points into is part of what nobody knows.
            if let Some(target) = self.target.take_if(|target| target.pointer.root == root) {
                self.unknown.push((target.offset, why.clone()));
                self.unknown.push((target.size, why));
            }
            self.reroot(context, root, Pointer { root: Root::Number(value), object: None, offset });
        }
    }
}

/// The global that a pointer points into, if it never changes.
fn constant_bytes(context: &Context<'_>, pointer: Pointer) -> Option<GlobalId> {
    match pointer.root {
        Root::Object(ObjectId::Global(global)) => {
            let it = &context.module.globals[global];
            (it.read_only && it.initializer != Initializer::External).then_some(global)
        }
        _ => None,
    }
}

/// What a global's initialiser has at an offset, and what it is made from if that is an address.
pub(crate) fn initial(
    context: &mut Context<'_>,
    id: GlobalId,
    offset: ExprId,
    bytes: u64,
) -> Option<(ExprId, Option<Pointer>)> {
    let global = &context.module.globals[id];
    let address = match (&global.initializer, context.pool.as_const(offset)) {
        (Initializer::Bytes { relocations, .. }, Some(offset)) if bytes == 8 => {
            relocations.iter().find(|one| u128::from(one.offset) == offset).map(|one| one.value)
        }
        _ => None,
    };
    match address.map(|value| &context.module.constants[value]) {
        Some(Constant::Global { global, offset }) => {
            let object = ObjectId::Global(*global);
            let base = context.pool.constant(context.windows.base(object).into(), 64);
            let offset = context.pool.constant(i128::from(*offset) as u64 as u128, 64);
            let value = context.pool.add(base, offset);
            Some((value, Some(Pointer { root: Root::Object(object), object: Some(object), offset })))
        }
        _ => read(context, id, offset, bytes).map(|value| (value, None)),
    }
}

/// The same of numbers.
fn read(context: &mut Context<'_>, id: GlobalId, offset: ExprId, bytes: u64) -> Option<ExprId> {
    let global = &context.module.globals[id];
    let zero = vec![0; global.size as usize];
    let (contents, relocations) = match &global.initializer {
        Initializer::External => return None,
        Initializer::Zero => (&zero, &[][..]),
        Initializer::Bytes { bytes, relocations } => (bytes, relocations.as_slice()),
    };
    match context.pool.as_const(offset) {
        Some(offset) => {
            let offset = offset as u64;
            let end = offset.checked_add(bytes)?;
            let has_address = relocations.iter().any(|one| one.offset < end && offset < one.offset + 8);
            if end > global.size || has_address || bytes > 16 {
                return None;
            }
            let part = contents.get(offset as usize..end as usize)?;
            let value = part.iter().rev().fold(0_u128, |value, byte| value << 8 | u128::from(*byte));
            Some(context.pool.constant(value, (8 * bytes) as u16))
        }
        None if relocations.is_empty() && global.size <= 4096 && bytes <= 8 => {
            let table = context.pool.table(contents);
            let mut value = None;
            for byte in 0..bytes {
                let byte = context.pool.constant(byte.into(), 64);
                let index = context.pool.add(offset, byte);
                let byte = context.pool.select(table, index);
                value = Some(match value {
                    None => byte,
                    Some(low) => context.pool.concat(byte, low),
                });
            }
            value
        }
        None => None,
    }
}

/// The length of a text in constant memory.
pub(crate) fn constant_length(context: &Context<'_>, pointer: Pointer) -> Option<u64> {
    constant_bytes(context, pointer).and_then(|global| text_length(context, global, pointer))
}

/// The length of a text in a global as it is at first.
pub(crate) fn text_length(context: &Context<'_>, id: GlobalId, pointer: Pointer) -> Option<u64> {
    let offset = context.pool.as_const(pointer.offset)? as usize;
    let global = &context.module.globals[id];
    match &global.initializer {
        Initializer::Bytes { bytes, .. } => {
            bytes.get(offset..)?.iter().position(|byte| *byte == 0).map(|length| length as u64)
        }
        Initializer::Zero => ((offset as u64) < global.size).then_some(0),
        Initializer::External => None,
    }
}
