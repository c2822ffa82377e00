// Overflow is not looked for, and splits no paths; a division by zero is.
// expect-paths: 1
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x"), y = (x & 15) + 2147483647 + 1;
  if (x == 7) y = 1 / 0; // bug: division-by-zero
  return y == 12345;
}
