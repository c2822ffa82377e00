// A fill of unknown length leaves one value only.
// bug: none
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 60000);
  char *q = malloc(n);
  if (!q) return 2;
  memset(q, 'f', n);
  if (q[n / 2] != 'f' || q[n - 1] != 'f') abort();
  return 0;
}
