// A comparison that nobody knows, called by the C library: it is called natively as often, and in the same order. Functions of the system that get NULL say so.
// flags: --entry order --capacity 16 --entry-pointers valid
// expect-lost: sizes of what `values` points to above 16
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int order(int *values, unsigned count, int (*compare)(const void *, const void *)) {
  if (count != 3) return write(1, NULL, count % 2) < 0 && unlink(NULL) < 0;
  int first = values[0];
  qsort(values, count, sizeof *values, compare);
  if (first == 1 && values[0] == 2) assert(values[1] != 3); // bug: assertion
  return values[0] == first;
}
