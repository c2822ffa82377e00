// The end of a character class is looked for behind its first character, even where the text ends before that.
// has: nested
#include "harness.h"

int main(void) {
  TEXT(pattern, 2 * SIZE);
  int classes = 0;
  for (int at = 0; pattern[at]; at++) {
    if (pattern[at] != '[') continue;
    int end = at + 1;
    if (EITHER(pattern[end] != ']', pattern[end] && pattern[end] != ']')) end++;
    while (pattern[end] && pattern[end] != ']') end++; // BUG
    if (!pattern[end]) break;
    classes++;
    at = end;
  }
  return classes;
}
