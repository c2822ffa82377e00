// A header over several lines is put into one: a line that begins with white space goes on with the one before.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(in, 3 * SIZE);
  char header[SIZE];
  int at = 0, used = 0;
  for (;;) {
    while (in[at] != 0 && in[at] != '\n') {
      if (EITHER(0, used == SIZE)) return 1;
      header[used++] = in[at++]; // BUG
    }
    if (in[at] == 0) break;
    if (in[at + 1] != ' ' && in[at + 1] != '\t') break;
    at += 2;
  }
  return 0;
}
