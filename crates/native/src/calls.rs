//! `--unknowns native` and `symcrete`: the real function is called.

use crate::arguments::{self, concrete_arguments, errno, is_repeatable};
use crate::caller::Caller;
use crate::inputs::Inputs;
use crate::process::StartError;
use crate::protocol::{Call, FOREIGN, Hidden};
use crate::refuse::{allocates_text, refusal};
use crate::repeat::{self, Made, Outcome};
use crate::results::{described, imported, set_errno, values};
use crate::signature::signature;
use crate::transfer::{Transfer, look_again, writes};
use crate::version::Version;
use bowline_base::FxHashSet;
use bowline_exec::hooks::{UnknownCall, UnknownOutcome, Unknowns};
use bowline_exec::{Ending, Executor, LostKind, State};
use bowline_ir::Function;
use bowline_memory::Value;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeConfig {
    /// Shared libraries beside the host's own, by absolute path.
    pub libraries: Vec<PathBuf>,
    /// For one call; 1 s.
    pub time_limit: Duration,
    /// A call whose arguments are not known stays so, and is repeated when a branch asks for another result (`--unknowns symcrete`).
    pub repeats: bool,
}

impl Default for NativeConfig {
    fn default() -> Self {
        Self { libraries: Vec::new(), time_limit: Duration::from_secs(1), repeats: false }
    }
}

pub struct NativeCalls {
    caller: Rc<RefCell<Caller>>,
    /// The version of paths that have called nothing.
    first: Rc<Version>,
    /// That system calls are not filtered has been told.
    has_warned: bool,
    /// Calls may be repeated with other arguments: their effects are symcretes.
    repeats: bool,
    /// Functions that nobody defines, neither the program nor a library.
    undefined: FxHashSet<String>,
}

impl NativeCalls {
    pub fn new(config: NativeConfig) -> Self {
        let repeats = config.repeats;
        let caller = Rc::new(RefCell::new(Caller::new(config)));
        Self { caller, first: Rc::default(), has_warned: false, repeats, undefined: FxHashSet::default() }
    }

    /// Paths that call one of these end there.
    pub fn without(mut self, undefined: &[String]) -> Self {
        self.undefined = undefined.iter().cloned().collect();
        self
    }

    /// Those of the names that no library has.
    pub fn missing(&mut self, names: &[String]) -> Result<Vec<String>, StartError> {
        self.caller.borrow_mut().missing(names)
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
        if self.undefined.contains(name) {
            return Err("none of the files defines it".to_string());
        }
        let signature = signature(call, function)
            .map_err(|what| format!("{what} cannot be passed between native code and the program"))?;
        let version = Version::of(state).unwrap_or_else(|| Rc::clone(&self.first));
        let mut inputs = Inputs::new(self.repeats && is_repeatable(state, &signature, &version));
        let words = concrete_arguments(executor, state, call, name, &mut inputs);
        let roots: Vec<u64> = words.iter().map(|word| *word as u64).collect();
        let transfer = Transfer::gather(executor, state, &roots, name, &version, &mut inputs)?;
        let request = Call {
            function: name.clone(),
            args: arguments::of_request(&signature, call, &words, &transfer, &version)?,
            fixed: signature.fixed,
            result: signature.result.iter().map(|(ty, _)| ty.clone()).collect(),
            errno: errno(executor, state, name, &mut inputs),
            objects: transfer.objects.clone(),
            allocates: allocates_text(name),
            variables: None,
            writes: writes(executor, state, name, &version),
            looks: version.looks(),
        };
        self.warn_unfiltered(executor)?;
        let returned = self.caller.borrow_mut().make(request.clone(), &version);
        let returned = returned.map_err(|why| described(executor, state, &transfer, why))?;
        if inputs.is_open && !inputs.is_empty() {
            let made = Made {
                call,
                signature: &signature,
                request: &request,
                transfer: &transfer,
                version: &version,
            };
            match repeat::outcome(&self.caller, executor, state, &made, &inputs, &returned) {
                Outcome::Unknown(values) => return Ok(values),
                Outcome::Known => {}
                Outcome::Confined => inputs.fix(executor, state, name),
            }
        }
        transfer.settle_fresh(executor, state, name);
        transfer.apply(state, &returned.changes, &version);
        set_errno(executor, state, &request, &returned);
        let mut next = Version::clone(&version);
        look_again(state, &mut next, &returned.looked);
        let result = imported(executor, state, name, &returned, &mut next)?;
        self.remember(executor, state, name, next, &version, returned.hidden);
        values(executor, call, &signature, &result)
    }

    fn warn_unfiltered(&mut self, executor: &mut Executor) -> Result<(), String> {
        let filtered = self.caller.borrow_mut().is_filtered().map_err(|error| error.to_string())?;
        if !filtered && !self.has_warned {
            self.has_warned = true;
            executor.warn("native calls run without a filter of system calls");
        }
        Ok(())
    }

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
        let mut caller = self.caller.borrow_mut();
        if let Some(variables) = hidden.own {
            version.variables = Rc::new(variables);
        }
        if hidden.keeps {
            version.process = Some(caller.number());
        }
        // Paths merge only where they have the same version, so a call that changes nothing makes no new one.
        caller.left(Rc::clone(before));
        if version != **before {
            let version = Rc::new(version);
            version.give_to(state);
            caller.left(version);
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
        self.caller.borrow().has_started() && FOREIGN.contains(&address)
    }
}
