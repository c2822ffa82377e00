// The levels of a mailbox's name; two separators in a row are refused, one at the end counts.
// has: non-induction
#include "harness.h"

int main(void) {
  TEXT(name, 2 * SIZE + 1);
  char level[SIZE];
  char before = 0;
  int levels = 0;
  for (int at = 0; name[at]; at++) {
    if (name[at] == '.') {
      if (before == '.') return 1;
      levels++;
    }
    before = name[at];
  }
  if (EITHER(1, levels < SIZE)) level[levels] = 0; // BUG
  return 0;
}
