//! A question as a file: an SMT-LIB script that any solver can run, with comments that let us ask it again as it was asked.
//!
//! The last assertion is the question, those before it are the path. Comments say how it was answered, how long that
//! took, and the model that the path had:
//!
//! ```text
//! ; verdict: unsat
//! ; seconds: 0.000123
//! ; path-model: OCCURRENCE SIZE HEX NAME
//! ```
//!
//! A path-model line holds one input's first bytes; without such lines the path is asked for its model when the file is
//! read. A model is evaluated before it is believed.

use crate::path::Path;
use crate::solver::Solver;
use crate::verdict::Verdict;
use bowline_expr::smtlib::{self, ParseError};
use bowline_expr::{Evaluator, ExprId, Model, Pool};
use std::fmt::Write;
use std::rc::Rc;
use std::time::Duration;

const VERDICT: &str = "; verdict: ";
const SECONDS: &str = "; seconds: ";
const PATH_MODEL: &str = "; path-model: ";

/// Inputs whose model is longer are left out of a record: reading it back costs one more question.
const MAX_INPUT: u64 = 1 << 16;

/// What a file says.
pub struct Record {
    /// All but the last assertion.
    pub constraints: Vec<ExprId>,
    pub question: ExprId,
    /// Sat, unsat or unknown, if the file says so.
    pub verdict: Option<String>,
    model: Rc<Model>,
}

impl Record {
    pub fn parse(text: &str, pool: &mut Pool) -> Result<Self, ParseError> {
        let mut constraints = smtlib::parse(text, pool)?.assertions;
        let question = constraints.pop().unwrap_or(Pool::TRUE);
        let verdict = text.lines().find_map(|line| line.strip_prefix(VERDICT)).map(str::to_string);
        let mut model = Model::new();
        for line in text.lines().filter_map(|line| line.strip_prefix(PATH_MODEL)) {
            // A line that is not as we write it is a comment like any other.
            let _ = read_input(line, pool, &mut model);
        }
        Ok(Self { constraints, question, verdict, model: Rc::new(model) })
    }

    /// Asks the question again. `paths` are those of the previous record, one per constraint, and become this one's: what
    /// two records have in common is shared as it is between states.
    pub fn ask(&self, solver: &mut Solver, pool: &mut Pool, paths: &mut Vec<(ExprId, Path)>) -> Verdict {
        let same = paths.iter().zip(&self.constraints).take_while(|((id, _), other)| id == *other).count();
        paths.truncate(same);
        let mut evaluator = Evaluator::new();
        let is_model = self.constraints.iter().all(|&id| evaluator.holds(pool, &self.model, id));
        for &constraint in &self.constraints[same..] {
            let mut path = paths.last().map_or_else(Path::new, |(_, path)| path.clone());
            let model = match is_model {
                true => self.model.clone(),
                false => match solver.check(pool, &path, constraint) {
                    Verdict::Sat(model) => model,
                    other => return other,
                },
            };
            path.assume(pool, constraint, model);
            paths.push((constraint, path));
        }
        let mut path = paths.last().map_or_else(Path::new, |(_, path)| path.clone());
        if is_model {
            path.assume(pool, Pool::TRUE, self.model.clone());
        }
        solver.check(pool, &path, self.question)
    }
}

/// The text of a record.
pub(crate) fn text(
    pool: &Pool,
    constraints: &[ExprId],
    question: ExprId,
    model: &Model,
    verdict: &str,
    time: Duration,
) -> String {
    let mut text = format!("{VERDICT}{verdict}\n{SECONDS}{:.6}\n", time.as_secs_f64());
    for (symbol, info) in pool.symbols() {
        // A line break would end the comment.
        if info.size > MAX_INPUT || info.name.contains(char::is_control) {
            continue;
        }
        let bytes = model.first(symbol, info.size);
        let used = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        if used > 0 {
            let hex = bytes[..used].iter().fold(String::new(), |mut hex, byte| {
                let _ = write!(hex, "{byte:02x}");
                hex
            });
            let _ = writeln!(text, "{PATH_MODEL}{} {} {hex} {}", info.number_text(), info.size, info.name);
        }
    }
    text + &smtlib::script(pool, constraints, Some(question))
}

fn read_input(line: &str, pool: &mut Pool, model: &mut Model) -> Option<()> {
    let mut parts = line.splitn(4, ' ');
    let (number, size) = (parts.next()?, parts.next()?.parse().ok()?);
    let (hex, name) = (parts.next()?, parts.next()?);
    let symbol = pool.symbol_from_text(name, number, size)?;
    for (index, pair) in hex.as_bytes().chunks(2).enumerate() {
        let value = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
        model.set_byte(symbol, index as u64, value);
    }
    Some(())
}
