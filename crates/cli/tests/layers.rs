//! The manifests keep to the layers of ARCHITECTURE.md.

use std::collections::BTreeSet;
use std::path::Path;

/// Each crate with the crates of ours it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("expr", &["base"]),
    ("ir", &["base"]),
    ("solver", &["base", "expr"]),
    ("memory", &["base", "expr"]),
    ("frontend", &["base", "ir"]),
    ("cc", &["frontend"]),
    ("exec", &["base", "expr", "ir", "memory", "solver"]),
    ("search", &["base", "exec", "ir"]),
    ("merge", &["base", "exec", "expr", "ir", "memory", "solver"]),
    ("native", &["base", "exec", "expr", "ir", "memory", "solver"]),
    ("runtime", &[]),
    (
        "engine",
        &[
            "base", "exec", "expr", "frontend", "ir", "memory", "merge", "native", "runtime", "search",
            "solver",
        ],
    ),
    ("report", &["engine"]),
    ("cli", &["cc", "engine", "report"]),
];

/// Names of our crates in the `[dependencies]` of a manifest.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let section = manifest.split("[dependencies]").nth(1).unwrap_or("");
    let section = section.split("\n[").next().unwrap_or("");
    section
        .lines()
        .filter_map(|line| line.strip_prefix("bowline-"))
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect())
        .collect()
}

#[test]
fn crates_depend_only_downwards() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/");
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(crates).expect("crates/ is readable") {
        let directory = entry.expect("an entry").path();
        let name = directory.file_name().expect("a name").to_string_lossy().into_owned();
        let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).expect("a manifest");
        let allowed = ALLOWED.iter().find(|(crate_name, _)| *crate_name == name);
        let allowed = allowed
            .unwrap_or_else(|| panic!("crate {name} is in no layer: add it to ARCHITECTURE.md and here"))
            .1;
        for dependency in dependencies(&manifest) {
            let local = dependency.trim_end_matches(".workspace").to_string();
            assert!(allowed.contains(&local.as_str()), "{name} must not depend on {local}");
        }
        found.insert(name);
    }
    let known: BTreeSet<String> = ALLOWED.iter().map(|(name, _)| name.to_string()).collect();
    assert_eq!(found, known);
}
