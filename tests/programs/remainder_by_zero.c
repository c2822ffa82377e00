// Takes a remainder by a difference that is zero for equal inputs.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int a = klee_range(1, 10, "a"), b = klee_range(1, 10, "b");
  return 100 % (a - b); // bug: division-by-zero
}
