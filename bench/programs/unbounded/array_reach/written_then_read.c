// What is written at an unknown place is read at another: they may be the same.
// bug: abort
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 500000);
  size_t i, j;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  char *p = calloc(n, 1);
  if (!p) return 2;
  if (i >= n || j >= n || i < 400000) return 1;
  p[i] = 1;
  if (p[j]) abort();
  return 0;
}
