//! A question that nobody can answer quickly.

use bowline_expr::{ExprId, Pool};

/// Is there a way to write a large semiprime as a product? Nobody can say quickly.
pub fn factoring(pool: &mut Pool) -> ExprId {
    let input = pool.symbol("factors", 0, 16);
    let mut factor = |from: u64| {
        let mut number = pool.input_byte(input, from);
        for at in 1..8 {
            let byte = pool.input_byte(input, from + at);
            number = pool.concat(number, byte);
        }
        (number, pool.zero_extend(number, 128))
    };
    let ((a, wide_a), (b, wide_b)) = (factor(0), factor(8));
    let product = pool.mul(wide_a, wide_b);
    // The product of two primes of 64 bits without any pattern.
    let semiprime = pool.constant(13_054_099_467_106_833_851 * 11_249_831_591_592_214_823, 128);
    let one = pool.constant(1, 64);
    let (equal, proper_a, proper_b) = (pool.eq(product, semiprime), pool.ult(one, a), pool.ult(one, b));
    pool.all([equal, proper_a, proper_b])
}
