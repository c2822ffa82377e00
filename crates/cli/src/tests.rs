//! `bowline tests`

use crate::NOTHING_FOUND;
use crate::args::{TestFormat, TestsCommand, TestsOptions};
use crate::say::say;
use bowline_engine::exchange::{self, Accept, StoredTest, gather};
use bowline_engine::visible::visible_line;
use bowline_engine::{Error, inputs};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Longer lists of sizes are cut in the table; `tests show` has them.
const MOST_SIZES: usize = 48;

pub fn tests(options: &TestsOptions) -> Result<u8, Error> {
    match &options.command {
        TestsCommand::List { tests } => say(&list(&gather(tests, Accept::Tests)?)),
        TestsCommand::Show { tests } => {
            say(&gather(tests, Accept::Tests)?.iter().map(show).collect::<String>())
        }
        TestsCommand::Convert { to, out, tests } => convert(*to, out.as_deref(), tests)?,
    }
    Ok(NOTHING_FOUND)
}

/// Whoever closes the pipe has seen enough.
fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn show(stored: &StoredTest) -> String {
    let test = &stored.test;
    let path = visible_line(&stored.path.to_string_lossy());
    let mut text = format!("{path}: {} input(s), {} byte(s)\n", test.objects.len(), test.size());
    let outcome = stored.outcome();
    if !outcome.is_empty() {
        text.push_str(&format!("{outcome}\n"));
    }
    text + &inputs::describe(test)
}

fn list(tests: &[StoredTest]) -> String {
    let heading = ["test", "inputs", "bytes", "new lines", "outcome", "sizes"].map(str::to_string);
    let rows: Vec<[String; 6]> = std::iter::once(heading).chain(tests.iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: [usize; 6] = std::array::from_fn(width);
    let [name, inputs, bytes, new_lines, outcome, _] = widths;
    let line = |row: &[String; 6]| {
        let line = format!(
            "{:name$}  {:>inputs$}  {:>bytes$}  {:>new_lines$}  {:outcome$}  {}",
            row[0], row[1], row[2], row[3], row[4], row[5]
        );
        format!("{}\n", line.trim_end())
    };
    rows.iter().map(line).collect()
}

fn row(stored: &StoredTest) -> [String; 6] {
    let test = &stored.test;
    let mut sizes: String = String::new();
    for (at, object) in test.objects.iter().enumerate() {
        let part = format!(
            "{}{} {}",
            if at > 0 { ", " } else { "" },
            visible_line(&object.name),
            object.bytes.len()
        );
        if sizes.len() + part.len() > MOST_SIZES && at > 0 {
            sizes.push_str(&format!(", {} more", test.objects.len() - at));
            break;
        }
        sizes.push_str(&part);
    }
    let new_lines =
        stored.report().and_then(|test| test.new_lines).map_or(String::new(), |count| count.to_string());
    [
        visible_line(&stored.path.to_string_lossy()),
        test.objects.len().to_string(),
        test.size().to_string(),
        new_lines,
        visible_line(&stored.outcome()),
        sizes,
    ]
}

fn convert(to: TestFormat, out: Option<&Path>, tests: &[PathBuf]) -> Result<(), Error> {
    let (format, name) = match to {
        TestFormat::Ktest => (exchange::TestFormat::Ktest, "ktest"),
        TestFormat::Testcomp => (exchange::TestFormat::TestComp, "testcomp"),
        TestFormat::Raw => (exchange::TestFormat::Raw, "raw"),
        TestFormat::C => (exchange::TestFormat::C, "c"),
    };
    let directory = out.map_or_else(|| PathBuf::from(format!("tests-{name}")), Path::to_path_buf);
    let tests = gather(tests, Accept::Corpus)?;
    let converted = exchange::convert(&tests, format, &directory)?;
    say!("{} test(s): {} file(s) in {}", tests.len(), converted.files, directory.display());
    if let Some(note) = &converted.note {
        say!("{note}");
    }
    if !converted.commands.is_empty() {
        say!("the first, in {}:", directory.display());
        converted.commands.iter().for_each(|command| say!("    {command}"));
    }
    Ok(())
}
