// An expression of a million operations, and branches on it.
// run: --max-time 3s
#include <klee/klee.h>
int main(void) {
  unsigned x = klee_int("x"), y = klee_int("y");
  for (unsigned i = 0; i < 300000; i++) x = (x ^ (y >> 3)) * 3 + (x >> 5) + i;
  if (x == 77) return 1;
  return (x & 255) == 3;
}
