// The first character of each line says how many bytes the line holds; newlines end lines, whatever they said.
// has: non-induction
#include "harness.h"

int main(void) {
  TEXT(text, 2 * SIZE);
  char out[SIZE];
  int left = 0, used = 0;
  for (int at = 0; text[at]; at++) {
    if (text[at] == '\n') {
      left = SIZE;
      EITHER(, used = 0);
    } else if (left > 0) {
      left--;
      used++;
    }
  }
  if (used > 0) out[used - 1] = 0; // BUG
  return 0;
}
