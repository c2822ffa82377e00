//! `bowline report`, and the SARIF file of every run.

use crate::NOTHING_FOUND;
use crate::args::ReportOptions;
use crate::say::say;
use bowline_engine::{Error, Finished, write_whole};
use bowline_report::Results;

pub fn report(options: &ReportOptions) -> Result<u8, Error> {
    let results = Results::load(&options.out)?;
    let page = bowline_report::html(&results);
    let path = options.output.clone().unwrap_or_else(|| options.out.join("report.html"));
    write_whole(&path, page.as_bytes())?;
    say!("the report is in {}", path.display());
    Ok(NOTHING_FOUND)
}

/// `results.sarif` in the output directory.
pub fn write_sarif(finished: &Finished, exit_code: u8) -> Result<(), Error> {
    let log = bowline_report::sarif(&finished.report, exit_code);
    let mut text = serde_json::to_vec_pretty(&log).map_err(|error| Error::Internal(error.to_string()))?;
    text.push(b'\n');
    write_whole(&finished.out.join("results.sarif"), &text)
}
