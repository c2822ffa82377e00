// A byte far into unknown contents.
// bug: abort
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *p = malloc(n);
  if (!p) return 2;
  klee_make_symbolic(p, n, "p");
  if (n > 200000 && p[200000] == 'k' && p[199999] == 'l') abort();
  return 0;
}
