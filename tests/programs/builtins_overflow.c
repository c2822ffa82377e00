// Arithmetic that reports overflow instead of having it, in several widths.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
  int a = klee_int("a"), b = klee_int("b"), sum;
  int overflow = __builtin_add_overflow(a, b, &sum);
  int64_t exact = (int64_t)a + b;
  assert(overflow == (exact != (int32_t)exact));
  assert(sum == (int32_t)exact);
  unsigned char difference;
  int borrow = __builtin_sub_overflow((unsigned char)a, (unsigned char)b, &difference);
  assert(borrow == ((a & 255) < (b & 255)));
  short product;
  int wraps = __builtin_mul_overflow((signed char)a, (signed char)b, &product);
  assert(!wraps & (product == (signed char)a * (signed char)b));
  return 0;
}
