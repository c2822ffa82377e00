// Tests that a state which fails inside a merged loop is reported and left out of the merged one.
// flags: --loops merge --checks full
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_range(1, 9, "n");
  char *p = malloc(n);
  char fixed[6];
  for (unsigned i = 0; i < n; i++) {
    p[i] = 0;
    fixed[i] = 0; // bug: out-of-bounds-write
  }
  klee_assert(n <= 6);
  return fixed[0];
}
