// Declares code unreachable that is.
// expect-paths: 3
#include <klee/klee.h>

static int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
  if (x == 0) return 0;
  __builtin_unreachable();
}

int main(void) { return sign(klee_int("x")) + 1; }
