// With forking off one side of each branch is followed, and the report says so.
// expect-paths: 2
// expect-lost: forking
#include <klee/klee.h>

int main(void) {
  int x = klee_range(0, 100, "x"), y = klee_range(0, 100, "y"), result = 0;
  klee_set_forking(0);
  if (x > 50) result += 1;
  klee_set_forking(1);
  if (y > 50) result += 2;
  return result;
}
