// A reallocation that fails leaves the old block: above what an allocator gives.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *p = malloc(10);
  p[9] = 4;
  char *q = realloc(p, n);
  if (n == 0) return 1;
  if (!q) return p[9];
  return n > 9 ? q[9] : 0;
}
