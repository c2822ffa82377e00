// A large unknown object is an object like others: only what is looked at costs anything, in the run and in its tests.
// expect-paths: 3
#include <klee/klee.h>
#include <stdlib.h>

static char all[1 << 16];

int main(void) {
  klee_make_symbolic(all, sizeof all, "all");
  if (all[sizeof all - 1] == 'x') return 1;
  if (all[0] == 'y') return 2;
  size_t size = (1ull << 28) + 1;
  char *large = malloc(size);
  klee_make_symbolic(large, size, "large");
  return large[size - 1] == 'x';
}
