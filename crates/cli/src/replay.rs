//! `bowline replay`

use crate::args::ReplayOptions;
use crate::{BUGS_FOUND, NOTHING_FOUND};
use bowline_engine::native::{NativeExit, summary};
use bowline_engine::{Error, replay as engine};

pub fn replay(options: &ReplayOptions) -> Result<u8, Error> {
    let single = options.test.is_file();
    let (mut bugs, mut surprises) = (0, 0);
    engine(&options.test, |replayed| {
        let run = &replayed.run;
        if single {
            print!("{}", run.output);
        }
        let name = replayed.test.file_name().unwrap_or_default().to_string_lossy();
        let agrees = if replayed.agrees { "as predicted" } else { "NOT as predicted" };
        println!("{name}: {} ({agrees}: {})", summary(run), replayed.predicted);
        surprises += u32::from(!replayed.agrees);
        bugs +=
            u32::from(replayed.predicts_bug && replayed.agrees || !matches!(run.exit, NativeExit::Code(_)));
    })?;
    let found = if options.check { surprises } else { bugs };
    Ok(if found > 0 { BUGS_FOUND } else { NOTHING_FOUND })
}
