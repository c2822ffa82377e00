// What was written stays; the end moved.
// bug: out-of-bounds-write
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 1000 && n < 900000);
  char *p = malloc(n);
  if (!p) return 2;
  p[n - 1] = 5;
  char *q = realloc(p, n + 1000);
  if (!q) return 3;
  if (q[n - 1] != 5) abort();
  q[n + 1000] = 1;
  return 0;
}
