// A loop writes as much as it is told, and paths are merged: what it did not reach still holds anything, what it did does not.
// flags: --no-check uninitialised-read --loops merge --merge-on any --checks full
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int count = klee_range(0, 5, "count");
  unsigned char *values = malloc(4);
  if (!values) return 1;
  for (int i = 0; i < count; i++) values[i] = 1;
  int is_seven = values[3] == 7;
  free(values);
  if (count == 4) klee_assert(!is_seven);
  if (count == 3) klee_assert(!is_seven); // bug: assertion // native: silent (it takes that number in memory that nobody wrote)
  return 0;
}
