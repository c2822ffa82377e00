// A product that wraps around: a million elements asked for, few bytes given.
// bug: out-of-bounds-write
// ends: yes
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

int main(void) {
  unsigned n, i;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&i, sizeof i, "i");
  unsigned bytes = n * 4096u;
  char *p = malloc(bytes);
  if (!p) return 2;
  if (n > 1000000 && i < n) p[(size_t)i * 4096] = 1;
  return 0;
}
