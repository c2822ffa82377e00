// Text outside of tags is kept.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(page, 2 * SIZE);
  char text[SIZE];
  int used = 0, in_tag = 0;
  for (int at = 0; page[at]; at++) {
    if (page[at] == '<') {
      in_tag = 1;
    } else if (page[at] == '>') {
      in_tag = 0;
    } else if (!in_tag) {
      if (EITHER(0, used == SIZE)) break;
      text[used++] = page[at]; // BUG
    }
  }
  return 0;
}
