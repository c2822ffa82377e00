//! `bowline tests`

use crate::NOTHING_FOUND;
use crate::args::{TestsCommand, TestsOptions};
use bowline_engine::ktest::Ktest;
use bowline_engine::{Error, inputs};

pub fn tests(options: &TestsOptions) -> Result<u8, Error> {
    let TestsCommand::Show { tests } = &options.command;
    for path in tests {
        let test = Ktest::read(path)?;
        println!("{}: {} input(s), {} byte(s)", path.display(), test.objects.len(), test.size());
        print!("{}", inputs::describe(&test));
    }
    Ok(NOTHING_FOUND)
}
