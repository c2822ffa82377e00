// Elements say how long they are; the walk believes them.
// has: non-induction
#include "harness.h"

int main(void) {
  unsigned char frame[SIZE];
  klee_make_symbolic(frame, sizeof frame, "frame");
  unsigned at = 0, found = 0;
  while (at < SIZE) {
    if (EITHER(at + 1 > SIZE, at + 2 > SIZE)) break;
    if (frame[at] == 0x30) found = at;
    at += 2u + frame[at + 1]; // BUG
  }
  return found != 0;
}
