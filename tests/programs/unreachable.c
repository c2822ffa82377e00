// Reaches code that the program declares unreachable.
// expect-paths: 2
#include <klee/klee.h>

static int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
  __builtin_unreachable(); // bug: unreachable
}

int main(void) { return sign(klee_int("x")) + 1; }
