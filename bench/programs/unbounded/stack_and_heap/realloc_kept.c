// The same, within the new end.
// bug: none
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
  p[7] = 6;
  char *q = realloc(p, n + 1000);
  if (!q) return 3;
  q[n + 999] = 1;
  if (q[n - 1] != 5 || q[7] != 6) abort();
  return 0;
}
