// A copy of as many bytes as the source has, into an object half as large.
// bug: out-of-bounds-write
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  size_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n > 50000 && n < 1000000);
  char *from = malloc(n), *to = malloc(n / 2);
  if (!from || !to) return 2;
  memset(from, 1, n);
  memcpy(to, from, n);
  return 0;
}
