// For each open bracket its end is looked for; pairs are counted.
// has: nested
#include "harness.h"

int main(void) {
  TEXT(input, 3 * SIZE);
  char kinds[SIZE];
  int pairs = 0;
  for (int at = 0; input[at]; at++) {
    if (input[at] != '[') continue;
    int end = at + 1;
    while (input[end] && input[end] != ']') end++;
    if (!input[end]) break;
    pairs++;
    at = end;
  }
  if (EITHER(1, pairs < SIZE)) kinds[pairs] = 0; // BUG
  return 0;
}
