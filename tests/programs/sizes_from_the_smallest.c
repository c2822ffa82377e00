// The capacity counts from the smallest size: what is added to a constant stays unknown.
// expect-lost: sizes above 65600 at line 10
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned long n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n > 10000000) return 0;
  char *p = malloc(65536 + n);
  if (n == 60) p[65536 + 60] = 1; // bug: out-of-bounds-write
  free(p);
  return n > 3;
}
