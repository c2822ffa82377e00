//! Calls and returns: frames, arguments by value, variadic arguments, the stages of a run.

use crate::access::{Intent, NULL_PAGE};
use crate::executor::Flow;
use crate::hooks::{UnknownCall, UnknownOutcome};
use crate::lazy::{Called, Use};
use crate::state::{Frame, Stage};
use crate::{BugKind, Ending, EntryPoint, Executor, LostKind, Program, State};
use bowline_ir::{CallId, CallSite, Callee, FuncId, Function, PassedArgument, Width};
use bowline_memory::{Kind, Located, Object, Value};
use std::ops::ControlFlow;

/// What a frame costs natively beside its variables: saved registers, the return address, alignment.
const FRAME_BYTES: u64 = 48;

/// What is used of the stack when the current function is gone, but for what the next one will use: a call that takes its place finds the
/// stack as this one did.
fn without_locals(state: &State) -> u64 {
    let sizes =
        state.frame.locals.iter().filter_map(|local| state.memory.object(*local)).map(Object::capacity);
    state.frame.stack_used.saturating_sub(sizes.sum()).max(FRAME_BYTES)
}

impl Executor {
    pub(crate) fn call(
        &mut self,
        state: &mut State,
        program: &Program,
        function: &Function,
        id: CallId,
    ) -> Flow {
        let site = &function.calls[id];
        let callee = match &site.callee {
            Callee::Direct(callee) => state.called_in_place_of(*callee),
            Callee::Indirect(address) => {
                let address = self.operand(program, state, *address);
                match self.unknown_callee(state, address)? {
                    Some(Called::Function(function)) => function,
                    Some(Called::Stub(stub)) => return self.call_stub(state, stub, site),
                    None => self.called_function(state, address)?,
                }
            }
            Callee::EmptyAsm { ties } => {
                for (&(reg, _), tie) in site.results.iter().zip(ties) {
                    let value = tie
                        .map_or(Value::Int(0), |at| self.operand(program, state, site.args[at as usize].0));
                    state.set(reg, value);
                }
                state.frame.position += 1;
                return ControlFlow::Continue(());
            }
        };
        let target = &program.module.functions[callee];
        if target.is_declaration() {
            return self.call_without_body(state, program, callee, site);
        }
        self.enter(state, program, callee, target, site, id)
    }

    fn called_function(&mut self, state: &mut State, address: Value) -> Flow<FuncId> {
        let at = self.pin_address(state, address)?;
        let found = match state.memory.locate(at) {
            Located::Object { id, offset: 0 } => match state.memory.object(id).map(|object| object.kind()) {
                Some(Kind::Function(function)) => Some(FuncId(function)),
                _ => None,
            },
            _ => None,
        };
        match found {
            Some(function) => ControlFlow::Continue(function),
            None if at < NULL_PAGE => {
                let message = "call of a null function pointer";
                ControlFlow::Break(self.bug(state, BugKind::NullDereference, message))
            }
            None if self.is_foreign(at) => ControlFlow::Break(self.lost_path(
                LostKind::UnknownFunction,
                "call of a function of native code through a pointer",
                state,
            )),
            None => {
                let message = format!("call of {at:#x}, which is no function");
                ControlFlow::Break(self.bug(state, BugKind::OutOfBoundsRead, message))
            }
        }
    }

    fn call_without_body(
        &mut self,
        state: &mut State,
        program: &Program,
        callee: FuncId,
        site: &CallSite,
    ) -> Flow {
        let args: Vec<(Value, Width)> = site
            .args
            .iter()
            .map(|(operand, width)| (self.operand(program, state, *operand), *width))
            .collect();
        if let Some(builtin) = program.builtins[callee.0 as usize] {
            return self.call_builtin(state, builtin, &args, site);
        }
        let args = self.settled(state, args)?;
        let results: Vec<Width> = site.results.iter().map(|(_, width)| *width).collect();
        let call = UnknownCall { function: callee, site, args: &args, results: &results };
        let mut unknowns = self.unknowns.take().expect("unknown calls do not nest");
        let outcome = unknowns.call(self, state, &call);
        self.unknowns = Some(unknowns);
        match outcome {
            UnknownOutcome::Returned(values) => {
                for (&(reg, _), value) in site.results.iter().zip(values) {
                    state.set(reg, value);
                }
                state.frame.position += 1;
                ControlFlow::Continue(())
            }
            UnknownOutcome::Ended(ending) => ControlFlow::Break(ending),
        }
    }

    /// Arguments of native code: unknown pointers among them point to something, or are NULL.
    fn settled(&mut self, state: &mut State, mut args: Vec<(Value, Width)>) -> Flow<Vec<(Value, Width)>> {
        if state.lazy.is_some() {
            for (value, _) in args.iter_mut().filter(|(_, width)| *width == 64) {
                *value = self.settle(state, *value, Value::Int(0), Use::Hand)?;
            }
        }
        ControlFlow::Continue(args)
    }

    fn enter(
        &mut self,
        state: &mut State,
        program: &Program,
        callee: FuncId,
        target: &Function,
        site: &CallSite,
        id: CallId,
    ) -> Flow {
        let takes_place = program.module.functions[state.frame.function].is_tail_call(id);
        let (stack_used, returns_to) = match takes_place {
            true => (without_locals(state), state.frame.returns_to),
            false => (state.frame.stack_used + FRAME_BYTES, Some(id)),
        };
        if stack_used > self.config.max_stack {
            return ControlFlow::Break(self.bug(
                state,
                BugKind::StackOverflow,
                "the calls nest too deeply for the stack",
            ));
        }
        // Copies are checked before anything changes, so that a sibling can execute the call again.
        for passed in &site.passed {
            if let PassedArgument::ByValue { index, size, .. } = passed {
                let address = self.operand(program, state, site.args[*index as usize].0);
                self.access(state, address, Value::Int(*size), Intent::Read)?;
            }
        }
        let mut registers = vec![Value::Int(0); target.registers as usize].into_boxed_slice();
        let mut locals = Vec::new();
        let mut next = 0;
        for passed in &site.passed {
            if next >= target.params.len() {
                break;
            }
            match *passed {
                PassedArgument::Scalars { first, count, .. } => {
                    for &(operand, width) in &site.args[first as usize..(first + count) as usize] {
                        if next < target.params.len() {
                            let value = self.operand(program, state, operand);
                            registers[next] = self.resized(value, width, target.params[next].width);
                            next += 1;
                        }
                    }
                }
                PassedArgument::ByValue { index, size, align } => {
                    let from = self.operand(program, state, site.args[index as usize].0);
                    let (object, base, _) =
                        self.allocate(state, Value::Int(size), u64::from(align), Kind::Stack)?;
                    locals.push(object);
                    self.copy_block(state, Value::Int(base), from, Value::Int(size))?;
                    registers[next] = Value::Int(base);
                    next += 1;
                }
            }
        }
        let variadic = if target.variadic {
            let (variadic, objects) = self.place_variadic(state, program, site, target.params.len())?;
            locals.extend(objects);
            Some(Box::new(variadic))
        } else {
            None
        };
        state.frame.position += 1;
        let serial = state.next_serial;
        state.next_serial += 1;
        let position = 0;
        let frame =
            Frame { function: callee, position, registers, locals, variadic, serial, stack_used, returns_to };
        match takes_place {
            true => state.replace_frame(frame),
            false => state.push_frame(frame),
        }
        ControlFlow::Continue(())
    }

    /// A value passed where another width is expected (a call through the wrong prototype) is cut or zero-extended, as
    /// it would be in a register.
    pub(crate) fn resized(&mut self, value: Value, from: Width, to: Width) -> Value {
        if from == to {
            return value;
        }
        let expr = value.to_expr(&mut self.pool, from);
        let sized = if from > to { self.pool.truncate(expr, to) } else { self.pool.zero_extend(expr, to) };
        Value::from_expr(&self.pool, sized)
    }

    pub(crate) fn ret(
        &mut self,
        state: &mut State,
        program: &Program,
        function: &Function,
        first: u32,
        count: u32,
    ) -> Flow {
        let values: Vec<(Value, Width)> = function
            .return_values(first, count)
            .iter()
            .zip(&function.results)
            .map(|(operand, width)| (self.operand(program, state, *operand), *width))
            .collect();
        let returns_to = state.frame.returns_to;
        // While there still is a place to name.
        if returns_to.is_none()
            && state.stage == Stage::Exit
            && matches!(state.entry, EntryPoint::Main { .. })
        {
            let status = values.first().map_or(Value::Int(0), |(value, _)| *value);
            self.check_decision(state, status, "the exit status")?;
        }
        let last = !state.pop_frame();
        match returns_to {
            Some(call) if !last => {
                let site = &program.module.functions[state.frame.function].calls[call];
                for (&(reg, to), (value, from)) in site.results.iter().zip(values) {
                    let value = self.resized(value, from, to);
                    state.set(reg, value);
                }
                ControlFlow::Continue(())
            }
            _ => {
                // Constructors and destructors come here, too.
                if state.stage == Stage::Exit {
                    state.main_result = values.first().map_or(Value::Int(0), |(value, _)| *value);
                }
                self.next_stage(state)
            }
        }
    }

    /// The stack is empty: constructors, then the entry point, then `exit`, then destructors.
    pub(crate) fn next_stage(&mut self, state: &mut State) -> Flow {
        let program = std::rc::Rc::clone(self.program());
        let module = &program.module;
        loop {
            match state.stage {
                Stage::Constructors { next } => {
                    if let Some(&constructor) = module.constructors.get(next) {
                        state.stage = Stage::Constructors { next: next + 1 };
                        self.start_function(state, &program, constructor, &[]);
                        return ControlFlow::Continue(());
                    }
                    state.stage = Stage::Setup;
                }
                Stage::Setup => {
                    state.stage = Stage::Main;
                    if let EntryPoint::Function { setup: Some(setup), .. } = state.entry {
                        self.start_function(state, &program, setup, &[]);
                        return ControlFlow::Continue(());
                    }
                }
                Stage::Main => {
                    state.stage = Stage::Exit;
                    match state.entry {
                        EntryPoint::Main { function, argc, argv, envp } => {
                            let args = [u64::from(argc), argv, envp].map(Value::Int);
                            self.start_function(state, &program, function, &args);
                        }
                        EntryPoint::Function { function, .. } => {
                            let arguments = self.unknown_arguments(state, &program, function)?;
                            self.start_function(state, &program, function, &arguments.scalars);
                            state.frame.locals = arguments.locals;
                            state.frame.variadic = arguments.variadic.map(Box::new);
                        }
                    }
                    return ControlFlow::Continue(());
                }
                Stage::Exit => {
                    let status = match state.entry {
                        EntryPoint::Main { .. } => state.main_result,
                        EntryPoint::Function { .. } => Value::Int(0),
                    };
                    match module.function_named("exit").filter(|&id| !module.functions[id].is_declaration()) {
                        Some(exit) => {
                            self.start_function(state, &program, exit, &[status]);
                            return ControlFlow::Continue(());
                        }
                        None => {
                            if self.has_no_bound(state) {
                                self.prefer_small(state);
                            }
                            let status = self.exit_status(state, status, 32);
                            state.stage = Stage::Destructors { next: 0, status };
                        }
                    }
                }
                Stage::Destructors { next, status } => {
                    if let Some(&destructor) = module.destructors.get(next) {
                        state.stage = Stage::Destructors { next: next + 1, status };
                        self.start_function(state, &program, destructor, &[]);
                        return ControlFlow::Continue(());
                    }
                    return ControlFlow::Break(self.finish(state, status));
                }
            }
        }
    }

    /// The program has run to its end.
    fn finish(&mut self, state: &mut State, status: u64) -> Ending {
        if self.config.checks.memory_leak
            && let Some(leak) = self.find_leak(state)
        {
            return leak;
        }
        Ending::Exited { status }
    }

    fn start_function(&mut self, state: &mut State, program: &Program, id: FuncId, args: &[Value]) {
        let function = &program.module.functions[id];
        let mut registers = vec![Value::Int(0); function.registers as usize].into_boxed_slice();
        for (slot, (param, arg)) in function.params.iter().zip(args).enumerate() {
            registers[slot] = match *arg {
                Value::Int(word) => Value::Int(word & crate::arith::mask(param.width)),
                expr => expr,
            };
        }
        let serial = state.next_serial;
        state.next_serial += 1;
        state.callers = None;
        state.frame = Frame {
            function: id,
            position: 0,
            registers,
            locals: Vec::new(),
            variadic: None,
            serial,
            stack_used: FRAME_BYTES,
            returns_to: None,
        };
    }

    /// `_exit` and what our `exit` ends with: destructors are still to come unless the program leaves in a hurry.
    pub(crate) fn leave(&mut self, state: &mut State, status: u64, run_destructors: bool) -> Flow {
        // Frames are gone for good, their objects with them.
        while state.pop_frame() {}
        let next = if run_destructors { 0 } else { usize::MAX };
        state.stage = Stage::Destructors { next, status };
        self.next_stage(state)
    }
}
