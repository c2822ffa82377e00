/*
 * Text to floating-point numbers, correctly rounded (half to even), for all three formats.
 *
 * A decimal number is N * 10^x with an integer N. For x >= 0 that is an integer; for x < 0 it is N * 2^s / 5^-x * 2^(x-s), and
 * with s large enough the quotient has all the bits that rounding needs. Dividing by 5^13 again and again gives the same
 * quotient as dividing once; whether any remainder was not zero is kept as the sticky bit.
 *
 * Where the text is unknown, paths part by its form (where digits, point and exponent are), and then each goes on with one value
 * per digit: floating-point arithmetic would take one value anyway, and long division of unknown digits leads nowhere.
 */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "float.h"
#include "internal.h"

/* What of a decimal number can matter in a format. */
struct target {
  const struct float_format *format;
  int most_digits;       /* digits that can change the result; those after only as "not zero" */
  int smallest, largest; /* powers of ten beyond which everything is zero or infinite */
};

static const struct target FLOAT = {&__bowline_float, 800, -330, 310};
static const struct target DOUBLE = {&__bowline_double, 800, -330, 310};
static const struct target LONG_DOUBLE = {&__bowline_long_double, 11600, -4980, 4940};

/* ---- Big integers in limbs of 32 bits, lowest first ---- */

static int multiply_add(uint32_t *limbs, int count, uint32_t factor, uint32_t addend) {
  uint64_t carry = addend;
  for (int i = 0; i < count; i++) {
    carry += (uint64_t)limbs[i] * factor;
    limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) limbs[count++] = (uint32_t)carry;
  return count;
}

/* Divides and returns whether there was a remainder. */
static int divide(uint32_t *limbs, int *count, uint32_t divisor) {
  uint64_t rest = 0;
  for (int i = *count - 1; i >= 0; i--) {
    rest = rest << 32 | limbs[i];
    limbs[i] = (uint32_t)(rest / divisor);
    rest %= divisor;
  }
  while (*count > 0 && limbs[*count - 1] == 0) --*count;
  return rest != 0;
}

/* One bit; those below the lowest limb are 0. */
static int bit(const uint32_t *limbs, int64_t position) {
  return position < 0 ? 0 : limbs[position / 32] >> position % 32 & 1;
}

static struct exact highest_bits(const uint32_t *limbs, int count, int64_t exponent, int sticky) {
  struct exact result = {0, 0, 0, sticky};
  int64_t size = 32 * (int64_t)count;
  while (!bit(limbs, size - 1)) size--;
  int64_t low = size - 64;
  for (int64_t i = size - 1; i >= low; i--) result.top = result.top << 1 | (uint64_t)bit(limbs, i);
  result.half = bit(limbs, low - 1);
  for (int64_t i = low - 2; i >= 0 && !result.sticky; i--) result.sticky = bit(limbs, i);
  result.exponent = exponent + low;
  return result;
}

/* ---- Decimal text ---- */

/* A digit that is unknown so far, made one. */
static unsigned char settled(char c) {
  unsigned char digit = (unsigned char)c;
  if (!klee_is_symbolic(digit)) return digit;
  return (unsigned char)__bowline_concretise(digit, "the digits of a floating-point number");
}

/* Questions about the form of the text part paths, so that positions and counts are known on each. */
static int is(int condition) { return __bowline_decide(condition); }

static int is_digit(char c) { return (unsigned char)(c - '0') < 10; }
static char lower(char c) { return (char)(c | 32); }

static unsigned hex_value(char c) {
  unsigned number = (unsigned)(unsigned char)c - '0', letter = (unsigned)(unsigned char)(c | 32) - 'a';
  return number < 10 ? number : letter < 6 ? letter + 10 : 255;
}

/* An exponent after its letter, saturated. Leaves `*at` alone and gives 0 if there is none. */
static int64_t read_exponent(const char **at) {
  const char *p = *at + 1;
  int negative = is(*p == '-');
  if (negative || is(*p == '+')) p++;
  if (!is(is_digit(*p))) return 0;
  int64_t value = 0;
  for (; is(is_digit(*p)); p++) {
    if (value < 1000000000000) value = value * 10 + (settled(*p) - '0');
  }
  *at = p;
  return negative ? -value : value;
}

/* Digits with a point among them. */
struct digits {
  const char *first;         /* first digit that is not 0, or the end */
  const char *end;           /* after the last digit or the point */
  int64_t before;            /* digits from `first` up to the point; negative: zeros after the point before `first` */
  int64_t count;             /* digits from `first` */
  int any;                   /* whether there is a digit at all */
};

static struct digits scan_digits(const char *text, unsigned base) {
  struct digits result = {0};
  const char *at = text;
  int64_t total = 0, leading = 0, before_point = -1;
  for (;; at++) {
    if (before_point < 0 && is(*at == '.')) {
      before_point = total;
    } else if (is(hex_value(*at) < base)) {
      if (!result.first && is(*at != '0')) {
        result.first = at;
        leading = total;
      }
      total++;
    } else {
      break;
    }
  }
  if (before_point < 0) before_point = total;
  result.end = at;
  result.any = total > 0;
  result.count = result.first ? total - leading : 0;
  result.before = before_point - leading;
  if (!result.first) result.first = at;
  return result;
}

static struct binary from_decimal(const struct target *target, const struct digits *digits, int64_t exponent) {
  struct binary zero = {0}, infinite = {.infinite = 1};
  if (digits->count == 0) return zero;
  /* The value is in [10^(magnitude - 1), 10^magnitude). */
  int64_t magnitude = digits->before + exponent;
  if (magnitude > target->largest || magnitude < target->smallest) {
    errno = ERANGE;
    return magnitude > 0 ? infinite : zero;
  }
  int used = (int)(digits->count < target->most_digits ? digits->count : target->most_digits);
  int scale = (int)(magnitude - used); /* value = N * 10^scale, N has `used` digits */
  int64_t fives = scale < 0 ? -(int64_t)scale : 0;
  /* Bits: 3.33 per digit, 2.33 per factor 5. */
  int64_t own = used * 10 / 3 + 1, least = (fives * 7 + 2) / 3 + 66;
  int shift = scale < 0 && least > used * 3 ? (int)((least - used * 3) / 32 + 1) : 0;
  uint32_t limbs[(own + (scale > 0 ? (int64_t)scale * 10 / 3 : 0)) / 32 + shift + 4];
  int count = 0, sticky = 0;
  uint32_t chunk = 0, weight = 1;
  const char *at = digits->first;
  for (int i = 0; i < used; at++) {
    if (*at == '.') continue;
    chunk = chunk * 10 + (uint32_t)(settled(*at) - '0');
    weight *= 10;
    if (++i == used || weight == 1000000000) {
      count = multiply_add(limbs, count, weight, chunk);
      chunk = 0;
      weight = 1;
    }
  }
  for (; at < digits->end; at++) sticky |= (*at != '0') & (*at != '.');
  for (int left = scale; left > 0; left -= 9) {
    uint32_t power = 1;
    for (int i = 0; i < (left < 9 ? left : 9); i++) power *= 10;
    count = multiply_add(limbs, count, power, 0);
  }
  if (scale >= 0) return __bowline_round_to(target->format, highest_bits(limbs, count, 0, sticky));
  memmove(limbs + shift, limbs, (size_t)count * sizeof *limbs);
  memset(limbs, 0, (size_t)shift * sizeof *limbs);
  count += shift;
  for (int64_t left = fives; left > 0; left -= 13) {
    uint32_t power = 1;
    for (int i = 0; i < (left < 13 ? left : 13); i++) power *= 5;
    sticky |= divide(limbs, &count, power);
  }
  return __bowline_round_to(target->format, highest_bits(limbs, count, -fives - 32 * (int64_t)shift, sticky));
}

static struct binary from_hexadecimal(const struct target *target, const struct digits *digits, int64_t exponent) {
  struct binary zero = {0};
  if (digits->count == 0) return zero;
  struct exact exact = {0};
  int64_t used = 0;
  for (const char *at = digits->first; at < digits->end; at++) {
    if (*at == '.') continue;
    unsigned digit = hex_value((char)settled(*at));
    if (used < 16) {
      exact.top = exact.top << 4 | digit;
      used++;
    } else {
      exact.sticky |= digit != 0;
    }
  }
  exact.exponent = exponent + 4 * (digits->before - used);
  /* Bits pushed out on the left do not exist; those dropped on the right begin with the 17th digit. */
  if (digits->count > 16) {
    const char *at = digits->first;
    for (int64_t i = 0; i < 16; at++) i += *at != '.';
    while (*at == '.') at++;
    unsigned digit = hex_value(*at);
    int spare = __builtin_clzll(exact.top);
    if (spare) exact.top = exact.top << spare | digit >> (4 - spare);
    exact.exponent -= spare;
    unsigned left = digit << spare & 15;
    exact.half = left >> 3 & 1;
    exact.sticky = (left & 7) != 0;
    for (at++; at < digits->end; at++) exact.sticky |= (*at != '0') & (*at != '.');
  } else {
    int spare = __builtin_clzll(exact.top);
    exact.top <<= spare;
    exact.exponent -= spare;
  }
  return __bowline_round_to(target->format, exact);
}

/* ---- Words ---- */

/* Whether `text` begins with `word`, in any case. */
static int begins(const char *text, const char *word) {
  while (*word && is(lower(*text) == *word)) {
    text++;
    word++;
  }
  return !*word;
}

/* What stands in the parentheses of nan(...), if it is made of letters, digits and underscores. */
static const char *read_payload(const char *at, uint64_t *payload) {
  if (*at != '(') return at;
  const char *end = at + 1;
  while (is_digit(*end) || *end == '_' || (unsigned char)(lower(*end) - 'a') < 26) end++;
  if (*end != ')') return at;
  char *after;
  int number = errno;
  uint64_t value = strtoull(at + 1, &after, 0);
  errno = number;
  if (after == end) *payload = value;
  return end + 1;
}

static struct binary parse(const struct target *target, const char *text, char **end) {
  struct binary result = {0};
  const char *at = text;
  while (is((*at == ' ') | ((unsigned char)(*at - '\t') < 5))) at++;
  int negative = is(*at == '-');
  if (negative || is(*at == '+')) at++;
  if (begins(at, "inf")) {
    at += begins(at, "infinity") ? 8 : 3;
    result.infinite = 1;
  } else if (begins(at, "nan")) {
    at = read_payload(at + 3, &result.mantissa);
    result.nan = 1;
  } else {
    int hexadecimal = is(*at == '0') && is(lower(at[1]) == 'x');
    struct digits digits = {0};
    if (hexadecimal) {
      digits = scan_digits(at + 2, 16);
      /* Without digits after it, the x does not belong to the number. */
      if (!digits.any) hexadecimal = 0;
    }
    if (!hexadecimal) digits = scan_digits(at, 10);
    if (!digits.any) {
      if (end) *end = (char *)text;
      return result;
    }
    at = digits.end;
    int64_t exponent = is(lower(*at) == (hexadecimal ? 'p' : 'e')) ? read_exponent(&at) : 0;
    result = hexadecimal ? from_hexadecimal(target, &digits, exponent) : from_decimal(target, &digits, exponent);
  }
  if (end) *end = (char *)at;
  result.negative = negative;
  return result;
}

float strtof(const char *restrict text, char **restrict end) {
  return __bowline_compose_float(parse(&FLOAT, text, end));
}

double strtod(const char *restrict text, char **restrict end) { return __bowline_compose(parse(&DOUBLE, text, end)); }

long double strtold(const char *restrict text, char **restrict end) {
  return __bowline_compose_long(parse(&LONG_DOUBLE, text, end));
}

double atof(const char *text) { return strtod(text, NULL); }
