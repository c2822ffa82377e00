// Half of an array is written; a read at an unknown place finds what was written, or anything.
// flags: --no-check uninitialised-read
// expect-paths: 3
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned char *values = malloc(8);
  unsigned at = (unsigned)klee_range(0, 8, "at");
  if (!values) return 1;
  for (int i = 0; i < 4; i++) values[i] = 9;
  unsigned char found = values[at];
  free(values);
  if (at < 4) {
    klee_assert(found == 9);
    return 0;
  }
  if (found == 9) exit(2);
  return 3;
}
