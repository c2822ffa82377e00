// A copy of the whole object, and a look at its last byte.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 50000 && n < 1000000);
  char *from = malloc(n), *to = malloc(n);
  if (!from || !to) return 2;
  memset(from, 7, n);
  memcpy(to, from, n);
  if (to[n - 1] != 7) abort();
  return 0;
}
