//! Options about the fuzzer beside a run.

use bowline_engine::config::FuzzMode;
use clap::Args;

#[derive(Args, Debug)]
pub struct FuzzOptions {
    /// Let clang's libFuzzer run the harness natively beside the exploration, from the start; both share what they find
    /// [default for libFuzzer harnesses: after 3s, where there are several cores or --max-time]
    #[arg(long, overrides_with = "no_fuzz")]
    pub fuzz: bool,

    /// No fuzzer
    #[arg(long, overrides_with = "fuzz")]
    pub no_fuzz: bool,
}

impl FuzzOptions {
    pub fn mode(&self) -> FuzzMode {
        match (self.fuzz, self.no_fuzz) {
            (true, _) => FuzzMode::Always,
            (_, true) => FuzzMode::Never,
            _ => FuzzMode::Auto,
        }
    }
}
