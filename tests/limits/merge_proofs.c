// Every merge is proved, and the limit comes in the middle: the proofs of the first one alone, of 128 paths, take longer.
// run: --max-time 3s --checks full --loops merge --merge-on any --merge-at-exits-only
#include <klee/klee.h>
int main(void) {
  int all[8];
  klee_make_symbolic(all, sizeof all, "all");
  for (int i = 0; i < 8; i++)
    for (int j = 0; j + 1 < 8 - i; j++)
      if (all[j] > all[j + 1]) {
        int t = all[j];
        all[j] = all[j + 1];
        all[j + 1] = t;
      }
  return all[0];
}
