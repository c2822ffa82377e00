// Tests that one path per size stays complete over two allocations: together they have more sizes than one pointer may have targets.
// flags: --sizes eager
// expect-paths: 1225
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned first = klee_range(1, 36, "first"), second = klee_range(1, 36, "second");
  char *a = malloc(first), *b = malloc(second);
  a[first - 1] = b[second - 1] = 1;
  free(a);
  free(b);
  return 0;
}
