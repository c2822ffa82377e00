// What is behind the last quote is kept.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(input, 2 * SIZE);
  char rest[SIZE];
  const char *last = input;
  for (const char *at = input; *at; at++)
    if (*at == '"') last = at + 1;
  int used = 0;
  for (; *last; last++) {
    if (EITHER(0, used + 1 > SIZE)) break;
    rest[used++] = *last; // BUG
  }
  return 0;
}
