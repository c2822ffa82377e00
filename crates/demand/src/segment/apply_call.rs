//! What is known of a call by running it, as a step of a query that goes backwards over it.
//!
//! Where the arguments are within what was measured, the model holds; where they are not, nothing does: two states. A result that what a text holds decides is
//! a number between its bounds. If all numbers between are reached, whoever wrote the text chose it: it is followed as the *contents* of that text, and is input
//! where the text is.

use super::library::MeasuredCall;
use crate::query::Reason;
use crate::state::{Asked, Context, Pointer, Root, State, Text};
use crate::term::word;
use bowline_expr::ExprId;
use bowline_infer::call::{CallModel, Gives, Input, Returns};
use bowline_infer::express::{number, polynomial, value, within};
use bowline_ir::{CallSite, Reg, Width};

impl State {
    /// The states before a call that was measured; `beyond` has those of a call of which nothing is known.
    pub(crate) fn measured_call(
        mut self,
        context: &mut Context<'_>,
        site: &CallSite,
        call: &MeasuredCall,
        why: &Reason,
        beyond: impl FnOnce(State, &mut Context<'_>) -> Vec<State>,
    ) -> Vec<State> {
        let model = &call.model;
        context.segments.uses(&call.text);
        let result = site.results.iter().copied().find(|(reg, _)| self.wants(*reg));
        let inputs = self.inputs(context, site, model);
        let inside = self.is_inside(context, site, model, &inputs);
        let mut other = self.clone();
        let states = match result {
            Some(result) => self.measured_result(context, site, (model, &inputs), why, result),
            None => Some(vec![self]),
        };
        // Numerals say what is possible, not what is not.
        let is_open = matches!(model.returns, Returns::Number(Gives::Written { .. })) && result.is_some();
        if !is_open && states.is_some() {
            let outside = context.pool.not(inside);
            other.assume(outside);
        }
        let mut all = if other.is_contradiction() { Vec::new() } else { beyond(other, context) };
        for mut state in states.unwrap_or_default() {
            for written in &model.written {
                if let Some((to, _)) = site.args.get(written.argument) {
                    state.overwritten(context, *to, why.clone());
                }
            }
            state.assume(inside);
            all.push(state);
        }
        all
    }

    /// Does nothing that is waited for depend on what a call does?
    pub(crate) fn is_indifferent(&self, site: &CallSite) -> bool {
        self.cells.is_empty()
            && self.texts.is_empty()
            && !site.results.iter().any(|(reg, _)| self.wants(*reg))
    }

    fn inputs(&mut self, context: &mut Context<'_>, site: &CallSite, model: &CallModel) -> Vec<ExprId> {
        let input = |input: &Input| {
            let (operand, width) = site.args[input.argument()];
            match input {
                Input::Value(_) => {
                    let value = self.operand(context, operand, width);
                    context.pool.sign_extend(value, 64)
                }
                Input::Length(_) | Input::Word { .. } => self.text(context, operand),
            }
        };
        model.inputs.iter().map(input).collect()
    }

    /// Are the arguments such as were measured?
    fn is_inside(
        &mut self,
        context: &mut Context<'_>,
        site: &CallSite,
        model: &CallModel,
        inputs: &[ExprId],
    ) -> ExprId {
        let mut inside = within(&mut context.pool, inputs, &model.ranges);
        for input in &model.inputs {
            // Where NULL is an error, it is one of this call, and assumed not to happen like that of every access that is passed.
            if let Input::Length(argument) = *input
                && !model.refuses_null.contains(&argument)
            {
                let address = self.operand(context, site.args[argument].0, 64);
                let pool = &mut context.pool;
                let null = pool.constant(0, 64);
                let is_null = pool.eq(address, null);
                let is_not = pool.not(is_null);
                inside = pool.and(inside, is_not);
            }
        }
        inside
    }

    /// Nothing where the model says nothing of the result.
    fn measured_result(
        mut self,
        context: &mut Context<'_>,
        site: &CallSite,
        (model, inputs): (&CallModel, &[ExprId]),
        why: &Reason,
        (reg, width): (Reg, Width),
    ) -> Option<Vec<State>> {
        match &model.returns {
            Returns::Nothing => None,
            Returns::Number(gives) => {
                let value = self.given(context, site, (model, inputs), gives, why)?;
                let value = context.pool.truncate(value, width);
                self.define(context, reg, value, None);
                self.settle(context);
                Some(vec![self])
            }
            Returns::Inside { argument, offset, or_null } => {
                let mut none = self.clone();
                let moved = self.given(context, site, (model, inputs), offset, why)?;
                let (operand, _) = *site.args.get(*argument)?;
                let (base, from) = (self.operand(context, operand, 64), self.pointer(context, operand));
                let address = context.pool.add(base, moved);
                let offset_now = context.pool.add(from.offset, moved);
                self.define(context, reg, address, Some(Pointer { offset: offset_now, ..from }));
                self.settle(context);
                if !or_null {
                    return Some(vec![self]);
                }
                let zero = context.pool.constant(0, 64);
                let null = Pointer { root: Root::Null, object: None, offset: zero };
                none.define(context, reg, zero, Some(null));
                if !matches!(offset, Gives::Between { reaches_all: true, .. }) {
                    none.doubts.push(why.clone());
                }
                Some(vec![self, none])
            }
        }
    }

    /// An output as a number of 64 bits.
    fn given(
        &mut self,
        context: &mut Context<'_>,
        site: &CallSite,
        (model, inputs): (&CallModel, &[ExprId]),
        gives: &Gives,
        why: &Reason,
    ) -> Option<ExprId> {
        let (text, bounds) = match gives {
            Gives::Anything => return None,
            Gives::Exactly(model) => return Some(value(&mut context.pool, model, inputs)),
            Gives::Written { argument, numbers } => {
                (Some(*argument), [number_of(context, numbers.low), number_of(context, numbers.high)])
            }
            Gives::Between { low, high, reaches_all } => {
                let is_length = |input: &&Input| matches!(input, Input::Length(_));
                let text = model.inputs.iter().find(is_length).map(|input| input.argument());
                let mut bound = |bound: &Option<bowline_infer::Polynomial>| {
                    bound.as_ref().map(|bound| polynomial(&mut context.pool, bound, inputs))
                };
                (text.filter(|_| *reaches_all), [bound(low), bound(high)])
            }
        };
        let symbol = self.fresh(&mut context.pool, "measured", 64);
        let value = word(&mut context.pool, symbol, 64);
        let [low, high] = bounds;
        if let Some(low) = low {
            let above = context.pool.sle(low, value);
            self.assume(above);
        }
        if let Some(high) = high {
            let below = context.pool.sle(value, high);
            self.assume(below);
        }
        match text.and_then(|text| site.args.get(text)) {
            Some((operand, _)) => {
                let pointer = self.pointer(context, *operand);
                self.texts.push(Text { symbol, pointer, asked: Asked::Contents(why.clone()) });
            }
            None => self.unknown.push((symbol, why.clone())),
        }
        Some(value)
    }
}

fn number_of(context: &mut Context<'_>, value: i64) -> Option<ExprId> {
    Some(number(&mut context.pool, value.into()))
}
