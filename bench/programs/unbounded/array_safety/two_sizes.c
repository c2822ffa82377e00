// Two sizes of which the larger is used for the smaller object.
// bug: out-of-bounds-write
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n, m;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&m, sizeof m, "m");
  char *a = malloc(n), *b = malloc(m);
  if (!a || !b) return 2;
  if (n > 300000 && m > n) a[m - 1] = 1;
  return 0;
}
