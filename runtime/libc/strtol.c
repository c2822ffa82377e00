/*
 * Text to integers of every width: all are 64 bits wide on this platform, so two limits cover them.
 *
 * A character costs one decision (is it a digit of this base?). Its value, the accumulated number and the overflow flag
 * are computed without any.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static int is_space(unsigned char c) { return (c == ' ') | ((unsigned)c - '\t' < 5u); }

/* The value of a digit in base 36, or something not below 36. */
static unsigned digit_value(unsigned char c) {
  unsigned number = (unsigned)c - '0', letter = (unsigned)(c | 32) - 'a';
  unsigned from_letter = letter < 26 ? letter + 10 : 255;
  return number < 10 ? number : from_letter;
}

struct integer {
  unsigned long magnitude;
  int negative, overflow;
};

static struct integer parse(const char *text, char **end, int base) {
  const unsigned char *at = (const unsigned char *)text;
  struct integer result = {0, 0, 0};
  while (is_space(*at)) at++;
  if ((*at == '-') | (*at == '+')) {
    result.negative = *at == '-';
    at++;
  }
  if ((base == 0 || base == 16) && *at == '0' && (at[1] | 32) == 'x' && digit_value(at[2]) < 16) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  unsigned long last_safe = ULONG_MAX / (unsigned)base, last_digit = ULONG_MAX % (unsigned)base;
  const unsigned char *first = at;
  for (unsigned digit; (digit = digit_value(*at)) < (unsigned)base; at++) {
    result.overflow |= (result.magnitude > last_safe) | ((result.magnitude == last_safe) & (digit > last_digit));
    result.magnitude = result.magnitude * (unsigned)base + digit;
  }
  if (end) *end = at == first ? (char *)text : (char *)at;
  return result;
}

static int bad_base(int base) {
  if (base == 0 || (base >= 2 && base <= 36)) return 0;
  errno = EINVAL;
  return 1;
}

long strtol(const char *restrict text, char **restrict end, int base) {
  if (bad_base(base)) return 0;
  struct integer value = parse(text, end, base);
  unsigned long limit = (unsigned long)LONG_MAX + (unsigned)value.negative;
  if (value.overflow | (value.magnitude > limit)) {
    errno = ERANGE;
    return value.negative ? LONG_MIN : LONG_MAX;
  }
  return (long)(value.negative ? -value.magnitude : value.magnitude);
}

unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
  if (bad_base(base)) return 0;
  struct integer value = parse(text, end, base);
  if (value.overflow) {
    errno = ERANGE;
    return ULONG_MAX;
  }
  return value.negative ? -value.magnitude : value.magnitude;
}
