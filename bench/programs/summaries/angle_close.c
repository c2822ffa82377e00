// The address between angle brackets: the search for the end brackets forgets the end of the text.
#include "harness.h"

int main(void) {
  TEXT(input, 2 * SIZE);
  const char *at = input;
  while (*at && *at != '<') at++;
  if (!*at) return 0;
  while (EITHER(, *at &&) *at != '>') at++; // BUG
  return 0;
}
