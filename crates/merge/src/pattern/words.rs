//! Regular patterns: words that are `w1 w2 ... w2 w3`, with `w2` a number of times.
//!
//! The words are those of the leaves at one exit of a loop, and `w2` is what an iteration is spelled like. The search is greedy, as in the paper:
//! from the end of a long word, the first two equal pieces side by side are two repetitions; how many there are in all, and what stands
//! before and after, follows. Whatever other word has the same beginning, repetition and end belongs to it. A piece that is repeated only inside an
//! iteration gathers nobody, and the search goes on further to the front.
//!
//! The longest word may lack letters of `w3`: in a text that is as long as it can be, its end is no question any more. Such a word belongs
//! to the pattern, and says so; whether what it lacks goes without saying must then be proved.

use super::letters::Letter;

/// Words that a pattern must gather.
pub(super) const FEWEST: usize = 3;
/// Longest `w2` and `w3`.
const LONGEST: usize = 200;
/// Ways to see a word as repetitions, and words, that are tried for each pattern that may be found.
const MAX_TRIED: usize = 16;

/// One regular pattern: the lengths of its parts, and the words that are of its form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Regular {
    pub before: usize,
    pub period: usize,
    pub after: usize,
    pub words: Vec<Repeating>,
}

/// A word of the form of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Repeating {
    /// Its place in the list of words.
    pub word: usize,
    pub times: usize,
    /// For each letter of `w3`, its place in the word; nothing where it is lacking.
    pub end: Vec<Option<usize>>,
}

/// Why there are no patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Irregular {
    /// Two words are the same.
    Ambiguous,
    TooMany,
}

/// The patterns that the words are of; words of no pattern are in none.
pub(super) fn regular(words: &[Vec<Letter>], most: usize) -> Result<Vec<Regular>, Irregular> {
    let mut open: Vec<usize> = (0..words.len()).collect();
    open.sort_by_key(|&word| std::cmp::Reverse(words[word].len()));
    let mut sorted: Vec<&Vec<Letter>> = words.iter().collect();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(Irregular::Ambiguous);
    }
    let mut found: Vec<Regular> = Vec::new();
    let (mut next, mut tried) = (0, 0);
    while next < open.len() && tried < MAX_TRIED * most {
        tried += 1;
        match pattern_of(words, &open, &words[open[next]]) {
            Some(pattern) => {
                open.retain(|word| pattern.words.iter().all(|one| one.word != *word));
                next = 0;
                found.push(pattern);
            }
            None => next += 1,
        }
        if found.len() > most {
            return Err(Irregular::TooMany);
        }
    }
    for word in open {
        let incomplete = |pattern: &mut Regular| pattern.take_incomplete(words, word);
        let _ = found.iter_mut().any(incomplete);
    }
    found.iter_mut().for_each(|pattern| pattern.words.sort_by_key(|one| one.times));
    Ok(found)
}

/// The first way to see a word as repetitions that gathers enough of the words.
fn pattern_of(words: &[Vec<Letter>], open: &[usize], word: &[Letter]) -> Option<Regular> {
    let lengths = (0..=word.len().min(LONGEST)).filter_map(|after| {
        let kept = &word[..word.len() - after];
        let is_square = |period: &usize| {
            let (rest, last) = kept.split_at(kept.len() - period);
            rest.ends_with(last)
        };
        let period = (1..=(kept.len() / 2).min(LONGEST)).find(is_square)?;
        let repeated = &kept[kept.len() - period..];
        let times = kept.rchunks_exact(period).take_while(|chunk| *chunk == repeated).count();
        // As little before as possible: what every repetition ends with may as well begin the next one and the end.
        let before = kept.len() - times * period;
        let shift =
            (0..before).take_while(|by| word[before - 1 - by] == word[before + period - 1 - by]).count();
        Some((before - shift, period, after + shift))
    });
    lengths.take(MAX_TRIED).find_map(|(before, period, after)| {
        let form = Form {
            before: &word[..before],
            repeated: &word[before..before + period],
            after: &word[word.len() - after..],
        };
        let gathered: Vec<Repeating> =
            open.iter().filter_map(|&one| form.of_word(one, &words[one])).collect();
        (gathered.len() >= FEWEST).then_some(Regular { before, period, after, words: gathered })
    })
}

/// The parts of a pattern.
struct Form<'a> {
    before: &'a [Letter],
    repeated: &'a [Letter],
    after: &'a [Letter],
}

impl Form<'_> {
    fn of_word(&self, number: usize, word: &[Letter]) -> Option<Repeating> {
        let repeated = word.strip_prefix(self.before)?.strip_suffix(self.after)?;
        let times = self.times(repeated)?;
        let end = (word.len() - self.after.len()..word.len()).map(Some).collect();
        Some(Repeating { word: number, times, end })
    }

    fn times(&self, letters: &[Letter]) -> Option<usize> {
        let is_whole = letters.len().is_multiple_of(self.repeated.len());
        let is_repeated = is_whole && letters.chunks(self.repeated.len()).all(|chunk| chunk == self.repeated);
        is_repeated.then(|| letters.len() / self.repeated.len())
    }

    /// As a word that lacks some letters of the end: the others are there, in their order.
    fn of_incomplete(&self, number: usize, word: &[Letter]) -> Option<Repeating> {
        let behind = word.strip_prefix(self.before)?;
        let times = behind.chunks(self.repeated.len()).take_while(|chunk| *chunk == self.repeated).count();
        let mut next = self.before.len() + times * self.repeated.len();
        let end: Vec<Option<usize>> = self
            .after
            .iter()
            .map(|letter| {
                let is_there = word.get(next) == Some(letter);
                next += usize::from(is_there);
                is_there.then(|| next - 1)
            })
            .collect();
        (next == word.len()).then_some(Repeating { word: number, times, end })
    }
}

impl Regular {
    fn take_incomplete(&mut self, words: &[Vec<Letter>], word: usize) -> bool {
        let model = &words[self.words[0].word];
        let longest = &words[self.words.iter().max_by_key(|one| one.times).expect("a few").word];
        let form = Form {
            before: &model[..self.before],
            repeated: &longest[self.before..self.before + self.period],
            after: &model[model.len() - self.after..],
        };
        let taken = form.of_incomplete(word, &words[word]);
        let is_new = |taken: &Repeating| self.words.iter().all(|known| known.times != taken.times);
        match taken.filter(is_new) {
            Some(taken) => {
                self.words.push(taken);
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The patterns of words in letters: `before (repeated) after: times of each word`, `!` where letters are lacking.
    fn patterns(words: &[&str]) -> Vec<String> {
        let letters: Vec<Vec<Letter>> =
            words.iter().map(|word| word.bytes().map(Letter::from).collect()).collect();
        let found = match regular(&letters, 2) {
            Ok(found) => found,
            Err(why) => return vec![format!("{why:?}")],
        };
        let text = |pattern: &Regular| {
            let longest = pattern.words.iter().rfind(|one| !one.end.contains(&None)).expect("a whole word");
            let word = words[longest.word];
            let (before, rest) = word.split_at(pattern.before);
            let after = &word[word.len() - pattern.after..];
            let times: Vec<String> = pattern
                .words
                .iter()
                .map(|one| format!("{}{}", one.times, if one.end.contains(&None) { "!" } else { "" }))
                .collect();
            format!("{before}({}){after}: {}", &rest[..pattern.period], times.join(" "))
        };
        found.iter().map(text).collect()
    }

    #[test]
    fn an_iteration_is_what_is_repeated() {
        // `GE` rather than `EG`: nothing stands before.
        assert_eq!(patterns(&["GN", "GEGN", "GEGEGN", "GEGEGEGN"]), ["(GE)GN: 0 1 2 3"]);
        assert_eq!(patterns(&["L", "GEL", "GEGEL", "GEGEGEL"]), ["(GE)L: 0 1 2 3"]);
        assert_eq!(patterns(&["xL", "xGEL", "xGEGEGEL", "xGEGEL"]), ["x(GE)L: 0 1 2 3"]);
        // What goes without saying at first makes another piece the repeated one.
        assert_eq!(patterns(&["N", "EGN", "EGEGN", "EGEGEGN"]), ["(EG)N: 0 1 2 3"]);
        assert_eq!(patterns(&["EL", "EGEL", "EGEGEL"]), ["(EG)EL: 0 1 2"]);
    }

    #[test]
    fn the_longest_word_may_lack_its_end() {
        assert_eq!(patterns(&["L", "GEL", "GEGEL", "GEGEGE"]), ["(GE)L: 0 1 2 3!"]);
        assert_eq!(patterns(&["MN", "AMN", "AAMN", "AAAM", "AAAAN"]), ["(A)MN: 0 1 2 3! 4!"]);
    }

    #[test]
    fn what_is_repeated_inside_an_iteration_gathers_nobody() {
        assert_eq!(patterns(&["NN", "JNN", "JJNN", "JJJNN"]), ["(J)NN: 0 1 2 3"]);
        assert_eq!(patterns(&["aaL", "aabaaL", "aabaabaaL", "aabaabaabaaL"]), ["(aab)aaL: 0 1 2 3"]);
    }

    #[test]
    fn words_of_two_patterns_are_told_apart() {
        let words = ["L", "GL", "GGL", "GGGL", "xM", "xHM", "xHHM"];
        assert_eq!(patterns(&words), ["(G)L: 0 1 2 3", "x(H)M: 0 1 2"]);
    }

    #[test]
    fn few_or_irregular_words_have_no_pattern() {
        assert_eq!(patterns(&["L", "GL"]), Vec::<String>::new());
        assert_eq!(patterns(&["abc", "bca", "cab", "acb"]), Vec::<String>::new());
        assert_eq!(patterns(&["L", "GL", "GGL", "GL"]), ["Ambiguous"]);
        let words = ["a", "xa", "xxa", "b", "xb", "xxb", "c", "xc", "xxc"];
        assert_eq!(patterns(&words), ["TooMany"]);
    }
}
