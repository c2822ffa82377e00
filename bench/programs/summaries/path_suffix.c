// The suffix is behind the last dot of the last component.
// has: non-induction
#include "harness.h"

int main(void) {
  TEXT(path, 2 * SIZE);
  char suffix[SIZE];
  int dot = -1, length = 0;
  for (; path[length]; length++) {
    if (path[length] == '/') dot = -1;
    if (path[length] == '.') dot = length;
  }
  if (dot < 0) return 0;
  if (length - dot EITHER(<=, <) SIZE) suffix[length - dot] = 0; // BUG
  return 0;
}
