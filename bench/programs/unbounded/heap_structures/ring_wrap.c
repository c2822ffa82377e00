// A ring whose end is compared one too late.
// bug: out-of-bounds-write
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
  ring[at] = 1;
  return 0;
}
