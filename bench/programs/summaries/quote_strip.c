// A quoted word is copied without its quotes; the word was measured, its terminator was not.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(word, 2 * SIZE);
  char out[SIZE];
  size_t length = 0;
  while (word[length]) length++;
  if (length > SIZE + 2) return 1;
  if (length < 2 || word[0] != '"' || word[length - 1] != '"') return 1;
  size_t used = 0;
  for (size_t at = 1; at + 1 < length; at++) out[used++] = word[at];
  if (EITHER(1, used < SIZE)) out[used] = 0; // BUG
  return 0;
}
