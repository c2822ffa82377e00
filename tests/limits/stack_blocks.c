// Blocks on the stack without end.
// run: --max-time 3s
#include <klee/klee.h>
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0;; i++) {
    volatile char *p = __builtin_alloca(16);
    p[0] = (char)i;
    sum += p[0];
  }
  return (int)sum;
}
