//! What a measurement may close, and when.
//!
//! A measured model can be wrong where nobody ran it. It may *find*: what is vulnerable by it is marked, comes last, and is shown natively or says why not. A
//! question it *closes* (an access that is safe, a side of a branch that is never taken) stays closed only if the exploration came to the
//! place, could have shown the opposite, and did not. In all other cases the answer is `unknown`, with what was measured as its reason.

use super::report::{CheckReport, QueryReport};
use crate::lcov::Line;
use std::collections::BTreeMap;

/// Lines by file and number, as the exploration saw them.
pub(super) type Seen = BTreeMap<String, BTreeMap<u32, Line>>;

/// The word for such answers, beside the causes of [`bowline_demand::Reason`].
const CAUSE: &str = "measured";

/// Opens what only a measurement had closed; `seen` is nothing where nothing was explored from `main`.
pub(super) fn reopen(report: &mut CheckReport, seen: Option<&Seen>) {
    for query in report.queries.iter_mut().filter(|query| is_closed_by_measurement(query)) {
        let line = seen.map(|seen| seen.get(&query.file).and_then(|lines| lines.get(&query.line)).copied());
        let Some(why) = objection(query, line.map(Option::unwrap_or_default)) else { continue };
        query.reason = format!("{} as far as was measured; {why}", query.reason);
        query.verdict = "unknown".to_string();
        query.cause = CAUSE.to_string();
    }
}

/// Is it said that something never happens, by a model?
pub(super) fn is_closed_by_measurement(query: &QueryReport) -> bool {
    let is_closed = match query.kind.as_str() {
        "branch" => query.verdict == "infeasible",
        _ => matches!(query.verdict.as_str(), "safe" | "infeasible"),
    };
    is_closed && !query.models.is_empty()
}

/// Why the exploration does not bear an answer out.
fn objection(query: &QueryReport, line: Option<Line>) -> Option<&'static str> {
    let Some(line) = line else { return Some("nothing was explored that could show the opposite") };
    if !line.hit {
        return Some("the exploration did not come there");
    }
    if query.kind != "branch" {
        // An error found there has corrected the answer already.
        return None;
    }
    let (then, otherwise) = (line.first > 0, line.taken > line.first);
    match query.reason.as_str() {
        _ if line.targets != 2 => {
            Some("what the exploration did there does not tell which branch went where")
        }
        "always false" if !then && otherwise => None,
        "always true" if then && !otherwise => None,
        _ => Some("the exploration went the other way"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(kind: &str, verdict: &str, reason: &str) -> QueryReport {
        serde_json::from_value(serde_json::json!({
            "kind": kind, "file": "a.c", "line": 3, "column": 1, "function": "f", "argument": 0,
            "verdict": verdict, "reason": reason, "cause": "", "path": [], "condition": null, "start": null,
            "argc": null, "longest": null, "confirmed": false, "native": "", "test": null,
            "models": ["the loop at a.c:2 makes n rounds"],
        }))
        .expect("a query")
    }

    fn answer(query: &QueryReport, line: Option<Line>) -> bool {
        objection(query, line).is_none()
    }

    #[test]
    fn a_measurement_closes_nothing_that_was_not_looked_at() {
        let safe = query("write", "safe", "no path leads outside the object");
        assert!(is_closed_by_measurement(&safe));
        assert!(!answer(&safe, None) && !answer(&safe, Some(Line::default())));
        assert!(answer(&safe, Some(Line { hit: true, ..Line::default() })));
        assert!(!is_closed_by_measurement(&query("branch", "safe", "both sides are possible")));
    }

    #[test]
    fn a_side_that_was_taken_is_not_impossible() {
        let hit = |first, taken, targets| Some(Line { hit: true, first, taken, targets });
        let never = query("branch", "infeasible", "always false");
        assert!(answer(&never, hit(0, 1, 2)));
        assert!(
            !answer(&never, hit(1, 1, 2)) && !answer(&never, hit(1, 2, 2)) && !answer(&never, hit(1, 2, 4))
        );
        assert!(answer(&query("branch", "infeasible", "always true"), hit(1, 1, 2)));
        assert!(!answer(&query("branch", "infeasible", "it is never reached"), hit(0, 1, 2)));
    }
}
