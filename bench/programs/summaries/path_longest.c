// The longest component decides; what ends the text ends a component as well.
// has: non-induction
#include "harness.h"

int main(void) {
  TEXT(path, 2 * SIZE);
  char name[SIZE];
  int longest = 0, length = 0;
  for (int at = 0; path[at]; at++) {
    if (path[at] == '/') {
      length = 0;
    } else {
      length++;
      if (length > longest) longest = length;
    }
  }
  if (EITHER(1, longest < SIZE)) name[longest] = 0; // BUG
  return 0;
}
