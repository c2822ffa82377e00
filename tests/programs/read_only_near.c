// Reads a constant table and writes only to a variable one.
// expect-paths: 2
#include <klee/klee.h>

static const int fixed[4] = {1, 2, 3, 4};
static int variable[4];

int main(void) {
  int *table = klee_int("which") ? variable : (int *)fixed;
  if (table == variable) table[2] = 9;
  return table[2];
}
