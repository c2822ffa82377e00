// The smallest number has no absolute value.
// flags: --check signed-overflow
// expect-paths: 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int x = klee_int("x");
  long y = klee_int("y");
  if (x > -5) return labs(y) < 0;
  return abs(x) < 0; // bug: signed-overflow
}
