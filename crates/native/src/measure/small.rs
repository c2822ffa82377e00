//! All small inputs of a call: what a model must also be right about, beside what it predicted.

use super::bench::Contents;
use super::roles::{Role, Roles};
use bowline_infer::{Range, Trust};

/// Letters of short texts.
const LETTERS: usize = 5;
/// Numbers beside texts or other numbers.
const NUMBERS: [i64; 8] = [-1, 0, 1, 2, 3, 4, 8, 10];
/// A number that is alone is tried from the one to the other.
const ALONE: Range = Range { low: -256, high: 512 };
/// Cases in all.
const MOST: usize = 1500;

pub struct Cases {
    /// Inputs, and what is in the texts.
    pub list: Vec<(Vec<i64>, Contents)>,
    /// How far these are all that there are.
    pub trust: Trust,
}

/// One input as it is tried: its number, and the text if it is the length of one.
type Choice = (i64, Option<Vec<u8>>);

pub fn cases(roles: &Roles) -> Cases {
    let (inputs, ranges) = (roles.inputs(), roles.ranges());
    let texts = roles.texts().count();
    let longest = match texts {
        0 | 1 => 3,
        2 => 2,
        _ => 1,
    };
    let is_alone = inputs.len() == 1;
    let choices: Vec<Vec<Choice>> = inputs
        .iter()
        .zip(&ranges)
        .map(|(input, range)| match (&roles.list[input.argument()], is_alone) {
            (Role::Text, _) => {
                let all = all_texts(&roles.alphabet, longest);
                all.into_iter().map(|text| (text.len() as i64, Some(text))).collect()
            }
            (_, true) => {
                (ALONE.low.max(range.low)..=ALONE.high.min(range.high)).map(|at| (at, None)).collect()
            }
            _ => NUMBERS.iter().filter(|at| range.contains(**at)).map(|at| (*at, None)).collect(),
        })
        .collect();
    let all: usize = choices.iter().map(Vec::len).product();
    let stride = all.div_ceil(MOST).max(1);
    let list = (0..all).step_by(stride).map(|number| case(&choices, number)).collect();
    let trust = match (stride, texts, is_alone) {
        (1, 0, true) => Trust::VerifiedUpTo(ranges[0].high.clamp(0, ALONE.high) as u64),
        (1, 0, false) => Trust::VerifiedUpTo(10),
        (1, ..) => Trust::VerifiedUpTo(longest as u64),
        // Only some of them.
        _ => Trust::Measured,
    };
    Cases { list, trust }
}

fn case(choices: &[Vec<Choice>], mut number: usize) -> (Vec<i64>, Contents) {
    let (mut inputs, mut texts) = (Vec::new(), Vec::new());
    for some in choices {
        let (value, text) = &some[number % some.len()];
        number /= some.len();
        inputs.push(*value);
        texts.extend(text.clone());
    }
    (inputs, Contents::These(texts))
}

/// All texts over some letters, up to a length.
fn all_texts(alphabet: &[u8], longest: usize) -> Vec<Vec<u8>> {
    let letters = &alphabet[..alphabet.len().min(LETTERS)];
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|text| {
                letters.iter().map(|letter| {
                    let mut longer = text.clone();
                    longer.push(*letter);
                    longer
                })
            })
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_infer::call::{Argument, Request};

    fn roles(arguments: Vec<Argument>) -> Roles {
        let request = Request { function: "f".to_string(), arguments, result: 32, alphabet: b"xy".to_vec() };
        Roles::of(&request, Range { low: -300, high: 2000 })
    }

    #[test]
    fn one_number_is_tried_without_gaps() {
        let cases = cases(&roles(vec![Argument::Number { bits: 32 }]));
        let numbers: Vec<i64> = cases.list.iter().map(|(inputs, _)| inputs[0]).collect();
        assert_eq!(numbers, (-256..=512).collect::<Vec<_>>());
        assert_eq!(cases.trust, Trust::VerifiedUpTo(512));
    }

    #[test]
    fn a_text_has_all_contents_and_the_lengths_are_theirs() {
        let cases = cases(&roles(vec![Argument::Text, Argument::Fixed { bits: 32, value: 47 }]));
        assert_eq!(cases.list.len(), 1 + 5 + 25 + 125);
        assert_eq!(cases.trust, Trust::VerifiedUpTo(3));
        for (inputs, contents) in &cases.list {
            let Contents::These(texts) = contents else { panic!("random contents") };
            assert_eq!(inputs, &[texts[0].len() as i64]);
        }
        assert!(cases.list.iter().any(|(_, contents)| *contents == Contents::These(vec![b"/x/".to_vec()])));
    }

    #[test]
    fn what_is_left_out_is_not_called_verified() {
        let cases = cases(&roles(vec![Argument::Text, Argument::Text, Argument::Number { bits: 64 }]));
        assert!(cases.list.len() <= MOST && cases.trust == Trust::Measured);
    }
}
