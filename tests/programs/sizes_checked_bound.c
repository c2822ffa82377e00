// The program checks a size before it allocates: the check is the capacity, and nothing is lost.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = (unsigned)klee_int("n");
  if (n > 1000) return 0;
  char *p = malloc(n);
  if (n >= 999) p[999] = 1; // bug: out-of-bounds-write // says: happens for size 999 only
  free(p);
  return 1;
}
