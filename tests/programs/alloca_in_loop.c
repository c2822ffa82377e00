// Memory from alloca lives until the function returns, not until the end of the block.
// expect-paths: 1
#include <alloca.h>
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  int x = klee_int("x");
  int *kept[4];
  for (int i = 0; i < 4; i++) {
    kept[i] = alloca(sizeof(int));
    *kept[i] = x ^ i;
  }
  int all = 1;
  for (int i = 0; i < 4; i++) all &= *kept[i] == (x ^ i);
  assert(all);
  return 0;
}
