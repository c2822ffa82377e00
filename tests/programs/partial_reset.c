// The column starts again behind each newline, and only it is limited: a text that is long enough has a newline somewhere.
// flags: --loops summary --stop-after 1
// expect: stop-after
#include <klee/klee.h>

int main(void) {
  char text[801];
  klee_make_symbolic(text, sizeof text, "text");
  text[800] = 0;
  char line[400];
  int used = 0, column = 0;
  for (int at = 0; text[at]; at++) {
    if (text[at] == '\r') continue;
    if (text[at] == '\n') {
      column = 0;
      continue;
    }
    if (column >= 300) break;
    column++;
    line[used++] = text[at]; // bug: out-of-bounds-write
  }
  return used > 0 ? line[0] : 0;
}
