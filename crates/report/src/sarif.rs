//! The bugs of a run as SARIF 2.1.0, for code-scanning front ends.
//!
//! Fingerprints are made of what stays when lines move: the kind, the function, and the text of the line without its blanks.
//! Names of files are relative to the directory of the run where they are below it. What was not explored becomes a
//! notification of the tool.

use crate::kinds::{self, Kind};
use bowline_engine::report::{BugReport, FrameReport, LostReport, NoteReport, RunReport, Stop};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::Path;

pub(crate) const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Where relative names are relative to.
pub(crate) const BASE: &str = "SRCROOT";
const MOST_NOTIFICATIONS: usize = 200;

/// The log of one run, which ended the program with `exit_code`.
pub fn sarif(report: &RunReport, exit_code: u8) -> Value {
    let mut rules: Vec<&str> = Vec::new();
    for bug in &report.bugs {
        if !rules.contains(&bug.kind.as_str()) {
            rules.push(&bug.kind);
        }
    }
    let places = Places { directory: &report.program.directory };
    let mut sources = Sources::default();
    let mut occurrences: HashMap<String, u32> = HashMap::new();
    let results: Vec<Value> = report
        .bugs
        .iter()
        .map(|bug| {
            let line = sources.line(&report.program.directory, &bug.file, bug.line);
            let mut print = fingerprint(bug, line.as_deref().unwrap_or_default());
            // The same text twice in a function: told apart by their order.
            let occurrence = occurrences.entry(print.clone()).or_insert(0);
            *occurrence += 1;
            let _ = write!(print, ":{occurrence}");
            let rule = rules.iter().position(|kind| *kind == bug.kind).unwrap_or_default();
            result(&places, bug, rule, line.as_deref(), &print)
        })
        .collect();
    let notifications: Vec<Value> =
        report.lost.iter().take(MOST_NOTIFICATIONS).map(|loss| notification(&places, loss)).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Bowline",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "shortDescription": { "text": "Symbolic execution of C" },
                "rules": rules.iter().map(|kind| rule(kind)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "originalUriBaseIds": { BASE: { "uri": directory_uri(&report.program.directory) } },
            "invocations": [{
                "executionSuccessful": report.stop != Stop::Error,
                "exitCode": exit_code,
                "exitCodeDescription": if report.bugs.is_empty() { "nothing found" } else { "bugs found" },
                "workingDirectory": { "uri": directory_uri(&report.program.directory) },
                "arguments": report.program.args,
                "toolExecutionNotifications": notifications,
                "properties": { "stop": report.stop.name(), "wall_s": report.stats.wall_s },
            }],
            "results": results,
        }],
    })
}

fn rule(name: &str) -> Value {
    let Some(Kind { title, meaning, advice, cwe, severity, .. }) = kinds::find(name) else {
        return json!({ "id": name, "shortDescription": { "text": name } });
    };
    let mut tags = vec!["security".to_string(), "correctness".to_string()];
    tags.extend(cwe.map(|number| format!("external/cwe/cwe-{number:03}")));
    json!({
        "id": name,
        "name": camel_case(name),
        "shortDescription": { "text": title },
        "fullDescription": { "text": meaning },
        "help": { "text": format!("{meaning} {advice}"), "markdown": format!("{meaning}\n\n**What to do:** {advice}") },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": tags, "security-severity": severity, "precision": "very-high" },
    })
}

fn camel_case(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        format!("{}{rest}", first.to_uppercase())
    };
    name.split('-').map(word).collect()
}

fn result(places: &Places<'_>, bug: &BugReport, rule: usize, line: Option<&str>, fingerprint: &str) -> Value {
    let mut location = places.location(&bug.file, bug.line, &bug.function);
    if let Some(region) = location.pointer_mut("/physicalLocation/region").and_then(Value::as_object_mut) {
        if bug.column > 0 {
            region.insert("startColumn".to_string(), bug.column.into());
        }
        if let Some(line) = line {
            region.insert("snippet".to_string(), json!({ "text": line }));
        }
    }
    let frame = |frame: &FrameReport| places.location(&frame.file, frame.line, &frame.function);
    let frames: Vec<Value> = bug.stack.iter().map(|one| json!({ "location": frame(one) })).collect();
    // From the start of the program to the bug.
    let steps: Vec<Value> = bug.stack.iter().rev().map(|one| json!({ "location": frame(one) })).collect();
    let mut result = Map::new();
    let mut set = |name: &str, value: Value| result.insert(name.to_string(), value);
    set("ruleId", json!(bug.kind));
    set("ruleIndex", json!(rule));
    set("kind", json!("fail"));
    set("level", json!(if bug.confirmed { "error" } else { "warning" }));
    set("message", json!({ "text": format!("{} ({})", bug.message, confirmation(bug)) }));
    set("locations", json!([location]));
    let related: Vec<Value> = bug.notes.iter().map(|note| note_location(places, note)).collect();
    if !related.is_empty() {
        set("relatedLocations", json!(related));
    }
    if !frames.is_empty() {
        set("stacks", json!([{ "message": { "text": "calls, innermost first" }, "frames": frames }]));
        set("codeFlows", json!([{ "threadFlows": [{ "locations": steps }] }]));
    }
    set("partialFingerprints", json!({ "bowlineBug/v1": fingerprint }));
    set("occurrenceCount", json!(bug.count.max(1)));
    set(
        "properties",
        json!({ "confirmed": bug.confirmed, "native": bug.native, "test": bug.test, "folder": bug.folder }),
    );
    Value::Object(result)
}

/// Where the object in question came from.
fn note_location(places: &Places<'_>, note: &NoteReport) -> Value {
    let mut location = places.location(&note.file, note.line, "");
    location["message"] = json!({ "text": note.text });
    location
}

fn confirmation(bug: &BugReport) -> String {
    match bug.confirmed {
        true => format!("confirmed natively: {}", bug.native),
        false => format!("not confirmed natively: {}", bug.native),
    }
}

fn notification(places: &Places<'_>, loss: &LostReport) -> Value {
    let mut notification = json!({
        "level": "note",
        "message": { "text": format!("not explored: {} ({}, {} times)", loss.what, loss.kind, loss.count) },
    });
    if !loss.file.is_empty() {
        notification["locations"] = json!([places.location(&loss.file, loss.line, "")]);
    }
    notification
}

/// What stays the same when lines above are added or code is indented otherwise.
fn fingerprint(bug: &BugReport, line: &str) -> String {
    let text: String = line.split_whitespace().collect();
    let mut hash = Sha256::new();
    for part in [bug.kind.as_str(), &bug.function, &text] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(16).fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Lines of sources, each file read once.
#[derive(Default)]
struct Sources {
    files: BTreeMap<String, Vec<String>>,
}

impl Sources {
    fn line(&mut self, directory: &Path, file: &str, line: u32) -> Option<String> {
        if !self.files.contains_key(file) {
            let text = fs::read(directory.join(file)).unwrap_or_default();
            let lines = String::from_utf8_lossy(&text).lines().map(str::to_string).collect();
            self.files.insert(file.to_string(), lines);
        }
        self.files[file].get((line as usize).checked_sub(1)?).cloned()
    }
}

pub(crate) struct Places<'a> {
    pub directory: &'a Path,
}

impl Places<'_> {
    pub fn location(&self, file: &str, line: u32, function: &str) -> Value {
        let mut location = Map::new();
        if !file.is_empty() {
            let mut physical = json!({ "artifactLocation": self.artifact(Path::new(file)) });
            if line > 0 {
                physical["region"] = json!({ "startLine": line });
            }
            location.insert("physicalLocation".to_string(), physical);
        }
        if !function.is_empty() {
            location
                .insert("logicalLocations".to_string(), json!([{ "name": function, "kind": "function" }]));
        }
        Value::Object(location)
    }

    fn artifact(&self, file: &Path) -> Value {
        let below = if file.is_absolute() { file.strip_prefix(self.directory).ok() } else { Some(file) };
        match below {
            Some(relative) => json!({ "uri": encode(relative), "uriBaseId": BASE }),
            None => json!({ "uri": format!("file://{}", encode(file)) }),
        }
    }
}

pub(crate) fn directory_uri(directory: &Path) -> String {
    let path = encode(directory);
    format!("file://{}/", path.trim_end_matches('/'))
}

/// As the path of a URI.
fn encode(path: &Path) -> String {
    let mut out = String::new();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b'+' => {
                out.push(char::from(byte))
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bug(line: u32) -> BugReport {
        let text = json!({
            "kind": "double-free", "message": "m", "file": "a.c", "line": line, "column": 1, "function": "f", "stack": [],
            "stack_left_out": 0, "test": null, "folder": "bugs/1", "confirmed": true, "native": "n", "count": 1
        });
        serde_json::from_value(text).expect("a bug")
    }

    #[test]
    fn fingerprints_do_not_depend_on_lines_and_blanks() {
        assert_eq!(fingerprint(&bug(3), "  free(p);"), fingerprint(&bug(30), "\tfree( p );"));
        assert_ne!(fingerprint(&bug(3), "free(p);"), fingerprint(&bug(3), "free(q);"));
    }

    #[test]
    fn names_below_the_directory_are_relative_and_encoded() {
        let places = Places { directory: Path::new("/home/x") };
        assert_eq!(
            places.artifact(Path::new("/home/x/a b.c")),
            json!({ "uri": "a%20b.c", "uriBaseId": BASE })
        );
        assert_eq!(places.artifact(Path::new("/usr/c.h")), json!({ "uri": "file:///usr/c.h" }));
        assert_eq!(places.artifact(Path::new("d/e.c"))["uri"], "d/e.c");
        assert_eq!(directory_uri(Path::new("/")), "file:///");
        assert_eq!(camel_case("out-of-bounds-read"), "OutOfBoundsRead");
    }
}
