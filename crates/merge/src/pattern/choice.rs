//! A word that depends on a number in any way: as few formulas as will do, each for a range of the number.
//!
//! Most words need one [template](super::template). A byte that every iteration writes at its own place has two ranges: written, not yet
//! written. What only the last iteration read has a special case for none. What follows no formula at all is a choice of one
//! expression per value: still a search by halves in a number, where the choices read off the tree ask one condition of the program after the other.

use super::number::Number;
use super::template::{Sample, guess, template};
use bowline_expr::{ExprId, INDEX_WIDTH, Pool};

/// A value of more formulas does not count as one that fits.
pub(super) const MAX_FORMULAS: usize = 4;

/// A word, and of how many formulas it consists.
pub(super) struct Choice {
    pub value: ExprId,
    pub formulas: usize,
}

/// Samples are in order and have different values; the number has no others. A word whose bytes follow other formulas than its neighbours, as where
/// each iteration writes one, is put together from them.
pub(super) fn choice(pool: &mut Pool, number: &Number, samples: &[Sample]) -> Choice {
    let whole = whole(pool, number, samples);
    let width = pool.width(whole.value);
    if whole.formulas <= MAX_FORMULAS || width <= 8 || !width.is_multiple_of(8) {
        return whole;
    }
    let mut bytes: Vec<Choice> = Vec::new();
    for at in 0..width / 8 {
        let own: Vec<Sample> =
            samples.iter().map(|&(value, id)| (value, pool.extract(id, 8 * at, 8))).collect();
        bytes.push(self::whole(pool, number, &own));
    }
    let formulas = bytes.iter().map(|byte| byte.formulas).max().unwrap_or(0);
    if formulas > MAX_FORMULAS {
        return whole;
    }
    let value = bytes.into_iter().map(|byte| byte.value).reduce(|low, high| pool.concat(high, low));
    value.map_or(whole, |value| Choice { value, formulas })
}

fn whole(pool: &mut Pool, number: &Number, samples: &[Sample]) -> Choice {
    if let Some(value) = template(pool, number, samples, |_, _, _| false) {
        return Choice { value, formulas: 1 };
    }
    let mut ranges: Vec<Sample> = Vec::new();
    let mut rest = samples;
    while let Some(&(from, id)) = rest.first() {
        let (formula, length) = longest(pool, number, rest).unwrap_or((id, 1));
        ranges.push((from, formula));
        rest = &rest[length..];
    }
    Choice { value: by_halves(pool, number, &ranges), formulas: ranges.len() }
}

/// A formula for the first samples, and for how many of them.
pub(super) fn longest(pool: &mut Pool, number: &Number, samples: &[Sample]) -> Option<(ExprId, usize)> {
    let (&(_, first), second) = (samples.first()?, samples.get(1)?);
    let same = samples.iter().take_while(|(_, id)| *id == first).count();
    if same > 1 {
        return Some((first, same));
    }
    let formula = guess(pool, number, samples[0], *second)?;
    let fits = |&&(value, id): &&Sample| number.put_into(pool, formula, value) == Some(id);
    let length = samples.iter().take_while(fits).count();
    (length > 1).then_some((formula, length))
}

/// The formula of the range that the number is in; ranges are given by their first values.
fn by_halves(pool: &mut Pool, number: &Number, ranges: &[Sample]) -> ExprId {
    if let [(_, only)] = ranges {
        return *only;
    }
    let (low, high) = ranges.split_at(ranges.len() / 2);
    let border = pool.constant(high[0].0.into(), INDEX_WIDTH);
    let is_low = pool.ult(number.value, border);
    let (low, high) = (by_halves(pool, number, low), by_halves(pool, number, high));
    pool.ite(is_low, low, high)
}
