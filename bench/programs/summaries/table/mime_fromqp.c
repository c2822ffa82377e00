// Quoted-printable of a mailer, line by line: the column starts again at each newline, the place in the buffer does not.
// has: writes, non-induction
#include "../harness.h"

static int is_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); }

int main(void) {
  TEXT(in, 2 * SIZE + 4);
  char line[SIZE];
  int at = 0, used = 0, column = 0;
  while (in[at] != 0) {
    if (in[at] == '=') {
      if (in[at + 1] == '\n') {
        at += 2;
        continue;
      }
      if (!is_digit(in[at + 1]) || !is_digit(in[at + 2])) break;
      column++;
      if (column > SIZE) break;
      line[used++] = '?'; // BUG
      at += 3;
    } else if (in[at] == '\n') {
      column = 0;
      EITHER(, used = 0);
      at++;
    } else {
      column++;
      if (column > SIZE) break;
      line[used++] = in[at++]; // BUG
    }
  }
  return 0;
}
