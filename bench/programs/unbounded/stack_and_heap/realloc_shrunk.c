// A pointer to the old end, used after the object became smaller.
// bug: out-of-bounds-read
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 100000 && n < 900000);
  char *p = malloc(n);
  if (!p) return 2;
  p[0] = 9;
  char *q = realloc(p, n / 2);
  if (!q) return 3;
  return q[n / 2 + 1];
}
