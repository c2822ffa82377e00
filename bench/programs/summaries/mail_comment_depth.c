// Comments of an address are skipped; parentheses that are still open at the end are closed, for which nobody kept room.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(input, 2 * SIZE);
  char out[SIZE];
  int depth = 0, used = 0;
  for (const char *at = input; *at; at++) {
    if (*at == '(')
      depth++;
    else if (*at == ')' && depth > 0)
      depth--;
  }
  while (depth > 0) {
    if (EITHER(0, used >= SIZE)) break;
    out[used++] = ')'; // BUG
    depth--;
  }
  return 0;
}
