// A path's component without meta characters behind a prefix, up to the slash; a backslash counts as nothing.
#include "../harness.h"

int main(void) {
  TEXT(pattern, 2 * SIZE);
  int path[SIZE];
  int at = 0, used = 0;
  while (pattern[at] != 0 && pattern[at] != '/') {
    if (pattern[at] == '*' || pattern[at] == '?' || pattern[at] == '[') return 1;
    if (pattern[at] != '\\') used++;
    at++;
  }
  if (EITHER(1, used < SIZE)) path[used] = 0; // BUG
  return 0;
}
