// The last byte decides.
// bug: abort
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
  if (p[n - 1] == 'q' && p[0] == 'a' && n % 1000 == 7) abort();
  return 0;
}
