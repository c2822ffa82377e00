// Quotes are doubled; the limit counts what was read.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(word, 2 * SIZE);
  char out[SIZE];
  int used = 0;
  for (int at = 0; word[at] && EITHER(at < SIZE, used + 1 < SIZE); at++) {
    out[used++] = word[at]; // BUG
    if (word[at] == '\'') out[used++] = '\''; // BUG
  }
  return 0;
}
