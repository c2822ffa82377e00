// Blanks before a value are skipped; room was kept for the text, not for the terminator as well.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(input, SIZE);
  char value[SIZE + EITHER(0, 1)];
  const char *from = input;
  while (*from == ' ' || *from == '\t') from++;
  char *to = value;
  while (*from) *to++ = *from++;
  *to = 0; // BUG
  return 0;
}
