//! The reader of the text form: the inverse of [`crate::print`], and the way to write small functions for tests.
//!
//! ```
//! let module = bowline_ir::read("
//!     constant @greeting, text \"hello\\0\"
//!
//!     function @length(i64 %s pointer) -> i64 {
//!         jump head with %n = 0
//!     head:
//!         %p = offset %s + %n * 1
//!         %c = load i8 at %p
//!         %done = compare eq i8 %c, 0
//!         branch %done then end else next
//!     next:
//!         %more = add i64 %n, 1
//!         jump head with %n = %more
//!     end:
//!         return %n
//!     }
//! ").unwrap();
//! assert_eq!(module.functions[module.function_named("length").unwrap()].loops.loops.len(), 1);
//! ```
//!
//! Reading is generous about what people leave out and strict about what they say:
//!
//! * Ids, positions, register counts, widths of moved numbers, signatures of direct calls, tables of files, texts and
//!   constants, loops and which edges cross them are derived where the text does not give them, and checked where it does.
//! * Registers and blocks may have names. Names are for the text only: the module has numbers, in the order of appearance.
//! * A number must fit the width it is used at, and every register has one width throughout its function.
//! * What is read is [verified](crate::verify), so that whoever gets a module can execute it.
//!
//! No text makes the reader panic, and the first mistake is all that is told: [`ReadError`] says where and what was
//! expected. `docs/ir.md` describes the language.

mod body;
mod call;
mod claims;
mod constants;
mod control;
mod cursor;
mod error;
mod globals;
mod instruction;
mod lexer;
mod module;
mod numbering;
mod registers;
mod signature;
#[cfg(test)]
mod tests;
mod widths;

pub use error::ReadError;

use crate::module::Module;
use cursor::{Cursor, Outcome};
use error::{Problem, TextPos};
use module::Reader;

/// The module that a text describes: loops computed, invariants verified.
pub fn read(text: &str) -> Result<Module, ReadError> {
    read_verified(text).map_err(|problem| ReadError::new(text, problem))
}

fn read_verified(text: &str) -> Outcome<Module> {
    let mut reader = Reader::new(Cursor::new(lexer::lex(text)?));
    reader.survey()?;
    reader.read_items()?;
    if let Some(place) = reader.cursor.left_over_location() {
        let message = "a source position belongs to a function, global, variable, loop or instruction";
        return Err(Problem::new(place, message));
    }
    let (module, places) = reader.finish();
    match crate::verify::verify(&module) {
        Ok(()) => Ok(module),
        Err(violations) => {
            let first = &violations[0];
            let function = first.function.and_then(|function| places.get(function));
            let place = function.map_or(TextPos::default(), |function| function.of(first.position));
            Err(Problem::new(place, &*first.message))
        }
    }
}
