// Tests merging of a loop that calls functions, one of which forks on the size itself.
// flags: --loops merge --checks full
#include <klee/klee.h>
#include <stdlib.h>

static int half(unsigned i, unsigned n) {
  if (2 * i < n) return 1;
  return 2;
}

int main(void) {
  unsigned n = klee_range(1, 7, "n");
  char *p = malloc(n);
  int first = 0, second = 0;
  for (unsigned i = 0; i < n; i++) {
    p[i] = half(i, n);
    if (p[i] == 1)
      first++;
    else
      second++;
  }
  klee_assert(first + second == (int)n);
  klee_assert(first >= second);
  klee_assert(p[n - 1] == (n == 1 ? 1 : 2));
  return 0;
}
