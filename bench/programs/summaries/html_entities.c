// Entities that end with a semicolon are one character, others are kept as they are.
// has: nested
#include "harness.h"

int main(void) {
  TEXT(page, 2 * SIZE);
  char text[SIZE];
  int at = 0, used = 0;
  while (page[at]) {
    if (page[at] == '&') {
      int end = at + 1;
      while (page[end] >= 'a' && page[end] <= 'z') end++;
      if (page[end] == ';') at = end;
    }
    used++;
    at++;
  }
  if (EITHER(1, used < SIZE)) text[used] = 0; // BUG
  return 0;
}
