// Regions nest; a path that ends inside takes no part in the rest, and one that never closes a region holds nobody up.
// expect-paths: 4
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int a = klee_int("a"), b = klee_int("b"), x = 0, y = 0;
  klee_open_merge();
  if (a == 7) exit(1);
  klee_open_merge();
  if (b > 0) x = 1;
  klee_close_merge();
  if (a > 0) y = x + 2;
  if (a == 8) return 4;
  klee_close_merge();
  if (y == 3) return a > 0 && b > 0 ? 2 : 5;
  return 0;
}
