// A component without meta characters is copied; a backslash quotes one.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(pattern, 2 * SIZE);
  char path[SIZE];
  int at = 0, used = 0;
  while (pattern[at] && pattern[at] != '/') {
    if (pattern[at] == '*' || pattern[at] == '?' || pattern[at] == '[') return 1;
    if (pattern[at] == '\\' && pattern[at + 1]) at++;
    if (EITHER(used > SIZE, used >= SIZE)) return 1;
    path[used++] = pattern[at++]; // BUG
  }
  return 0;
}
