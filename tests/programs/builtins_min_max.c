// Element-wise minimum, maximum, absolute value and saturating arithmetic.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int a = klee_range(-50, 50, "a"), b = klee_range(-50, 50, "b");
  int low = __builtin_elementwise_min(a, b), high = __builtin_elementwise_max(a, b);
  assert((low <= high) & (low + high == a + b));
  assert(__builtin_elementwise_abs(a) >= 0);
  int sum = __builtin_elementwise_add_sat(a, 2147483600);
  assert((sum == 2147483647) == (a >= 47));
  unsigned difference = __builtin_elementwise_sub_sat(10u, (unsigned)(b + 50));
  assert((difference == 0) == (b + 50 >= 10));
  return 0;
}
