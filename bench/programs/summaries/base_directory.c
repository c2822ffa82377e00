// A path without its last component: the last slash that is followed by something, looked for from the end.
// has: writes, non-induction
#include "harness.h"

int main(void) {
  TEXT(path, 2 * SIZE);
  char out[SIZE];
  int length = 0;
  while (path[length]) length++;
  while (length > 0 && path[length - 1] == '/') length--;
  while (length > 0 && path[length - 1] != '/') length--;
  while (length > 1 && path[length - 1] == '/') length--;
  if (EITHER(length > SIZE, length >= SIZE)) return 1;
  for (int i = 0; i < length; i++) out[i] = path[i];
  out[length] = 0; // BUG
  return 0;
}
