//! Options of `bowline loops`.

use super::{CompileOptions, WorldOptions};
use crate::confinement::ReadOptions;
use crate::units::parse_time;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub struct LoopsOptions {
    /// What `bowline run` takes; a library needs no main
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,

    /// Start with this function, and with no other [default: main or LLVMFuzzerTestOneInput, then functions whose loops
    /// were not met]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// Explore the program for so long, and functions on their own for as long again
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10s")]
    pub max_time: Duration,

    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub world: WorldOptions,
    #[command(flatten)]
    pub read: ReadOptions,
    #[command(flatten)]
    pub compile: CompileOptions,
}
