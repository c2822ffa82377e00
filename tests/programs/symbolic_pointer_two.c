// A pointer that is one of two objects, chosen without a branch.
#include <assert.h>
#include <klee/klee.h>

static int left = 1, right = 2;

int main(void) {
  int *const choices[2] = {&left, &right};
  int which = klee_range(0, 2, "which");
  int *p = choices[which];
  *p += 10;
  assert(left + right == 13);
  assert(which ? right == 12 : left == 11);
  return 0;
}
