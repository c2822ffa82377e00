//! What `bowline check` found as SARIF 2.1.0: errors for what is vulnerable, notes for branches of which one side is never taken.

use crate::sarif::{BASE, Places, SCHEMA, directory_uri};
use bowline_engine::check::{CheckReport, PlaceReport, QueryReport};
use serde_json::{Value, json};

/// Kinds of results, by the name that each query's kind has.
const RULES: [(&str, &str, &str); 3] = [
    (
        "check-write",
        "A write outside its object",
        "Some input leads to a write outside the object that its pointer belongs to.",
    ),
    (
        "check-read",
        "A read outside its object",
        "Some input leads to a read outside the object that its pointer belongs to.",
    ),
    (
        "check-branch",
        "A branch that goes one way",
        "Whatever the input, one side of this branch is never taken.",
    ),
];

/// The log of one check, which ended the program with `exit_code`.
pub fn check_sarif(report: &CheckReport, exit_code: u8) -> Value {
    let places = Places { directory: &report.directory };
    let told = report.queries.iter().filter(|query| {
        query.verdict == "vulnerable" || query.verdict == "infeasible" && query.kind == "branch"
    });
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(id, title, text)| {
            json!({ "id": id, "shortDescription": { "text": title }, "fullDescription": { "text": text } })
        })
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Bowline",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "shortDescription": { "text": "Symbolic execution of C" },
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { BASE: { "uri": directory_uri(&report.directory) } },
            "invocations": [{
                "executionSuccessful": report.disagreements.is_empty(),
                "exitCode": exit_code,
                "workingDirectory": { "uri": directory_uri(&report.directory) },
            }],
            "results": told.map(|query| result(&places, query)).collect::<Vec<_>>(),
        }],
    })
}

fn result(places: &Places<'_>, query: &QueryReport) -> Value {
    let rule = format!("check-{}", query.kind);
    let level = match (query.verdict.as_str(), query.confirmed) {
        ("vulnerable", true) => "error",
        ("vulnerable", false) => "warning",
        _ => "note",
    };
    let confirmation = match (query.verdict.as_str(), query.confirmed) {
        ("vulnerable", true) => format!(" (confirmed natively: {})", query.native),
        ("vulnerable", false) => format!(" (not confirmed natively: {})", query.native),
        _ => String::new(),
    };
    let assumed =
        query.assumes.as_ref().map(|assumed| format!(", assuming that {assumed}")).unwrap_or_default();
    let mut location = places.location(&query.file, query.line, &query.function);
    if query.column > 0
        && let Some(region) = location.pointer_mut("/physicalLocation/region").and_then(Value::as_object_mut)
    {
        region.insert("startColumn".to_string(), query.column.into());
    }
    let step = |place: &PlaceReport| json!({ "location": places.location(&place.file, place.line, "") });
    let mut result = json!({
        "ruleId": rule,
        "ruleIndex": RULES.iter().position(|(id, ..)| *id == rule).unwrap_or_default(),
        "kind": "fail",
        "level": level,
        "message": { "text": format!("{}{assumed}{confirmation}", query.reason) },
        "locations": [location],
        "properties": {
            "verdict": query.verdict,
            "confirmed": query.confirmed,
            "condition": query.condition,
            "test": query.test,
            "assumes": query.assumes,
            "models": query.models,
        },
    });
    if !query.path.is_empty() {
        let steps: Vec<Value> = query.path.iter().map(step).collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}
