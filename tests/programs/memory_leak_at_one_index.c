// The only pointer is overwritten for one value of an index.
// flags: --check memory-leak
// expect-paths: 0
#include <klee/klee.h>
#include <stdlib.h>

static void *slots[3];

int main(void) {
  unsigned first = (unsigned)klee_range(0, 3, "first"), second = (unsigned)klee_range(0, 3, "second");
  slots[first] = malloc(8); // bug: memory-leak
  slots[second] = NULL;
  return 0;
}
