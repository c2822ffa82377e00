//! Calls of functions without a body that are run because nothing is known of them.
//!
//! The request is the call with its argument set-up: numbers and texts that are always the same are fixed, everything else varies, and texts are made of the bytes that
//! the calling function compares with. Who runs it is plugged in ([`Laboratory`]); what comes back is put into a query by [`super::apply`].
//!
//! Declined before anything is run: variable arguments, structures, floating point, numbers below 32 bits (how those are extended is not the request's to say),
//! calls that do not match the declaration.

use super::Segments;
use super::cut::compared_with;
use crate::state::Context;
use bowline_infer::call::{Argument, CallModel, Request};
use bowline_ir::{
    ArgumentClass, CallSite, Constant, FuncId, Function, Initializer, Module, Operand, PassedArgument,
    Position,
};
use std::sync::Arc;

/// Runs functions that have no body.
pub trait Laboratory {
    /// The error says, in words that follow a function's name and a colon, why nothing is known.
    fn respond(&mut self, request: &Request) -> Result<CallModel, String>;
}

/// Makes one for each thread that answers questions.
pub type Founder = dyn Fn() -> Box<dyn Laboratory> + Send + Sync;

/// What running a function has told, for one call of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeasuredCall {
    pub model: CallModel,
    /// In words.
    pub text: String,
}

impl Segments {
    /// What is known of a call by running it.
    pub(crate) fn call(
        context: &mut Context<'_>,
        (caller, at): (FuncId, Position),
        site: &CallSite,
        target: FuncId,
    ) -> Option<Arc<MeasuredCall>> {
        if !context.segments.is_on {
            return None;
        }
        if let Some(told) = context.segments.repository.call((caller, at)) {
            return told.ok();
        }
        let called = &context.module.functions[target];
        let told =
            request(context.module, caller, site, called).map_err(str::to_string).and_then(|request| {
                let model = context.segments.respond(&request)?;
                let text = model.text(&request, &names(&request, called));
                Ok(Arc::new(MeasuredCall { model, text }))
            });
        context.segments.repository.insert_call((caller, at), target, told.clone());
        told.ok()
    }

    fn respond(&mut self, request: &Request) -> Result<CallModel, String> {
        if let Some(known) = self.repository.response(request) {
            return known;
        }
        if self.laboratory.is_none() {
            self.laboratory = self.founder.as_ref().map(|found| found());
        }
        let laboratory = self.laboratory.as_mut().ok_or("functions are not run")?;
        let response = laboratory.respond(request);
        self.repository.insert_response(request, response.clone());
        response
    }
}

/// Of the arguments, as the declaration has them or by what they are.
fn names(request: &Request, called: &Function) -> Vec<String> {
    let name = |(number, argument): (usize, &Argument)| match argument {
        Argument::Fixed { value, .. } => value.to_string(),
        Argument::Null => "NULL".to_string(),
        Argument::FixedText(text) => format!("{:?}", String::from_utf8_lossy(text)),
        _ => {
            let own = called.params.get(number).and_then(|parameter| parameter.name.clone());
            own.unwrap_or_else(|| format!("argument {}", number + 1))
        }
    };
    request.arguments.iter().enumerate().map(name).collect()
}

/// The error says what cannot be passed.
fn request(
    module: &Module,
    caller: FuncId,
    site: &CallSite,
    called: &Function,
) -> Result<Request, &'static str> {
    if called.variadic || site.args.len() != called.params.len() || site.passed.len() != site.args.len() {
        return Err("it takes variable arguments, or others than it is declared with");
    }
    let is_integer =
        |class: ArgumentClass| matches!(class, ArgumentClass::Integer | ArgumentClass::SignedInteger);
    let mut arguments = Vec::new();
    for ((passed, parameter), (operand, width)) in site.passed.iter().zip(&called.params).zip(&site.args) {
        let PassedArgument::Scalars { count: 1, class, .. } = *passed else {
            return Err("it takes a structure");
        };
        if !is_integer(class) || !(32..=64).contains(width) {
            return Err("it takes something else than pointers, `int` and `long`");
        }
        arguments.push(match parameter.is_pointer {
            true => pointer(module, *operand)?,
            false => number(module, *operand, *width),
        });
    }
    let result = match (site.results.as_slice(), called.returned.as_slice()) {
        ([], []) => 0,
        ([(_, width)], [returned]) if is_integer(returned.class) && *width <= 64 => *width,
        _ => return Err("it returns something else than a pointer or an integer"),
    };
    let alphabet = match arguments.contains(&Argument::Text) {
        true => {
            let function = &module.functions[caller];
            compared_with(module, function.insts.iter())
        }
        false => Vec::new(),
    };
    Ok(Request { function: called.name.clone(), arguments, result, alphabet })
}

fn number(module: &Module, operand: Operand, bits: u16) -> Argument {
    match operand.as_const().map(|id| &module.constants[id]) {
        Some(Constant::Int { value, .. }) => {
            let unused = 128 - u32::from(bits);
            let value = ((*value << unused) as i128 >> unused) as i64;
            Argument::Fixed { bits, value }
        }
        _ => Argument::Number { bits },
    }
}

fn pointer(module: &Module, operand: Operand) -> Result<Argument, &'static str> {
    match operand.as_const().map(|id| &module.constants[id]) {
        Some(Constant::Int { value: 0, .. }) => Ok(Argument::Null),
        Some(Constant::Global { global, offset }) if module.globals[*global].read_only => {
            let Initializer::Bytes { bytes, .. } = &module.globals[*global].initializer else {
                return Ok(Argument::Text);
            };
            let text =
                usize::try_from(*offset).ok().and_then(|offset| bytes.get(offset..)).unwrap_or_default();
            match text.iter().position(|byte| *byte == 0) {
                Some(length) => Ok(Argument::FixedText(text[..length].to_vec())),
                None => Err("it is given a constant that is no text"),
            }
        }
        Some(Constant::Function(_)) => Err("it is given a function to call"),
        _ => Ok(Argument::Text),
    }
}
