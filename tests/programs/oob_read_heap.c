// Compares the last two elements of a heap array whose count was taken for its last index.
// expect-paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  short *values = calloc(6, sizeof *values);
  int last = klee_range(1, 7, "last");
  if (!values) return 1;
  int same = values[last - 1] == values[last]; // bug: out-of-bounds-read
  free(values);
  return same;
}
