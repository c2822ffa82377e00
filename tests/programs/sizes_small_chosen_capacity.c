// A capacity that is given and below the smallest size counts from there; otherwise it is the largest size, whatever the program checks.
// flags: --capacity 8
// expect-lost: sizes above 108 at line 10
// expect-lost: sizes above 8 at line 14
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned n = (unsigned)klee_range(0, 1000, "n"), m = (unsigned)klee_range(1, 1000, "m");
  char *p = malloc(100 + n);
  if (n == 8) p[108] = 1; // bug: out-of-bounds-write
  free(p);
  if (n) return 1;
  p = malloc(m);
  if (m == 8) p[8] = 1; // bug: out-of-bounds-write
  if (m == 9) p[9] = 1;
  free(p);
  return 0;
}
