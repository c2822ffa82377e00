// Tests that where branches meet at the end of a block, no line of a branch that was not taken is covered.
#include <klee/klee.h>

char seen[8];

int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  if (in & 1) {
    seen[0] = 2;
  } else {
    if (seen[2] < 7) {
      seen[1] = 3;
    } else {
      seen[4] = 4;
    }
  }
  return seen[0];
}
