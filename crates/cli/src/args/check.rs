//! Options of `bowline check`.

use super::{CompileOptions, RepositoryOptions};
use crate::confinement::ReadOptions;
use crate::units::parse_time;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args, Debug)]
pub struct CheckOptions {
    /// What `bowline run` takes; a library needs no main
    #[arg(required = true, value_name = "FILES")]
    pub files: Vec<PathBuf>,

    /// What to ask about
    #[arg(long, value_name = "KINDS", value_delimiter = ',', default_value = "writes,branches")]
    pub only: Vec<Asked>,

    /// Ask only about this line
    #[arg(long, value_name = "FILE:LINE", value_parser = parse_place)]
    pub at: Option<(String, u32)>,

    /// Answer queries for so long; what is left is unknown
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10m")]
    pub max_time: Duration,

    /// Explore the program for so long, in search of evidence; 0s for none
    #[arg(long, value_name = "TIME", value_parser = parse_time_or_none, default_value = "30s")]
    pub evidence_time: Duration,

    /// Run and measure loops and library calls that no proof gets past
    #[arg(long, value_name = "WHICH", default_value = "on")]
    pub segments: Segments,

    /// Threads that answer queries [default: one per processor]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,

    /// Write check.json to this directory, with the tests that show what was found
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Print everything as JSON
    #[arg(long)]
    pub json: bool,

    /// Print only what is vulnerable
    #[arg(long, short)]
    pub quiet: bool,

    #[command(flatten)]
    pub kept: RepositoryOptions,
    #[command(flatten)]
    pub read: ReadOptions,
    #[command(flatten)]
    pub compile: CompileOptions,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Segments {
    /// Answers say which measurements they rest on
    On,
    /// Proofs alone
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Asked {
    /// Can this write be outside its object?
    Writes,
    /// Can this read be?
    Reads,
    /// Can this branch go both ways?
    Branches,
}

/// A time, or none at all.
fn parse_time_or_none(text: &str) -> Result<Duration, String> {
    match text {
        "0" | "0s" => Ok(Duration::ZERO),
        _ => parse_time(text),
    }
}

fn parse_place(text: &str) -> Result<(String, u32), String> {
    let parts = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?)));
    match parts {
        Some((file, line)) if !file.is_empty() && line > 0 => Ok((file.to_string(), line)),
        _ => Err("give a file and a line, such as parse.c:17".to_string()),
    }
}
