// Double precision: ties to even, cancellation, remainders, integers at the limit of precision.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <math.h>
#include <string.h>

int main(void) {
  volatile double one = 1.0, third = one / 3, limit = 9007199254740992.0;
  assert(one + 1.1102230246251565e-16 == one && one + 1.1102230246251568e-16 > one);
  assert(limit + 1 == limit && limit + 3 == limit + 4);
  assert(third * 3 == 1.0 && 0.1 + 0.2 != 0.3);
  assert((double)0x8000000000000001ull == 9223372036854775808.0 && (long)-2.5 == -2);
  assert(fmod(5.5, 2) == 1.5 && floor(-0.5) == -1 && ceil(-0.5) == 0 && sqrt(2.0) == 1.4142135623730951);
  volatile double negative_zero = -0.0;
  assert(negative_zero == 0 && signbit(negative_zero) && 1 / negative_zero < 0);
  double tiny = 4.9406564584124654e-324;
  unsigned long bits;
  memcpy(&bits, &tiny, sizeof bits);
  assert(bits == 1 && tiny / 2 == 0);
  return klee_int("x") == 1;
}
