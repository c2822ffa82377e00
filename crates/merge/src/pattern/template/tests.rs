//! Templates of expressions that loops make.

use super::*;
use bowline_expr::{INDEX_WIDTH, SymId};

struct Bench {
    pool: Pool,
    number: Number,
    text: SymId,
    n: ExprId,
}

impl Bench {
    fn new() -> Self {
        let mut pool = Pool::new();
        let (text, n) = (pool.symbol("text", 0, 64), pool.symbol("n", 0, 8));
        let counter = pool.auxiliary("k", 0, 8);
        let number = Number::up_to(&mut pool, counter, 20);
        let n = pool.input_word(n, 8);
        Self { pool, number, text, n }
    }

    fn byte(&mut self, at: u64) -> ExprId {
        self.pool.input_byte(self.text, at)
    }

    /// The template of what `of` makes of 0, 1, ..., with proof that it fits.
    fn fits(&mut self, mut of: impl FnMut(&mut Self, u64) -> ExprId) -> Option<ExprId> {
        let samples: Vec<Sample> = (0..12).map(|value| (value, of(self, value))).collect();
        let found = template(&mut self.pool, &self.number, &samples, |_, _, _| false)?;
        for (value, id) in samples {
            assert_eq!(self.number.put_into(&mut self.pool, found, value), Some(id));
        }
        Some(found)
    }
}

#[test]
fn limits_are_linear_also_where_they_are_written_otherwise() {
    let mut bench = Bench::new();
    let found = bench.fits(|bench, at| {
        let at = bench.pool.constant(at.into(), INDEX_WIDTH);
        bench.pool.ult(at, bench.n)
    });
    let expected = bench.pool.ult(bench.number.value, bench.n);
    assert_eq!(found, Some(expected));
}

#[test]
fn bytes_at_linear_places_and_what_is_made_of_them() {
    let mut bench = Bench::new();
    let table = bench.pool.table(&(0..=255).map(|byte: u8| byte.wrapping_mul(7)).collect::<Vec<u8>>());
    let found = bench.fits(|bench, at| {
        let byte = bench.byte(2 * at + 3);
        let wide = bench.pool.zero_extend(byte, INDEX_WIDTH);
        bench.pool.select(table, wide)
    });
    let place = bench.number.linear(&mut bench.pool, 2, 3, INDEX_WIDTH);
    let text = bench.pool.input(bench.text);
    let byte = bench.pool.select(text, place);
    let wide = bench.pool.zero_extend(byte, INDEX_WIDTH);
    let expected = bench.pool.select(table, wide);
    assert_eq!(found, Some(expected));
}

#[test]
fn several_constants_each_with_its_own_line() {
    let mut bench = Bench::new();
    let down = bench.fits(|bench, at| {
        let (byte, other) = (bench.byte(at), bench.byte(40 - 3 * at));
        let (low, high) = (bench.pool.constant(u128::from(100 - 5 * at), 8), bench.pool.constant(200, 8));
        let (above, below) = (bench.pool.ule(low, byte), bench.pool.ult(other, high));
        bench.pool.and(above, below)
    });
    assert!(down.is_some());
}

#[test]
fn an_offset_of_zero_is_an_offset() {
    let mut bench = Bench::new();
    let at = bench.pool.auxiliary("at", 0, 1);
    let at = bench.pool.input_byte(at, 0);
    let at = bench.pool.zero_extend(at, INDEX_WIDTH);
    let found = bench.fits(|bench, by| {
        let by = bench.pool.constant(by.into(), INDEX_WIDTH);
        bench.pool.add(at, by)
    });
    let expected = bench.pool.add(at, bench.number.value);
    assert_eq!(found, Some(expected));
}

#[test]
fn what_is_not_linear_has_no_template() {
    let mut bench = Bench::new();
    assert!(bench.fits(|bench, at| bench.pool.constant(u128::from(at * at), 64)).is_none());
    assert!(bench.fits(|bench, at| bench.byte(if at == 7 { 3 } else { at })).is_none());
    assert!(bench.fits(|bench, at| bench.pool.bool(at > 3)).is_none());
}

#[test]
fn a_word_with_special_cases_is_a_choice_of_few() {
    use super::super::choice::choice;
    let mut bench = Bench::new();
    // What the last repetition read, and 7 for none; what was written at place 5, once it was.
    let of_last: Vec<Sample> = (0..12)
        .map(|times| (times, if times == 0 { bench.pool.constant(7, 8) } else { bench.byte(times - 1) }))
        .collect();
    let (new, old) = (bench.byte(5), bench.byte(50));
    let written: Vec<Sample> = (0..12).map(|times| (times, if times > 5 { new } else { old })).collect();
    for samples in [of_last, written] {
        let found = choice(&mut bench.pool, &bench.number, &samples);
        assert_eq!(found.formulas, 2);
        for (value, id) in samples {
            assert_eq!(bench.number.put_into(&mut bench.pool, found.value, value), Some(id));
        }
    }
    // No line at all: one expression for each, and right.
    let squares: Vec<Sample> = (0..12).map(|at| (at, bench.pool.constant(u128::from(at * at), 64))).collect();
    let found = choice(&mut bench.pool, &bench.number, &squares);
    for (value, id) in squares {
        assert_eq!(bench.number.put_into(&mut bench.pool, found.value, value), Some(id));
    }
}
