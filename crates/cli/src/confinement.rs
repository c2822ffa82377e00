//! What the program under test may reach: options that `run` and `replay` have in common, and what may be read.

use bowline_engine::Method;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Said where there is no sandbox and none was asked for.
pub const NO_SANDBOX: &str = "bowline: WARNING: there is no sandbox on this machine, so native runs can do whatever you can: install bubblewrap and allow user \
     namespaces, or say --no-sandbox to do without";

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
    /// What there is, told if that is nothing.
    pub fn found_method(&self) -> Method {
        self.method().unwrap_or_else(|| {
            let best = Method::best();
            if best == Method::Nothing {
                eprintln!("{NO_SANDBOX}");
            }
            best
        })
    }

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
