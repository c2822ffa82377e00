// Single precision: rounding, denormal numbers, infinities, comparisons with NaN, conversion.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <float.h>

int main(void) {
  volatile float tenth = 0.1f, big = 16777216.0f, tiny = FLT_MIN, zero = 0.0f;
  assert(tenth + 0.2f == 0.3f || tenth + 0.2f == 0.30000001192092896f);
  assert(big + 1.0f == big && big + 2.0f == 16777218.0f);
  assert(tiny / 2 > 0 && tiny / 2 < tiny && tiny / 33554432.0f == 0);
  float infinite = 1.0f / zero, nan = zero / zero;
  assert(infinite > FLT_MAX && -infinite < -FLT_MAX);
  assert(nan != nan && !(nan < 1) && !(nan > 1) && !(nan == 1));
  assert((int)3.99f == 3 && (int)-3.99f == -3 && (unsigned char)200.5f == 200);
  assert((float)16777217 == 16777216.0f && (float)0xffffffffu == 4294967296.0f);
  return klee_int("x") == 1;
}
