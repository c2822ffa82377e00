// A buffer of unknown size that doubles.
// run: --max-time 3s --capacity 4096
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned n = klee_int("n") & 63;
  char *p = malloc(n + 1);
  for (int i = 0; i < 12; i++) {
    n = n * 2 + 1;
    p = realloc(p, n);
    p[n - 1] = (char)i;
  }
  return p[klee_int("at") & 63];
}
