// Unfolds a header: a newline with a blank behind it becomes one blank.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(input, 2 * SIZE);
  char header[SIZE];
  int at = 0, used = 0;
  while (input[at]) {
    if (EITHER(0, used >= SIZE)) break;
    if (input[at] == '\n' && (input[at + 1] == ' ' || input[at + 1] == '\t')) {
      header[used++] = ' '; // BUG
      at += 2;
    } else {
      header[used++] = input[at]; // BUG
      at++;
    }
  }
  return 0;
}
