// Neighbouring stars are one; each character of the compiled pattern takes two places.
// has: writes, nested
#include "harness.h"

int main(void) {
  TEXT(pattern, SIZE);
  char compiled[EITHER(SIZE + SIZE / 2, 2 * SIZE)];
  int at = 0, used = 0;
  while (pattern[at]) {
    if (pattern[at] == '*') {
      while (pattern[at] == '*') at++;
      compiled[used++] = '*'; // BUG
    } else {
      compiled[used++] = 'c'; // BUG
      compiled[used++] = pattern[at++]; // BUG
    }
  }
  return 0;
}
