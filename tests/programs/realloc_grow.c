// A block keeps its contents while it grows and shrinks, also from NULL.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int x = klee_int("x"), *values = NULL;
  for (int n = 1; n <= 8; n++) {
    values = realloc(values, (size_t)n * sizeof *values);
    assert(values);
    values[n - 1] = x + n;
  }
  values = realloc(values, 2 * sizeof *values);
  assert(values && (values[0] == x + 1) & (values[1] == x + 2));
  free(values);
  return 0;
}
