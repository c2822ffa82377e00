//! Options about a function that is explored on its own.

use super::{EntryAliases, EntryGlobals, EntryPointers};
use clap::Args;

#[derive(Args, Debug)]
#[command(next_help_heading = "A function on its own")]
pub struct EntryOptions {
    /// What unknown pointers may be: anything, so that NULL and too small objects are reported, or valid, as large as needed
    #[arg(long, value_enum, value_name = "WHICH", default_value = "any", requires = "entry")]
    pub entry_pointers: EntryPointers,

    /// Which unknown pointers may be equal
    #[arg(long, value_enum, value_name = "WHICH", default_value = "same-type", requires = "entry")]
    pub entry_aliases: EntryAliases,

    /// Values of the program's variables when the function is called
    #[arg(long, value_enum, value_name = "WHICH", default_value = "initial", requires = "entry")]
    pub entry_globals: EntryGlobals,

    /// Pointers to follow from an argument to an object, at most
    #[arg(long, value_name = "N", default_value_t = 4, requires = "entry")]
    pub entry_depth: u32,

    /// Objects that unknown pointers lead to on one path, at most
    #[arg(long, value_name = "N", default_value_t = 12, requires = "entry")]
    pub entry_objects: u32,

    /// Function without parameters to call before
    #[arg(long, value_name = "FUNCTION", requires = "entry")]
    pub entry_setup: Option<String>,
}
