// A cluster of options: each letter is looked up among those that exist.
// has: nested, calls
#include "harness.h"
#include <string.h>

int main(void) {
  TEXT(argument, 2 * SIZE);
  char given[SIZE];
  int used = 0;
  if (argument[0] != '-') return 0;
  for (int at = 1; argument[at]; at++) {
    if (!strchr("abvx", argument[at])) return 1;
    used++;
  }
  if (EITHER(1, used < SIZE)) given[used] = 0; // BUG
  return 0;
}
