// Options of one string: words that begin with one or two dashes are options, their names go one behind the other into a buffer with blanks between.
// has: writes, nested
#include "harness.h"

int main(void) {
  TEXT(in, 4 * SIZE);
  char names[SIZE];
  int used = 0;
  const char *from = in;
  while (*from) {
    while (*from == ' ') from++;
    if (*from != '-') {
      while (*from && *from != ' ') from++;
      continue;
    }
    from++;
    if (*from == '-') from++;
    while (*from && *from != ' ' && *from != '=') {
      if (EITHER(used > SIZE, used >= SIZE)) return 1;
      names[used++] = *from++; // BUG
    }
    while (*from && *from != ' ') from++;
  }
  return 0;
}
