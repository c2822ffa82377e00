// A loop whose bound is unknown, and a bug after many iterations.
// run: --max-time 3s --search dfs
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned n = klee_int("n");
  for (unsigned i = 0; i < n; i++) assert(i != 40000);
  return 0;
}
