// Components of a path: slashes are skipped, then a name.
// has: nested
#include "harness.h"

int main(void) {
  TEXT(path, 2 * SIZE + 1);
  char seen[SIZE];
  const char *at = path;
  int depth = 0;
  while (*at) {
    while (*at == '/') at++;
    if (*at) depth++;
    while (*at && *at != '/') at++;
  }
  if (EITHER(1, depth < SIZE)) seen[depth] = 0; // BUG
  return 0;
}
