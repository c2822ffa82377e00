// A word of four bytes far in.
// bug: abort
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
  if (n > 249000 && p[249000] == 0xdeadbeef && p[1] == p[249000] + 1) abort();
  return 0;
}
