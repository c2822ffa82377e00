//! Decimal notation of integers of any width, which is how LLVM's C interface gives the bits of a wide constant.

/// The value in two's complement, modulo 2^(64 * count), the lowest limb first. `None` if the text is not a number.
pub fn limbs_of_decimal(text: &str, count: usize) -> Option<Vec<u64>> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    if digits.is_empty() {
        return None;
    }
    let mut limbs = vec![0; count];
    for digit in digits.chars() {
        multiply_add(&mut limbs, 10, u64::from(digit.to_digit(10)?));
    }
    if is_negative {
        for limb in &mut limbs {
            *limb = !*limb;
        }
        multiply_add(&mut limbs, 1, 1);
    }
    Some(limbs)
}

fn multiply_add(limbs: &mut [u64], factor: u64, summand: u64) {
    let mut carry = u128::from(summand);
    for limb in limbs {
        let wide = u128::from(*limb) * u128::from(factor) + carry;
        *limb = wide as u64;
        carry = wide >> 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowline_base::Rng;

    #[test]
    fn two_limbs_are_a_machine_integer() {
        let mut rng = Rng::new(5);
        for _ in 0..2000 {
            let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            let value = (bits as i128) >> rng.below(127);
            let expected = [value as u64, (value >> 64) as u64];
            assert_eq!(limbs_of_decimal(&value.to_string(), 2).as_deref(), Some(&expected[..]));
        }
    }

    #[test]
    fn more_limbs_and_no_numbers() {
        let power = "340282366920938463463374607431768211456";
        assert_eq!(limbs_of_decimal(power, 3), Some(vec![0, 0, 1]));
        assert_eq!(limbs_of_decimal(&format!("-{power}"), 4), Some(vec![0, 0, u64::MAX, u64::MAX]));
        assert_eq!(limbs_of_decimal(power, 2), Some(vec![0, 0]));
        for text in ["", "-", "true", "1e5", "--1"] {
            assert_eq!(limbs_of_decimal(text, 2), None, "{text:?}");
        }
    }
}
