// Clears one byte more than the buffer has.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *buffer = malloc(16);
  size_t n = (size_t)klee_range(0, 18, "n");
  if (!buffer) return 1;
  memset(buffer, 0, n); // bug: out-of-bounds-write
  free(buffer);
  return 0;
}
