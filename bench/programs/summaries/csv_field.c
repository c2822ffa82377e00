// A quoted field of a table: two quotes are one, a single one ends it.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(in, 3 * SIZE);
  char field[SIZE];
  const char *from = in;
  if (*from++ != '"') return 1;
  int used = 0;
  for (;;) {
    if (!*from) return 1;
    if (*from == '"') {
      if (from[1] != '"') break;
      from++;
    }
    if (EITHER(used > SIZE, used >= SIZE)) return 1;
    field[used++] = *from++; // BUG
  }
  return 0;
}
