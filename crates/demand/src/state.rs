//! A query on its way backwards.
//!
//! Everything in a [`State`] is about one moment: just before the instruction [`State::before`]. A *symbol* is an unknown of the expression
//! pool; `live` says which register each stands for, `cells` and `texts` which memory. Stepping over the instruction that sets a register
//! substitutes its symbol by what the instruction computes, in everything; the symbol is then gone.
//!
//! A [`Pointer`] is followed twice: as a number, in the expressions, and by what it was made from ([`Root`]), because the object
//! that an address belongs to is not a matter of numbers.

pub use crate::context::{Clock, Context};
use crate::facts::Origin;
use crate::objects::ObjectId;
use crate::query::Reason;
use crate::term::word;
use bowline_base::FxHashMap;
use bowline_expr::substitute::Substitution;
use bowline_expr::{ExprId, Pool, SymId, Width};
use bowline_ir::{BlockId, Constant, FuncId, Inst, Operand, Position, Reg, SourceLoc};
use std::rc::Rc;

/// New parts that one substitution may make.
const MOST_PARTS: usize = 20_000;

/// What a pointer was made from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    /// The value of a register.
    Register {
        frame: u32,
        reg: Reg,
    },
    /// What memory holds: the symbol of a cell.
    Cell(SymId),
    /// An object, from its first byte on.
    Object(ObjectId),
    Null,
    /// A number of which nobody knows which object it belongs to.
    Number(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pointer {
    pub root: Root,
    /// The object it points into, where that is known before the path tells.
    pub object: Option<ObjectId>,
    /// From the root on, in bytes.
    pub offset: ExprId,
}

/// Bytes in memory; the symbol stands for what they hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cell {
    pub symbol: SymId,
    pub pointer: Pointer,
    pub bytes: u64,
    /// The register that what it holds is loaded into: what that may point to, this may.
    pub to: (FuncId, Reg),
}

/// The text behind a pointer; the symbol, of 64 bits, stands for what is asked of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text {
    pub symbol: SymId,
    pub pointer: Pointer,
    pub asked: Asked,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    Length,
    /// Something that what it holds decides; why nobody knows it where the text is no input.
    Contents(Reason),
}

/// The access that is asked about: symbols stand for its offset within its object and for the object's size.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    pub pointer: Pointer,
    /// It is written, not read.
    pub writes: bool,
    pub offset: SymId,
    pub size: SymId,
}

/// A function that was entered from its end: where to go on at its beginning.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entered {
    pub caller: FuncId,
    pub frame: u32,
    pub call: Position,
}

/// The places passed, the last one first.
pub struct Trail {
    pub loc: SourceLoc,
    pub later: Option<Rc<Trail>>,
}

#[derive(Clone)]
pub struct State {
    pub function: FuncId,
    pub frame: u32,
    pub block: BlockId,
    /// The instruction before this one is next.
    pub before: Position,
    pub entered: Vec<Entered>,
    pub next_frame: u32,
    pub(crate) next_symbol: u32,
    pub(crate) live: FxHashMap<(u32, Reg), (SymId, Width)>,
    /// What the path demands.
    pub conditions: Vec<ExprId>,
    /// What the block that the path is in demanded at its end, and where. Whether that has to do with what is asked shows once it is said in terms of
    /// what the block finds at its beginning.
    pub(crate) pending: Vec<(ExprId, SourceLoc)>,
    /// What is asked; [`Pool::TRUE`] where the question is whether the place is reached.
    pub bad: ExprId,
    /// Values that are followed for their own sake.
    pub carried: Vec<ExprId>,
    pub cells: Vec<Cell>,
    pub texts: Vec<Text>,
    pub target: Option<Target>,
    /// Lengths of texts that are input.
    pub(crate) lengths: Vec<SymId>,
    /// What nobody knows.
    pub unknown: Vec<(SymId, Reason)>,
    /// What makes a path uncertain although its condition is known.
    pub doubts: Vec<Reason>,
    pub trail: Option<Rc<Trail>>,
    /// Functions left for their callers.
    pub outward: u32,
    /// By writes that may or may not be to the same place.
    pub(crate) splits: usize,
    /// Where the path was last in each frame that it did not enter from its end.
    pub(crate) begun: Vec<(u32, BlockId)>,
    /// Loops that the path leaves, by frame and header, and whose header it has not come to yet.
    pub(crate) left: Vec<(u32, BlockId)>,
    /// Calls are not entered: their results, and what they write, are unknown.
    pub(crate) passes_calls: bool,
    /// Whether a call comes back is of no interest where nothing depends on what it does.
    pub(crate) is_rough: bool,
    /// So was one passed.
    pub(crate) left_out: bool,
    /// What is accessed is NULL on this path: whether that is so is decided by the path alone.
    pub(crate) through_null: bool,
    /// The path cannot be followed any further.
    pub stuck: Option<Reason>,
}

impl State {
    pub fn new(function: FuncId, block: BlockId, before: Position) -> Self {
        Self {
            function,
            frame: 0,
            block,
            before,
            entered: Vec::new(),
            next_frame: 1,
            next_symbol: 0,
            live: FxHashMap::default(),
            conditions: Vec::new(),
            pending: Vec::new(),
            bad: Pool::TRUE,
            carried: Vec::new(),
            cells: Vec::new(),
            texts: Vec::new(),
            target: None,
            lengths: Vec::new(),
            unknown: Vec::new(),
            doubts: Vec::new(),
            trail: None,
            outward: 0,
            splits: 0,
            begun: vec![(0, block)],
            left: Vec::new(),
            passes_calls: false,
            is_rough: false,
            left_out: false,
            through_null: false,
            stuck: None,
        }
    }

    /// A symbol that no other of this state is.
    pub fn fresh(&mut self, pool: &mut Pool, name: &str, width: Width) -> SymId {
        self.next_symbol += 1;
        pool.auxiliary(name, self.next_symbol, u64::from(width.div_ceil(8)))
    }

    /// A value nobody knows.
    pub fn unknown(&mut self, pool: &mut Pool, width: Width, why: Reason) -> ExprId {
        let symbol = self.fresh(pool, "unknown", width);
        self.unknown.push((symbol, why));
        word(pool, symbol, width)
    }

    /// The value of a register of the current frame.
    pub fn register(&mut self, context: &mut Context<'_>, reg: Reg, width: Width) -> ExprId {
        let function = &context.module.functions[self.function];
        if let Some(at) = context.facts.function(self.function).local(function, reg) {
            let base = context.windows.base(ObjectId::Local { frame: self.frame, at });
            return context.pool.constant(base.into(), 64);
        }
        if let Some(argument) = self.argument(context, reg, width) {
            return self.in_caller(|state| state.operand(context, argument, width));
        }
        let frame = self.frame;
        let pool = &mut context.pool;
        let (symbol, width) = *self.live.entry((frame, reg)).or_insert_with(|| {
            // Its number makes the name the register's own; the name is for people.
            let name = function.params.get(reg.0 as usize).and_then(|param| param.name.as_deref());
            let name = format!("{}%{}", name.unwrap_or_default(), reg.0);
            (pool.auxiliary(&name, frame, u64::from(width.div_ceil(8))), width)
        });
        word(pool, symbol, width)
    }

    /// What the call that was entered passes as a parameter, which never changes: an operand of the caller.
    pub(crate) fn argument(&self, context: &Context<'_>, reg: Reg, width: Width) -> Option<Operand> {
        let entered = self.entered.last()?;
        if reg.0 as usize >= context.module.functions[self.function].params.len() {
            return None;
        }
        let caller = &context.module.functions[entered.caller];
        let Inst::Call { call } = caller.insts[entered.call as usize] else { return None };
        caller.calls[call].plain_argument(reg.0, width)
    }

    /// Something in terms of the call that was entered last.
    fn in_caller<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let Some(entered) = self.entered.pop() else { unreachable!("a call was entered") };
        let inner = (self.function, self.frame);
        (self.function, self.frame) = (entered.caller, entered.frame);
        let answer = ask(self);
        (self.function, self.frame) = inner;
        self.entered.push(entered);
        answer
    }

    pub fn operand(&mut self, context: &mut Context<'_>, operand: Operand, width: Width) -> ExprId {
        match (operand.as_reg(), operand.as_const()) {
            (Some(reg), _) => self.register(context, reg, width),
            (_, Some(id)) => self.constant(context, &context.module.constants[id]),
            _ => unreachable!("an operand is a register or a constant"),
        }
    }

    fn constant(&mut self, context: &mut Context<'_>, constant: &Constant) -> ExprId {
        match *constant {
            Constant::Int { width, value } => context.pool.constant(value, width),
            Constant::Global { global, offset } => {
                let base = context.windows.base(ObjectId::Global(global));
                context.pool.constant(base.wrapping_add_signed(offset).into(), 64)
            }
            Constant::Function(id) => context.pool.constant((1 << 62) + (u128::from(id.0) << 4), 64),
            Constant::Block { .. } | Constant::Expr(_) => {
                let what = Reason::Instruction("a constant that depends on addresses".to_string());
                self.unknown(&mut context.pool, constant.width(), what)
            }
        }
    }

    /// What a pointer operand of the current frame is made from.
    pub fn pointer(&mut self, context: &mut Context<'_>, operand: Operand) -> Pointer {
        if let Some(argument) = operand.as_reg().and_then(|reg| self.argument(context, reg, 64)) {
            return self.in_caller(|state| state.pointer(context, argument));
        }
        let zero = context.pool.constant(0, 64);
        let facts = context.facts.function(self.function);
        let object = match facts.origin(context.module, operand) {
            Origin::Local(at) => Some(ObjectId::Local { frame: self.frame, at }),
            Origin::Global(global) => Some(ObjectId::Global(global)),
            Origin::Heap(at) => Some(ObjectId::Heap { frame: self.frame, at, serial: 0 }),
            Origin::Parameter(_) | Origin::Other => None,
        };
        let at = |root, offset| Pointer { root, object, offset };
        if let Some(reg) = operand.as_reg() {
            return match facts.local(&context.module.functions[self.function], reg) {
                Some(at) => {
                    let object = ObjectId::Local { frame: self.frame, at };
                    Pointer { root: Root::Object(object), object: Some(object), offset: zero }
                }
                None => {
                    self.register(context, reg, 64);
                    at(Root::Register { frame: self.frame, reg }, zero)
                }
            };
        }
        match operand.as_const().map(|id| &context.module.constants[id]) {
            Some(Constant::Global { global, offset }) => {
                let offset = context.pool.constant(i128::from(*offset) as u64 as u128, 64);
                at(Root::Object(ObjectId::Global(*global)), offset)
            }
            Some(Constant::Int { value: 0, .. }) => at(Root::Null, zero),
            _ => {
                let number = self.operand(context, operand, 64);
                at(Root::Number(number), zero)
            }
        }
    }

    /// The address that a pointer is.
    pub fn address(&mut self, context: &mut Context<'_>, pointer: Pointer) -> ExprId {
        let pool = &mut context.pool;
        let root = match pointer.root {
            Root::Register { frame, reg } => match self.live.get(&(frame, reg)) {
                Some((symbol, width)) => word(pool, *symbol, *width),
                None => unreachable!("the register that a pointer is made from is alive"),
            },
            Root::Cell(symbol) => word(pool, symbol, 64),
            Root::Object(object) => {
                let base = context.windows.base(object);
                pool.constant(base.into(), 64)
            }
            Root::Null => pool.constant(0, 64),
            Root::Number(value) => value,
        };
        pool.add(root, pointer.offset)
    }

    /// Does anything here depend on a register of the current frame?
    pub fn wants(&self, reg: Reg) -> bool {
        self.live.contains_key(&(self.frame, reg))
    }

    /// The register was set to this value just now, by an instruction that is being stepped over.
    pub fn define(&mut self, context: &mut Context<'_>, reg: Reg, value: ExprId, made_from: Option<Pointer>) {
        let frame = self.frame;
        let root = Root::Register { frame, reg };
        let Some((symbol, _)) = self.live.remove(&(frame, reg)) else { return };
        let to = made_from.unwrap_or_else(|| Pointer {
            root: Root::Number(value),
            object: None,
            offset: context.pool.constant(0, 64),
        });
        self.substitute(context, symbol, value);
        self.reroot(context, root, to);
    }

    /// Pointers made from one thing are now known to be made from another.
    pub fn reroot(&mut self, context: &mut Context<'_>, from: Root, to: Pointer) {
        let pool = &mut context.pool;
        let mut change = |pointer: &mut Pointer| {
            if pointer.root == from {
                pointer.root = to.root;
                pointer.object = pointer.object.or(to.object);
                pointer.offset = pool.add(pointer.offset, to.offset);
            }
        };
        self.pointers_mut(&mut change);
        self.settle(context);
    }

    pub(crate) fn pointers_mut(&mut self, change: &mut dyn FnMut(&mut Pointer)) {
        self.cells.iter_mut().for_each(|cell| change(&mut cell.pointer));
        self.texts.iter_mut().for_each(|text| change(&mut text.pointer));
        if let Some(target) = &mut self.target {
            change(&mut target.pointer);
        }
    }

    /// Is a pointer here made from this?
    pub fn has_root(&self, root: Root) -> bool {
        self.cells.iter().any(|cell| cell.pointer.root == root)
            || self.texts.iter().any(|text| text.pointer.root == root)
            || self.target.as_ref().is_some_and(|target| target.pointer.root == root)
    }

    /// Puts a value in place of a symbol, everywhere.
    pub fn substitute(&mut self, context: &mut Context<'_>, symbol: SymId, value: ExprId) {
        let pool = &mut context.pool;
        let bytes = pool.symbol_info(symbol).size as u16;
        let whole = pool.zero_extend(value, 8 * bytes);
        let mut substitution = Substitution::new();
        substitution.replace_word(pool, symbol, whole);
        let mut too_large = false;
        let mut change = |expr: &mut ExprId| match substitution.apply(pool, *expr, MOST_PARTS) {
            Some(new) => *expr = new,
            None => too_large = true,
        };
        self.conditions.iter_mut().for_each(&mut change);
        self.pending.iter_mut().for_each(|(condition, _)| change(condition));
        self.carried.iter_mut().for_each(&mut change);
        change(&mut self.bad);
        self.pointers_mut(&mut |pointer| {
            change(&mut pointer.offset);
            if let Root::Number(value) = &mut pointer.root {
                change(value);
            }
        });
        self.conditions.retain(|condition| *condition != Pool::TRUE);
        if too_large {
            self.stuck = Some(Reason::Limit("its condition grew too large".to_string()));
        }
    }

    /// Adds what the path demands.
    pub fn assume(&mut self, condition: ExprId) {
        if condition != Pool::TRUE && !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }

    /// Does something contradict itself without a question?
    pub fn is_contradiction(&self) -> bool {
        self.bad == Pool::FALSE
            || self.conditions.contains(&Pool::FALSE)
            || self.pending.iter().any(|(condition, _)| *condition == Pool::FALSE)
    }

    pub fn pass(&mut self, loc: SourceLoc) {
        if loc.line > 0
            && self.trail.as_ref().is_none_or(|last| (last.loc.file, last.loc.line) != (loc.file, loc.line))
        {
            self.trail = Some(Rc::new(Trail { loc, later: self.trail.take() }));
        }
    }
}
