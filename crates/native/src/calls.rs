//! `--unknowns native`: the real function is called.

use crate::process::{Failure, Process, StartError, describe_end, signal_name};
use crate::protocol::{Argument, Call, FOREIGN, Foreign, Hidden, Reply, Request, Returned, Type};
use crate::refuse::{allocates_text, refusal};
use crate::signature::{Signature, Source, signature};
use crate::transfer::{Transfer, look_again, writes};
use crate::version::{Mirror, Version};
use bowline_exec::hooks::{UnknownCall, UnknownOutcome, Unknowns};
use bowline_exec::{Ending, Executor, LostKind, State};
use bowline_ir::{FuncId, Function, Width};
use bowline_memory::{Allocation, Kind, Located, Value};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeConfig {
    /// Shared libraries beside the host's own, by absolute path.
    pub libraries: Vec<PathBuf>,
    /// For one call; 1 s.
    pub time_limit: Duration,
}

impl Default for NativeConfig {
    fn default() -> Self {
        Self { libraries: Vec::new(), time_limit: Duration::from_secs(1) }
    }
}

pub struct NativeCalls {
    config: NativeConfig,
    /// Started when first needed, and again after it crashed.
    process: Option<Process>,
    /// How many children there have been; the program may hold addresses of their memory.
    started: u32,
    /// The version of paths that have called nothing.
    first: Rc<Version>,
    /// The version that the child's variables are of; none if that is not known.
    in_child: Option<Rc<Version>>,
    /// That system calls are not filtered has been told.
    has_warned: bool,
}

impl NativeCalls {
    pub fn new(config: NativeConfig) -> Self {
        Self { config, process: None, started: 0, first: Rc::default(), in_child: None, has_warned: false }
    }

    /// Those of the names that no library has.
    pub fn missing(&mut self, names: &[String]) -> Result<Vec<String>, StartError> {
        let limit = self.config.time_limit.max(Duration::from_secs(10));
        let process = self.process()?;
        match process.ask(&Request::Resolve(names.to_vec()), limit) {
            Ok(Reply::Resolved(found)) if found.len() == names.len() => {
                let missing = names.iter().zip(found).filter(|(_, found)| !found);
                Ok(missing.map(|(name, _)| name.clone()).collect())
            }
            _ => {
                self.process = None;
                Err(StartError::Start("it does not answer".to_string()))
            }
        }
    }

    fn process(&mut self) -> Result<&mut Process, StartError> {
        let process = match self.process.take() {
            Some(process) => process,
            None => {
                self.started += 1;
                self.in_child = None;
                Process::start(&self.config.libraries)?
            }
        };
        Ok(self.process.insert(process))
    }

    /// The error says why the path ends.
    fn try_call(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        call: &UnknownCall<'_>,
        function: &Function,
    ) -> Result<Vec<Value>, String> {
        let name = &function.name;
        if let Some(reason) = refusal(name) {
            return Err(format!("refused: {reason}"));
        }
        let signature = signature(call, function)
            .map_err(|what| format!("{what} cannot be passed between native code and the program"))?;
        let words = concrete_arguments(executor, state, call, name);
        let roots: Vec<u64> = words.iter().map(|word| *word as u64).collect();
        let version = Version::of(state).unwrap_or_else(|| Rc::clone(&self.first));
        let transfer = Transfer::gather(executor, state, &roots, name, &version)?;
        let writes = writes(executor, state, name, &version);
        let filtered = self.process().map_err(|error| error.to_string())?.filtered;
        if version.process.is_some_and(|process| process != self.started) {
            return Err("memory that an earlier call allocated went with a process that crashed".to_string());
        }
        let is_in_child =
            self.in_child.take().is_some_and(|known| Rc::ptr_eq(&known.variables, &version.variables));
        let request = Request::Call(Call {
            function: name.clone(),
            args: arguments(&signature, call, &words, &transfer, &version)?,
            fixed: signature.fixed,
            result: signature.result.iter().map(|(ty, _)| ty.clone()).collect(),
            errno: errno(executor, state, name),
            objects: transfer.objects.clone(),
            allocates: allocates_text(name),
            variables: (!is_in_child).then(|| version.variables.to_vec()),
            writes,
            looks: version.looks(),
        });
        let limit = self.config.time_limit;
        if !filtered && !self.has_warned {
            self.has_warned = true;
            executor.warn("native calls run without a filter of system calls");
        }
        let process = self.process().map_err(|error| error.to_string())?;
        match process.ask(&request, limit) {
            Ok(Reply::Returned(returned)) => {
                transfer.apply(state, &returned.changes, &version);
                set_errno(executor, state, &request, &returned);
                let mut next = Version::clone(&version);
                look_again(state, &mut next, &returned.looked);
                let result = imported(executor, state, name, &returned, &mut next)?;
                self.remember(executor, state, name, next, &version, returned.hidden);
                values(executor, call, &signature, &result)
            }
            Ok(Reply::Overflow { object }) => {
                let object = transfer.name(state, object);
                Err(format!("it writes behind the end of {object}"))
            }
            Ok(Reply::Failed(why)) => Err(why),
            Ok(Reply::Crashed { signal, detail }) => {
                self.process = None;
                Err(describe_crash(executor, state, signal, detail))
            }
            Ok(Reply::Resolved(_) | Reply::Ready { .. }) => {
                self.process = None;
                Err("it breaks the connection to its process".to_string())
            }
            Err(Failure::TimedOut) => {
                self.process = None;
                Err(format!("it takes longer than {limit:?}"))
            }
            Err(Failure::Ended(status)) => {
                self.process = None;
                Err(format!("it {}", describe_end(status)))
            }
        }
    }
}

impl NativeCalls {
    /// What the call left behind in native code's own memory.
    fn remember(
        &mut self,
        executor: &mut Executor,
        state: &mut State,
        name: &str,
        mut version: Version,
        before: &Rc<Version>,
        hidden: Hidden,
    ) {
        if let Some(variables) = hidden.own {
            version.variables = Rc::new(variables);
        }
        if hidden.keeps {
            version.process = Some(self.started);
        }
        // Paths merge only where they have the same version, so a call that changes nothing makes no new one.
        self.in_child = Some(Rc::clone(before));
        if version != **before {
            let version = Rc::new(version);
            version.give_to(state);
            self.in_child = Some(version);
        }
        let shared =
            [(hidden.system, "the C library's own state"), (hidden.heap, "memory that native code keeps")];
        for (_, what) in shared.iter().filter(|(is_changed, _)| *is_changed) {
            let what = format!("{name} changes {what}, which all paths share");
            executor.lose(LostKind::NativeState, what, state);
        }
    }
}

impl Unknowns for NativeCalls {
    fn call(&mut self, executor: &mut Executor, state: &mut State, call: &UnknownCall<'_>) -> UnknownOutcome {
        let program = std::rc::Rc::clone(executor.program());
        let function = &program.module.functions[call.function];
        match self.try_call(executor, state, call, function) {
            Ok(values) => UnknownOutcome::Returned(values),
            Err(why) => {
                let what = format!("call of {}: {why}", function.name);
                executor.lose(LostKind::UnknownFunction, what, state);
                UnknownOutcome::Ended(Ending::Lost)
            }
        }
    }

    fn owns(&self, address: u64) -> bool {
        self.started > 0 && FOREIGN.contains(&address)
    }
}

/// The values of all scalars, each fixed to one.
fn concrete_arguments(
    executor: &mut Executor,
    state: &mut State,
    call: &UnknownCall<'_>,
    name: &str,
) -> Vec<u128> {
    let scalar = |(number, (value, _)): (usize, &(Value, Width))| match *value {
        Value::Int(word) => u128::from(word),
        Value::Expr(expr) => executor.concretise(state, expr, &format!("argument {number} of {name}")),
    };
    (1..).zip(call.args).map(scalar).collect()
}

fn arguments(
    signature: &Signature,
    call: &UnknownCall<'_>,
    words: &[u128],
    transfer: &Transfer,
    version: &Version,
) -> Result<Vec<Argument>, String> {
    let argument = |(ty, source): &(Type, Source)| {
        let mut bytes = match *source {
            Source::Scalars { first, count } => (first..first + count)
                .flat_map(|at| {
                    outward(words[at], call.args[at].1, version)
                        .to_le_bytes()
                        .into_iter()
                        .take(bytes_of(call.args[at].1))
                })
                .collect(),
            Source::Behind { scalar } => transfer
                .bytes_at(words[scalar] as u64, ty.size())
                .ok_or("a structure passed by value is not in memory")?,
        };
        bytes.resize(ty.size(), 0);
        Ok(Argument { ty: ty.clone(), bytes })
    };
    signature.args.iter().map(argument).collect()
}

/// A word that may be a pointer.
fn outward(word: u128, width: Width, version: &Version) -> u128 {
    if width == 64 { u128::from(version.outward(word as u64)) } else { word }
}

fn bytes_of(width: Width) -> usize {
    usize::from(width.div_ceil(8))
}

fn errno(executor: &mut Executor, state: &mut State, name: &str) -> i32 {
    let Some(object) = executor.errno_object(state) else { return 0 };
    match state.memory.read(executor.pool_mut(), object, 0, 4) {
        Value::Int(value) => value as i32,
        Value::Expr(expr) => executor.concretise(state, expr, &format!("errno at the call of {name}")) as i32,
    }
}

fn set_errno(executor: &Executor, state: &mut State, request: &Request, returned: &Returned) {
    let is_new = !matches!(request, Request::Call(call) if call.errno == returned.errno);
    if is_new && let Some(object) = executor.errno_object(state) {
        state.memory.write_bytes(object, 0, &returned.errno.to_le_bytes());
    }
}

/// The result, with a pointer to memory of the child replaced by one to an object that stands for it.
fn imported(
    executor: &mut Executor,
    state: &mut State,
    name: &str,
    returned: &Returned,
    version: &mut Version,
) -> Result<Vec<u8>, String> {
    let mut result = returned.result.clone();
    if let Some(Foreign { address, writable, bytes }) = &returned.foreign {
        let known = version.inward(*address);
        if known != *address {
            result[..8].copy_from_slice(&known.to_le_bytes());
            return Ok(result);
        }
        let is_allocated = allocates_text(name);
        let mut allocation =
            Allocation::of_size(if is_allocated { Kind::Heap } else { Kind::Global }, bytes.len() as u64);
        allocation.name = (!is_allocated).then(|| format!("what {name} returned").into());
        let (object, base) =
            state.memory.alloc(allocation).ok_or("more objects than the address space holds")?;
        state.memory.write_bytes(object, 0, bytes);
        if let Some(object) = state.memory.object_mut(object) {
            object.set_read_only(!writable);
        }
        if !is_allocated {
            let last = Rc::from(bytes.as_slice());
            version.mirrors.push(Mirror { base, original: *address, writable: *writable, last });
            let what = format!("{name} returns a pointer to memory of its own, of which a part was copied");
            executor.lose(LostKind::AssumedResult, what, state);
        }
        result[..8].copy_from_slice(&base.to_le_bytes());
    }
    Ok(result)
}

/// The scalars of a result.
fn values(
    executor: &mut Executor,
    call: &UnknownCall<'_>,
    signature: &Signature,
    result: &[u8],
) -> Result<Vec<Value>, String> {
    let mut widths = call.results.iter();
    let mut rest = result;
    let mut values = Vec::new();
    for (part, count) in &signature.result {
        let (mut bytes, later) = rest.split_at_checked(part.size()).ok_or("its result is cut short")?;
        rest = later;
        for &width in widths.by_ref().take(*count) {
            let (scalar, more) = bytes.split_at(bytes_of(width).min(bytes.len()));
            values.push(value_of(executor, scalar, width));
            bytes = more;
        }
    }
    Ok(values)
}

fn value_of(executor: &mut Executor, bytes: &[u8], width: Width) -> Value {
    let word = bytes.iter().rev().fold(0u128, |word, byte| word << 8 | u128::from(*byte));
    let word = if width < 128 { word & ((1 << width) - 1) } else { word };
    let constant = executor.pool_mut().constant(word, width);
    Value::from_expr(executor.pool(), constant)
}

fn describe_crash(executor: &Executor, state: &State, signal: u32, detail: u64) -> String {
    if signal as i32 == libc::SIGSYS {
        return format!("refused: it makes the system call {detail}, which is forbidden to it");
    }
    let called_back = match state.memory.locate(detail) {
        Located::Object { id, .. } => match state.memory.object(id).map(|object| object.kind()) {
            Some(Kind::Function(function)) => Some(FuncId(function)),
            _ => None,
        },
        _ => None,
    };
    match called_back {
        Some(function) => {
            let name = &executor.program().module.functions[function].name;
            format!("it calls {name} of the program, which native code cannot call back")
        }
        None => format!("it crashes with {}", signal_name(signal)),
    }
}
