// A dot at the start of a line is doubled; the room was computed for the text as it is.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(input, SIZE);
  char out[EITHER(SIZE, 2 * SIZE)];
  int used = 0, at_start = 1;
  for (int at = 0; input[at]; at++) {
    if (at_start && input[at] == '.') out[used++] = '.'; // BUG
    at_start = input[at] == '\n';
    out[used++] = input[at]; // BUG
  }
  return 0;
}
