// The byte behind a block of the stack.
// bug: out-of-bounds-write
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
  if (n > 500000) p[n] = 1;
  return p[n - 1];
}
