// The same, checked on both sides.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 1000 && n < 1000000);
  int i;
  klee_make_symbolic(&i, sizeof i, "i");
  char *p = malloc(n);
  if (!p) return 2;
  if (i >= 0 && i < (int)n) { p[i] = 1; return p[i]; }
  return 0;
}
