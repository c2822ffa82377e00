/* The remainder of a division, exactly, by long division of the mantissas. */
#include <errno.h>
#include <math.h>

#include "float.h"

static void normalise(struct binary *n) {
  int shift = __builtin_clzll(n->mantissa);
  n->mantissa <<= shift;
  n->exponent -= shift;
}

static struct binary rest_of(const struct float_format *format, struct binary x, struct binary y) {
  if (x.nan || y.nan) return x.nan ? x : y;
  if (x.infinite || y.mantissa == 0) {
    errno = EDOM;
    return (struct binary){.bits = x.bits, .nan = 1, .negative = 1};
  }
  if (y.infinite || x.mantissa == 0) return x;
  struct binary a = x, b = y;
  normalise(&a);
  normalise(&b);
  if (a.exponent < b.exponent) return x;
  uint64_t rest = a.mantissa;
  for (int steps = a.exponent - b.exponent;; steps--) {
    if (rest >= b.mantissa) rest -= b.mantissa;
    if (steps == 0) break;
    /* The bit that leaves on the left means the doubled rest is certainly larger. */
    int out = (int)(rest >> 63);
    rest <<= 1;
    if (out) rest -= b.mantissa;
  }
  struct binary result = __bowline_round_integer(format, rest, b.exponent);
  result.negative = x.negative;
  return result;
}

float fmodf(float x, float y) {
  return __bowline_compose_float(
      rest_of(&__bowline_float, __bowline_take_apart_float(x), __bowline_take_apart_float(y)));
}

double fmod(double x, double y) {
  return __bowline_compose(rest_of(&__bowline_double, __bowline_take_apart(x), __bowline_take_apart(y)));
}

long double fmodl(long double x, long double y) {
  return __bowline_compose_long(
      rest_of(&__bowline_long_double, __bowline_take_apart_long(x), __bowline_take_apart_long(y)));
}
