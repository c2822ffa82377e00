// Two dots take the last component away again: back to the slash before it, without a look at the start.
// has: writes, nested, non-induction
#include "harness.h"

int main(void) {
  TEXT(path, SIZE);
  char out[SIZE];
  int used = 0;
  for (int at = 0; path[at]; at++) {
    if (path[at] == '.' && path[at + 1] == '.') {
      at++;
      do used--;
      while (EITHER(, used > 0 &&) out[used] != '/'); // BUG
      EITHER(, if (used < 0) used = 0);
    } else {
      out[used++] = path[at];
    }
  }
  return 0;
}
