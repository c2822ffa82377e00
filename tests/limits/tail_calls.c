// A million calls in tail position.
// run: --max-time 3s
#include <klee/klee.h>
static int step(int left, int x) {
  if (left == 0) return x;
  __attribute__((musttail)) return step(left - 1, x + 1);
}
int main(void) { return step(1000000, klee_int("x")) == 5; }
