// The same limit while the line is copied: carriage returns are dropped, the limit forgets the terminator.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(input, 2 * SIZE);
  char line[SIZE];
  size_t used = 0;
  for (size_t at = 0; input[at]; at++) {
    if (input[at] == '\r') continue;
    if (used >= EITHER(SIZE, SIZE - 1)) break;
    line[used++] = input[at];
  }
  line[used] = 0; // BUG
  return 0;
}
