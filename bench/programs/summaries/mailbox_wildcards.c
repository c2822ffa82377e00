// A pattern of mailboxes up to its first wildcard, then back to the separator before it.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(pattern, 2 * SIZE);
  char reference[SIZE];
  int at = 0;
  while (pattern[at] && pattern[at] != '*' && pattern[at] != '%') at++;
  while (at > 0 && pattern[at - 1] != '/') at--;
  if (EITHER(0, at > SIZE)) return 1;
  for (int i = 0; i < at; i++) reference[i] = pattern[i]; // BUG
  return 0;
}
