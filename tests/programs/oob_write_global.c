// Marks a character class in a global array that lacks the last class.
// expect-paths: 1
#include <klee/klee.h>

static int counts[3];

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int class = c / 64;
  counts[class] = 1; // bug: out-of-bounds-write
  return counts[0];
}
