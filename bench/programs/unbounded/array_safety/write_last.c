// The last byte of an object of any size.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  char *p = malloc(n);
  if (!p) return 2;
  if (n > 100000) { p[n - 1] = 1; return p[n - 1]; }
  if (n > 0) { p[n - 1] = 2; return p[n - 1]; }
  return 0;
}
