//! What a function without a body does, found by calling it: the test synthesiser for library calls of *Segmented Symbolic Analysis* (ICSE 2013).
//!
//! A [`Request`] says what the call passes. Numbers are tried at the borders of their ranges and at random, texts with random lengths over the bytes that
//! the caller compares with; a hundred runs, fewer where the result is clear earlier, and forty more that must be predicted. Then all *small* inputs are run ([`small`]): what a
//! model is wrong about there it learns from, a few times. So everything said is `measured`, or `verified up to N`.
//!
//! * [`roles`]: which inputs the arguments make; pointers through which is only written are told from texts by trying.
//! * [`bench`]: one run, in the sandboxed child, with all that it did.
//! * [`outputs`]: from runs to what is known of the result, of errno and of memory.
//!
//! The paper could not do `strchr` or `atoi`, whose results depend on what a text holds: here such a result has *bounds* in terms of lengths, whether all
//! numbers between are reached, and whether numerals are read back.
//!
//! Not measured: functions on the refuse list, functions that ask the system, the clock or the user (a list, and errors that only the system has), functions that return memory of their own, arguments that are no integers, pointers to structures (the function then
//! crashes, or gives nothing that fits).

#![allow(unsafe_code)]

mod bench;
mod outputs;
mod roles;
mod small;

use crate::caller::Caller;
use crate::calls::NativeConfig;
use crate::refuse::{depends_on_surroundings, refusal};
use bench::{Bench, Came, Contents, Observation};
use bowline_infer::call::{Argument, CallModel, Input, Request};
use bowline_infer::store::hash;
use bowline_infer::{Range, Store};
use roles::{Role, Roles};
use std::time::Duration;

/// For one run: measuring has no time for functions that are slow on small inputs.
const RUN_LIMIT: Duration = Duration::from_millis(300);
/// Numbers that are tried; where a function fails on some of them, or nothing fits, the next.
const NUMBERS: [Range; 6] = [
    Range { low: -(i32::MAX as i64), high: i32::MAX as i64 },
    Range { low: -1_000_000, high: 1_000_000 },
    Range { low: -40_000, high: 40_000 },
    Range { low: -300, high: 2000 },
    Range { low: 0, high: 2000 },
    Range { low: -128, high: 255 },
];
/// Runs that show what kind of function it is.
const SURVEY: usize = 30;
/// A function that fails so often at first is given up.
const MOST_FAILURES: usize = 6;
/// Why a function that asks the system is not measured.
const SURROUNDINGS: &str = "what it gives depends on its surroundings";
/// Errors that files, processes and rights have: EPERM, ENOENT, ESRCH, EBADF, EACCES, ENOTDIR, ENAMETOOLONG, ENOSYS.
const OF_THE_SYSTEM: [i32; 8] = [1, 2, 3, 9, 13, 20, 36, 38];
/// Runs that show that an argument must not be NULL.
const NULLS: usize = 3;
/// Runs that show that a pointer is only written through.
const PROBES: usize = 6;

/// Measures functions of the host's libraries, and of those that a run names.
pub struct Measurer {
    bench: Bench,
    store: Store,
    /// What code the functions are: part of the key of every response.
    identity: String,
}

impl Measurer {
    pub fn new(config: &NativeConfig, store: Store) -> Self {
        let identity = identity(config);
        let config = NativeConfig { time_limit: RUN_LIMIT, ..config.clone() };
        Self { bench: Bench::new(Caller::new(config)), store, identity }
    }

    /// The error says, in words that follow a function's name and a colon, why nothing is known. It is not kept: a busy machine may be the reason.
    pub fn respond(&mut self, request: &Request) -> Result<CallModel, String> {
        let key = format!("call of {request:?} in {}", self.identity);
        if let Some(model) = self.store.get::<CallModel>(&key) {
            return Ok(model);
        }
        self.bench.begin();
        let response = self.measured(request);
        if let Ok(model) = &response {
            self.store.put(&key, model);
        }
        response
    }

    fn measured(&mut self, request: &Request) -> Result<CallModel, String> {
        if let Some(why) = refusal(&request.function) {
            return Err(format!("refused: {why}"));
        }
        // Without an argument there is nothing that its result could be a function of.
        let is_given = request.arguments.iter().any(|argument| *argument != Argument::Null);
        if depends_on_surroundings(&request.function) || !is_given {
            return Err(SURROUNDINGS.to_string());
        }
        if !self.bench.exists(&request.function)? {
            return Err("no library has it".to_string());
        }
        let inputs = Roles::of(request, NUMBERS[0]).inputs();
        let has_numbers = inputs.iter().any(|input| !matches!(input, Input::Length(_)));
        let mut best: Option<CallModel> = None;
        let mut failure = "nothing fits".to_string();
        for numbers in NUMBERS.into_iter().take(if has_numbers { NUMBERS.len() } else { 1 }) {
            match self.attempt(request, numbers) {
                Ok(model) if model.is_exact() => return Ok(model),
                Ok(model) => {
                    best.get_or_insert(model);
                }
                Err(why) => failure = why,
            }
        }
        best.ok_or(failure)
    }

    fn attempt(&mut self, request: &Request, numbers: Range) -> Result<CallModel, String> {
        let mut roles = Roles::of(request, numbers);
        let survey = self.survey(request, &roles)?;
        self.find_buffers(request, &mut roles, &survey);
        let survey = self.survey(request, &roles)?;
        let is_of_system = |(_, seen): &&(Vec<i64>, Observation)| {
            seen.errno.is_some_and(|errno| OF_THE_SYSTEM.contains(&errno))
        };
        if 2 * survey.iter().filter(is_of_system).count() > survey.len() {
            return Err(SURROUNDINGS.to_string());
        }
        if survey.iter().any(|(_, seen)| seen.came == Came::Elsewhere) {
            return Err("it returns a pointer to memory of its own".to_string());
        }
        let mut model = outputs::model(&mut self.bench, request, &roles, survey)?;
        model.refuses_null = self.refuses_null(request, &roles);
        Ok(model)
    }

    /// Texts without which the function always crashes.
    fn refuses_null(&mut self, request: &Request, roles: &Roles) -> Vec<usize> {
        let mut refused = Vec::new();
        for text in roles.texts() {
            let mut without = roles.clone();
            without.list[text] = Role::Null;
            let ranges = without.ranges();
            let crashes = (0..NULLS).all(|_| {
                let inputs = bowline_infer::inputs(&ranges, usize::MAX, &mut self.bench.rng);
                self.bench.run(request, &without, &inputs, &Contents::Random).is_err()
            });
            if crashes {
                refused.push(text);
            }
        }
        refused
    }

    /// A few runs, none of which may fail.
    fn survey(&mut self, request: &Request, roles: &Roles) -> Result<Vec<(Vec<i64>, Observation)>, String> {
        let ranges = roles.ranges();
        let (mut seen, mut failures, mut first) = (Vec::new(), 0, None);
        for number in 0..SURVEY {
            let inputs = bowline_infer::inputs(&ranges, number, &mut self.bench.rng);
            match self.bench.run(request, roles, &inputs, &Contents::Random) {
                Ok(observation) => seen.push((inputs, observation)),
                Err(why) => {
                    failures += 1;
                    first.get_or_insert(why);
                }
            }
            if failures == MOST_FAILURES {
                break;
            }
        }
        match first {
            Some(why) => Err(why),
            None => Ok(seen),
        }
    }

    /// Texts that are written, and that the function does as well without, are buffers.
    fn find_buffers(&mut self, request: &Request, roles: &mut Roles, survey: &[(Vec<i64>, Observation)]) {
        let texts: Vec<usize> = roles.texts().collect();
        for text in texts {
            if !survey.iter().any(|(_, seen)| seen.extents[text] > 0) {
                continue;
            }
            let mut without = roles.clone();
            without.list[text] = Role::Buffer;
            let ranges = without.ranges();
            let works = (0..PROBES).all(|number| {
                let inputs = bowline_infer::inputs(&ranges, number, &mut self.bench.rng);
                let ran = self.bench.run(request, &without, &inputs, &Contents::Random);
                ran.is_ok_and(|seen| seen.extents[text] < bench::ROOM as i64 / 2)
            });
            if works {
                *roles = without;
            }
        }
    }
}

/// The C library's version, and the contents of the libraries that were given.
fn identity(config: &NativeConfig) -> String {
    // SAFETY: a constant text of the C library.
    let version = unsafe { std::ffi::CStr::from_ptr(libc::gnu_get_libc_version()) };
    let libraries: Vec<String> = config
        .libraries
        .iter()
        .map(|library| std::fs::read(library).map_or_else(|_| "nothing".to_string(), |bytes| hash(&bytes)))
        .collect();
    format!("glibc {} with {libraries:?}", version.to_string_lossy())
}
