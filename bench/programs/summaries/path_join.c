// A directory and a name with a slash between them, for which there is no room.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(directory, SIZE);
  TEXT(name, SIZE);
  char path[EITHER(2 * SIZE, 2 * SIZE + 2)];
  char *to = path;
  for (const char *from = directory; *from; from++) *to++ = *from;
  *to++ = '/';
  for (const char *from = name; *from; from++) *to++ = *from; // BUG
  *to = 0; // BUG
  return 0;
}
