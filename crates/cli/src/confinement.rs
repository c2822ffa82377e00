//! What the program under test may reach: options that `run` and `replay` have in common, and what may be read.

use bowline_engine::Method;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Args, Debug)]
#[command(next_help_heading = "Inputs of plain programs")]
pub struct ReadOptions {
    /// Let the program read this file, or what is below this directory, beside the working directory and what the command
    /// line names; may be repeated
    #[arg(long, value_name = "PATH")]
    pub allow_read: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub struct SandboxOptions {
    /// What locks native runs in
    #[arg(long, value_enum, value_name = "WHICH", default_value = "auto")]
    pub sandbox: Sandbox,

    /// The same as --sandbox none
    #[arg(long, conflicts_with = "sandbox")]
    pub no_sandbox: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Sandbox {
    /// The first of the others that works
    Auto,
    /// Debian's bubblewrap
    Bubblewrap,
    /// Namespaces of Bowline's own making
    Namespaces,
    /// Nothing: the program may do whatever the user may
    None,
}

impl SandboxOptions {
    pub fn method(&self) -> Option<Method> {
        match self.sandbox {
            _ if self.no_sandbox => Some(Method::Nothing),
            Sandbox::Auto => None,
            Sandbox::Bubblewrap => Some(Method::Bubblewrap),
            Sandbox::Namespaces => Some(Method::Namespaces),
            Sandbox::None => Some(Method::Nothing),
        }
    }
}
