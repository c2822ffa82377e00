// Calls that must be tail calls need no stack; others do. (Natively a call that must be one is one without optimisation, too.)
#include <klee/klee.h>

static int step(int left, int x) {
  int pair[2] = {left, x};
  if (pair[0] == 0) return pair[1];
  __attribute__((musttail)) return step(pair[0] - 1, pair[1] + 1);
}

int main(void) {
  int x = klee_int("x");
  klee_assume((x >= 0) & (x < 100));
  return step(300000, x) == 300005;
}
