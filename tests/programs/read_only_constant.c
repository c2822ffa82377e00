// Writes through a pointer that may lead to a constant table.
// expect-paths: 1
#include <klee/klee.h>

static const int fixed[4] = {1, 2, 3, 4};
static int variable[4];

int main(void) {
  int *table = klee_int("which") ? variable : (int *)fixed;
  table[2] = 9; // bug: read-only-write
  return 0;
}
