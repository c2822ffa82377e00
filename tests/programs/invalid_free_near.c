// Frees a buffer only when it is on the heap.
// expect-paths: 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char small[16], *buffer = small;
  int needed = klee_range(1, 64, "needed");
  if (needed > 16) buffer = malloc(64);
  if (buffer != small) free(buffer);
  return 0;
}
