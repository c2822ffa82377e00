// Branching recursion on a number that is fixed by the path.
// expect-paths: 7
#include <assert.h>
#include <klee/klee.h>

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
  int n = klee_range(0, 7, "n");
  static const int expected[] = {0, 1, 1, 2, 3, 5, 8};
  for (int k = 0; k < 7; k++) {
    if (n == k) {
      assert(fibonacci(k) == expected[k]);
      return k;
    }
  }
  return 99;
}
