// Sorting three unknown numbers: one path per order of comparisons, always sorted.
// expect-paths: 13
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  if (x < y) return -1;
  if (x > y) return 1;
  return 0;
}

int main(void) {
  int values[3];
  klee_make_symbolic(values, sizeof values, "values");
  int all = values[0] ^ values[1] ^ values[2];
  qsort(values, 3, sizeof *values, ascending);
  assert(values[0] <= values[1]);
  assert(values[1] <= values[2]);
  assert(all == (values[0] ^ values[1] ^ values[2]));
  return 0;
}
