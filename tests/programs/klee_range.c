// A range includes its beginning and not its end.
// expect-paths: 3
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int x = klee_range(-2, 1, "x");
  if (x == -2) return 1;
  if (x == 0) return 2;
  assert(x == -1);
  return 3;
}
