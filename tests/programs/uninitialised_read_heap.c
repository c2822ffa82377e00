// Reads an element of a heap array that a loop did not reach.
// flags: --fresh zero --check uninitialised-read
// expect-paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int *values = malloc(4 * sizeof *values), count = klee_range(0, 5, "count");
  if (!values) return 1;
  for (int i = 0; i < count; i++) values[i] = i;
  int last = values[3]; // bug: uninitialised-read
  free(values);
  return last;
}
