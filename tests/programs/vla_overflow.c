// Writes one element past an array of variable length.
// expect-paths: 1
#include <klee/klee.h>

static int fill(int n, int last) {
  char values[n];
  for (int i = 0; i < n; i++) values[i] = 1;
  values[last] = 2; // bug: out-of-bounds-write
  return values[0];
}

int main(void) { return fill(5, klee_range(0, 6, "last")); }
