// Two unknown places of one array with different values.
// bug: abort
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 1000000);
  size_t i, j;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  unsigned char *p = malloc(n);
  if (!p) return 2;
  klee_make_symbolic(p, n, "p");
  if (i < j && j < n && p[i] > p[j] && p[j] == 200 && j - i > 900000) abort();
  return 0;
}
