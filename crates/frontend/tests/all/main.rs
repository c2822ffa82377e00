//! One test binary, as each would link all of LLVM anew.

mod bugs_survive;
mod c_types;
mod errors;
mod linking;
mod lowering;
mod machine;
mod programs;
mod support;
mod text_form;
