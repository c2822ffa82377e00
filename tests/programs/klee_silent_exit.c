// A silent exit ends the path without a test.
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x");
  if (x < 0) klee_silent_exit(0);
  if (x > 7) return 1;
  return 0;
}
