// An object of unknown size and a very large capacity is copied, filled and compared.
// run: --max-time 3s --capacity 100000000
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned n = klee_int("n");
  char *p = malloc(n), *q = malloc(n);
  memset(p, 7, n);
  memcpy(q, p, n);
  return n && q[n - 1] == 7;
}
