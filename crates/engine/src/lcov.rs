//! Reads `coverage.lcov` as the engine writes it: which lines have code, which were hit, which branches were taken.

use std::collections::BTreeMap;

/// A line with code.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Line {
    pub hit: bool,
    /// Of jumps on this line: targets taken, and all.
    pub taken: u32,
    pub targets: u32,
    /// How many of the jumps went to their first target: where the condition of a branch holds.
    pub first: u32,
}

impl Line {
    /// Executed, but not every way it could go.
    pub fn is_partial(&self) -> bool {
        self.hit && self.taken < self.targets
    }
}

/// Lines by file and number. What is not understood is skipped: a report with less is better than none.
pub fn parse(text: &str) -> BTreeMap<String, BTreeMap<u32, Line>> {
    let mut files: BTreeMap<String, BTreeMap<u32, Line>> = BTreeMap::new();
    let mut current = String::new();
    for record in text.lines() {
        let Some((tag, rest)) = record.split_once(':') else { continue };
        let fields: Vec<&str> = rest.split(',').collect();
        let number = |index: usize| fields.get(index).and_then(|field| field.parse::<u32>().ok());
        match tag {
            "SF" => {
                current = rest.to_string();
                files.entry(current.clone()).or_default();
            }
            "DA" | "BRDA" => {
                let (Some(at), Some(lines)) = (number(0), files.get_mut(&current)) else { continue };
                let line = lines.entry(at).or_default();
                if tag == "DA" {
                    line.hit |= number(1).is_some_and(|count| count > 0);
                } else {
                    line.targets += 1;
                    let is_taken = u32::from(number(3).is_some_and(|count| count > 0));
                    line.taken += is_taken;
                    line.first += if number(2) == Some(0) { is_taken } else { 0 };
                }
            }
            _ => {}
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_branches_come_together() {
        let text = "TN:x\nSF:a,b.c\nFN:1,f\nBRDA:3,0,0,1\nBRDA:3,0,1,0\nBRDA:4,1,0,-\nDA:3,1\nDA:4,0\nend_of_record\n";
        let files = parse(text);
        let lines = &files["a,b.c"];
        assert_eq!(lines[&3], Line { hit: true, taken: 1, targets: 2, first: 1 });
        assert!(lines[&3].is_partial() && !lines[&4].is_partial() && !lines[&4].hit);
    }
}
