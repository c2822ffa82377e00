//! `--unknowns infer`: a call does what running the function on chosen inputs has told.
//!
//! A call whose arguments depend on inputs is turned into a request (`measure`): what is known is fixed, numbers vary, pointers lead to numbers or to a text. If the response says
//! exactly what the call returns, what errno becomes and what is in memory afterwards, the path goes on with that, for all arguments that were measured; where they may be others, a sibling executes
//! the call again, for those. Every such call is `measured` in `lost`, with file and line: what rests on it may find, and closes nothing.
//!
//! Everything else goes as with `--unknowns native`: calls that are wholly known, arguments beyond what was measured, functions of which no exact model was found.
//!
//! Assumed of objects behind pointers: they are apart. Two pointers into one object are not expressed.

use crate::calls::{NativeCalls, NativeConfig};
use crate::measure::Measurer;
use crate::transfer::object_in;
use bowline_base::FxHashMap;
use bowline_exec::hooks::{UnknownCall, UnknownOutcome, Unknowns};
use bowline_exec::{Executor, LostKind, State};
use bowline_expr::Pool;
use bowline_infer::Store;
use bowline_infer::call::{Argument, CallModel, Gives, Input, Request, Returns};
use bowline_infer::express::{value, within};
use bowline_ir::{ArgumentClass, Function, PassedArgument};
use bowline_memory::{ObjectId, Size, Value};
use std::rc::Rc;

mod values;

/// Bytes behind a pointer that are taken for numbers.
const MOST_IN_WORDS: u64 = 32;
/// Bytes of a text whose length is an expression.
const LONGEST_TEXT: u64 = 256;

pub struct InferredCalls {
    native: NativeCalls,
    measurer: Measurer,
    known: FxHashMap<Request, Option<Rc<CallModel>>>,
}

/// What a pointer argument points to.
#[derive(Clone, Copy, Debug)]
struct Behind {
    object: ObjectId,
    offset: u64,
    /// From there to the object's end.
    bytes: u64,
    read_only: bool,
}

/// How memory behind pointers is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum View {
    Long,
    Int,
    Text,
}

impl InferredCalls {
    pub fn new(native: NativeCalls, config: &NativeConfig, store: Store) -> Self {
        Self { native, measurer: Measurer::new(config, store), known: FxHashMap::default() }
    }

    /// The results, and everything done in the state; nothing, and nothing done, where that cannot be said.
    fn inferred(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        call: &UnknownCall<'_>,
        function: &Function,
    ) -> Option<Vec<Value>> {
        if function.variadic || state.has_seeds() || call.args.len() != function.params.len() {
            return None;
        }
        let behind = pointers(state, call, function)?;
        if !depends_on_inputs(executor, state, call, &behind) {
            return None;
        }
        for view in [View::Long, View::Int, View::Text] {
            let Some(request) = request(executor, state, call, function, &behind, view) else { continue };
            let Some(model) = self.model(&request) else { continue };
            return apply(executor, state, call, &behind, &request, &model);
        }
        None
    }

    fn model(&mut self, request: &Request) -> Option<Rc<CallModel>> {
        if let Some(known) = self.known.get(request) {
            return known.clone();
        }
        let model = self.measurer.respond(request).ok().filter(CallModel::is_exact).map(Rc::new);
        self.known.insert(request.clone(), model.clone());
        model
    }
}

impl Unknowns for InferredCalls {
    fn call(&mut self, executor: &mut Executor, state: &mut State, call: &UnknownCall<'_>) -> UnknownOutcome {
        let program = Rc::clone(executor.program());
        let function = &program.module.functions[call.function];
        match self.inferred(executor, state, call, function) {
            Some(values) => UnknownOutcome::Returned(values),
            None => self.native.call(executor, state, call),
        }
    }

    fn owns(&self, address: u64) -> bool {
        self.native.owns(address)
    }
}

/// What each argument points to, if it is a pointer. Nothing where one is not known, or two lead to the same object.
fn pointers(state: &State, call: &UnknownCall<'_>, function: &Function) -> Option<Vec<Option<Behind>>> {
    let mut all: Vec<Option<Behind>> = Vec::new();
    for ((value, _), parameter) in call.args.iter().zip(&function.params) {
        let behind = match (parameter.is_pointer, value) {
            (false, _) | (true, Value::Int(0)) => None,
            (true, Value::Expr(_)) => return None,
            (true, Value::Int(address)) => {
                let id = object_in(&state.memory, *address)?;
                let object = state.memory.object(id)?;
                let Size::Known(size) = object.size() else { return None };
                let offset = address.checked_sub(object.base())?;
                let bytes = size.checked_sub(offset)?;
                Some(Behind { object: id, offset, bytes, read_only: object.read_only() })
            }
        };
        let is_twice = |one: &Behind| all.iter().flatten().any(|other| other.object == one.object);
        if behind.as_ref().is_some_and(is_twice) {
            return None;
        }
        all.push(behind);
    }
    Some(all)
}

/// A call in which everything is known is simply made.
fn depends_on_inputs(
    executor: &mut Executor,
    state: &State,
    call: &UnknownCall<'_>,
    behind: &[Option<Behind>],
) -> bool {
    let by_value = call.args.iter().any(|(value, _)| matches!(value, Value::Expr(_)));
    by_value
        || behind.iter().flatten().any(|one| {
            let length = one.bytes.min(LONGEST_TEXT);
            (one.offset..one.offset + length).any(|at| {
                let byte = state.memory.byte(executor.pool_mut(), one.object, at);
                matches!(byte, Value::Expr(_)) && !state.memory.is_fresh(one.object, at)
            })
        })
}

/// Nothing where an argument cannot be looked at in this way.
fn request(
    executor: &mut Executor,
    state: &State,
    call: &UnknownCall<'_>,
    function: &Function,
    behind: &[Option<Behind>],
    view: View,
) -> Option<Request> {
    let is_integer = |class| matches!(class, ArgumentClass::Integer | ArgumentClass::SignedInteger);
    let mut arguments = Vec::new();
    for (number, passed) in call.site.passed.iter().enumerate() {
        let PassedArgument::Scalars { count: 1, class, .. } = *passed else { return None };
        let (value, width) = *call.args.get(number)?;
        if !is_integer(class) || !(32..=64).contains(&width) {
            return None;
        }
        arguments.push(match (function.params[number].is_pointer, behind[number], value) {
            (true, None, _) => Argument::Null,
            (true, Some(one), _) => of_pointer(executor, state, one, view)?,
            (false, _, Value::Expr(_)) => Argument::Number { bits: width },
            (false, _, Value::Int(word)) => {
                let unused = 64 - u32::from(width);
                Argument::Fixed { bits: width, value: (word << unused) as i64 >> unused }
            }
        });
    }
    // Where no pointer is looked at, one view is as good as another.
    if view != View::Long
        && !arguments.iter().any(|one| matches!(one, Argument::Words { .. } | Argument::Text))
    {
        return None;
    }
    let result = match (call.results, function.returned.as_slice()) {
        ([], []) => 0,
        ([width], [returned]) if is_integer(returned.class) && *width <= 64 => *width,
        _ => return None,
    };
    Some(Request { function: function.name.clone(), arguments, result, alphabet: Vec::new() })
}

fn of_pointer(executor: &mut Executor, state: &State, one: Behind, view: View) -> Option<Argument> {
    if one.read_only {
        let bytes = state.memory.concrete_bytes(one.object, one.offset, one.bytes)?;
        let length = bytes.iter().position(|byte| *byte == 0)?;
        return Some(Argument::FixedText(bytes[..length].to_vec()));
    }
    let words = |size: u64| {
        let fits = one.bytes > 0 && one.bytes <= MOST_IN_WORDS && one.bytes.is_multiple_of(size);
        fits.then(|| Argument::Words { bytes: size as u8, count: (one.bytes / size) as u8 })
    };
    match view {
        View::Long => words(8).or_else(|| values::length(executor, state, one).map(|_| Argument::Text)),
        View::Int => words(4),
        View::Text => values::length(executor, state, one).map(|_| Argument::Text),
    }
}

/// Puts what a model says into the state.
fn apply(
    executor: &mut Executor,
    state: &mut State,
    call: &UnknownCall<'_>,
    behind: &[Option<Behind>],
    request: &Request,
    model: &CallModel,
) -> Option<Vec<Value>> {
    let mut inputs = Vec::new();
    for at in 0..model.inputs.len() {
        inputs.push(values::input(executor, state, call, behind, (request, model), at)?);
    }
    let mut inside = within(executor.pool_mut(), &inputs, &model.ranges);
    for input in &model.inputs {
        // A text that has no end in its object is no text.
        if let Input::Length(argument) = *input {
            let has_end = values::has_end(executor, state, behind[argument]?);
            inside = executor.pool_mut().and(inside, has_end);
        }
    }
    if !executor.holds_here(state, inside) {
        return None;
    }
    let exact = |gives: &Gives, pool: &mut Pool| match gives {
        Gives::Exactly(model) => Some(value(pool, model, &inputs)),
        _ => None,
    };
    let pool = executor.pool_mut();
    let results = match (&model.returns, call.results) {
        (Returns::Nothing, _) => Vec::new(),
        (Returns::Number(gives), [width]) => {
            let value = exact(gives, pool)?;
            let value = pool.truncate(value, *width);
            vec![Value::from_expr(pool, value)]
        }
        (Returns::Inside { argument, offset, .. }, [64]) => {
            let (base, moved) = (call.args[*argument].0.to_expr(pool, 64), exact(offset, pool)?);
            let value = pool.add(base, moved);
            vec![Value::from_expr(pool, value)]
        }
        _ => return None,
    };
    let errno = match &model.errno {
        Some(gives) => Some(exact(gives, pool)?),
        None => None,
    };
    values::write(executor, state, behind, request, model, &inputs)?;
    if let (Some(errno), Some(object)) = (errno, executor.errno_object(state)) {
        let pool = executor.pool_mut();
        let number = pool.truncate(errno, 32);
        let number = Value::from_expr(pool, number);
        state.memory.write(pool, object, 0, 4, number);
    }
    let names: Vec<String> =
        (1..=request.arguments.len()).map(|number| format!("argument {number}")).collect();
    executor.lose(LostKind::Measured, model.text(request, &names), state);
    Some(results)
}
