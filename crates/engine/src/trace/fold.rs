//! Shortens repetition: three or more equal runs of steps in a row are shown once, with their number.
//!
//! Steps are equal when they are the same lines with the same decisions, whatever the values. Short runs are folded
//! before longer ones, so a loop in a loop is folded from the inside; how often an inner one went round does not matter
//! for the outer.

use super::Step;
use bowline_base::FxHashMap;

/// Longer loop bodies are not recognised.
const LONGEST: usize = 96;
/// So many runs in a row are worth folding.
const RUNS: usize = 3;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    Step(Step),
    /// The first run, and how many there were.
    Repeat(Vec<Item>, usize),
}

/// What makes two items equal: a number for each different one.
#[derive(Default)]
struct Keys {
    steps: FxHashMap<(usize, String, u32, u32, Vec<bool>), u32>,
    repeats: FxHashMap<Vec<u32>, u32>,
    next: u32,
}

impl Keys {
    fn step(&mut self, step: &Step) -> u32 {
        let taken = step.decisions.iter().map(|decision| decision.taken).collect();
        let next = &mut self.next;
        *self.steps.entry((step.depth, step.function.clone(), step.file, step.line, taken)).or_insert_with(
            || {
                *next += 1;
                *next
            },
        )
    }

    fn repeat(&mut self, body: &[u32]) -> u32 {
        let next = &mut self.next;
        *self.repeats.entry(body.to_vec()).or_insert_with(|| {
            *next += 1;
            *next
        })
    }
}

pub fn fold(steps: Vec<Step>) -> Vec<Item> {
    let mut keys = Keys::default();
    let mut named: Vec<(u32, Item)> =
        steps.into_iter().map(|step| (keys.step(&step), Item::Step(step))).collect();
    // What was folded may be a part of something that repeats, however short.
    loop {
        let before = named.len();
        for period in (1..=LONGEST).take_while(|period| RUNS * period <= before) {
            named = fold_period(named, period, &mut keys);
        }
        if named.len() == before {
            break;
        }
    }
    named.into_iter().map(|(_, item)| item).collect()
}

fn fold_period(items: Vec<(u32, Item)>, period: usize, keys: &mut Keys) -> Vec<(u32, Item)> {
    let names: Vec<u32> = items.iter().map(|(name, _)| *name).collect();
    let mut folded = Vec::with_capacity(items.len());
    let mut rest = items.into_iter();
    let mut at = 0;
    while at < names.len() {
        let same =
            (at..names.len() - period.min(names.len() - at)).take_while(|i| names[*i] == names[i + period]);
        let runs = same.count() / period + 1;
        if runs < RUNS {
            folded.extend(rest.next());
            at += 1;
            continue;
        }
        let body: Vec<Item> = rest.by_ref().take(period).map(|(_, item)| item).collect();
        let left_out = period * (runs - 1);
        rest.by_ref().take(left_out).for_each(drop);
        folded.push((keys.repeat(&names[at..at + period]), Item::Repeat(body, runs)));
        at += period * runs;
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(lines: &[u32]) -> Vec<Step> {
        let step = |line: &u32| Step {
            depth: 0,
            function: "f".to_string(),
            file: 0,
            line: *line,
            decisions: vec![],
        };
        lines.iter().map(step).collect()
    }

    /// Lines, and `[...]xN` for what repeats.
    fn text(items: &[Item]) -> String {
        let one = |item: &Item| match item {
            Item::Step(step) => step.line.to_string(),
            Item::Repeat(body, runs) => format!("[{}]x{runs}", text(body)),
        };
        items.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn loops_are_shown_once() {
        assert_eq!(text(&fold(steps(&[]))), "");
        assert_eq!(text(&fold(steps(&[1, 1]))), "1 1");
        assert_eq!(text(&fold(steps(&[1, 2, 2, 2, 2, 3]))), "1 [2]x4 3");
        assert_eq!(text(&fold(steps(&[1, 2, 3, 2, 3, 2, 3, 2]))), "1 [2 3]x3 2");
    }

    #[test]
    fn loops_in_loops_are_folded_from_the_inside() {
        let lines = [9, 1, 2, 2, 2, 1, 2, 2, 2, 2, 2, 1, 2, 2, 2, 8];
        assert_eq!(text(&fold(steps(&lines))), "9 [1 [2]x3]x3 8");
        let inner = [2, 3, 2, 3, 2, 3];
        let lines = [[1].as_slice(), &inner, &[1], &inner, &[1], &inner].concat();
        assert_eq!(text(&fold(steps(&lines))), "[1 [2 3]x3]x3", "as long as the inner one");
    }

    #[test]
    fn another_decision_is_another_step() {
        let mut all = steps(&[1, 1, 1, 1]);
        for (step, taken) in all.iter_mut().zip([true, true, true, false]) {
            step.decisions.push(super::super::Decision { taken, values: String::new() });
        }
        assert_eq!(text(&fold(all)), "[1]x3 1");
    }
}
