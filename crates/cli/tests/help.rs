//! What teaches: help texts, completions, manual pages, and the page of all options.

mod common;

use common::Place;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Prints something to standard output and nothing else.
fn says(place: &Place, args: &[&str]) -> String {
    let output = place.bowline(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty() && !output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The names in the list of commands.
fn commands(place: &Place) -> Vec<String> {
    commands_in(&says(place, &["--help"]))
}

fn commands_in(help: &str) -> Vec<String> {
    let list =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // A line that goes on is indented further.
    list.filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')))
        .filter_map(|line| line.split(' ').next().map(str::to_string))
        .collect()
}

/// `--sizes`, `-I`, ...: what stands at the beginning of lines in a help text.
fn options(help: &str) -> BTreeSet<String> {
    let heads = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    heads
        .flat_map(|line| line.split([' ', ',', '=']).take(3))
        .filter(|word| word.starts_with('-') && word.trim_start_matches('-').starts_with(char::is_alphabetic))
        .map(str::to_string)
        .collect()
}

#[test]
fn help_teaches_within_eighty_columns() {
    let place = Place::with(&[]);
    let commands = commands(&place);
    for expected in
        ["run", "replay", "report", "check", "loops", "tests", "solve", "cc", "c++", "completions", "man"]
    {
        assert!(commands.iter().any(|name| name == expected), "{expected} is not in {commands:?}");
    }
    assert!(says(&place, &["--help"]).contains("\nExit codes:\n"));
    for command in ["run", "replay", "report", "check", "loops", "solve", "cc", "c++", "completions", "man"] {
        let help = says(&place, &["help", command]);
        let examples = help.split("\nExamples:\n").nth(1).unwrap_or_else(|| panic!("examples of {command}"));
        assert!(examples.starts_with("  "), "{command}");
        for line in examples.lines() {
            assert!(line.chars().count() <= 84, "{command}: too wide: {line}");
        }
        if !["cc", "c++"].contains(&command) {
            assert_eq!(help, says(&place, &[command, "--help"]), "help {command}");
        }
    }
}

/// Both ways: no option is without its line in the page, and the page has none that does not exist.
#[test]
fn the_page_of_options_has_them_all() {
    let place = Place::with(&[]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/options.md")).expect("docs/options.md");
    let mut known = BTreeSet::from(["-h".to_string(), "--help".to_string(), "-V".into(), "--version".into()]);
    for command in commands(&place) {
        // What clang's options are, clang says; the help command has none.
        if ["cc", "c++", "help"].contains(&command.as_str()) {
            continue;
        }
        let section = page.split("\n## `bowline ").find(|part| part.starts_with(&format!("{command}`")));
        let section =
            section.unwrap_or_else(|| panic!("docs/options.md has no section on bowline {command}"));
        let mut help = says(&place, &["help", &command]);
        for below in commands_in(&help).iter().filter(|name| *name != "help") {
            help += &says(&place, &["help", &command, below]);
        }
        for option in options(&help).difference(&known.clone()) {
            let named =
                [format!("`{option}`"), format!("`{option} ")].iter().any(|text| section.contains(text));
            assert!(named, "docs/options.md does not explain {option} of bowline {command}");
            known.insert(option.clone());
        }
    }
    for word in page.split('`').skip(1).step_by(2).filter_map(|code| code.split(' ').next()) {
        if word.starts_with("--") && word.len() > 2 {
            assert!(known.contains(word), "docs/options.md explains {word}, which does not exist");
        }
    }
    for link in page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
        assert!(root.join("docs").join(link).exists(), "docs/options.md links to {link}");
    }
}

#[test]
fn bash_completes_options_and_values() {
    let place = Place::with(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(says(&place, &["completions", shell]).contains("bowline"));
    }
    fs::write(place.join("completion"), says(&place, &["completions", "bash"])).expect("written");
    place.tool("bash", &["-n", "completion"]);
    for (line, expected) in [
        ("bowline run --si", "--sizes"),
        ("bowline run --sizes la", "lazy"),
        ("bowline replay --cov", "--coverage"),
        ("bowline repo", "report"),
    ] {
        // What bash does when the key is pressed at the end of the line.
        let script = format!(
            "source completion\nCOMP_WORDS=({line})\nCOMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _bowline bowline \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n\
             complete -p bowline >/dev/null"
        );
        let output = Command::new("bash").args(["--norc", "-c", &script]).current_dir(place.path()).output();
        let output = output.expect("bash");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), expected, "{line}");
    }
}

#[test]
fn manual_pages_are_written_and_formatted_without_complaint() {
    let place = Place::with(&[]);
    assert!(place.bowline(&["man", "--out", "pages"]).status.success());
    assert_eq!(fs::read(place.join("pages/bowline.1")).expect("a page"), place.bowline(&["man"]).stdout);
    let formatter =
        ["groff", "mandoc"].into_iter().find(|name| Command::new(name).arg("--version").output().is_ok());
    for command in commands(&place).iter().filter(|name| *name != "help") {
        let file = format!("pages/bowline-{command}.1");
        let page = fs::read_to_string(place.join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        for part in [".TH ", ".SH NAME\n", ".SH SYNOPSIS\n", ".SH DESCRIPTION\n"] {
            assert!(page.contains(part), "{file} has no {part}");
        }
        let args: &[&str] = match formatter {
            Some("groff") => &["-man", "-Tutf8", "-Kutf8", "-ww", "-Wbreak"],
            Some(_) => &["-man", "-Tutf8", "-Wwarning"],
            None => continue,
        };
        let output =
            Command::new(formatter.expect("one")).args(args).arg(&file).current_dir(place.path()).output();
        let output = output.expect("a formatter");
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && complaints.is_empty(), "{file}: {complaints}");
        assert!(!output.stdout.is_empty());
    }
    // A directory that cannot be made: one line, exit code 2.
    fs::write(place.join("file"), "").expect("written");
    let output = place.bowline(&["man", "--out", "file/pages"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1);
}
