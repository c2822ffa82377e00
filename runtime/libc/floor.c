/* Rounding to whole numbers in every direction. */
#include <limits.h>
#include <math.h>

#include "float.h"

enum direction { DOWN, UP, TO_ZERO, HALF_AWAY, HALF_EVEN };

/* The whole number next to |n| in the direction that n goes. */
static uint64_t whole(struct binary n, enum direction direction) {
  if (n.exponent >= 0) return n.mantissa << n.exponent;
  int dropped = -n.exponent;
  uint64_t kept = dropped < 64 ? n.mantissa >> dropped : 0;
  uint64_t rest = dropped < 64 ? n.mantissa & ((UINT64_C(1) << dropped) - 1) : n.mantissa;
  /* With more than 64 bits dropped the rest is less than half. */
  uint64_t half = dropped <= 64 ? UINT64_C(1) << (dropped - 1) : UINT64_MAX;
  switch (direction) {
    case DOWN: return kept + (n.negative && rest);
    case UP: return kept + (!n.negative && rest);
    case TO_ZERO: return kept;
    case HALF_AWAY: return kept + (dropped <= 64 && rest >= half);
    default: return kept + (dropped <= 64 && (rest > half || (rest == half && (kept & 1))));
  }
}

static int is_whole(struct binary n) { return n.nan || n.infinite || n.exponent >= 0 || n.mantissa == 0; }

static struct binary rounded(const struct float_format *format, struct binary n, enum direction direction) {
  if (is_whole(n)) return n;
  struct binary result = __bowline_round_integer(format, whole(n, direction), 0);
  result.negative = n.negative;
  return result;
}

/* As the processor converts: LONG_MIN for everything that does not fit. */
static long as_long(struct binary n, enum direction direction) {
  if (n.nan || n.infinite) return LONG_MIN;
  if (n.mantissa == 0) return 0;
  if (n.exponent > __builtin_clzll(n.mantissa)) return LONG_MIN;
  uint64_t magnitude = whole(n, direction);
  if (magnitude > (uint64_t)LONG_MAX) return LONG_MIN;
  return n.negative ? -(long)magnitude : (long)magnitude;
}

#define ROUNDING(name, direction)                                                                              \
  float name##f(float x) {                                                                                     \
    return __bowline_compose_float(rounded(&__bowline_float, __bowline_take_apart_float(x), direction));       \
  }                                                                                                            \
  double name(double x) { return __bowline_compose(rounded(&__bowline_double, __bowline_take_apart(x), direction)); } \
  long double name##l(long double x) {                                                                         \
    return __bowline_compose_long(rounded(&__bowline_long_double, __bowline_take_apart_long(x), direction));   \
  }

ROUNDING(floor, DOWN)
ROUNDING(ceil, UP)
ROUNDING(trunc, TO_ZERO)
ROUNDING(round, HALF_AWAY)
ROUNDING(rint, HALF_EVEN)
ROUNDING(nearbyint, HALF_EVEN)
ROUNDING(roundeven, HALF_EVEN)

#define TO_LONG(name, type, direction)                                              \
  type name##f(float x) { return as_long(__bowline_take_apart_float(x), direction); } \
  type name(double x) { return as_long(__bowline_take_apart(x), direction); }         \
  type name##l(long double x) { return as_long(__bowline_take_apart_long(x), direction); }

TO_LONG(lround, long, HALF_AWAY)
TO_LONG(llround, long long, HALF_AWAY)
TO_LONG(lrint, long, HALF_EVEN)
TO_LONG(llrint, long long, HALF_EVEN)

/* The two parts of a number, both with its sign. */
static struct binary fraction(const struct float_format *format, struct binary n) {
  struct binary result = {.bits = n.bits, .exponent = format->lowest};
  if (!is_whole(n)) {
    int dropped = -n.exponent;
    uint64_t rest = dropped < 64 ? n.mantissa & ((UINT64_C(1) << dropped) - 1) : n.mantissa;
    result = __bowline_round_integer(format, rest, n.exponent);
  } else if (n.nan) {
    return n;
  }
  result.negative = n.negative;
  return result;
}

float modff(float x, float *whole_part) {
  *whole_part = truncf(x);
  return __bowline_compose_float(fraction(&__bowline_float, __bowline_take_apart_float(x)));
}

double modf(double x, double *whole_part) {
  *whole_part = trunc(x);
  return __bowline_compose(fraction(&__bowline_double, __bowline_take_apart(x)));
}

long double modfl(long double x, long double *whole_part) {
  *whole_part = truncl(x);
  return __bowline_compose_long(fraction(&__bowline_long_double, __bowline_take_apart_long(x)));
}
