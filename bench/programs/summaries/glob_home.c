// The user's name behind a tilde goes up to a slash.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(pattern, 2 * SIZE);
  char user[SIZE];
  if (pattern[0] != '~') return 0;
  char *end = user + EITHER(sizeof user, sizeof user - 1), *to = user;
  const char *from = pattern + 1;
  while (to < end && *from && *from != '/') *to++ = *from++;
  *to = 0; // BUG
  return 0;
}
