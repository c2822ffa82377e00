//! The child that makes calls, shared by whoever wants one: kept alive, started again after a crash, and told which version of
//! the libraries' variables a call is to find.

use crate::calls::NativeConfig;
use crate::process::{Failure, Process, StartError, describe_end};
use crate::protocol::{Call, Hidden, Reply, Request, Returned};
use crate::version::Version;
use std::rc::Rc;
use std::time::Duration;

/// Why a call gave nothing.
pub enum NoReturn {
    /// In words that follow "call of f: ".
    Because(String),
    /// It wrote behind this one of the call's objects.
    Overflow(u32),
    Crashed {
        signal: u32,
        detail: u64,
    },
}

impl From<String> for NoReturn {
    fn from(why: String) -> Self {
        Self::Because(why)
    }
}

pub struct Caller {
    config: NativeConfig,
    /// Started when first needed, and again after it crashed.
    process: Option<Process>,
    /// How many children there have been; the program may hold addresses of their memory.
    started: u32,
    /// The version that the child's variables are of; none if that is not known.
    in_child: Option<Rc<Version>>,
}

impl Caller {
    pub fn new(config: NativeConfig) -> Self {
        Self { config, process: None, started: 0, in_child: None }
    }

    /// Has there been a child, so that addresses of its memory may be around?
    pub fn has_started(&self) -> bool {
        self.started > 0
    }

    /// The number of the child there is now.
    pub fn number(&self) -> u32 {
        self.started
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

    /// Are system calls of the child filtered?
    pub fn is_filtered(&mut self) -> Result<bool, StartError> {
        Ok(self.process()?.filtered)
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

    /// Makes a call that is to find this version. Whoever goes on with what it left says so ([`Caller::left`]).
    pub fn make(&mut self, call: Call, version: &Rc<Version>) -> Result<Returned, NoReturn> {
        self.process().map_err(|error| error.to_string())?;
        if version.process.is_some_and(|process| process != self.started) {
            return Err("memory that an earlier call allocated went with a process that crashed"
                .to_string()
                .into());
        }
        let is_in_child =
            self.in_child.take().is_some_and(|known| Rc::ptr_eq(&known.variables, &version.variables));
        let variables = (!is_in_child).then(|| version.variables.to_vec());
        let request = Request::Call(Call { variables, ..call });
        let limit = self.config.time_limit;
        let process = self.process().map_err(|error| error.to_string())?;
        let why = match process.ask(&request, limit) {
            Ok(Reply::Returned(returned)) => return Ok(returned),
            Ok(Reply::Overflow { object }) => return Err(NoReturn::Overflow(object)),
            Ok(Reply::Failed(why)) => return Err(why.into()),
            Ok(Reply::Crashed { signal, detail }) => NoReturn::Crashed { signal, detail },
            Ok(Reply::Resolved(_) | Reply::Ready { .. }) => {
                "it breaks the connection to its process".to_string().into()
            }
            Err(Failure::TimedOut) => format!("it takes longer than {limit:?}").into(),
            Err(Failure::Ended(status)) => format!("it {}", describe_end(status)).into(),
        };
        self.process = None;
        Err(why)
    }

    /// The child's variables are of this version now.
    pub fn left(&mut self, version: Rc<Version>) {
        self.in_child = Some(version);
    }

    /// [`Caller::make`] for somebody who only wants to know what a call would do: None unless it did nothing beside what it returned and
    /// changed in the program's objects. A child in which more happened is given up, so that no path sees it.
    pub fn make_pure(&mut self, call: Call, version: &Rc<Version>) -> Option<Returned> {
        let returned = self.make(call, version).ok()?;
        if returned.hidden == Hidden::default() {
            self.left(Rc::clone(version));
            return Some(returned);
        }
        let is_shared = returned.hidden.system || returned.hidden.heap || returned.hidden.keeps;
        if is_shared {
            self.process = None;
        }
        None
    }
}
