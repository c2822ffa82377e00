// A block at the end of a pool that is no multiple of the block.
// bug: out-of-bounds-write
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

enum { BLOCK = 64 };

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 100000 && n < 1000000);
  char *pool = malloc(n);
  size_t which;
  if (!pool) return 2;
  klee_make_symbolic(&which, sizeof which, "which");
  klee_assume(which <= n / BLOCK);
  memset(pool + which * BLOCK, 0, BLOCK);
  return 0;
}
