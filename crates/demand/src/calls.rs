//! Stepping over a call, backwards: through its body from every return on, or past it where nothing here depends on it.
//!
//! A function without a body is what [`crate::library`] says of it, or what running it has told ([`crate::segment::library`]). Of all others nothing
//! is known: its result is unknown, and so is all memory that it can reach.

use crate::facts::Effects;
use crate::library;
use crate::objects::ObjectId;
use crate::query::Reason;
use crate::segment::Segments;
use crate::state::{Context, Entered, Pointer, Root, State};
use bowline_expr::ExprId;
use bowline_ir::{CallSite, Callee, FuncId, Inst, Position, Reg, Width};

/// Callees inside callees.
const DEEPEST: usize = 6;

/// Instructions of a function that is entered only to see whether it comes back.
const SMALL: usize = 60;

/// Functions that a call through a pointer may mean.
const MOST_TARGETS: usize = 4;

impl State {
    pub fn call(mut self, context: &mut Context<'_>, at: Position) -> Vec<State> {
        let function = &context.module.functions[self.function];
        let Inst::Call { call } = function.insts[at as usize] else { return vec![self] };
        let site = &function.calls[call];
        if let Some(name) = called_name(context, site)
            && name.contains("setjmp")
        {
            // Whoever jumps back there comes from anywhere.
            self.stuck = Some(Reason::Instruction(format!("`{name}`")));
            return vec![self];
        }
        if site.no_return {
            // Nothing comes from behind it.
            return Vec::new();
        }
        if let Callee::EmptyAsm { ties } = &site.callee {
            self.ties(context, site, ties);
            return vec![self];
        }
        let targets = context.facts.calls.targets(context.module, site);
        let place = context.place(self.function, at);
        match (&site.callee, targets.as_slice()) {
            (_, [target]) => self.call_of(context, at, site, *target),
            (Callee::Indirect(pointer), some) if !some.is_empty() && some.len() <= MOST_TARGETS => {
                let mut states = Vec::new();
                for target in some {
                    let mut state = self.clone();
                    let called = state.is_function(context, *pointer, *target);
                    state.assume(called);
                    states.extend(state.call_of(context, at, site, *target));
                }
                states
            }
            _ => {
                self.nobody_knows(context, site, Reason::Pointer(place), &context.facts.anything);
                vec![self]
            }
        }
    }

    /// The condition that a pointer is the address of a function.
    pub(crate) fn is_function(
        &mut self,
        context: &mut Context<'_>,
        pointer: bowline_ir::Operand,
        function: FuncId,
    ) -> ExprId {
        let value = self.operand(context, pointer, 64);
        let address = context.pool.constant((1 << 62) + (u128::from(function.0) << 4), 64);
        context.pool.eq(value, address)
    }

    fn call_of(
        mut self,
        context: &mut Context<'_>,
        at: Position,
        site: &CallSite,
        target: FuncId,
    ) -> Vec<State> {
        let called = &context.module.functions[target];
        let why = Reason::Call { function: called.name.clone(), place: context.place(self.function, at) };
        if called.is_declaration() {
            return match library::entry(&called.name) {
                Some(entry) => self.library_call(context, at, site, &entry, why, target),
                None => self.call_without_body(context, at, site, target, why),
            };
        }
        let effects = context.facts.effects(target);
        let wanted = site.results.iter().any(|(reg, _)| self.wants(*reg));
        let touched = self.is_touched(context, effects);
        if !wanted && !touched && (!effects.ends || self.is_rough) {
            self.left_out |= effects.ends;
            return vec![self];
        }
        let recursive =
            self.function == target || self.entered.iter().any(|entered| entered.caller == target);
        if !wanted && !touched && called.insts.len() > SMALL {
            self.doubts.push(why);
            return vec![self];
        }
        if recursive || self.passes_calls || self.entered.len() >= DEEPEST {
            self.nobody_knows(context, site, why, effects);
            return vec![self];
        }
        self.enter(context, at, site, target)
    }

    /// Past a call of which only running it could tell anything.
    fn call_without_body(
        mut self,
        context: &mut Context<'_>,
        at: Position,
        site: &CallSite,
        target: FuncId,
        why: Reason,
    ) -> Vec<State> {
        let place = (self.function, at);
        match Segments::call(context, place, site, target) {
            Some(call) if self.is_indifferent(site) => {
                context.segments.uses(&call.text);
                vec![self]
            }
            Some(call) => self.measured_call(context, site, &call, &why, |mut state, context| {
                state.nobody_knows(context, site, why.clone(), context.facts.effects(target));
                vec![state]
            }),
            None => {
                self.nobody_knows(context, site, why, context.facts.effects(target));
                vec![self]
            }
        }
    }

    /// Does anything that is waited for depend on what a call may write?
    fn is_touched(&self, context: &Context<'_>, effects: &Effects) -> bool {
        let hit = |pointer: Pointer| self.may_reach(context, pointer, effects);
        self.cells.iter().any(|cell| hit(cell.pointer)) || self.texts.iter().any(|text| hit(text.pointer))
    }

    pub(crate) fn may_reach(&self, context: &Context<'_>, pointer: Pointer, effects: &Effects) -> bool {
        let object = match pointer.root {
            Root::Object(object) => Some(object),
            _ => pointer.object,
        };
        let class = self.class(context, pointer);
        let others = effects.others && effects.may_write(class);
        match object {
            Some(ObjectId::Global(global)) => {
                effects.globals.contains(&global)
                    || others
                        && !context.module.globals[global].read_only
                        && !context.facts.is_private_global(global)
            }
            Some(object) => others && !self.is_private(context, object),
            None => {
                let points_to = &context.facts.points_to;
                others
                    || effects
                        .globals
                        .iter()
                        .any(|id| !context.facts.is_private_global(*id) && class.meets(points_to.global(*id)))
            }
        }
    }

    /// Past a call of which nothing is known but its effects.
    fn nobody_knows(&mut self, context: &mut Context<'_>, site: &CallSite, why: Reason, effects: &Effects) {
        for (reg, width) in &site.results {
            if self.wants(*reg) {
                self.give_up(context, *reg, *width, why.clone());
            }
        }
        self.overwritten_where(context, why.clone(), |state, context, pointer| {
            state.may_reach(context, pointer, effects)
        });
        if effects.ends {
            self.doubts.push(why);
        }
    }

    /// One state behind every return of the callee.
    fn enter(self, context: &mut Context<'_>, at: Position, site: &CallSite, target: FuncId) -> Vec<State> {
        let called = &context.module.functions[target];
        let facts = context.facts.function(target);
        let mut states = Vec::new();
        for (position, inst) in (0..).zip(&called.insts) {
            let Inst::Return { first, count } = *inst else { continue };
            let block = called.block_of(position);
            if !facts.cfg.is_reachable(block) {
                continue;
            }
            let mut state = self.clone();
            state.entered.push(Entered { caller: self.function, frame: self.frame, call: at });
            let values = called.return_values(first, count);
            let inner = state.next_frame;
            state.next_frame += 1;
            for ((reg, width), value) in site.results.iter().zip(values) {
                if !state.wants(*reg) {
                    continue;
                }
                // The result is of the caller's frame, its value of the callee's.
                let outer = (state.function, state.frame);
                (state.function, state.frame) = (target, inner);
                let expr = state.operand(context, *value, *width);
                let from = (*width == 64).then(|| state.pointer(context, *value));
                (state.function, state.frame) = outer;
                state.define(context, *reg, expr, from);
            }
            (state.function, state.frame) = (target, inner);
            state.block = block;
            state.before = position;
            state.pass(called.locs[position as usize]);
            states.push(state);
        }
        states
    }

    /// From the beginning of the current function to just before a call of it, in another frame: parameters are arguments.
    pub(crate) fn leave(&mut self, context: &mut Context<'_>, caller: FuncId, frame: u32, at: Position) {
        let inner = (self.function, self.frame);
        let outer = &context.module.functions[caller];
        let Inst::Call { call } = outer.insts[at as usize] else { return };
        let site = &outer.calls[call];
        let parameters = context.module.functions[inner.0].params.len() as u32;
        self.forget_frame(context);
        for reg in (0..parameters).map(Reg) {
            let Some((_, width)) = self.live.get(&(inner.1, reg)).copied() else { continue };
            match site.plain_argument(reg.0, width) {
                Some(argument) => {
                    (self.function, self.frame) = (caller, frame);
                    let value = self.operand(context, argument, width);
                    let from = (width == 64).then(|| self.pointer(context, argument));
                    (self.function, self.frame) = inner;
                    self.define(context, reg, value, from);
                }
                _ => {
                    let why = Reason::Instruction("a structure that is passed by value".to_string());
                    self.give_up(context, reg, width, why);
                }
            }
        }
        (self.function, self.frame) = (caller, frame);
        self.block = outer.block_of(at);
        self.before = at;
        if !self.begun.iter().any(|(begun, _)| *begun == frame) {
            self.begun.push((frame, self.block));
        }
        self.pass(outer.locs[at as usize]);
        // Locals of the caller have sizes only now that its frame is the current one.
        self.settle(context);
    }

    /// Locals of the current frame did not exist before it began; registers without a value have any.
    pub(crate) fn forget_frame(&mut self, context: &mut Context<'_>) {
        let frame = self.frame;
        let parameters = context.module.functions[self.function].params.len() as u32;
        let mut unset: Vec<(Reg, Width)> = self
            .live
            .iter()
            .filter(|((one, reg), _)| *one == frame && reg.0 >= parameters)
            .map(|((_, reg), (_, width))| (*reg, *width))
            .collect();
        unset.sort_unstable();
        let name = context.module.functions[self.function].name.clone();
        for (reg, width) in unset {
            self.give_up(context, reg, width, Reason::Uninitialised(format!("a variable of `{name}`")));
        }
        let why = Reason::Uninitialised(format!("a local of `{name}`"));
        self.overwritten_where(context, why, |_, _, pointer| {
            let object = match pointer.root {
                Root::Object(object) => Some(object),
                _ => pointer.object,
            };
            matches!(object, Some(ObjectId::Local { frame: one, .. }) if one == frame)
        });
    }

    fn ties(&mut self, context: &mut Context<'_>, site: &CallSite, ties: &[Option<u32>]) {
        for ((reg, width), tie) in site.results.iter().zip(ties) {
            if self.wants(*reg) {
                let value = match tie.and_then(|tie| site.args.get(tie as usize)) {
                    Some((argument, given)) if given == width => self.operand(context, *argument, *width),
                    _ => self.unknown(&mut context.pool, *width, Reason::Instruction("assembly".to_string())),
                };
                self.define(context, *reg, value, None);
            }
        }
    }
}

/// The name of a function that is called by it.
fn called_name<'m>(context: &Context<'m>, site: &CallSite) -> Option<&'m str> {
    match site.callee {
        Callee::Direct(id) => Some(&context.module.functions[id].name),
        _ => None,
    }
}
