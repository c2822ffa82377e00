// One place cannot have two values.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 1000000);
  size_t i;
  klee_make_symbolic(&i, sizeof i, "i");
  unsigned char *p = malloc(n);
  if (!p) return 2;
  klee_make_symbolic(p, n, "p");
  if (i < n && p[i] == 3 && p[i] == 4) abort();
  return i < n ? p[i] == 5 : 6;
}
