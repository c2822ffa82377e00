//! The workflow of docs/ci is valid YAML, and its steps do what docs/ci.md says: they run here on a small project, with a
//! `docker` that starts our binary instead of a container. The Dockerfile installs what `./x setup` installs.

mod common;

use common::Place;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use yaml_rust2::{Yaml, YamlLoader};

/// `docker run --rm --user U -v A:B [--entrypoint E] IMAGE ARGS...`
const DOCKER: &str = r#"#!/bin/sh
entry=bowline
[ "$1" = run ] || exit 125
shift
while :; do
  case "$1" in
    --rm) shift ;;
    --user | -v) shift 2 ;;
    --entrypoint) entry=$2; shift 2 ;;
    ghcr.io/*/bowline:latest) shift; break ;;
    *) echo "docker: $1?" >&2; exit 125 ;;
  esac
done
exec "$entry" "$@"
"#;

const MAKEFILE: &str = "libproject.a: parse.o\n\tar rc $@ parse.o\n";
const HARNESS: &str = "#include <stddef.h>\n#include <stdint.h>\nint parse(const uint8_t *data, size_t size);\n\
     int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return parse(data, size) * 0; }\n";
const GOOD: &str = "#include <stddef.h>\n#include <stdint.h>\n\
     int parse(const uint8_t *data, size_t size) {\n  return size > 2 && data[2] == 'x';\n}\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn workflow() -> Yaml {
    let text = fs::read_to_string(root().join("docs/ci/github-actions.yml")).expect("the workflow");
    YamlLoader::load_from_str(&text).expect("valid YAML").remove(0)
}

/// The steps of the job that are scripts, up to the one that fails; what the last one ended with, and how many ran.
fn run_job(place: &Place) -> (usize, Output) {
    let workflow = workflow();
    let job = &workflow["jobs"]["explore"];
    let harness = job["strategy"]["matrix"]["harness"][0].as_str().expect("a harness");
    let image = workflow["env"]["BOWLINE"].as_str().expect("an image");
    let directory = Path::new(env!("CARGO_BIN_EXE_bowline")).parent().expect("a directory");
    let path = format!(
        "{}:{}:{}",
        place.join("bin").display(),
        directory.display(),
        std::env::var("PATH").expect("PATH")
    );
    let (mut count, mut last) = (0, None);
    for script in job["steps"].as_vec().expect("steps").iter().filter_map(|step| step["run"].as_str()) {
        let outputs = fs::read_to_string(place.join("outputs")).unwrap_or_default();
        let code = outputs.trim_end().strip_prefix("code=").unwrap_or_default();
        let script = script
            .replace("${{ matrix.harness }}", harness)
            .replace("${{ steps.explore.outputs.code }}", code);
        assert!(!script.contains("${{"), "{script}");
        let output = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", &script])
            .current_dir(place.path())
            .env("PATH", &path)
            .env("BOWLINE", image)
            .env("GITHUB_OUTPUT", place.join("outputs"))
            .output()
            .expect("bash");
        count += 1;
        let failed = !output.status.success();
        last = Some(output);
        if failed {
            break;
        }
    }
    (count, last.expect("a step"))
}

fn project(source: &str) -> Place {
    let place = Place::with(&[("Makefile", MAKEFILE.as_bytes()), ("parse.c", source.as_bytes())]);
    for directory in ["bin", "fuzz"] {
        fs::create_dir(place.join(directory)).expect("a directory");
    }
    fs::write(place.join("fuzz/fuzz_parse.c"), HARNESS).expect("written");
    fs::write(place.join("bin/docker"), DOCKER).expect("written");
    fs::set_permissions(place.join("bin/docker"), fs::Permissions::from_mode(0o755)).expect("executable");
    place
}

#[test]
fn a_project_without_bugs_passes() {
    let place = project(GOOD);
    let (steps, last) = run_job(&place);
    assert!(last.status.success(), "step {steps}: {}", String::from_utf8_lossy(&last.stderr));
    assert!(
        place.join("bowline-out/results.sarif").exists() && place.join("bowline-out/report.html").exists()
    );
}

#[test]
fn a_bug_fails_the_last_step_after_the_results_are_there() {
    let place = project(&GOOD.replace("size > 2", "size > 1"));
    let (steps, last) = run_job(&place);
    let sarif = fs::read_to_string(place.join("bowline-out/results.sarif")).expect("results");
    assert!(sarif.contains("out-of-bounds-read") && place.join("bowline-out/report.html").exists());
    let scripts = workflow()["jobs"]["explore"]["steps"].as_vec().expect("steps").clone();
    assert_eq!(steps, scripts.iter().filter(|step| step["run"].as_str().is_some()).count());
    assert_eq!(last.status.code(), Some(1));
}

#[test]
fn a_build_that_fails_fails_the_job() {
    let place = project("int parse(\n");
    let (steps, last) = run_job(&place);
    assert_eq!((steps, last.status.success()), (1, false));
}

#[test]
fn results_are_uploaded() {
    let workflow = workflow();
    let steps = workflow["jobs"]["explore"]["steps"].as_vec().expect("steps").clone();
    let upload = steps.iter().find(|step| {
        step["uses"].as_str().is_some_and(|action| action.starts_with("github/codeql-action/upload-sarif@"))
    });
    assert_eq!(upload.expect("an upload")["with"]["sarif_file"].as_str(), Some("bowline-out/results.sarif"));
    assert_eq!(workflow["permissions"]["security-events"].as_str(), Some("write"));
}

/// Words between two marks.
fn words<'a>(text: &'a str, from: &str, to: &str) -> BTreeSet<&'a str> {
    let rest = text.split_once(from).unwrap_or_else(|| panic!("no `{from}`")).1;
    let list = rest.split_once(to).unwrap_or_else(|| panic!("no `{to}`")).0;
    list.split_whitespace().filter(|word| *word != "\\").collect()
}

#[test]
fn the_image_is_built_with_the_packages_of_the_script() {
    let docker = fs::read_to_string(root().join("Dockerfile")).expect("Dockerfile");
    let script = fs::read_to_string(root().join("x")).expect("x");
    let script = words(&script, "BASE_PACKAGES=(", ")");
    let mut built = words(&docker, "--no-install-recommends", "&&");
    built.remove("git");
    assert_eq!(built, script);
}
