// Writes the terminating zero of a full buffer one byte past its end.
// expect-paths: 8
#include <klee/klee.h>

int main(void) {
  char name[8];
  int n = 0, wanted = klee_range(0, 9, "wanted");
  while (n < wanted) name[n++] = 'x';
  name[n] = 0; // bug: out-of-bounds-write
  return name[0];
}
