/* Exponents of floating-point numbers. */
#include <limits.h>
#include <math.h>

#include "float.h"

static int is_special(struct binary n) { return n.nan || n.infinite || n.mantissa == 0; }

/* The number in [1/2, 1), and the power of two that leads back. */
static struct binary normalised(struct binary n, int *exponent) {
  *exponent = 0;
  if (is_special(n)) return n;
  int shift = __builtin_clzll(n.mantissa) - (64 - n.bits);
  n.mantissa <<= shift;
  *exponent = n.exponent - shift + n.bits;
  n.exponent = -n.bits;
  return n;
}

static struct binary scaled(const struct float_format *format, struct binary n, long power) {
  if (is_special(n)) return n;
  /* Far beyond every exponent is as good as further. */
  if (power > 100000) power = 100000;
  if (power < -100000) power = -100000;
  struct binary result = __bowline_round_integer(format, n.mantissa, n.exponent + power);
  result.negative = n.negative;
  return result;
}

float frexpf(float x, int *exponent) {
  return __bowline_compose_float(normalised(__bowline_take_apart_float(x), exponent));
}
double frexp(double x, int *exponent) { return __bowline_compose(normalised(__bowline_take_apart(x), exponent)); }
long double frexpl(long double x, int *exponent) {
  return __bowline_compose_long(normalised(__bowline_take_apart_long(x), exponent));
}

#define SCALING(name, type)                                                                               \
  float name##f(float x, type power) {                                                                    \
    return __bowline_compose_float(scaled(&__bowline_float, __bowline_take_apart_float(x), power));       \
  }                                                                                                       \
  double name(double x, type power) {                                                                     \
    return __bowline_compose(scaled(&__bowline_double, __bowline_take_apart(x), power));                  \
  }                                                                                                       \
  long double name##l(long double x, type power) {                                                        \
    return __bowline_compose_long(scaled(&__bowline_long_double, __bowline_take_apart_long(x), power));   \
  }

SCALING(ldexp, int)
SCALING(scalbn, int)
SCALING(scalbln, long)

static int whole_exponent(struct binary n) {
  if (n.nan || n.mantissa == 0) return FP_ILOGB0;
  if (n.infinite) return INT_MAX;
  int exponent;
  normalised(n, &exponent);
  return exponent - 1;
}

int ilogbf(float x) { return whole_exponent(__bowline_take_apart_float(x)); }
int ilogb(double x) { return whole_exponent(__bowline_take_apart(x)); }
int ilogbl(long double x) { return whole_exponent(__bowline_take_apart_long(x)); }
