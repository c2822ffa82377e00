// The name behind the last slash, in a buffer for short names.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(path, 2 * SIZE);
  char name[SIZE];
  int base = 0, used = 0;
  for (int at = 0; path[at]; at++)
    if (path[at] == '/') base = at + 1;
  while (path[base] && used < EITHER(SIZE + 1, SIZE)) {
    name[used] = path[base]; // BUG
    used++;
    base++;
  }
  return 0;
}
