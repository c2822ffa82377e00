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

/// How many more bytes belong to the expression that begins at a column, as far as the text of its line tells: names, members,
/// and balanced brackets behind them. 0 where no name begins there.
pub fn extent(text: &str, column: u32) -> usize {
    let rest = text.as_bytes().get(column.saturating_sub(1) as usize..).unwrap_or_default();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut end = rest.iter().take_while(|byte| is_word(**byte)).count();
    if end == 0 || rest[0].is_ascii_digit() {
        return 0;
    }
    loop {
        let next = &rest[end..];
        let link = match next {
            [b'.', after, ..] if is_word(*after) => 1,
            [b'-', b'>', after, ..] if is_word(*after) => 2,
            [b'[' | b'(', ..] => match balanced(next) {
                Some(length) => {
                    end += length;
                    continue;
                }
                None => break,
            },
            _ => break,
        };
        end += link + next[link..].iter().take_while(|byte| is_word(**byte)).count();
    }
    end - 1
}

/// The length of a bracketed text, if it ends on this line.
fn balanced(text: &[u8]) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'[' | b'(' => depth += 1,
            b']' | b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Is a word one of the names in a line of source?
pub fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extent_is_the_expression_that_begins_there() {
        let text = "  x = p->name[i + 1].y + f(a, (b)) + 7;";
        let of = |part: &str| {
            let column = text.find(part).expect("there") as u32 + 1;
            &text[column as usize - 1..column as usize + extent(text, column)]
        };
        assert_eq!(of("p->"), "p->name[i + 1].y");
        assert_eq!(of("f("), "f(a, (b))");
        assert_eq!(of("= p"), "=");
        assert_eq!(of("7"), "7");
        assert_eq!(extent("a[1", 1), 0, "an open bracket");
        assert_eq!(extent("a", 9), 0);
        assert!(has_word(text, "name") && !has_word(text, "nam"));
    }

    #[test]
    fn the_ends_of_a_file_are_respected() {
        let source: Vec<String> = ["a", "b", "c"].map(str::to_string).to_vec();
        assert_eq!(around(&source, 1, 1).collect::<Vec<_>>(), [(1, "a"), (2, "b")]);
        assert_eq!(around(&source, 3, 5).map(|(number, _)| number).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(around(&source, 9, 1).count(), 0);
        assert_eq!(indent_to("\tx = 1", 4), "\t  ");
    }
}
