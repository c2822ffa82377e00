// Backslashes quote the next character; one at the very end of a full buffer passes the check for a single character.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(input, 2 * SIZE);
  char token[SIZE];
  int used = 0, quoted = 0;
  for (int at = 0; input[at]; at++) {
    if (used >= EITHER(SIZE, SIZE - 1)) break;
    if (quoted) {
      token[used++] = '\\';
      token[used++] = input[at]; // BUG
      quoted = 0;
    } else if (input[at] == '\\') {
      quoted = 1;
    } else {
      token[used++] = input[at];
    }
  }
  return 0;
}
