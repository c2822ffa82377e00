//! The manifests keep to the layers of ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Each crate with the crates of ours it may depend on: the table of ARCHITECTURE.md.
fn allowed() -> BTreeMap<String, BTreeSet<String>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md");
    let page = std::fs::read_to_string(page).expect("ARCHITECTURE.md is readable");
    let table = page.split("| crate | what it is | may depend on |").nth(1).expect("the table of crates");
    let mut allowed = BTreeMap::new();
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, name, _, below, _] = cells[..] else { panic!("a row of the table has three cells: {row}") };
        let below: BTreeSet<String> = match below {
            "–" => BTreeSet::new(),
            "everything above" => allowed.keys().cloned().collect(),
            some => some.split(", ").map(|name| name.trim_matches('`').to_string()).collect(),
        };
        allowed.insert(name.trim_matches('`').to_string(), below);
    }
    allowed
}

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
    let allowed = allowed();
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(crates).expect("crates/ is readable") {
        let directory = entry.expect("an entry").path();
        let name = directory.file_name().expect("a name").to_string_lossy().into_owned();
        let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).expect("a manifest");
        let below = allowed.get(&name);
        let below = below.unwrap_or_else(|| panic!("crate {name} is in no layer: add it to ARCHITECTURE.md"));
        for dependency in dependencies(&manifest) {
            let local = dependency.trim_end_matches(".workspace").to_string();
            assert!(below.contains(&local), "{name} must not depend on {local}");
        }
        found.insert(name);
    }
    assert_eq!(found, allowed.into_keys().collect::<BTreeSet<String>>());
}
