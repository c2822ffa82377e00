// Tests that the states of a loop that fills an object of unknown size become one state, with every size in it.
// flags: --loops merge --checks full
// expect-paths: 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_range(1, 17, "n");
  unsigned char *p = malloc(n);
  for (unsigned i = 0; i < n; i++) p[i] = i;
  if (p[n - 1] == 9) klee_assert(n == 10);
  free(p);
  return 0;
}
