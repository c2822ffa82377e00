// Bytes become unknown at a place that is itself unknown.
// expect-paths: 3
#include <klee/klee.h>

static unsigned char bytes[8];

int main(void) {
  unsigned at = (unsigned)klee_range(0, 7, "at");
  klee_make_symbolic(bytes + at, 2, "value");
  if (bytes[at] != 5) return 1;
  if (bytes[at + 1] == 6) return bytes[(at + 4) % 8] != 0;
  return 2;
}
