// A large block that was freed.
// bug: use-after-free
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 700000 && n < 1000000);
  char *p = malloc(n);
  if (!p) return 2;
  p[n - 1] = 1;
  free(p);
  return p[n - 1];
}
