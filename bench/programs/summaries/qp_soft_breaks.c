// Soft line breaks are dropped. Only the length of a line is limited, and it starts again behind each newline; the buffer is for one line.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(text, 2 * SIZE);
  char line[SIZE];
  int used = 0, column = 0;
  for (int at = 0; text[at]; at++) {
    if (text[at] == '=' && text[at + 1] == '\n') {
      at++;
      continue;
    }
    if (text[at] == '\n') {
      column = 0;
      EITHER(, used = 0);
      continue;
    }
    if (column >= SIZE) break;
    column++;
    line[used++] = text[at]; // BUG
  }
  return 0;
}
