// A message line by line for a batch of mail: newlines become two characters, and dots at the start of a line are doubled.
// has: writes, non-induction
#include "../harness.h"

int main(void) {
  TEXT(message, 2 * SIZE);
  char out[SIZE];
  int used = 0;
  char before = '\n';
  for (int at = 0; message[at]; at++) {
    char c = message[at];
    if (used + EITHER(1, 3) > SIZE) break;
    if (c == '\n' && before != '\r') {
      out[used++] = '\r';
      out[used++] = '\n'; // BUG
    } else if (c == '.' && before == '\n') {
      out[used++] = '.';
      out[used++] = '.'; // BUG
    } else {
      out[used++] = c;
    }
    before = c;
  }
  return 0;
}
