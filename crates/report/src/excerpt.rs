//! A few lines of source around one.

/// Numbered lines from `context` before to `context` after `line`, as far as the file goes.
pub fn around(source: &[String], line: u32, context: u32) -> impl Iterator<Item = (u32, &str)> {
    let first = line.saturating_sub(context).max(1);
    let wanted = (line + context).saturating_sub(first) as usize + 1;
    let lines = source.iter().skip(first as usize - 1).take(wanted);
    (first..).zip(lines.map(String::as_str))
}

/// What stands before a column, as blanks of the same width; columns are counted in bytes from 1.
pub fn indent_to(text: &str, column: u32) -> String {
    let before = text.bytes().take(column.saturating_sub(1) as usize);
    before.map(|byte| if byte == b'\t' { '\t' } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_a_file_are_respected() {
        let source: Vec<String> = ["a", "b", "c"].map(str::to_string).to_vec();
        assert_eq!(around(&source, 1, 1).collect::<Vec<_>>(), [(1, "a"), (2, "b")]);
        assert_eq!(around(&source, 3, 5).map(|(number, _)| number).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(around(&source, 9, 1).count(), 0);
        assert_eq!(indent_to("\tx = 1", 4), "\t  ");
    }
}
