//! Names that must differ, although what they are made from may not.

use std::collections::{HashMap, HashSet};

#[derive(Default)]
pub struct Names {
    taken: HashSet<String>,
    /// The next number to try, by name: thousands may be the same.
    next: HashMap<String, usize>,
}

impl Names {
    /// The name, or the first of those with a number, counted from `first`, that nobody has. It is taken from then on.
    pub fn free(&mut self, name: &str, separator: char, first: usize) -> String {
        if self.taken.insert(name.to_string()) {
            return name.to_string();
        }
        let number = self.next.entry(name.to_string()).or_insert(first);
        loop {
            let numbered = format!("{name}{separator}{number}");
            *number += 1;
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_given_twice() {
        let mut names = Names::default();
        let given = ["a", "a", "a.1", "a", "a.1", "b"].map(|name| names.free(name, '.', 1));
        assert_eq!(given, ["a", "a.1", "a.1.1", "a.2", "a.1.2", "b"]);
    }
}
