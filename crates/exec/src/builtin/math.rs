//! Transcendental functions on concrete numbers, by the host's own libm.
//!
//! A program that runs natively calls the same functions, so results agree to the last bit, errno included. The library in
//! `runtime/libc` wraps each as `__bowline_libm_NAME(x, [y,] int *error)`; the error number is stored through the last
//! argument. A symbolic argument is fixed to one value, which counts as lost.
//!
//! Not here: `long double`, and whatever is exact and therefore written in C.
#![allow(unsafe_code)]

use super::Call;
use crate::access::Intent;
use crate::executor::Flow;
use crate::{Executor, State};
use bowline_ir::Width;
use bowline_memory::Value;
use std::ffi::c_int;
use std::ops::ControlFlow;

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

    /// Number and width of the floating-point arguments.
    fn shape(self) -> (usize, Width) {
        match self.entry().1 {
            Host::Double(_) => (1, 64),
            Host::Doubles(_) => (2, 64),
            Host::Single(_) => (1, 32),
            Host::Singles(_) => (2, 32),
        }
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
                Host::Double(function) => function(x).to_bits(),
                Host::Doubles(function) => function(x, y).to_bits(),
                Host::Single(function) => u64::from(function(small_x).to_bits()),
                Host::Singles(function) => u64::from(function(small_x, small_y).to_bits()),
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
