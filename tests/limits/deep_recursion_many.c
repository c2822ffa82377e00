// Many paths end deep in a recursion, each in the same bug, and each is compared with the others.
// run: --max-time 3s
#include <klee/klee.h>
int f(unsigned n, int x) {
  if (n == 0) return 10 / (x & 1023);
  return 1 + f(n - 1, x + (int)(n & 1));
}
int main(void) {
  int x = klee_int("x");
  for (unsigned i = 0; i < 1000; i++)
    if (x == (int)(i * 7)) return f(20000 + i, x);
  return 0;
}
