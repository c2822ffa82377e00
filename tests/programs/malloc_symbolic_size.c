// A block of unknown size has exactly that size.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  size_t n = (size_t)klee_range(1, 9, "n");
  char *block = malloc(n);
  if (!block) return 1;
  block[n - 1] = 1;
  block[4] = 2; // bug: out-of-bounds-write
  free(block);
  return 0;
}
