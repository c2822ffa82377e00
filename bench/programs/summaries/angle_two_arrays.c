// An address between angle brackets and the words around it are kept in two arrays; only one of them is measured.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(in, 3 * SIZE);
  char inside[SIZE], outside[SIZE];
  int at = 0, angle = 0, in_used = 0, out_used = 0;
  while (in[at] != 0) {
    char c = in[at++];
    if (c == '<') {
      angle = 1;
    } else if (c == '>') {
      angle = 0;
    } else if (angle) {
      if (in_used >= SIZE) break;
      inside[in_used++] = c;
    } else {
      if (EITHER(out_used > SIZE, out_used >= SIZE)) break;
      outside[out_used++] = c; // BUG
    }
  }
  return 0;
}
