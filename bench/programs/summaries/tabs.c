// Tabs become blanks up to the next column that is a multiple of eight.
// has: writes, nested
#include "harness.h"

int main(void) {
  TEXT(in, 2 * SIZE);
  char out[SIZE];
  int used = 0;
  for (int at = 0; in[at] && in[at] != '\n'; at++) {
    if (in[at] == '\t') {
      do {
        if (EITHER(0, used >= SIZE)) return 1;
        out[used++] = ' '; // BUG
      } while (used % 8);
    } else {
      if (EITHER(0, used >= SIZE)) return 1;
      out[used++] = in[at]; // BUG
    }
  }
  return 0;
}
