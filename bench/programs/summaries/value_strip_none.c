// The value of a setting as it stands, up to the end of the line, without a look at white space; a comment ends it.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(line, 3 * SIZE);
  char key[SIZE], value[SIZE];
  const char *from = line;
  int used = 0;
  while (*from && *from != '=' && used < SIZE - 1) key[used++] = *from++;
  key[used] = 0;
  if (*from++ != '=') return 1;
  char *to = value;
  while (*from && *from != '\n' && *from != '#') {
    if (EITHER(to > value + SIZE, to == value + SIZE)) return 1;
    *to++ = *from++; // BUG
  }
  return 0;
}
