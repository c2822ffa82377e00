//! Transcendental functions on concrete numbers, by the host's own libm.
//!
//! A program that runs natively calls the same functions, so results agree to the last bit, errno included. The library in
//! `runtime/libc` wraps each as `__bowline_libm_NAME(x, [y,] int *error)`; the error number is stored through the last
//! argument. A symbolic argument is fixed to one value, which counts as lost, unless such numbers stay open (`open_float.rs`).
//!
//! Not here: `long double`, and whatever is exact and therefore written in C.
#![allow(unsafe_code)]

use super::Call;
use crate::access::Intent;
use crate::executor::Flow;
use crate::open_float::Operation;
use crate::{Executor, State};
use bowline_ir::Width;
use bowline_memory::Value;
use std::ffi::{CString, c_char, c_int, c_void};
use std::ops::ControlFlow;
use std::sync::OnceLock;

const ERRNO_WIDTH: Width = 32;
const PREFIX: &str = "__bowline_libm_";

/// A position in [`FUNCTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MathFunction(u8);

type OfDouble = unsafe extern "C" fn(f64) -> f64;
type OfDoubles = unsafe extern "C" fn(f64, f64) -> f64;
type OfSingle = unsafe extern "C" fn(f32) -> f32;
type OfSingles = unsafe extern "C" fn(f32, f32) -> f32;

enum Host {
    Double(OfDouble),
    Doubles(OfDoubles),
    Single(OfSingle),
    Singles(OfSingles),
}

macro_rules! functions {
    ($($kind:ident $arguments:tt -> $result:ty: $($name:ident)+;)+) => {
        $(functions!(@declare $arguments $result, $($name)+);)+
        static FUNCTIONS: &[(&str, Host)] = &[$($((stringify!($name), Host::$kind($name)),)+)+];
    };
    (@declare ($($float:ty),+) $result:ty, $first:ident $($name:ident)*) => {
        unsafe extern "C" {
            fn $first($(_: $float),+) -> $result;
        }
        functions!(@declare ($($float),+) $result, $($name)*);
    };
    (@declare ($($float:ty),+) $result:ty,) => {};
}

functions! {
    Double(f64) -> f64: sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2
        log10 log1p cbrt erf erfc lgamma tgamma j0 j1 y0 y1;
    Doubles(f64, f64) -> f64: atan2 pow hypot remainder nextafter;
    Single(f32) -> f32: sinf cosf tanf asinf acosf atanf sinhf coshf tanhf asinhf acoshf atanhf expf exp2f exp10f
        expm1f logf log2f log10f log1pf cbrtf erff erfcf lgammaf tgammaf j0f j1f y0f y1f;
    Singles(f32, f32) -> f32: atan2f powf hypotf remainderf nextafterf;
}

unsafe extern "C" {
    fn __errno_location() -> *mut c_int;
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

impl MathFunction {
    /// The function behind a builtin's name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = name.strip_prefix(PREFIX)?;
        let index = FUNCTIONS.iter().position(|(known, _)| *known == name)?;
        u8::try_from(index).ok().map(Self)
    }

    fn entry(self) -> &'static (&'static str, Host) {
        &FUNCTIONS[usize::from(self.0)]
    }

    /// The function of the host's shared library, where the linker took another one: the compiler's own library has some of these, too (`cbrt`), and
    /// differs in the last bit.
    ///
    /// # Safety
    /// `F` is the type of a pointer to this function.
    unsafe fn hosts<F: Copy>(self, linked: F) -> F {
        static ADDRESSES: OnceLock<Vec<usize>> = OnceLock::new();
        let address = |(name, _): &(&str, Host)| {
            let name = CString::new(*name).unwrap_or_default();
            // SAFETY: a null handle means everything that is loaded; the name is a string of C.
            unsafe { dlsym(std::ptr::null_mut(), name.as_ptr()) as usize }
        };
        let addresses = ADDRESSES.get_or_init(|| FUNCTIONS.iter().map(address).collect());
        match addresses[usize::from(self.0)] {
            0 => linked,
            // SAFETY: a function of that name has that type, and pointers to functions are words.
            found => unsafe { std::mem::transmute_copy::<usize, F>(&found) },
        }
    }

    /// Number and width of the floating-point arguments.
    fn shape(self) -> (usize, Width) {
        match self.entry().1 {
            Host::Double(_) => (1, 64),
            Host::Doubles(_) => (2, 64),
            Host::Single(_) => (1, 32),
            Host::Singles(_) => (2, 32),
        }
    }

    /// [`MathFunction::call`] in one word: the bits of the result, and errno above them.
    pub(crate) fn both(self, args: &[u128]) -> u128 {
        let bits = |index: usize| args.get(index).map_or(0, |bits| *bits as u64);
        let (result, errno) = self.call([bits(0), bits(1)]);
        u128::from(result) | u128::from(errno.cast_unsigned()) << self.shape().1
    }

    /// Bits of that word.
    pub(crate) fn width(self) -> Width {
        self.shape().1 + ERRNO_WIDTH
    }

    pub(crate) fn name(self) -> &'static str {
        self.entry().0
    }

    /// The bits of the result, and what errno became (0: nothing).
    fn call(self, bits: [u64; 2]) -> (u64, c_int) {
        let [x, y] = bits.map(f64::from_bits);
        let [small_x, small_y] = bits.map(|bits| f32::from_bits(bits as u32));
        // SAFETY: the functions are libm's, with the signatures C declares; they accept every number. errno belongs to this
        // thread, and nothing else runs on it between the two accesses.
        unsafe {
            let errno = __errno_location();
            *errno = 0;
            let result = match self.entry().1 {
                Host::Double(function) => self.hosts(function)(x).to_bits(),
                Host::Doubles(function) => self.hosts(function)(x, y).to_bits(),
                Host::Single(function) => u64::from(self.hosts(function)(small_x).to_bits()),
                Host::Singles(function) => u64::from(self.hosts(function)(small_x, small_y).to_bits()),
            };
            (result, *errno)
        }
    }
}

impl Executor {
    pub(super) fn math_builtin(
        &mut self,
        state: &mut State,
        function: MathFunction,
        call: &Call<'_>,
    ) -> Flow {
        let (arguments, width) = function.shape();
        let error = self.access(state, call.arg(arguments), Value::Int(4), Intent::Write)?;
        let operands: Vec<(Value, Width)> = (0..arguments).map(|index| (call.arg(index), width)).collect();
        if let Some(both) = self.open_float(state, Operation::Math(function), &operands) {
            let both = both.to_expr(&mut self.pool, width + ERRNO_WIDTH);
            let errno = self.pool.extract(both, width, ERRNO_WIDTH);
            let result = self.pool.truncate(both, width);
            let errno = Value::from_expr(&self.pool, errno);
            self.write(state, error, 4, errno);
            call.give(state, Value::from_expr(&self.pool, result));
            return ControlFlow::Continue(());
        }
        let mut bits = [0; 2];
        for (index, bits) in bits.iter_mut().enumerate().take(arguments) {
            *bits = match call.arg(index) {
                Value::Int(word) => word,
                value => {
                    let expr = value.to_expr(&mut self.pool, width);
                    let what = format!("a symbolic argument of {}", function.entry().0);
                    self.concretise(state, expr, &what) as u64
                }
            };
        }
        let (result, errno) = function.call(bits);
        self.write(state, error, 4, Value::Int(u64::from(errno.cast_unsigned())));
        call.give(state, Value::Int(result));
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, x: f64, y: f64) -> (f64, c_int) {
        let function = MathFunction::named(&format!("{PREFIX}{name}")).expect("a known name");
        let (result, errno) = function.call([x.to_bits(), y.to_bits()]);
        (f64::from_bits(result), errno)
    }

    #[test]
    fn values_and_error_numbers_are_the_hosts() {
        assert_eq!(of("cos", 0.0, 0.0), (1.0, 0));
        assert_eq!(of("pow", 2.0, 10.0), (1024.0, 0));
        let (value, errno) = of("log", -1.0, 0.0);
        assert!(value.is_nan() && errno == 33, "EDOM");
        assert_eq!(of("exp", 1000.0, 0.0), (f64::INFINITY, 34), "ERANGE");
    }

    #[test]
    fn single_precision_uses_the_low_half() {
        let function = MathFunction::named("__bowline_libm_hypotf").expect("a known name");
        let (result, _) = function.call([3f32, 4f32].map(|x| u64::from(x.to_bits())));
        assert_eq!(f32::from_bits(result as u32), 5.0);
        assert_eq!(MathFunction::named("hypotf"), None);
    }
}
