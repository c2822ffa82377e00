// Zeros up to the end, however many.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 700000 && n < 1000000);
  char *p = calloc(n, 3);
  if (!p) return 2;
  if (p[0] || p[n] || p[3 * n - 1]) abort();
  free(p);
  return 0;
}
