/* x * y + z with one rounding, for float and double: the exact product and the sum in 128 bits, what does not fit as one sticky bit. */
#include <errno.h>
#include <math.h>

#include "float.h"

typedef unsigned __int128 wide;

/* The highest bit of a wide number here, so that a sum does not overflow. */
enum { TOP = 125 };

struct sum {
  wide magnitude;
  int exponent; /* of its lowest bit */
  int negative;
};

static int highest_bit(wide n) {
  uint64_t upper = (uint64_t)(n >> 64);
  return upper ? 127 - __builtin_clzll(upper) : 63 - __builtin_clzll((uint64_t)n);
}

static struct sum lifted(wide magnitude, int exponent, int negative) {
  int up = TOP - highest_bit(magnitude);
  return (struct sum){magnitude << up, exponent - up, negative};
}

/* Shifts down; bits that are lost leave their mark in the lowest. */
static wide lowered(wide n, int by) {
  if (by > TOP) return 1;
  wide kept = n >> by;
  return kept | (kept << by != n);
}

/* The exact value of x * y + z is not zero, nor is any of the three. */
static struct sum add(struct sum a, struct sum b) {
  if (a.exponent < b.exponent) {
    struct sum other = a;
    a = b;
    b = other;
  }
  wide small = lowered(b.magnitude, a.exponent - b.exponent);
  if (a.negative == b.negative) {
    a.magnitude += small;
  } else if (a.magnitude >= small) {
    a.magnitude -= small;
  } else {
    a.magnitude = small - a.magnitude;
    a.negative = b.negative;
  }
  return a;
}

static struct binary rounded(const struct float_format *format, struct sum sum) {
  int top = highest_bit(sum.magnitude);
  wide full = sum.magnitude << (127 - top);
  uint64_t rest = (uint64_t)full;
  struct exact exact = {(uint64_t)(full >> 64), sum.exponent - (127 - top) + 64, (int)(rest >> 63), rest << 1 != 0};
  struct binary result = __bowline_round_to(format, exact);
  result.negative = sum.negative;
  return result;
}

static int is_finite(struct binary n) { return !n.nan && !n.infinite; }

/* Is the result that of finite numbers, none of them zero? Then it is in `out`. */
static int fused(const struct float_format *format, struct binary x, struct binary y, struct binary z, struct binary *out) {
  if (!is_finite(x) || !is_finite(y) || !is_finite(z) || !x.mantissa || !y.mantissa || !z.mantissa) return 0;
  struct sum product = lifted((wide)x.mantissa * y.mantissa, x.exponent + y.exponent, x.negative != y.negative);
  struct sum all = add(product, lifted(z.mantissa, z.exponent, z.negative));
  *out = all.magnitude ? rounded(format, all) : (struct binary){.bits = x.bits};
  return 1;
}

/* Where one is zero, infinite or no number, at most one of the two operations rounds. */
float fmaf(float x, float y, float z) {
  int before = errno;
  struct binary result;
  /* The zero would take the sign of a product that rounds to zero. */
  if (z == 0 && x != 0 && y != 0) return x * y;
  /* A product that overflows is finite all the same. */
  if (isinf(z) && isfinite(x) && isfinite(y)) return z;
  if (!fused(&__bowline_float, __bowline_take_apart_float(x), __bowline_take_apart_float(y), __bowline_take_apart_float(z), &result))
    return x * y + z;
  errno = before;
  return __bowline_compose_float(result);
}

double fma(double x, double y, double z) {
  int before = errno;
  struct binary result;
  if (z == 0 && x != 0 && y != 0) return x * y;
  /* A product that overflows is finite all the same. */
  if (isinf(z) && isfinite(x) && isfinite(y)) return z;
  if (!fused(&__bowline_double, __bowline_take_apart(x), __bowline_take_apart(y), __bowline_take_apart(z), &result)) return x * y + z;
  errno = before;
  return __bowline_compose(result);
}
