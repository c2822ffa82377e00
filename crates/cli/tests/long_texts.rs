//! Overflows behind a thousand characters, by loops in closed form: the programs of the table of `./x bench summaries`.

mod common;

use common::Place;
use std::path::Path;

/// Each of them is found within seconds; what is not found in time would take hours.
const TIME: &str = "120s";

#[test]
fn overflows_behind_a_thousand_characters_are_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/programs/summaries/table");
    let mut programs: Vec<_> = std::fs::read_dir(&folder)
        .expect("the table")
        .map(|entry| entry.expect("a program").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    assert_eq!(programs.len(), 11);
    for program in programs {
        let program = program.to_str().expect("a path");
        let place = Place::with_program("");
        let arguments = ["run", "--quiet", "--loops", "summary", "--stop-after", "1", "--confirm", "none"];
        let more = ["--tests", "none", "--max-time", TIME, "-DSIZE=1000", program];
        let output = place.bowline(&[&arguments[..], &more[..]].concat());
        let told =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("out-of-bounds-write"), "{program}: {told}");
    }
}
