// Tests a merged loop with two exits: its bound, and a break on other input.
// flags: --loops merge --checks full
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_range(0, 6, "n");
  unsigned stop = klee_int("stop");
  unsigned char *p = calloc(n, 1);
  unsigned i;
  for (i = 0; i < n; i++) {
    if (i == stop) break;
    p[i] = i + 1;
  }
  klee_assert(i <= n);
  if (i > 0) klee_assert(p[i - 1] == i);
  if (i < n) klee_assert(p[i] == 0);
  klee_assert(i != 3 || n != 4 || stop == 3);
  free(p);
  return 0;
}
