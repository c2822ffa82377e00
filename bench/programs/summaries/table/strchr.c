// A line of a directory listing: the search for the last of its blanks, and the name behind it.
// has: writes, calls
#include "../harness.h"

static const char *find(const char *text, char c) {
  for (; *text != c; text++)
    if (!*text) return 0;
  return text;
}

int main(void) {
  TEXT(line, 2 * SIZE);
  char name[SIZE];
  const char *from = find(line, ' ');
  if (!from) return 0;
  from++;
  int used = 0;
  while (*from && *from != '\n') {
    if (EITHER(0, used >= SIZE)) break;
    name[used++] = *from++; // BUG
  }
  return 0;
}
