// Sizes that no memory has, as a difference of addresses makes them: the allocation fails, and nothing is left out.
// expect-paths: 2
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

static char text[100];

int main(void) {
  uintptr_t n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n > 300) return 0;
  char *p = malloc(n - (uintptr_t)text);
  if (!p) return 3;
  p[4] = 1;
  return 1;
}
