// Frees a buffer that is on the heap only for long input.
// expect-paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char small[16], *buffer = small;
  int needed = klee_range(1, 64, "needed");
  if (needed > 16) buffer = malloc(64);
  free(buffer); // bug: invalid-free
  return 0;
}
