// The same with the right bound.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 0 && n <= 1000000);
  size_t i;
  klee_make_symbolic(&i, sizeof i, "i");
  int *p = malloc(n * sizeof *p);
  if (!p) return 2;
  if (i < n) { p[i] = 1; return p[i]; }
  return 0;
}
