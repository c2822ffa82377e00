//! The only file that calls Bitwuzla's C interface; everything it exports is safe.
//!
//! A [`Session`] owns a term manager and one incremental solver over it. [`Term`]s are plain numbers that belong to the
//! session that made them: a term must not be given to another session, so whoever caches terms drops them with the
//! session (as `encode` does). Text that the C interface returns lives until its next call, so it is parsed at once.
//!
//! Bitwuzla ends the process on a malformed term. Callers therefore only build well-sorted terms; the encoder's
//! input, a pool, is well-sorted by construction.

#![allow(unsafe_code)]

use bitwuzla_sys::*;
use bowline_expr::{BinaryOp, Width};
use std::ffi::{CStr, CString, c_void};
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::Limits;
use crate::verdict::UnknownReason;

/// A term of one [`Session`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Term(BitwuzlaTerm);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Sat,
    Unsat,
    Unknown(UnknownReason),
}

/// Consulted by Bitwuzla while it works; says when to stop and remembers why.
struct Watch {
    interrupt: Arc<AtomicBool>,
    deadline: Instant,
    /// By which the process may grow.
    pages_allowed: u64,
    /// Resident pages of the process not to be exceeded; set by the first look, so that short questions pay nothing.
    page_limit: Option<u64>,
    next_memory_look: Instant,
    stopped: Option<UnknownReason>,
    /// How often it was consulted: every so many steps of the search.
    looks: u64,
    /// Not to be exceeded.
    most_looks: u64,
}

/// Instructions of a program that could be executed between two looks, roughly.
const PER_LOOK: u64 = 25;

/// Reading the memory in use costs a system call, so it is done this often only.
const MEMORY_LOOK_EVERY: Duration = Duration::from_millis(20);
const PAGE: u64 = 4096;

impl Watch {
    fn should_stop(&mut self) -> bool {
        self.looks += 1;
        if self.stopped.is_some() {
            return true;
        }
        let now = Instant::now();
        if self.interrupt.load(Ordering::Relaxed) {
            self.stopped = Some(UnknownReason::Interrupted);
        } else if now >= self.deadline {
            self.stopped = Some(UnknownReason::TimeLimit);
        } else if self.looks > self.most_looks {
            self.stopped = Some(UnknownReason::StepLimit);
        } else if now >= self.next_memory_look {
            self.next_memory_look = now + MEMORY_LOOK_EVERY;
            if let Some(pages) = resident_pages() {
                let limit = *self.page_limit.get_or_insert(pages.saturating_add(self.pages_allowed));
                if pages > limit {
                    self.stopped = Some(UnknownReason::MemoryLimit);
                }
            }
        }
        self.stopped.is_some()
    }
}

fn resident_pages() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split_ascii_whitespace().nth(1)?.parse().ok()
}

unsafe extern "C" fn watch_callback(state: *mut c_void) -> i32 {
    // SAFETY: `state` is the `Watch` that `Session::check` registered; it is boxed, outlives the solver, and nobody else
    // touches it while a check runs.
    let watch = unsafe { &mut *state.cast::<Watch>() };
    i32::from(watch.should_stop())
}

/// A term manager and an incremental solver.
pub struct Session {
    terms: *mut BitwuzlaTermManager,
    options: *mut BitwuzlaOptions,
    solver: *mut Bitwuzla,
    watch: Box<Watch>,
    made: usize,
}

impl Drop for Session {
    fn drop(&mut self) {
        // SAFETY: the three were made together by `new` and are deleted once, users before what they use.
        unsafe {
            bitwuzla_delete(self.solver);
            bitwuzla_options_delete(self.options);
            bitwuzla_term_manager_delete(self.terms);
        }
    }
}

impl Session {
    pub fn new(seed: u32, interrupt: Arc<AtomicBool>) -> Self {
        let now = Instant::now();
        let mut watch = Box::new(Watch {
            interrupt,
            deadline: now,
            pages_allowed: u64::MAX,
            page_limit: None,
            next_memory_look: now,
            stopped: None,
            looks: 0,
            most_looks: u64::MAX,
        });
        // SAFETY: plain constructors; the options are valid for this version; the callback's state is the boxed watch,
        // whose address does not change while the session lives.
        unsafe {
            let terms = bitwuzla_term_manager_new();
            let options = bitwuzla_options_new();
            bitwuzla_set_option(options, BITWUZLA_OPT_PRODUCE_MODELS, 1);
            bitwuzla_set_option(options, BITWUZLA_OPT_PRODUCE_UNSAT_ASSUMPTIONS, 1);
            bitwuzla_set_option(options, BITWUZLA_OPT_SEED, u64::from(seed));
            let solver = bitwuzla_new(terms, options);
            let state: *mut Watch = &mut *watch;
            bitwuzla_set_termination_callback(solver, Some(watch_callback), state.cast());
            Self { terms, options, solver, watch, made: 0 }
        }
    }

    /// How many terms were built, a measure of the memory held.
    pub fn terms_made(&self) -> usize {
        self.made
    }

    /// What its searches took so far, in instructions of a program that could have been executed instead. Counted, so that it is the same in
    /// each run.
    pub fn search_effort(&self) -> u64 {
        self.watch.looks * PER_LOOK
    }

    fn made(&mut self, term: BitwuzlaTerm) -> Term {
        self.made += 1;
        Term(term)
    }

    pub fn is_interrupted(&self) -> bool {
        self.watch.interrupt.load(Ordering::Relaxed)
    }

    pub fn check(&mut self, assumptions: &[Term], limits: Limits) -> Status {
        let now = Instant::now();
        self.watch.deadline = now + limits.time;
        self.watch.stopped = None;
        self.watch.next_memory_look = now + MEMORY_LOOK_EVERY;
        self.watch.pages_allowed = limits.memory_mb.saturating_mul(1024 * 1024) / PAGE;
        self.watch.page_limit = None;
        self.watch.most_looks = self.watch.looks.saturating_add(limits.steps);
        if self.watch.should_stop() {
            return Status::Unknown(self.watch.stopped.unwrap_or(UnknownReason::Gaveup));
        }
        let mut raw: Vec<BitwuzlaTerm> = assumptions.iter().map(|term| term.0).collect();
        // SAFETY: the terms belong to this session; the vector is alive during the call and its length is given.
        let result = unsafe { bitwuzla_check_sat_assuming(self.solver, raw.len() as u32, raw.as_mut_ptr()) };
        match result {
            BITWUZLA_SAT => Status::Sat,
            BITWUZLA_UNSAT => Status::Unsat,
            _ => Status::Unknown(self.watch.stopped.unwrap_or(UnknownReason::Gaveup)),
        }
    }

    /// After [`Status::Unsat`]: is this assumption needed for the contradiction?
    pub fn in_core(&mut self, assumption: Term) -> bool {
        // SAFETY: the caller asks after an unsatisfiable check, with an assumption of that check.
        unsafe { bitwuzla_is_unsat_assumption(self.solver, assumption.0) }
    }

    /// After [`Status::Sat`]: the value of a bit-vector term of at most 64 bits.
    pub fn value(&mut self, term: Term) -> Option<u64> {
        // SAFETY: the term is a bit-vector of this session and the last check was satisfiable. The text is copied into a
        // number before the next call, and the value's own term is given back.
        unsafe {
            let value = bitwuzla_get_value(self.solver, term.0);
            let text = bitwuzla_term_value_get_str_fmt(value, 10);
            let number = CStr::from_ptr(text).to_str().ok().and_then(|text| text.parse().ok());
            bitwuzla_term_release(value);
            number
        }
    }

    fn bits(&mut self, width: Width) -> BitwuzlaSort {
        // SAFETY: widths of bit-vectors are never 0.
        unsafe { bitwuzla_mk_bv_sort(self.terms, u64::from(width)) }
    }

    fn array_sort(&mut self) -> BitwuzlaSort {
        let (index, element) = (self.bits(bowline_expr::INDEX_WIDTH), self.bits(8));
        // SAFETY: both sorts are of this session.
        unsafe { bitwuzla_mk_array_sort(self.terms, index, element) }
    }

    /// An unknown bit-vector.
    pub fn variable(&mut self, width: Width) -> Term {
        let sort = self.bits(width);
        // SAFETY: the sort is of this session; no name is a permitted name.
        let term = unsafe { bitwuzla_mk_const(self.terms, sort, ptr::null()) };
        self.made(term)
    }

    /// An unknown array of bytes.
    pub fn array_variable(&mut self) -> Term {
        let sort = self.array_sort();
        // SAFETY: as for `variable`.
        let term = unsafe { bitwuzla_mk_const(self.terms, sort, ptr::null()) };
        self.made(term)
    }

    /// The array whose bytes are all zero.
    pub fn zero_array(&mut self) -> Term {
        let (sort, zero) = (self.array_sort(), self.constant(0, 8));
        // SAFETY: the value has the sort of the array's elements.
        let term = unsafe { bitwuzla_mk_const_array(self.terms, sort, zero.0) };
        self.made(term)
    }

    pub fn constant(&mut self, value: u128, width: Width) -> Term {
        let sort = self.bits(width);
        let term = if width <= 64 {
            // SAFETY: the sort is of this session and the value fits its width.
            unsafe { bitwuzla_mk_bv_value_uint64(self.terms, sort, value as u64) }
        } else {
            let text = CString::new(format!("{value:x}")).unwrap_or_default();
            // SAFETY: a hexadecimal number that fits the width, in memory that outlives the call.
            unsafe { bitwuzla_mk_bv_value(self.terms, sort, text.as_ptr(), 16) }
        };
        self.made(term)
    }

    pub fn bool(&mut self, value: bool) -> Term {
        // SAFETY: plain constructors.
        let term =
            unsafe { if value { bitwuzla_mk_true(self.terms) } else { bitwuzla_mk_false(self.terms) } };
        self.made(term)
    }

    fn apply2(&mut self, kind: BitwuzlaKind, a: Term, b: Term) -> Term {
        // SAFETY: the terms are of this session, and the callers below pass operands the kind accepts.
        let term = unsafe { bitwuzla_mk_term2(self.terms, kind, a.0, b.0) };
        self.made(term)
    }

    fn apply3(&mut self, kind: BitwuzlaKind, a: Term, b: Term, c: Term) -> Term {
        // SAFETY: as for `apply2`.
        let term = unsafe { bitwuzla_mk_term3(self.terms, kind, a.0, b.0, c.0) };
        self.made(term)
    }

    fn indexed(&mut self, kind: BitwuzlaKind, a: Term, index: u64) -> Term {
        // SAFETY: as for `apply2`.
        let term = unsafe { bitwuzla_mk_term1_indexed1(self.terms, kind, a.0, index) };
        self.made(term)
    }

    /// An operation on bit-vectors of equal width; comparisons give a Boolean term.
    pub fn binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        let kind = match op {
            BinaryOp::Add => BITWUZLA_KIND_BV_ADD,
            BinaryOp::Sub => BITWUZLA_KIND_BV_SUB,
            BinaryOp::Mul => BITWUZLA_KIND_BV_MUL,
            BinaryOp::UDiv => BITWUZLA_KIND_BV_UDIV,
            BinaryOp::SDiv => BITWUZLA_KIND_BV_SDIV,
            BinaryOp::URem => BITWUZLA_KIND_BV_UREM,
            BinaryOp::SRem => BITWUZLA_KIND_BV_SREM,
            BinaryOp::Shl => BITWUZLA_KIND_BV_SHL,
            BinaryOp::LShr => BITWUZLA_KIND_BV_SHR,
            BinaryOp::AShr => BITWUZLA_KIND_BV_ASHR,
            BinaryOp::And => BITWUZLA_KIND_BV_AND,
            BinaryOp::Or => BITWUZLA_KIND_BV_OR,
            BinaryOp::Xor => BITWUZLA_KIND_BV_XOR,
            BinaryOp::Eq => BITWUZLA_KIND_EQUAL,
            BinaryOp::Ult => BITWUZLA_KIND_BV_ULT,
            BinaryOp::Ule => BITWUZLA_KIND_BV_ULE,
            BinaryOp::Slt => BITWUZLA_KIND_BV_SLT,
            BinaryOp::Sle => BITWUZLA_KIND_BV_SLE,
        };
        self.apply2(kind, a, b)
    }

    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.apply2(BITWUZLA_KIND_AND, a, b)
    }

    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.apply2(BITWUZLA_KIND_OR, a, b)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.apply2(BITWUZLA_KIND_XOR, a, b)
    }

    pub fn not(&mut self, a: Term) -> Term {
        // SAFETY: the term is a Boolean of this session.
        let term = unsafe { bitwuzla_mk_term1(self.terms, BITWUZLA_KIND_NOT, a.0) };
        self.made(term)
    }

    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        self.apply2(BITWUZLA_KIND_EQUAL, a, b)
    }

    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.apply3(BITWUZLA_KIND_ITE, condition, then, otherwise)
    }

    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        self.apply2(BITWUZLA_KIND_BV_CONCAT, high, low)
    }

    pub fn extract(&mut self, of: Term, low: u16, width: Width) -> Term {
        let (high, low) = (u64::from(low + width - 1), u64::from(low));
        // SAFETY: the pool only has extracts that lie within their operand.
        let term =
            unsafe { bitwuzla_mk_term1_indexed2(self.terms, BITWUZLA_KIND_BV_EXTRACT, of.0, high, low) };
        self.made(term)
    }

    pub fn zero_extend(&mut self, a: Term, by: Width) -> Term {
        self.indexed(BITWUZLA_KIND_BV_ZERO_EXTEND, a, u64::from(by))
    }

    pub fn sign_extend(&mut self, a: Term, by: Width) -> Term {
        self.indexed(BITWUZLA_KIND_BV_SIGN_EXTEND, a, u64::from(by))
    }

    pub fn select(&mut self, array: Term, index: Term) -> Term {
        self.apply2(BITWUZLA_KIND_ARRAY_SELECT, array, index)
    }

    pub fn store(&mut self, array: Term, index: Term, byte: Term) -> Term {
        self.apply3(BITWUZLA_KIND_ARRAY_STORE, array, index, byte)
    }
}
