// Cracks an address: each open parenthesis reserves room for its end by moving the limit down, and each end moves it up again,
// even where none was open.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(input, 3 * SIZE);
  char buffer[SIZE];
  int limit = SIZE, depth = 0, used = 0;
  for (int at = 0; input[at]; at++) {
    char c = input[at];
    if (c == '(') {
      if (limit - 1 <= used) break;
      limit--;
      depth++;
    } else if (c == ')') {
      if (EITHER(1, depth > 0)) {
        limit++;
        depth--;
      }
    }
    if (used < limit) buffer[used++] = c; // BUG
  }
  return 0;
}
