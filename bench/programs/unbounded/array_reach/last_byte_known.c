// The last byte was written before it is looked at.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 70000);
  char *p = malloc(n);
  if (!p) return 2;
  klee_make_symbolic(p, n, "p");
  p[n - 1] = 'r';
  if (p[n - 1] == 'q') abort();
  return 0;
}
