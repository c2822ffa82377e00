//! Tests of a function on its own: what its caller chose, and a C file that makes the same call.
//!
//! * [`heap`] reads off a path what the caller handed over: values, objects, and which pointer leads to which object. It is part of the
//!   path's test (`.ktest`), as one more object of the file;
//! * [`relations`] finds out which object a pointer that was never followed is to be built beside;
//! * [`leaves`] cuts bytes into the fields of their C types;
//! * [`driver`] writes the C file: it includes the source that defines the function, builds the objects with the program's own types, and
//!   calls the function. Native confirmation, `bowline replay` and `bowline tests convert --to c` all use this file.
//! * [`build`](crate::native::entry) compiles and links it.
//!
//! A type may be known to another unit of the program only. Such an object is built from bytes, with its pointers put in: whoever
//! compiles a driver tries the typed form first.

pub mod driver;
pub mod heap;
mod leaves;
mod ranges;
mod relations;
