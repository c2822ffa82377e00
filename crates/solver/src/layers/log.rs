//! Writes questions to numbered files, see [`crate::record`]. It answers nothing and changes nothing; when a file cannot be
//! written, the log ends there and the run goes on.

use crate::config::QueryLog;
use crate::layer::{Answer, Below, Layer, Query, Tools};
use crate::record;
use crate::verdict::SolverError;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// A layer with a directory that takes questions.
pub struct Log {
    directory: PathBuf,
    written: u64,
    most: u64,
}

impl Log {
    pub fn open(config: &QueryLog) -> Result<Self, SolverError> {
        let directory = config.directory.clone();
        let is_empty =
            fs::create_dir_all(&directory).and_then(|()| Ok(directory.read_dir()?.next().is_none()));
        match is_empty {
            Ok(true) => Ok(Self { directory, written: 0, most: config.most }),
            Ok(false) => Err(SolverError::Log { directory, why: "it is not empty".to_string() }),
            Err(error) => Err(SolverError::Log { directory, why: error.to_string() }),
        }
    }
}

impl Layer for Log {
    fn check(&mut self, tools: &mut Tools<'_>, query: Query<'_>, below: &mut Below<'_>) -> Answer {
        let start = Instant::now();
        let answer = below.ask(tools, query);
        if self.written == self.most {
            return answer;
        }
        let verdict = match &answer {
            Answer::Sat(_) => "sat",
            Answer::Unsat(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        let text = record::text(
            tools.pool,
            &query.constraints(),
            query.question,
            query.path.model(),
            verdict,
            start.elapsed(),
        );
        let file = self.directory.join(format!("{:06}.smt2", self.written));
        self.written += 1;
        if let Err(error) = fs::write(&file, text) {
            self.most = self.written;
            let why =
                format!("{}: cannot be written ({error}); the log of queries ends here", file.display());
            tools.books.stats.log_failure = Some(why);
        }
        answer
    }

    fn is_instant(&self) -> bool {
        true
    }
}
