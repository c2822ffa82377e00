// Assumptions cut paths and hold afterwards; a contradiction ends the path.
// expect-paths: 2
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  klee_assume((x > 10) & (x < 20));
  if (y > x) {
    assert(y > 11);
    return 1;
  }
  assert(x != 20);
  if (x > 15) {
    klee_assume(x < 12);
    return 3;
  }
  return 2;
}
