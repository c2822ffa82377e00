//! What an input of a plain program amounts to: the command line that gives it to the program as it is.

use crate::harness::HarnessKind;
use crate::ktest::Ktest;
use crate::report::ProgramReport;
use crate::testcase::program_name;
use std::fmt::Write;

/// Longer inputs are not typed.
const MOST_BYTES: u64 = 256;

/// A line for a shell, such as `printf 'a\n' | V='x' ./prog 'b'`. None for harnesses, for programs without unknown
/// surroundings, and where the input is long, has files, or asks for more.
pub fn amounts_to(program: &ProgramReport, input: &Ktest) -> Option<String> {
    if program.harness != HarnessKind::Plain || program.world.is_empty() || input.size() > MOST_BYTES {
        return None;
    }
    let (around, rest) = program.world.divide(input);
    if !rest.objects.is_empty() || !around.files.is_empty() {
        return None;
    }
    let mut line = String::new();
    if !around.stdin.is_empty() {
        write!(line, "printf {} | ", quoted(&for_printf(&around.stdin))).ok()?;
    }
    for (name, value) in &around.env {
        write!(line, "{name}={} ", shell_word(value)?).ok()?;
    }
    write!(line, "./{}", program_name(&program.files)).ok()?;
    for argument in program.args.iter().map(String::as_bytes).chain(around.args.iter().map(Vec::as_slice)) {
        write!(line, " {}", shell_word(argument)?).ok()?;
    }
    Some(line)
}

/// As `printf` of every shell reads it.
fn for_printf(bytes: &[u8]) -> String {
    let mut out = String::new();
    for byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'%' => out.push_str("%%"),
            b'\n' => out.push_str("\\n"),
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => write!(out, "\\{byte:03o}").unwrap_or_default(),
        }
    }
    out
}

/// One word, whatever is in it; bytes that cannot be typed are left to `printf`. An argument ends at its first zero byte.
fn shell_word(bytes: &[u8]) -> Option<String> {
    let bytes = bytes.split(|byte| *byte == 0).next()?;
    if bytes.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        return Some(quoted(std::str::from_utf8(bytes).ok()?));
    }
    // The substitution would drop line ends at the end.
    (!bytes.ends_with(b"\n")).then(|| format!("\"$(printf {})\"", quoted(&for_printf(bytes))))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_shell_gives_back_every_byte() {
        let texts: [&[u8]; 6] = [b"", b"plain", b"it's $HOME `x`", b"a\\n%d", b"\x01\xff\t7", b"two\nlines"];
        for text in texts {
            let word = shell_word(text).expect("can be written");
            let script = format!("printf %s {word}");
            let output = Command::new("/bin/sh").arg("-c").arg(&script).output().expect("a shell");
            assert_eq!(output.stdout, text, "{script}");
            let script = format!("printf {}", quoted(&for_printf(text)));
            let output = Command::new("/bin/sh").arg("-c").arg(&script).output().expect("a shell");
            assert_eq!(output.stdout, text, "{script}");
        }
        assert_eq!(shell_word(b"ends\n"), None);
    }
}
