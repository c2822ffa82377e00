// Asserts the same law of arithmetic without the exception.
// expect-paths: 2
#include <assert.h>
#include <klee/klee.h>

static int absolute(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }

int main(void) {
  int x = klee_int("x");
  klee_assume(x != -2147483647 - 1);
  assert(absolute(x) >= 0);
  return 0;
}
