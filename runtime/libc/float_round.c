/* Rounding half to even, in every format, subnormal numbers included. */
#include <errno.h>

#include "float.h"

/* Whether a number one binary place below the normal ones would be normal if rounded with its full precision: then it does
 * not count as tiny. */
static int rounds_up_to_normal(const struct float_format *format, const struct exact *exact) {
  int shift = 64 - format->bits;
  uint64_t kept = exact->top >> shift, all_ones = UINT64_MAX >> shift;
  int next = shift ? (int)(exact->top >> (shift - 1) & 1) : exact->half;
  return kept == all_ones && next;
}

struct binary __bowline_round_to(const struct float_format *format, struct exact exact) {
  struct binary result = {.bits = format->bits};
  int64_t position = exact.exponent + 63, room = position - format->lowest + 1;
  int tiny = room < format->bits;
  int kept = tiny ? (int)(room < -1 ? -1 : room) : format->bits, dropped = 64 - kept;
  int half = exact.half, rest = exact.sticky;
  uint64_t mantissa = exact.top;
  if (dropped > 64) {
    mantissa = 0;
    half = 0;
    rest = 1;
  } else if (dropped > 0) {
    uint64_t middle = UINT64_C(1) << (dropped - 1);
    rest |= half | ((mantissa & (middle - 1)) != 0);
    half = (mantissa & middle) != 0;
    mantissa = dropped == 64 ? 0 : mantissa >> dropped;
  }
  int up = half & (rest | (int)(mantissa & 1));
  if (tiny && position == format->lowest + format->bits - 2 && rounds_up_to_normal(format, &exact)) tiny = 0;
  if (tiny && (half | rest)) errno = ERANGE;
  mantissa += (uint64_t)up;
  result.mantissa = mantissa;
  result.exponent = (int)(dropped > 64 ? format->lowest : exact.exponent + dropped);
  int carried = kept == format->bits && up && (kept == 64 ? mantissa == 0 : mantissa >> kept != 0);
  if (carried) {
    result.mantissa = UINT64_C(1) << (format->bits - 1);
    result.exponent++;
    position++;
  }
  if (position > format->highest) {
    result.infinite = 1;
    errno = ERANGE;
  }
  return result;
}

struct binary __bowline_round_integer(const struct float_format *format, uint64_t mantissa, int64_t exponent) {
  if (mantissa == 0) return (struct binary){.bits = format->bits, .exponent = format->lowest};
  int shift = __builtin_clzll(mantissa);
  return __bowline_round_to(format, (struct exact){mantissa << shift, exponent - shift, 0, 0});
}
