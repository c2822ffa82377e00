//! Classes of characters: which values of one byte satisfy a condition, found by trying all of them, and how a person says that.

use bowline_expr::substitute::Substitution;
use bowline_expr::{ExprId, Node, Pool};

/// Ranges that are written down one by one.
const MOST_RANGES: usize = 6;
/// New nodes that a condition may have with a byte put in.
const MOST_NODES: usize = 2_000;
/// Different expressions that are looked at for a byte that is read.
const MOST_VISITED: usize = 2_000;

/// A set of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class([bool; 256]);

impl Class {
    pub const ALL: Self = Self([true; 256]);

    /// The one byte that a condition is about, and the values of it for which the condition holds.
    pub fn of(pool: &mut Pool, condition: ExprId) -> Option<(ExprId, Self)> {
        let byte = only_read(pool, condition)?;
        let mut class = [false; 256];
        for (value, holds) in class.iter_mut().enumerate() {
            let constant = pool.constant(value as u128, 8);
            let mut put_in = Substitution::new();
            put_in.replace(byte, constant);
            let tried = put_in.apply(pool, condition, MOST_NODES)?;
            *holds = pool.as_const(tried)? == 1;
        }
        Some((byte, Self(class)))
    }

    pub fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] && other.0[at]))
    }

    pub fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] || other.0[at]))
    }

    fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] && !other.0[at]))
    }

    fn ranges(self) -> Vec<(u8, u8)> {
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for byte in (0..=255u8).filter(|byte| self.0[usize::from(*byte)]) {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == byte => *last = byte,
                _ => ranges.push((byte, byte)),
            }
        }
        ranges
    }

    /// `'x'`, `not 0`, `one of 'a'..'z', '_'`: to stand behind "is" or "are", where it is known to be in another class. Nothing where that
    /// says all.
    pub fn words(self, known: Self) -> Option<String> {
        let (inside, outside) = (known.and(self).ranges(), known.without(self).ranges());
        if outside.is_empty() {
            return None;
        }
        // A range takes two characters to say.
        let length = |ranges: &[(u8, u8)]| {
            ranges.iter().map(|(low, high)| 1 + usize::from(low != high)).sum::<usize>()
        };
        let is_not = length(&inside) > length(&outside);
        let ranges = if is_not { outside } else { inside };
        Some(match (is_not, &ranges[..]) {
            (_, []) => "nothing".to_string(),
            (false, [one]) if one.0 == one.1 => range_words(*one),
            (true, [one]) if one.0 == one.1 => format!("not {}", range_words(*one)),
            (_, several) if several.len() > MOST_RANGES => {
                let count: usize = several.iter().map(|(low, high)| usize::from(high - low) + 1).sum();
                format!("{} of {count} characters", if is_not { "none" } else { "one" })
            }
            (_, several) => {
                let list: Vec<String> = several.iter().map(|one| range_words(*one)).collect();
                format!("{} of {}", if is_not { "none" } else { "one" }, list.join(", "))
            }
        })
    }
}

fn range_words((low, high): (u8, u8)) -> String {
    match low == high {
        true => character(low),
        false => format!("{}..{}", character(low), character(high)),
    }
}

/// A byte as C writes it.
pub(super) fn character(byte: u8) -> String {
    match byte {
        b'\n' => r"'\n'".to_string(),
        b'\t' => r"'\t'".to_string(),
        b'\r' => r"'\r'".to_string(),
        b'\\' => r"'\\'".to_string(),
        b'\'' => r"'\''".to_string(),
        b' '..=b'~' => format!("'{}'", char::from(byte)),
        0..=9 => byte.to_string(),
        _ => format!("0x{byte:02x}"),
    }
}

/// The one byte of the program's memory that an expression reads, if there is one only. Words that stand for values are none.
fn only_read(pool: &Pool, root: ExprId) -> Option<ExprId> {
    let (mut found, mut pending, mut seen) = (None, vec![root], Vec::new());
    while let Some(id) = pending.pop() {
        if seen.contains(&id) {
            continue;
        }
        seen.push(id);
        if seen.len() > MOST_VISITED {
            return None;
        }
        match pool.node(id) {
            Node::Select(array, _) if super::terms::array_name(pool, array).is_some() => {
                if *found.get_or_insert(id) != id {
                    return None;
                }
            }
            node => node.for_each_child(|child| pending.push(child)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(bytes: &[u8]) -> Class {
        Class(std::array::from_fn(|at| bytes.contains(&(at as u8))))
    }

    #[test]
    fn the_shorter_side_is_told() {
        assert_eq!(class(b"x").words(Class::ALL).unwrap(), "'x'");
        assert_eq!(Class::ALL.without(class(b"\0")).words(Class::ALL).unwrap(), "not 0");
        assert_eq!(class(b"0123456789_").words(Class::ALL).unwrap(), "one of '0'..'9', '_'");
        assert_eq!(Class::ALL.without(class(b"*?[")).words(Class::ALL).unwrap(), "none of '*', '?', '['");
        assert_eq!(Class::ALL.words(Class::ALL), None);
        assert_eq!(class(b"").words(Class::ALL).unwrap(), "nothing");
    }

    #[test]
    fn what_is_known_is_not_told_again() {
        let text = Class::ALL.without(class(b"\0"));
        let other = text.without(class(b"\n"));
        assert_eq!(other.words(text).unwrap(), r"not '\n'");
    }

    #[test]
    fn a_condition_on_one_byte_is_a_class() {
        let mut pool = Pool::new();
        let text = pool.symbol("text", 0, 8);
        let byte = pool.input_byte(text, 3);
        let (low, high) = (pool.constant(u128::from(b'0'), 8), pool.constant(u128::from(b'9'), 8));
        let (above, below) = (pool.ule(low, byte), pool.ule(byte, high));
        let digit = pool.and(above, below);
        let (read, found) = Class::of(&mut pool, digit).unwrap();
        assert_eq!((read, found), (byte, class(b"0123456789")));
        let other = pool.input_byte(text, 4);
        let same = pool.eq(byte, other);
        assert!(Class::of(&mut pool, same).is_none());
    }
}
