// Quotients round to zero and remainders have the sign of the dividend.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int a = klee_range(-20, 21, "a"), b = klee_range(1, 8, "b");
  assert(a / b * b + a % b == a);
  assert((a % b < 0) == ((a < 0) & (a % b != 0)));
  assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
  return 0;
}
