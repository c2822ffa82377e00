// A list is split at commas, and places of its items are kept.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(list, 3 * SIZE);
  int starts[SIZE];
  int items = 0, in_item = 0;
  for (int at = 0; list[at]; at++) {
    if (list[at] == ',' || list[at] == ' ') {
      in_item = 0;
    } else if (!in_item) {
      if (EITHER(0, items == SIZE)) return 1;
      in_item = 1;
      starts[items++] = at; // BUG
    }
  }
  return 0;
}
