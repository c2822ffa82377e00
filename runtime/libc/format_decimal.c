/*
 * %e, %f and %g, exactly: a binary number has a finite decimal expansion, which is computed in full and then rounded
 * half to even.
 *
 * m * 2^e with e < 0 is m * 5^-e / 10^-e, so its digits are those of the integer m * 5^-e; with e >= 0 they are those of
 * m * 2^e. Either product is built in limbs of nine decimal digits by multiplying with small powers.
 */
#include <string.h>

#include "format.h"

enum { LIMB = 1000000000, LIMB_DIGITS = 9 };

/* Decimal digits d[0..count) without leading zeros: value = 0.d0 d1 d2 ... * 10^point. Zero has no digits. */
struct decimal {
  char *digits;
  int count, point;
};

static int multiply(uint32_t *limbs, int count, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < count; i++) {
    carry += (uint64_t)limbs[i] * factor;
    limbs[i] = (uint32_t)(carry % LIMB);
    carry /= LIMB;
  }
  while (carry) {
    limbs[count++] = (uint32_t)(carry % LIMB);
    carry /= LIMB;
  }
  return count;
}

/* Multiplies by base^times, `chunk` factors at once; base^chunk fits 32 bits. */
static int multiply_power(uint32_t *limbs, int count, uint32_t base, int times, int chunk) {
  uint32_t whole = 1;
  for (int i = 0; i < chunk; i++) whole *= base;
  for (; times >= chunk; times -= chunk) count = multiply(limbs, count, whole);
  for (; times > 0; times--) count = multiply(limbs, count, base);
  return count;
}

/* Limbs that hold m * 2^e or m * 5^-e: both factors have at most 2.33 bits, 0.7 digits, per unit of the exponent. */
static int limbs_needed(int exponent) { return 4 + (exponent < 0 ? -exponent : exponent) * 7 / (10 * LIMB_DIGITS) + 1; }

static struct decimal expand(uint64_t mantissa, int exponent, uint32_t *limbs, char *digits) {
  struct decimal result = {digits, 0, 0};
  int count = 0;
  for (; mantissa; mantissa /= LIMB) limbs[count++] = (uint32_t)(mantissa % LIMB);
  if (count == 0) return result;
  if (exponent < 0)
    count = multiply_power(limbs, count, 5, -exponent, 13);
  else
    count = multiply_power(limbs, count, 2, exponent, 29);
  for (int i = count - 1; i >= 0; i--) {
    uint32_t limb = limbs[i];
    for (int k = LIMB_DIGITS - 1; k >= 0; k--, limb /= 10) digits[result.count + k] = (char)('0' + limb % 10);
    result.count += LIMB_DIGITS;
  }
  while (*result.digits == '0') {
    result.digits++;
    result.count--;
  }
  result.point = exponent < 0 ? result.count + exponent : result.count;
  return result;
}

/* Keeps the first `keep` digits (`keep` may be negative), rounded half to even. `digits[-1]` must be writable. */
static void round_to(struct decimal *number, int keep) {
  if (keep >= number->count) return;
  int up = 0;
  if (keep >= 0) {
    char first = number->digits[keep];
    int more = 0;
    for (int i = keep + 1; i < number->count && !more; i++) more = number->digits[i] != '0';
    int odd = keep > 0 && (number->digits[keep - 1] & 1);
    up = first > '5' || (first == '5' && (more || odd));
  }
  number->count = keep < 0 ? 0 : keep;
  if (!up) return;
  int i = keep - 1;
  while (i >= 0 && number->digits[i] == '9') number->digits[i--] = '0';
  if (i >= 0) {
    number->digits[i]++;
    return;
  }
  number->digits--;
  number->digits[0] = '1';
  number->point++;
  number->count++;
}

/* Puts the digits from `first` to `last` (exclusive), counted from the first digit; outside the number they are zeros. */
static void put_range(struct sink *sink, const struct decimal *number, int first, int last) {
  if (first < 0 && first < last) {
    int zeros = (last < 0 ? last : 0) - first;
    __bowline_fill(sink, '0', (uint64_t)zeros);
    first += zeros;
  }
  int inside = last < number->count ? last : number->count;
  if (first < inside) {
    __bowline_put(sink, number->digits + first, (size_t)(inside - first));
    first = inside;
  }
  if (first < last) __bowline_fill(sink, '0', (uint64_t)(last - first));
}

static void put_fixed(struct sink *sink, const struct spec *spec, const char *sign, const struct decimal *number,
                      int precision) {
  int before = number->count > 0 && number->point > 0 ? number->point : 1;
  int start = number->count > 0 && number->point > 0 ? 0 : number->point - 1;
  if (number->count == 0) start = 0;
  int point = precision > 0 || spec->alternative;
  uint64_t after =
      __bowline_pad(sink, spec, sign, (uint64_t)before + (uint64_t)point + (uint64_t)precision, spec->zero);
  put_range(sink, number, start, start + before);
  if (point) __bowline_put(sink, ".", 1);
  put_range(sink, number, start + before, start + before + precision);
  __bowline_fill(sink, ' ', after);
}

static void put_scientific(struct sink *sink, const struct spec *spec, const char *sign, const struct decimal *number,
                           int precision, char letter) {
  int exponent = number->count > 0 ? number->point - 1 : 0;
  char tail[8] = {letter, exponent < 0 ? '-' : '+'};
  int n = 2, magnitude = exponent < 0 ? -exponent : exponent;
  for (int unit = magnitude >= 1000 ? 1000 : magnitude >= 100 ? 100 : 10; unit; unit /= 10)
    tail[n++] = (char)('0' + magnitude / unit % 10);
  int point = precision > 0 || spec->alternative;
  uint64_t after = __bowline_pad(sink, spec, sign, 1u + (uint64_t)point + (uint64_t)precision + (uint64_t)n, spec->zero);
  put_range(sink, number, 0, 1);
  if (point) __bowline_put(sink, ".", 1);
  put_range(sink, number, 1, precision < 0x7fffffff ? 1 + precision : precision);
  __bowline_put(sink, tail, (size_t)n);
  __bowline_fill(sink, ' ', after);
}

/* %g: as many significant digits as the precision says, in the style that fits, trailing zeros dropped. */
static void put_general(struct sink *sink, const struct spec *spec, const char *sign, struct decimal *number,
                        int precision) {
  int significant = precision > 0 ? precision : 1;
  round_to(number, significant);
  int exponent = number->count > 0 ? number->point - 1 : 0;
  int kept = significant;
  if (!spec->alternative) {
    if (kept > number->count) kept = number->count > 0 ? number->count : 1;
    while (kept > 1 && number->digits[kept - 1] == '0') kept--;
  }
  if (exponent < -4 || exponent >= significant) {
    put_scientific(sink, spec, sign, number, kept - 1, spec->conversion == 'g' ? 'e' : 'E');
    return;
  }
  int after_point = kept - 1 - exponent;
  put_fixed(sink, spec, sign, number, after_point > 0 ? after_point : 0);
}

void __bowline_format_decimal(struct sink *sink, const struct spec *spec, const struct binary *binary) {
  uint64_t mantissa = binary->mantissa;
  int exponent = binary->exponent;
  /* Whole numbers and short fractions need few digits once the zeros below are gone. */
  while (mantissa && exponent < 0 && !(mantissa & 1)) {
    mantissa >>= 1;
    exponent++;
  }
  if (mantissa == 0) exponent = 0;
  int needed = limbs_needed(exponent);
  uint32_t limbs[needed];
  char digits[needed * LIMB_DIGITS + 1];
  /* One place before the digits, for a carry out of the first. */
  digits[0] = '0';
  struct decimal number = expand(mantissa, exponent, limbs, digits + 1);
  const char *sign = __bowline_sign(spec, binary->negative);
  int precision = spec->precision < 0 ? 6 : spec->precision;
  switch (spec->conversion) {
    case 'f':
    case 'F': {
      /* Saturate: a number has at most a few thousand digits before the point. */
      int64_t keep = (int64_t)number.point + precision;
      round_to(&number, keep > 0x7fffffff ? 0x7fffffff : (int)keep);
      put_fixed(sink, spec, sign, &number, precision);
      break;
    }
    case 'e':
    case 'E':
      round_to(&number, precision < 0x7fffffff ? precision + 1 : precision);
      put_scientific(sink, spec, sign, &number, precision, spec->conversion);
      break;
    default: put_general(sink, spec, sign, &number, precision);
  }
}
