// The places of the recipients in a list are noted in a table, which is checked one entry too late.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(list, 3 * SIZE);
  int starts[SIZE];
  int recipients = 0;
  for (int at = 0; list[at]; at++) {
    if (list[at] != ',') continue;
    if (recipients EITHER(>, >=) SIZE) break;
    starts[recipients++] = at + 1; // BUG
  }
  return 0;
}
