// Three hundred unknown integers are sorted.
// run: --max-time 3s
#include <klee/klee.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b; }
int main(void) {
  int all[300];
  klee_make_symbolic(all, sizeof all, "all");
  qsort(all, 300, sizeof *all, compare);
  return all[0];
}
