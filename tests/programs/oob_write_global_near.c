// Marks a character class in a global array that has them all.
// expect-paths: 1
#include <klee/klee.h>

static int counts[4];

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  int class = c / 64;
  counts[class] = 1;
  return counts[0];
}
