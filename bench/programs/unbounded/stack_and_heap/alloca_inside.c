// A block of the stack, used up to its end.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

#include <alloca.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 0 && n < 1000000);
  char *p = alloca(n);
  p[n - 1] = 1;
  p[0] = 2;
  return p[n - 1] + p[n / 2];
}
