// Tests that a bug which exists for one size only is found after the loop over the object was merged.
// flags: --loops merge --checks full
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_range(1, 9, "n");
  char *p = malloc(n);
  unsigned count = 0;
  for (unsigned i = 0; i < n; i++) {
    p[i] = 1;
    count += 2;
  }
  if (count == 2) return p[1]; // bug: out-of-bounds-read
  return 0;
}
