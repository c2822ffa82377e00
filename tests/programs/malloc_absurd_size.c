// A size that no allocation gets is refused, also where it is not known exactly.
// expect-paths: 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned missing = (unsigned)klee_range(1, 100, "missing");
  size_t wrapped = 10 - (size_t)missing * 1000;
  char *block = malloc(wrapped);
  if (!block) {
    if (missing == 3) return 2;
    return 0;
  }
  block[0] = 1;
  return 1;
}
