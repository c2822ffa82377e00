// The same with the right one.
// bug: none
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
  if (n > 300000 && m > n) { b[m - 1] = 1; a[n - 1] = 2; return a[n - 1] + b[m - 1]; }
  return 0;
}
