//! Writes questions to numbered files, see [`crate::record`]. It answers nothing and changes nothing; when a file cannot be
//! written, the log ends there and the run goes on.

use crate::config::QueryLog;
use crate::layer::{Answer, Context, Layer, Query, ask};
use crate::record;
use crate::stats::LayerId;
use crate::verdict::SolverError;
use bowline_expr::ExprId;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// A directory that takes questions.
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

pub struct Logged {
    pub id: LayerId,
    pub below: Box<dyn Layer>,
    pub log: Log,
}

impl Layer for Logged {
    fn id(&self) -> LayerId {
        self.id
    }

    fn check(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Answer {
        let start = Instant::now();
        let answer = ask(&mut *self.below, context, query);
        if self.log.written == self.log.most {
            return answer;
        }
        let verdict = match &answer {
            Answer::Sat(_) => "sat",
            Answer::Unsat(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        let text = record::text(
            context.pool,
            &query.constraints(),
            query.question,
            query.path.model(),
            verdict,
            start.elapsed(),
        );
        let file = self.log.directory.join(format!("{:06}.smt2", self.log.written));
        self.log.written += 1;
        if let Err(error) = fs::write(&file, text) {
            self.log.most = self.log.written;
            let why =
                format!("{}: cannot be written ({error}); the log of queries ends here", file.display());
            context.books.stats.log_failure = Some(why);
        }
        answer
    }

    fn retain(&mut self, keep: &dyn Fn(ExprId) -> bool) {
        self.below.retain(keep);
    }
}
