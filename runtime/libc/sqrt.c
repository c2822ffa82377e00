/* Square roots, correctly rounded: the root of a 128-bit integer bit by bit, its remainder decides the rounding. */
#include <errno.h>
#include <math.h>

#include "float.h"

typedef unsigned __int128 wide;

static struct binary root_of(const struct float_format *format, struct binary n) {
  if (n.nan || n.mantissa == 0 || (n.infinite && !n.negative)) return n;
  if (n.negative) {
    errno = EDOM;
    return (struct binary){.bits = n.bits, .nan = 1, .negative = 1};
  }
  /* Shift to 127 or 128 bits so that the exponent is even; the root then has 64. */
  int shift = __builtin_clzll(n.mantissa) + 64;
  int exponent = n.exponent - shift;
  if (exponent & 1) {
    shift--;
    exponent++;
  }
  wide rest = (wide)n.mantissa << shift, root = 0;
  for (wide bit = (wide)1 << 126; bit; bit >>= 2) {
    wide trial = root + bit;
    root >>= 1;
    if (rest >= trial) {
      rest -= trial;
      root += bit;
    }
  }
  /* The next bit of the root is set when the remainder exceeds the root; a root that goes on never ends there. */
  struct exact exact = {(uint64_t)root, exponent / 2, rest > root, rest != 0};
  return __bowline_round_to(format, exact);
}

float sqrtf(float x) { return __bowline_compose_float(root_of(&__bowline_float, __bowline_take_apart_float(x))); }
double sqrt(double x) { return __bowline_compose(root_of(&__bowline_double, __bowline_take_apart(x))); }
long double sqrtl(long double x) {
  return __bowline_compose_long(root_of(&__bowline_long_double, __bowline_take_apart_long(x)));
}
