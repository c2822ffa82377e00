// The user is what stands before the last at-sign of the host's part.
// has: non-induction
#include "harness.h"

int main(void) {
  TEXT(url, 2 * SIZE);
  char user[SIZE];
  int sign = -1;
  for (int at = 0; url[at] && url[at] != '/'; at++)
    if (url[at] == '@') sign = at;
  if (sign < 0) return 0;
  if (EITHER(1, sign < SIZE)) user[sign] = 0; // BUG
  return 0;
}
