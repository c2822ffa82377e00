// The same in time.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 1000 && n < 1000000);
  char *ring = malloc(n);
  size_t at;
  if (!ring) return 2;
  klee_make_symbolic(&at, sizeof at, "at");
  klee_assume(at <= n);
  if (at == n) at = 0;
  ring[at] = 1;
  return ring[at];
}
