//! A state at the header of a loop becomes one after any number of iterations.

use crate::facts::{Effects, Origin};
use crate::invariant::Known;
use crate::library;
use crate::objects::ObjectId;
use crate::query::Reason;
use crate::state::{Cell, Context, Pointer, Root, State};
use crate::term::word;
use bowline_expr::{ExprId, Pool};
use bowline_ir::def_use::Definition;
use bowline_ir::{CallSite, FuncId, Inst, Loop, LoopId, Operand, Reg, Width};

impl State {
    /// At the header of a loop, after any number of iterations: what the loop changes is unknown but for what is known of it. Afterwards the
    /// registers of the header stand for what they were when the loop was entered. `count` is the number of iterations; what `apart` points
    /// to is not among what the loop writes.
    pub(crate) fn generalise(
        mut self,
        context: &mut Context<'_>,
        id: LoopId,
        known: &Known,
        count: ExprId,
        apart: &[Reg],
    ) -> State {
        let function = &context.module.functions[self.function];
        let one = &function.loops.loops[id];
        let why = Reason::Loop(context.module.describe(one.line));
        let kept = self.take_cells(context, apart);
        self.forget_writes(context, one, &why);
        self.cells.extend(kept);
        let nothing = Pool::FALSE;
        let (mut now, mut entry) = (vec![nothing; known.phis.len()], vec![nothing; known.phis.len()]);
        let wanted: Vec<bool> = known.phis.iter().map(|(reg, _)| self.wants(*reg)).collect();
        for (at, (reg, width)) in known.phis.iter().enumerate().filter(|(at, _)| wanted[*at]) {
            let root = Root::Register { frame: self.frame, reg: *reg };
            let first = self.register(context, *reg, *width);
            let value = match known.steps[at] {
                Some(step) => {
                    let pool = &mut context.pool;
                    let rounds = match *width {
                        64.. => pool.zero_extend(count, *width),
                        narrow => pool.truncate(count, narrow),
                    };
                    let step = pool.constant(step, *width);
                    let change = pool.mul(rounds, step);
                    pool.add(first, change)
                }
                None => self.unknown(&mut context.pool, *width, why.clone()),
            };
            self.after_rounds(context, root, known.moved[at], first, value, &why);
            (now[at], entry[at]) = (value, first);
        }
        // Registers that were set in the loop and are no phis cannot be alive here; should one be, nobody knows it.
        let facts = context.facts.function(self.function);
        let strange: Vec<(Reg, Width)> = self
            .live
            .iter()
            .filter(|((frame, reg), _)| {
                *frame == self.frame
                    && !known.phis.iter().any(|(phi, _)| phi == reg)
                    && facts.def_use.definitions(*reg).iter().any(|definition| match *definition {
                        Definition::Inst(at) => one.contains(function.block_of(at)),
                        Definition::Move(edge, _) => one.contains(function.edges[edge].from),
                        Definition::Parameter => false,
                    })
            })
            .map(|((_, reg), (_, width))| (*reg, *width))
            .collect();
        for (reg, width) in strange {
            self.give_up(context, reg, width, why.clone());
        }
        for candidate in known.proved.iter().filter(|candidate| wanted[candidate.phi()]) {
            let term = candidate.term(context, &mut self, &now, &entry);
            self.assume(term);
        }
        self
    }

    /// A register is `value` now, where it was `first` at the loop's entry; it stands for that from here on.
    fn after_rounds(
        &mut self,
        context: &mut Context<'_>,
        root: Root,
        moved: bool,
        first: ExprId,
        value: ExprId,
        why: &Reason,
    ) {
        let Root::Register { frame, reg } = root else { return };
        let Some((symbol, width)) = self.live.get(&(frame, reg)).copied() else { return };
        // Through a symbol of its own, as the value may be said in terms of what is replaced.
        let aside = self.fresh(&mut context.pool, "later", width);
        let later = word(&mut context.pool, aside, width);
        self.substitute(context, symbol, later);
        let change = context.pool.sub(value, first);
        if moved {
            let pool = &mut context.pool;
            self.pointers_mut(&mut |pointer| {
                if pointer.root == root {
                    pointer.offset = pool.add(pointer.offset, change);
                }
            });
        } else if self.has_root(root) {
            if let Some(target) = self.target.take_if(|target| target.pointer.root == root) {
                self.unknown.push((target.offset, why.clone()));
                self.unknown.push((target.size, why.clone()));
            }
            let offset = context.pool.constant(0, 64);
            self.reroot(context, root, Pointer { root: Root::Number(value), object: None, offset });
        }
        self.substitute(context, aside, value);
    }

    /// Cells behind some registers are put aside.
    fn take_cells(&mut self, context: &mut Context<'_>, behind: &[Reg]) -> Vec<Cell> {
        let mut roots = Vec::new();
        for reg in behind {
            roots.push(match self.argument(context, *reg, 64) {
                Some(_) => self.pointer(context, (*reg).into()).root,
                None => Root::Register { frame: self.frame, reg: *reg },
            });
        }
        // What is known to be one object may be what the loop writes, too.
        roots.retain(|root| matches!(root, Root::Register { .. } | Root::Cell(_)));
        let is_behind = |cell: &Cell| roots.contains(&cell.pointer.root);
        let (taken, left) = std::mem::take(&mut self.cells).into_iter().partition(is_behind);
        self.cells = left;
        taken
    }

    /// Memory that the loop may write is unknown.
    fn forget_writes(&mut self, context: &mut Context<'_>, one: &Loop, why: &Reason) {
        if self.cells.is_empty() && self.texts.is_empty() {
            return;
        }
        let function = &context.module.functions[self.function];
        for block in &one.blocks {
            for inst in function.block_insts(*block) {
                match *inst {
                    Inst::Store { address: to, .. }
                    | Inst::MemCopy { to, .. }
                    | Inst::MemSet { to, .. }
                    | Inst::VaStart { list: to }
                    | Inst::VaCopy { to, .. }
                    | Inst::ScopeStart { variable: to } => self.forget_object(context, to, why),
                    Inst::Call { call } => {
                        let site = &function.calls[call];
                        let targets = context.facts.calls.targets(context.module, site);
                        for target in &targets {
                            self.forget_call(context, site, *target, why);
                        }
                        if targets.is_empty() {
                            self.forget_reached(context, &context.facts.anything, why);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// What a call may write.
    fn forget_call(&mut self, context: &mut Context<'_>, site: &CallSite, target: FuncId, why: &Reason) {
        let called = &context.module.functions[target];
        let written: Option<Vec<usize>> = match (called.is_declaration(), library::entry(&called.name)) {
            (true, Some(entry)) => {
                Some(entry.writes.iter().map(|(argument, _)| *argument as usize).collect())
            }
            // A measurement says nothing here: what is passed in all the rounds is not known.
            _ => None,
        };
        let Some(written) = written else {
            return self.forget_reached(context, context.facts.effects(target), why);
        };
        for argument in written {
            if let Some((to, _)) = site.args.get(argument) {
                self.forget_object(context, *to, why);
            }
        }
    }

    fn forget_reached(&mut self, context: &mut Context<'_>, effects: &Effects, why: &Reason) {
        self.overwritten_where(context, why.clone(), |state, context, pointer| {
            state.may_reach(context, pointer, effects)
        });
    }

    /// Anything may have been written to the object of an operand, wherever in it.
    fn forget_object(&mut self, context: &mut Context<'_>, to: Operand, why: &Reason) {
        let facts = context.facts.function(self.function);
        let object = match facts.origin(context.module, to) {
            Origin::Local(at) => Some(ObjectId::Local { frame: self.frame, at }),
            Origin::Global(global) => Some(ObjectId::Global(global)),
            Origin::Heap(at) => Some(ObjectId::Heap { frame: self.frame, at, serial: 0 }),
            _ => None,
        };
        let zero = context.pool.constant(0, 64);
        let anywhere = Pointer { root: Root::Number(zero), object, offset: zero };
        self.overwritten_where(context, why.clone(), |state, context, pointer| {
            !state.are_apart(context, pointer, anywhere)
        });
    }
}
