/* %a and %A, and the words for infinity and NaN. A double is written with its leading bit before the point, a long double with its
 * leading four, as glibc does. */
#include <string.h>

#include "format.h"

static int is_capital(const struct spec *spec) { return !(spec->conversion & 32); }

void __bowline_format_special(struct sink *sink, const struct spec *spec, const struct binary *number) {
  const char *word = number->nan ? (is_capital(spec) ? "NAN" : "nan") : (is_capital(spec) ? "INF" : "inf");
  uint64_t after = __bowline_pad(sink, spec, __bowline_sign(spec, number->negative), 3, 0);
  __bowline_put(sink, word, 3);
  __bowline_fill(sink, ' ', after);
}

/* Fraction digits of a double's 52 bits; of a long double's 60 below its leading four. */
static int fraction_digits(const struct binary *number) { return number->bits == 53 ? 13 : 15; }

void __bowline_format_hexadecimal(struct sink *sink, const struct spec *spec, const struct binary *number) {
  int available = fraction_digits(number), kept = available;
  uint64_t mantissa = number->mantissa, leading = mantissa >> 4 * available;
  uint64_t fraction = mantissa & ((UINT64_C(1) << 4 * available) - 1);
  int exponent = mantissa ? number->exponent + 4 * available : 0;
  if (spec->precision >= 0 && spec->precision < available) {
    kept = spec->precision;
    int dropped = 4 * (available - kept);
    uint64_t tail = fraction & ((UINT64_C(1) << dropped) - 1), half = UINT64_C(1) << (dropped - 1);
    /* `whole` is 61 bits at most for a long double with fraction digits dropped, so the carry fits. */
    uint64_t whole = (leading << 4 * available | fraction) >> dropped;
    whole += tail > half || (tail == half && (whole & 1));
    leading = whole >> 4 * kept;
    fraction = whole & ((UINT64_C(1) << 4 * kept) - 1);
    if (leading > 15) {
      /* All four leading bits overflowed into a fifth. */
      leading >>= 4;
      exponent += 4;
    }
  } else if (spec->precision < 0) {
    while (kept > 0 && !(fraction & 15)) {
      fraction >>= 4;
      kept--;
    }
  }
  const char *letters = is_capital(spec) ? "0123456789ABCDEF" : "0123456789abcdef";
  char digits[16], tail[8] = {is_capital(spec) ? 'P' : 'p', exponent < 0 ? '-' : '+'}, prefix[4];
  for (int i = kept; i > 0; i--, fraction >>= 4) digits[i - 1] = letters[fraction & 15];
  int n = 2, magnitude = exponent < 0 ? -exponent : exponent, unit = 1;
  while (unit * 10 <= magnitude) unit *= 10;
  for (; unit; unit /= 10) tail[n++] = (char)('0' + magnitude / unit % 10);
  int precision = spec->precision < 0 ? kept : spec->precision;
  int point = precision > 0 || spec->alternative;
  strcpy(stpcpy(prefix, __bowline_sign(spec, number->negative)), is_capital(spec) ? "0X" : "0x");
  uint64_t after = __bowline_pad(sink, spec, prefix, 1u + (uint64_t)point + (uint64_t)precision + (uint64_t)n, spec->zero);
  __bowline_put(sink, &letters[leading], 1);
  if (point) __bowline_put(sink, ".", 1);
  __bowline_put(sink, digits, (size_t)kept);
  __bowline_fill(sink, '0', (uint64_t)(precision - kept));
  __bowline_put(sink, tail, (size_t)n);
  __bowline_fill(sink, ' ', after);
}
