// A key up to the equals sign, then a value up to a semicolon; the key is measured, the value is not.
// has: writes
#include "harness.h"

int main(void) {
  TEXT(input, 3 * SIZE);
  char key[SIZE], value[SIZE];
  int at = 0, used = 0;
  while (input[at] && input[at] != '=' && used < SIZE - 1) key[used++] = input[at++];
  key[used] = 0;
  if (input[at] != '=') return 1;
  at++;
  used = 0;
  while (input[at] && input[at] != ';' && EITHER(1, used < SIZE)) value[used++] = input[at++]; // BUG
  return 0;
}
