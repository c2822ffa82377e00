//! Flags of the user for the compiler.

/// Beginnings of flags that ask for checks in the compiled code. Ours take their place: code that carries others would be explored with their calls and
/// branches in it, and end in them instead of at the bug.
const CHECKS: [&str; 5] =
    ["-fsanitize", "-fno-sanitize", "-D_FORTIFY_SOURCE", "-U_FORTIFY_SOURCE", "-Wp,-D_FORTIFY_SOURCE"];

/// The flags that say what the program means.
pub fn without_checks(flags: &[String]) -> impl Iterator<Item = &String> {
    flags.iter().filter(|flag| !CHECKS.iter().any(|check| flag.starts_with(check)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_checks_are_left_out() {
        let flags: Vec<String> = [
            "-O2",
            "-fsanitize=address,undefined",
            "-D_FORTIFY_SOURCE=2",
            "-DX",
            "-Wp,-D_FORTIFY_SOURCE=3",
            "-std=c99",
        ]
        .map(str::to_string)
        .into();
        assert_eq!(without_checks(&flags).collect::<Vec<_>>(), ["-O2", "-DX", "-std=c99"]);
    }
}
