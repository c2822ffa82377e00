// A byte that came through a copy of unknown length.
// bug: abort
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 60000);
  char *p = malloc(n), *q = malloc(n);
  if (!p || !q) return 2;
  klee_make_symbolic(p, n, "p");
  memcpy(q, p, n);
  if (q[n / 2] == 'm' && q[n - 1] == 'z') abort();
  return 0;
}
