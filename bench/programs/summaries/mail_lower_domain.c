// Everything behind the last at-sign is made lower case in a buffer of its own.
// has: writes, calls, non-induction
#include "harness.h"
#include <ctype.h>

int main(void) {
  TEXT(address, 2 * SIZE);
  char domain[SIZE];
  int start = 0;
  for (int at = 0; address[at]; at++)
    if (address[at] == '@') start = at + 1;
  int used = 0;
  while (address[start]) {
    if (EITHER(0, used == SIZE)) break;
    domain[used++] = (char)tolower((unsigned char)address[start++]); // BUG
  }
  return 0;
}
