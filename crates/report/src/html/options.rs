//! What the run was asked to do.

use crate::load::Results;
use maud::{Markup, html};

pub fn section(results: &Results) -> Markup {
    let report = &results.report;
    // As run.json tells them, so that nothing is forgotten here when an option is added.
    let config = serde_json::to_value(&report.config).unwrap_or_default();
    let program = serde_json::to_value(&report.program).unwrap_or_default();
    html! {
        h3 { "Program" }
        (table(&program))
        h3 { "Configuration" }
        (table(&config))
    }
}

fn table(value: &serde_json::Value) -> Markup {
    html! {
        table.options {
            tbody {
                @for (name, value) in value.as_object().into_iter().flatten() {
                    tr { th scope="row" { (name) } td { (plain(value)) } }
                }
            }
        }
    }
}

fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Null => "–".to_string(),
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_string(),
        serde_json::Value::Array(all) if all.is_empty() => "none".to_string(),
        serde_json::Value::Array(all) => all.iter().map(plain).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
