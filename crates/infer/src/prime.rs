//! Arithmetic modulo the prime 2^61 - 1.
//!
//! A system of linear equations with a solution in small integers has the same solution here, and no number in it ever grows. Whether
//! what was found solves the real system is checked in integers afterwards.

pub(crate) const PRIME: u64 = (1 << 61) - 1;

pub(crate) fn from_integer(value: i128) -> u64 {
    value.rem_euclid(i128::from(PRIME)) as u64
}

/// The integer nearest to zero that a residue stands for.
pub(crate) fn to_integer(residue: u64) -> i64 {
    if residue > PRIME / 2 { residue as i64 - PRIME as i64 } else { residue as i64 }
}

pub(crate) fn multiply(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

pub(crate) fn subtract(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + PRIME - b }
}

/// By Fermat's little theorem; `a` is not zero.
pub(crate) fn inverse(a: u64) -> u64 {
    let (mut power, mut result, mut exponent) = (a, 1, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, power);
        }
        power = multiply(power, power);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_and_integers_come_back() {
        for value in [1, 2, 3, -1, -7, 1 << 40, -(1 << 59)] {
            let residue = from_integer(value);
            assert_eq!(multiply(residue, inverse(residue)), 1, "{value}");
            assert_eq!(i128::from(to_integer(residue)), value);
            assert_eq!(subtract(residue, residue), 0);
        }
    }
}
