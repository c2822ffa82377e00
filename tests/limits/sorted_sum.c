// The sum of sorted numbers is that of the unsorted.
// run: --max-time 3s
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b; }
int main(void) {
  int all[9], before = 0, after = 0;
  klee_make_symbolic(all, sizeof all, "all");
  for (int i = 0; i < 9; i++) {
    klee_assume((all[i] >= -50) & (all[i] <= 50));
    before += all[i] * (i + 1);
  }
  qsort(all, 9, sizeof *all, compare);
  for (int i = 0; i < 9; i++) after += all[i] * all[i];
  assert(before != after || before < 3);
  return 0;
}
