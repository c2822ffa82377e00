// Writes through an unknown index change exactly one element.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int values[6] = {0, 10, 20, 30, 40, 50};
  int i = klee_range(0, 6, "i"), k = klee_range(0, 6, "k");
  values[i] = -1;
  int expected = (-(i == k) & (-1 - 10 * k)) + 10 * k;
  assert(values[k] == expected);
  values[3] = 7;
  assert((values[i] == 7) == (i == 3));
  return 0;
}
