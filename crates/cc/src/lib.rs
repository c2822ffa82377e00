//! `bowline cc` and `bowline c++`: clang, except that every object also carries the bitcode of its units.
//!
//! The user's command runs natively as it is, with clang's own messages and exit code. Beside it every C or C++ source
//! that becomes machine code is compiled to bitcode without optimisation, as [`bowline_frontend`] compiles sources, and
//! goes into a section of the object, which linkers and archivers carry along (see [`bowline_frontend::embedded`]).
//!
//! * [`arguments`] understands a command as far as that needs, with the tables of [`options`];
//! * [`response`] expands `@file`;
//! * [`compile`] makes a unit of a source;
//! * [`place`] puts units into objects;
//! * [`drive`] does what a command asks for.
//!
//! Departures from the command as it is: `-flto` is left out, since an object of it is no ELF file that could carry a
//! section. Commands for another machine than 64-bit x86 are clang's alone.

mod arguments;
mod compile;
mod drive;
mod options;
mod place;
mod response;

pub use drive::run;

/// Which of the two compilers a command is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    Cxx,
}

impl Language {
    pub const fn compiler(self) -> &'static str {
        match self {
            Language::C => "clang-19",
            Language::Cxx => "clang++-19",
        }
    }
}
