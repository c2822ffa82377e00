// A filter's look at a message: lines are numbered, a line is suspicious if more than half of it is upper case, and suspicious lines are noted.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(in, 6 * SIZE);
  int noted[SIZE];
  int lines = 0, upper = 0, length = 0, used = 0;
  for (int at = 0; in[at]; at++) {
    char c = in[at];
    if (c == '\n') {
      if (upper * 2 > length) {
        if (EITHER(used > SIZE, used >= SIZE)) break;
        noted[used++] = lines; // BUG
      }
      lines++;
      upper = length = 0;
    } else {
      length++;
      if (c >= 'A' && c <= 'Z') upper++;
    }
  }
  return used;
}
