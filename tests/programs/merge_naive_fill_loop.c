// Tests the plain construction of merged states, from whole paths, that the other one is compared with.
// flags: --loops merge-naive --checks full
// expect-paths: 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = klee_range(1, 9, "n");
  unsigned char *p = malloc(n);
  for (unsigned i = 0; i < n; i++) p[i] = i;
  if (p[n - 1] == 5) klee_assert(n == 6);
  free(p);
  return 0;
}
