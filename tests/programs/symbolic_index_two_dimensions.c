// Unknown indices in both dimensions of an array.
// expect-paths: 1
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  short table[4][5];
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 5; k++) table[i][k] = (short)(10 * i + k);
  int i = klee_range(0, 4, "i"), k = klee_range(0, 5, "k");
  assert(table[i][k] == 10 * i + k);
  return 0;
}
