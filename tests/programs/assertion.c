// Asserts a law of arithmetic that has one exception in 32 bits.
// expect-paths: 2
#include <assert.h>
#include <klee/klee.h>

static int absolute(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }

int main(void) {
  int x = klee_int("x");
  assert(absolute(x) >= 0); // bug: assertion
  return 0;
}
