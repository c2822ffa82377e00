// An unknown object of more bytes than a test can tell is said to be one; up to there it is an object like others.
// expect-paths: 2
// expect-lost: an unknown object of 4294967297 bytes
#include <klee/klee.h>
#include <stdlib.h>

static char all[1 << 16];

int main(void) {
  klee_make_symbolic(all, sizeof all, "all");
  if (all[sizeof all - 1] == 'x') return 1;
  if (all[0] == 'y') return 2;
  size_t size = (1ull << 32) + 1;
  char *large = malloc(size);
  klee_make_symbolic(large, size, "large");
  return large[size - 1] == 'x';
}
