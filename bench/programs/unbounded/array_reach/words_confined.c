// The same word, confined to be odd and looked at as even.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 1000 && n < 250000);
  unsigned *p = malloc(n * sizeof *p);
  if (!p) return 2;
  klee_make_symbolic(p, n * sizeof *p, "p");
  klee_assume(p[n - 1] & 1);
  if (p[n - 1] % 2 == 0) abort();
  return 0;
}
