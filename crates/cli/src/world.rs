//! The options about unknown arguments, files and variables.

use crate::args::{MOST_BYTES, WorldOptions};
use bowline_engine::Error;
use bowline_engine::world::{UnknownArgs, UnknownText, World};

pub fn unknown_surroundings(options: &WorldOptions) -> Result<World, Error> {
    Ok(World {
        args: options
            .sym_args
            .chunks_exact(3)
            .map(|group| UnknownArgs { min: group[0], max: group[1], length: group[2] })
            .collect(),
        stdin: options.sym_stdin,
        files: texts("--sym-file", &options.sym_file)?,
        env: texts("--sym-env", &options.sym_env)?,
    })
}

/// Names and sizes, in turns.
fn texts(option: &str, words: &[String]) -> Result<Vec<UnknownText>, Error> {
    words.chunks_exact(2).map(|pair| text(option, &pair[0], &pair[1])).collect()
}

fn text(option: &str, name: &str, size: &str) -> Result<UnknownText, Error> {
    match size.parse() {
        Ok(size) if (1..=MOST_BYTES).contains(&size) => Ok(UnknownText { name: name.to_string(), size }),
        _ => Err(Error::Options(format!(
            "{option} {name} {size}: the size must be a number from 1 to {MOST_BYTES}"
        ))),
    }
}
