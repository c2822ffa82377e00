// A text that shifts between plain characters and encoded ones: the first cost one place, the others two, and the check is for one.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(text, 2 * SIZE);
  char out[SIZE];
  int used = 0, shifted = 0;
  for (int at = 0; text[at]; at++) {
    if (text[at] == '&') {
      shifted = 1;
    } else if (text[at] == '-') {
      shifted = 0;
    } else {
      if (used + EITHER(1, 2) > SIZE) break;
      if (shifted) out[used++] = '?';
      out[used++] = text[at]; // BUG
    }
  }
  return 0;
}
