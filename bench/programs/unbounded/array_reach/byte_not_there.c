// The same, where the size is confined below.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 200000);
  char *p = malloc(n);
  if (!p) return 2;
  klee_make_symbolic(p, n, "p");
  if (n > 200000 && p[200000] == 'k') abort();
  return n > 0 && p[n - 1] == 'k';
}
