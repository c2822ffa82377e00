// One path per size, of a hundred million.
// run: --max-time 3s --sizes eager --capacity 100000000
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_int("n");
  char *p = malloc(n);
  if (n > 5) p[5] = 1;
  return 0;
}
